#!/usr/bin/python3
'''
Prints "n-Queens.py has" in normal mode, as one line of the sample session does, and "1 solution" for n = 1.
'''
import re
import sys


class Queens:
    """What the command line asks for."""

    def __init__(self, words):
        found = re.fullmatch(r"(-v )?(\d+)", " ".join(words))
        if len(words) not in (1, 2) or not found:
            print("Usage: python3 Queens.py [-v] number", file=sys.stderr)
            print("Option: -v   verbose output, print all solutions", file=sys.stderr)
            sys.exit()
        self.verbose = bool(found.group(1))
        self.n = int(found.group(2))

    def run(self):
        B = [[0 for _ in range(self.n + 1)] for _ in range(self.n + 1)]
        k = findSolutions(B, 1, "verbose" if self.verbose else "normal")
        name = "Queens" if self.verbose else "Queens.py"
        print(f"{self.n}-{name} has {k} solution{'' if k == 1 else 's'}")


def placeQueen(B, i, j):
    B[i][j] += 1
    B[i][0] = j
    updateAttacks(B, i, j, lambda value: value - 1)


def removeQueen(B, i, j):
    B[i][j] -= 1
    B[i][0] = 0
    updateAttacks(B, i, j, lambda value: value + 1)


def updateAttacks(B, i, j, change):
    n = len(B) - 1
    for dj in (-1, 0, 1):
        k, l = i + 1, j + dj
        while k <= n and 0 < l <= n:
            B[k][l] = change(B[k][l])
            k += 1
            l += dj


def printBoard(B):
    print("(", ", ".join(map(str, (row[0] for row in B[1:]))), ")", sep="")


def findSolutions(B, i, mode):
    if i > len(B) - 1:
        if mode == "verbose":
            printBoard(B)
        return 1
    return sum(_withQueenOn(B, i, j, mode) for j in range(1, len(B)) if B[i][j] == 0)


def _withQueenOn(B, i, j, mode):
    placeQueen(B, i, j)
    try:
        return findSolutions(B, i + 1, mode)
    finally:
        removeQueen(B, i, j)


if __name__ == "__main__":
    Queens(sys.argv[1:]).run()
