"""Functions with annotations, default values and an optional argument that the assignment does not name."""

from __future__ import annotations

import sys

SAFE = 0


def placeQueen(B: list[list[int]], i: int, j: int, *, sign: int = 1) -> None:
    """Place a queen, or with sign -1 take it away."""
    n = len(B) - 1
    B[i][j] += sign
    B[i][0] = j if sign > 0 else 0
    for k in range(i + 1, n + 1):
        d = k - i
        for l in {j - d, j, j + d} & set(range(1, n + 1)):
            B[k][l] -= sign


def removeQueen(B: list[list[int]], i: int, j: int) -> None:
    placeQueen(B, i, j, sign=-1)


def printBoard(B: list[list[int]], file=None) -> None:
    first, *rest = [str(row[0]) for row in B][1:]
    print(f"({first}", *rest, sep=", ", end=")\n", file=file, flush=True)


def findSolutions(B: list[list[int]], i: int = 1, mode: str = "normal") -> int:
    match i <= len(B) - 1, mode:
        case False, "verbose":
            printBoard(B)
            return 1
        case False, _:
            return 1
    total = 0
    for j in range(1, len(B)):
        if B[i][j] is not SAFE and B[i][j] != SAFE:
            continue
        placeQueen(B, i, j)
        total += findSolutions(B, i + 1, mode)
        removeQueen(B, i, j)
    return total


def main(argv: list[str] | None = None) -> None:
    argv = sys.argv[1:] if argv is None else argv
    try:
        if len(argv) not in {1, 2} or (len(argv) == 2 and argv[0] != "-v"):
            raise ValueError
        n = int(argv[-1])
    except ValueError:
        print("Usage: python3 Queens.py [-v] number", file=sys.stderr)
        print("Option: -v    verbose output, print all solutions", file=sys.stderr)
        return
    mode = ("normal", "verbose")[len(argv) - 1]
    print(f"{n}-Queens has {findSolutions([[0] * (n + 1) for _ in range(n + 1)], mode=mode)} solutions")


if __name__ == "__main__":
    main()
