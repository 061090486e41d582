"""Faults in counting attacks that explain every wrong square: a value that is set, one test for both diagonals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .table import Table, differing

_ONE_ATTACK = -1
_BOTH_TWICE = 4
"""Squares of both diagonals, two of each: with fewer the loop may end after the first row below."""


def value_set(right: Sequence[Sequence[Any]], before: Any, table: Table) -> int | None:
    """The value to which a call sets every square that its queen attacks; None if that explains not all that is wrong.

    ``right``: what rows 1 to n must hold; ``before``: the table as the call got it; ``table``: as the call left it.
    """
    if not isinstance(before, list) or not table.has_its_size():
        return None
    wrong, attacked = {*differing(right, table.rows)}, {*table.attacked()}
    came = {table.rows[row - 1][column] for row, column in attacked}
    is_changed = any(before[row][column] != table.rows[row - 1][column] for row, column in attacked)
    explains = bool(wrong) and wrong <= attacked and is_changed and len(came) == 1 and came <= {0, _ONE_ATTACK}
    return int(came.pop()) if explains else None


def is_stopped_by_opposite(right: Sequence[Sequence[Any]], table: Table) -> bool:
    """Whether the wrong squares are those on a diagonal whose opposite square, on the other one, is off the board."""
    diagonals = {square for square, step in table.attacked().items() if step}
    alone = {(row, column) for row, column in diagonals if (row, 2 * table.j - column) not in diagonals}
    is_telling = bool(alone) and len(diagonals - alone) >= _BOTH_TWICE
    return table.has_its_size() and is_telling and {*differing(right, table.rows)} == alone
