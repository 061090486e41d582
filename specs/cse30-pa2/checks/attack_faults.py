"""Faults in counting attacks that explain every wrong square: a value that is set, one test for both diagonals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .table import Table, differing

_BOTH_TWICE = 4
"""Squares of both diagonals, two of each: with fewer the loop may end after the first row below."""


def is_one_value(right: Sequence[Sequence[Any]], before: Any, table: Table, value: int) -> bool:
    """Whether every square that the queen attacks holds this value after the call, which explains all that is wrong.

    ``right``: what rows 1 to n must hold; ``before``: the table as the call got it; ``table``: as the call left it.
    They held several values before: else one step leads from the one to the other.
    """
    if not isinstance(before, list) or not table.has_its_size():
        return False
    wrong, attacked = {*differing(right, table.rows)}, {*table.attacked()}
    if not wrong or not wrong <= attacked:
        return False
    came = [table.rows[row - 1][column] for row, column in attacked]
    held = {before[row][column] for row, column in attacked}
    return len(held) > 1 and all(type(each) is int and each == value for each in came)


def is_stopped_by_opposite(right: Sequence[Sequence[Any]], table: Table) -> bool:
    """Whether the wrong squares are those on a diagonal whose opposite square, on the other one, is off the board."""
    diagonals = {square for square, step in table.attacked().items() if step}
    alone = {(row, column) for row, column in diagonals if (row, 2 * table.j - column) not in diagonals}
    is_telling = bool(alone) and len(diagonals - alone) >= _BOTH_TWICE
    return table.has_its_size() and is_telling and {*differing(right, table.rows)} == alone
