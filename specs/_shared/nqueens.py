"""An independent solver of n queens by bitmasks: goldens are checked against it, and no reference is like it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

COUNTS = (1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712, 365596)
"""The published number of solutions for n = 0 to 14 (https://oeis.org/A000170)."""


def solutions(n: int) -> Iterator[tuple[int, ...]]:
    """All solutions in lexicographic order, each as n numbers from 1: the row of the queen in each column."""
    full = (1 << n) - 1

    def extend(placed: tuple[int, ...], rows: int, up: int, down: int) -> Iterator[tuple[int, ...]]:
        if rows == full:
            yield placed
            return
        free = full & ~(rows | up | down)
        while free:
            bit = free & -free
            free ^= bit
            yield from extend((*placed, bit.bit_length()), rows | bit, (up | bit) << 1, (down | bit) >> 1)

    return extend((), 0, 0, 0)


def count(n: int) -> int:
    """How many solutions there are, counted, and held against the published number if there is one."""
    counted = sum(1 for _ in solutions(n))
    if n < len(COUNTS) and counted != COUNTS[n]:
        message = f"the bitmask solver counts {counted} for n = {n}, published are {COUNTS[n]}"
        raise AssertionError(message)
    return counted


def attacking_pair(rows: Sequence[int]) -> tuple[int, int] | None:
    """The first two columns (counted from 0) whose queens attack each other, or None."""
    for i, j in combinations(range(len(rows)), 2):
        if rows[i] == rows[j] or abs(rows[i] - rows[j]) == j - i:
            return i, j
    return None
