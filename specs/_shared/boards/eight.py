"""A board of eight queens as read from what a program prints."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import combinations

N = 8
COUNTING = ([*range(N)], [*range(1, N + 1)])
"""The numbers of columns or rows, from 0 and from 1."""
Rows = tuple[int, ...]
Square = tuple[int, int]
IN_BRACKETS = re.compile(r"[\[({<]([^\[\](){}<>]*)[\])}>]")
"""What is in brackets of any kind."""


@dataclass(frozen=True, slots=True)
class Board:
    """Queens as read from the output."""

    line: int
    """Where it begins, counted from 0."""
    queens: tuple[Square, ...]
    """``(column, row)`` of each queen, both counted from 0."""
    turnable: bool = False
    """Whether columns and rows may be meant the other way round, as in drawings and pairs."""
    drawn: bool = False
    """Whether it is a drawing: row 0 may then be meant at the top or at the bottom."""

    def complete(self) -> bool:
        """Whether all queens are placed; a trace shows other boards too."""
        return len(self.queens) == N

    def readings(self) -> list[Rows]:
        """The rows by column in each way that the board may be meant; a way that leaves a column empty is left out."""
        turned = tuple((row, column) for column, row in self.queens)
        upside_down = tuple((column, N - 1 - row) for column, row in self.queens)
        meant = [self.queens, *([turned] if self.turnable else []), *([upside_down] if self.drawn else [])]
        ways = [sorted(way) for way in meant]
        return [tuple(row for _, row in way) for way in ways if [column for column, _ in way] == list(range(N))]

    def attack(self) -> tuple[Square, Square] | None:
        """Find two queens that attack each other."""
        return next((pair for pair in combinations(self.queens, 2) if _attacks(*pair)), None)


def _attacks(first: Square, second: Square) -> bool:
    across, down = abs(first[0] - second[0]), abs(first[1] - second[1])
    return across == 0 or down in (0, across)
