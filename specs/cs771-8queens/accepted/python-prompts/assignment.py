#!/usr/bin/env python3
# -*- coding: utf-8 -*-
# Author: Olga Novak
# Student number: N414O826

def check(q1, q2, i, j):
    return q1 == q2 or abs(q1 - q2) == abs(i - j)

def main():
    in_name = input("Input file: ")
    out_name = input("Output file: ")
    fin = open(in_name, "r")
    fout = open(out_name, "w")
    for line in fin.readlines():
        Q = {}
        for i in range(1, 9):
            Q[i] = int(line.split()[i - 1])
        result = ""
        while result == "":
            fout.write(" ".join([str(Q[i]) for i in Q]) + "\n")
            number = {}
            for i in Q:
                number[i] = 0
                for j in Q:
                    if i != j and check(Q[i], Q[j], i, j):
                        number[i] = number[i] + 1
            n1 = max(number.values())
            if n1 == 0:
                result = "Success"
            else:
                result = "Failure"
                for i in Q:
                    if number[i] == n1:
                        n2 = 99
                        for row in range(1, 9):
                            if row != Q[i]:
                                n = 0
                                for j in Q:
                                    if i != j and check(row, Q[j], i, j):
                                        n = n + 1
                                if n < n2:
                                    n2 = n
                                    best = row
                        if n2 < n1:
                            Q[i] = best
                            result = ""
                            break
        fout.write(result + "\n\n")
    fin.close()
    fout.close()

main()
