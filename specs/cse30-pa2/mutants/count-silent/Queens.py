"""Finds all solutions to the n-Queens problem by recursion on a table of attacks.

Usage: ``python3 Queens.py [-v] number``

The board is a table ``B`` of n + 1 rows and n + 1 columns, so that ``B[i][j]`` is the square in row i, column j:
1 holds a queen, 0 is safe, and -k is under attack from k queens in rows above. ``B[i][0]`` is the column of the queen
in row i, or 0. Row 0 is not used. Every function learns n from the table itself.
"""

import sys
from typing import NoReturn

USAGE = "Usage: python3 Queens.py [-v] number\nOption: -v  verbose output, print all solutions"


def usage() -> NoReturn:
    """Print the usage message to stderr and quit."""
    sys.exit(USAGE)


def boardSize(word: str) -> int:
    """Return the positive number that the word spells; quit with the usage message when it spells none."""
    try:
        n = int(word)
    except ValueError:
        usage()
    if n < 1:
        usage()
    return n


def emptyBoard(n: int) -> list[list[int]]:
    """Return the table of an n x n board without queens."""
    return [[0] * (n + 1) for _ in range(n + 1)]


def placeQueen(B: list[list[int]], i: int, j: int) -> None:
    """Put a queen on the safe square (i, j) and count it on every square below that it attacks."""
    B[i][j] += 1
    B[i][0] = j
    n = len(B) - 1
    left = right = j
    for row in B[i + 1 :]:
        left -= 1
        right += 1
        row[j] -= 1
        if left > 0:
            row[left] -= 1
        if right <= n:
            row[right] -= 1


def removeQueen(B: list[list[int]], i: int, j: int) -> None:
    """Take the queen off square (i, j): undo all that ``placeQueen(B, i, j)`` did."""
    B[i][j] -= 1
    B[i][0] = 0
    n = len(B) - 1
    left = right = j
    for row in B[i + 1 :]:
        left -= 1
        right += 1
        row[j] += 1
        if left > 0:
            row[left] += 1
        if right <= n:
            row[right] += 1


def printBoard(B: list[list[int]]) -> None:
    """Print the columns of the queens, row by row, for example ``(2, 4, 1, 3)``."""
    print("(" + ", ".join(str(row[0]) for row in B[1:]) + ")")


def findSolutions(B: list[list[int]], i: int, mode: str) -> int:
    """Return how many solutions have the queens that stand in rows 1 to i - 1 of B, which is left as it was.

    Each solution is printed when it is found, if mode is "verbose".
    """
    n = len(B) - 1
    if i > n:
        if mode == "verbose":
            printBoard(B)
        return 1
    row = B[i]
    count = 0
    for j in range(1, n + 1):
        if row[j] == 0:
            placeQueen(B, i, j)
            count += findSolutions(B, i + 1, mode)
            removeQueen(B, i, j)
    return count
