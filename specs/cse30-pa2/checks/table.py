"""What the table of a search must hold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from harness.model.result import CallResult


def table_fault(table: Any, n: int) -> str | None:
    """What is wrong with the first table of a search for n queens, as the rest of a sentence; None: nothing."""
    if not isinstance(table, list):
        return "is not a list"
    if len(table) != n + 1:
        return f"has {len(table)} rows and should have n + 1 = {n + 1}"
    rows = table[1:]  # what row 0 holds is free
    if not all(isinstance(row, list) for row in rows):
        return "should be a list of lists"
    if any(len(row) != n + 1 for row in rows):
        return f"should have n + 1 = {n + 1} columns in every row"
    if any(square != 0 for row in rows for square in row):
        return "should hold the int 0 everywhere"
    return None


def shared_rows(noted: Sequence[Any]) -> str | None:
    """That two rows of the first table are one list, as the rest of a sentence; None if each is its own."""
    match noted:
        case [[int(row), int(other)]]:
            return f"has one and the same list as rows {row} and {other}: a change of one row changes the other too"
    return None


@dataclass(frozen=True)
class Table:
    """Rows 1 to n of a table after a call, and the square that the call was about."""

    rows: list[list[Any]]
    i: int
    j: int

    @classmethod
    def after(cls, call: CallResult) -> Table:
        """The table as the call left it."""
        table = call.after[0] if call.after and isinstance(call.after[0], list) else []
        rows = [list(row) if isinstance(row, list) else [row] for row in table[1:]]
        return cls(rows, *(int(index) for index in call.args[1:3]))

    def without_queen(self) -> list[list[int]]:
        """What the table must be when queens stand in the rows above row i alone."""
        n = len(self.rows)
        queens = [row[0] if row and type(row[0]) is int else 0 for row in self.rows[: self.i - 1]]
        table = [[0] * (n + 1) for _ in range(n)]
        for row, column in enumerate(queens):
            if not 1 <= column <= n:
                continue
            table[row][column] += 1
            table[row][0] = column
            for below in range(row + 1, n):
                for square in {column, column - (below - row), column + (below - row)}:
                    if 1 <= square <= n:
                        table[below][square] -= 1
        return table
