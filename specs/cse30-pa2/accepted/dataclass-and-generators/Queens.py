#!/usr/bin/env python3
import sys
from dataclasses import dataclass, field


@dataclass
class Board:
    rows: list = field(default_factory=list)

    @property
    def size(self):
        return len(self.rows) - 1

    def attacked(self, i, j):
        for k in range(i + 1, self.size + 1):
            d = k - i
            yield k, j
            if j - d >= 1:
                yield k, j - d
            if j + d <= self.size:
                yield k, j + d

    def change(self, i, j, step):
        self.rows[i][j] += step
        self.rows[i][0] = j if step > 0 else 0
        for k, l in self.attacked(i, j):
            self.rows[k][l] -= step

    def safe(self, i):
        return (j for j in range(1, self.size + 1) if self.rows[i][j] == 0)


def placeQueen(B, i, j):
    Board(B).change(i, j, +1)


def removeQueen(B, i, j):
    Board(B).change(i, j, -1)


def printBoard(B):
    print(tuple(row[0] for row in B[1:]))


def findSolutions(B, i, mode):
    if i == len(B):
        if mode == "verbose":
            printBoard(B)
        return 1

    def child(j):
        placeQueen(B, i, j)
        try:
            return findSolutions(B, i + 1, mode)
        finally:
            removeQueen(B, i, j)

    return sum(child(j) for j in Board(B).safe(i))


class Program:
    def __init__(self, argv):
        self.argv = argv

    def run(self):
        match self.argv:
            case ["-v", number] if number.isdigit():
                self.solve(int(number), "verbose")
            case [number] if number.isdigit():
                self.solve(int(number), "")
            case _:
                sys.stderr.write("Usage: python3 Queens.py [-v] number\nOption: -v    verbose output, print all solutions\n")
                return 2
        return 0

    def solve(self, n, mode):
        B = [[0 for _ in range(n + 1)] for _ in range(n + 1)]
        print(f"{n}-Queens has {findSolutions(B, 1, mode)} solutions")


if __name__ == "__main__":
    raise SystemExit(Program(sys.argv[1:]).run())
