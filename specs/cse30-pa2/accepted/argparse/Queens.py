"""n-Queens with argparse, whose own usage message is replaced by the assignment's."""

import argparse
import sys
from typing import List, NoReturn

Table = List[List[int]]


class Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(2, "Usage: python3 Queens.py [-v] number\nOption: -v  verbose output, print all solutions\n")


def natural(word: str) -> int:
    n = int(word)
    if n <= 0:
        raise argparse.ArgumentTypeError("not a size")
    return n


def placeQueen(B: Table, i: int, j: int) -> None:
    B[i][j] += 1
    B[i][0] = j
    shift(B, i, j, -1)


def removeQueen(B: Table, i: int, j: int) -> None:
    B[i][j] -= 1
    B[i][0] = 0
    shift(B, i, j, 1)


def shift(B: Table, i: int, j: int, by: int) -> None:
    for d, row in enumerate(B[i + 1:], start=1):
        row[j] += by
        if j > d:
            row[j - d] += by
        if j + d < len(row):
            row[j + d] += by


def printBoard(B: Table) -> None:
    print(tuple(row[0] for row in B[1:]))


def findSolutions(B: Table, i: int, mode: str) -> int:
    n = len(B) - 1
    if i > n:
        if mode == "verbose":
            printBoard(B)
        return 1
    count = 0
    for j in range(1, n + 1):
        if B[i][j] == 0:
            placeQueen(B, i, j)
            count += findSolutions(B, i + 1, mode)
            removeQueen(B, i, j)
    return count


def main() -> int:
    parser = Parser(add_help=False)
    parser.add_argument("-v", action="store_true", dest="verbose")
    parser.add_argument("number", type=natural)
    options = parser.parse_args()
    B = [[0] * (options.number + 1) for _ in range(options.number + 1)]
    count = findSolutions(B, 1, "verbose" if options.verbose else "normal")
    print(f"{options.number}-Queens has {count} solutions")
    return 0


if __name__ == "__main__":
    sys.exit(main())
