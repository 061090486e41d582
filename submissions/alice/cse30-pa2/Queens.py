#!/usr/bin/env python3
# Alice Moreno
# CSE 30, Programming Assignment 2
#
# Queens.py
# Counts, and on request lists, the ways in which n queens can stand on an n by n chessboard without attacking each
# other. The board is the table B of the assignment: row 0 and column 0 are extra, B[i][0] remembers the column of the
# queen in row i, and a negative square is attacked by that many queens from above.

import sys

DOWN = ((1, -1), (1, 0), (1, 1))    # down-left, straight down, down-right


def makeTable(n):
    """The board with no queens on it, all zeros."""
    table = []
    for i in range(n + 1):
        table.append([0] * (n + 1))
    return table


def changeAttacks(B, i, j, amount):
    """Adds amount to each square below row i that a queen on (i, j) attacks."""
    n = len(B) - 1
    for down, right in DOWN:
        k = i + down
        l = j + right
        while k <= n and 1 <= l <= n:
            B[k][l] += amount
            k += down
            l += right


def placeQueen(B, i, j):
    """Puts a queen on (i, j)."""
    B[i][j] = 1
    B[i][0] = j
    changeAttacks(B, i, j, -1)


def removeQueen(B, i, j):
    """Takes the queen from (i, j) again."""
    B[i][j] = 0
    B[i][0] = 0
    changeAttacks(B, i, j, +1)


def printBoard(B):
    """Prints the solution on the board as a tuple of columns."""
    columns = [str(B[i][0]) for i in range(1, len(B))]
    print("({})".format(", ".join(columns)))


def findSolutions(B, i, mode):
    """Counts the solutions that continue the queens on rows 1 to i-1; prints them if mode is "verbose"."""
    n = len(B) - 1
    if i > n:
        if mode == "verbose":
            printBoard(B)
        return 1
    total = 0
    for j in range(1, n + 1):
        if B[i][j] == 0:
            placeQueen(B, i, j)
            total = total + findSolutions(B, i + 1, mode)
            removeQueen(B, i, j)
    return total


def printUsage():
    """Tells how to call the program, and quits."""
    print("Usage: python3 Queens.py [-v] number", file=sys.stderr)
    print("Option: -v  verbose output, print all solutions", file=sys.stderr)
    sys.exit(1)


def readArguments(arguments):
    """Returns the number n and the mode."""
    mode = "normal"
    if len(arguments) == 2 and arguments[0] == "-v":
        mode = "verbose"
        arguments = arguments[1:]
    if len(arguments) != 1 or not arguments[0].isdigit():
        printUsage()
    return int(arguments[0]), mode


def main():
    n, mode = readArguments(sys.argv[1:])
    count = findSolutions(makeTable(n), 1, mode)
    print(str(n) + "-Queens has " + str(count) + " solutions")


if __name__ == "__main__":
    main()
