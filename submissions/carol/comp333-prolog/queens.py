"""Carol: the eight queens."""

from itertools import permutations


def queens(n):
    for rows in permutations(range(1, n + 1)):
        if len({r + c for c, r in enumerate(rows)}) == n == len({r - c for c, r in enumerate(rows)}):
            yield list(rows)


if __name__ == "__main__":
    for solution in queens(8):
        print(solution)
