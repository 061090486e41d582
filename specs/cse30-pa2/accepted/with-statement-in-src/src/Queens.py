from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

Table = list[list[int]]
USAGE = "Usage: python3 Queens.py [-v] number\nOption: -v  verbose output, print all solutions"


def usage() -> NoReturn:
    print(USAGE, file=sys.stderr)
    sys.exit(1)


def _squares_below(B: Table, i: int, j: int) -> Iterator[tuple[int, int]]:
    n = len(B) - 1
    yield from ((k, l) for k in range(i + 1, n + 1) for l in sorted({j, i + j - k, j + k - i}) if 1 <= l <= n)


def placeQueen(B: Table, i: int, j: int) -> None:
    B[i][j] += 1
    B[i][0] = j
    for k, l in _squares_below(B, i, j):
        B[k][l] -= 1


def removeQueen(B: Table, i: int, j: int) -> None:
    for k, l in _squares_below(B, i, j):
        B[k][l] += 1
    B[i][j], B[i][0] = 0, 0


@contextmanager
def queen(B: Table, i: int, j: int):
    placeQueen(B, i, j)
    yield
    removeQueen(B, i, j)


def printBoard(B: Table) -> None:
    print("(", end="")
    print(*[row[0] for row in B[1:]], sep=", ", end=")\n")


def findSolutions(B: Table, i: int, mode: str) -> int:
    n = len(B) - 1
    if i > n:
        if mode == "verbose":
            printBoard(B)
        return 1
    total = 0
    for j in range(1, n + 1):
        if B[i][j] == 0:
            with queen(B, i, j):
                total += findSolutions(B, i + 1, mode)
    return total


def main(argv: list[str]) -> None:
    *options, number = argv or usage()
    if options not in ([], ["-v"]) or not number.isdigit():
        usage()
    n = int(number)
    found = findSolutions([[0] * (n + 1) for _ in range(n + 1)], 1, "verbose" if options else "normal")
    print(f"{n}-Queens has {found} solutions")


if __name__ == "__main__":
    main(sys.argv[1:])
