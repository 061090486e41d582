"""What the table of a search must hold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from harness.model.result import CallResult

Place = tuple[int, int]
"""The row and the column of a square, from 1; column 0 notes the queen."""
_LINES = {-1: "on the diagonal to the lower left", 0: "in the column below", 1: "on the diagonal to the lower right"}
"""How far a queen's line moves in a row, and its name."""


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
    size: int
    """The n of the table before the call, which the call may have changed; that after it where it is not known."""
    i: int
    j: int

    @classmethod
    def after(cls, call: CallResult) -> Table:
        """The table as the call left it."""
        table = call.after[0] if call.after and isinstance(call.after[0], list) else []
        rows = [list(row) if isinstance(row, list) else [row] for row in table[1:]]
        before = call.args[0] if isinstance(call.args[0], list) else table  # else the name of what was not there
        return cls(rows, len(before) - 1, *(int(index) for index in call.args[1:3]))

    def has_its_size(self) -> bool:
        """Whether there are still n rows of n + 1 columns."""
        return [len(row) for row in self.rows] == [self.size + 1] * self.size

    def without_queen(self) -> list[list[int]]:
        """What the table must be when queens stand in the rows above row i alone."""
        return self._of_queens(self._columns_above())

    def with_queen(self) -> list[list[int]]:
        """What the table must be when the queen of the call stands in row i too."""
        return self._of_queens([*self._columns_above(), self.j])

    def _columns_above(self) -> list[int]:
        return [row[0] if row and type(row[0]) is int else 0 for row in self.rows[: self.i - 1]]

    def _of_queens(self, columns: Sequence[int]) -> list[list[int]]:
        n = self.size
        table = [[0] * (n + 1) for _ in range(n)]
        for row, column in enumerate(columns):
            if not 1 <= column <= n:
                continue
            table[row][column] += 1
            table[row][0] = column
            for below in range(row + 1, n):
                for square in {column, column - (below - row), column + (below - row)}:
                    if 1 <= square <= n:
                        table[below][square] -= 1
        return table

    def attacked(self) -> dict[Place, int]:
        """The squares that the queen of the call attacks in the rows below, each with the step of its line."""
        n = self.size
        squares = {(self.i + far, self.j + far * step): step for step in _LINES for far in range(1, n - self.i + 1)}
        return {(row, column): step for (row, column), step in squares.items() if 1 <= column <= n}


def differing(right: Sequence[Sequence[Any]], came: Sequence[Sequence[Any]]) -> list[Place]:
    """The squares in which two tables of one size differ, from row 1 and column 0 on."""
    pairs = enumerate(zip(right, came, strict=False), 1)
    return [
        (row, at)
        for row, rows in pairs
        for at, (wanted, value) in enumerate(zip(*rows, strict=False))
        if wanted != value
    ]


def wrong_places(right: Sequence[Sequence[Any]], table: Table) -> str:
    """Where all wrong squares are, as a sentence's part, if that is a part of what the queen attacks; else empty."""
    wrong, attacked = {*differing(right, table.rows)}, table.attacked()
    if not table.has_its_size() or not wrong or not wrong <= {*attacked} or wrong == {*attacked}:
        return ""
    last = {square for square in attacked if square[0] == table.size}
    if wrong == last and len(last) > 1:
        return f"{len(wrong)} of the {len(attacked)} squares that the queen attacks are wrong: those in the last row"
    steps = {attacked[square] for square in wrong}
    lines = {square for square, step in attacked.items() if step in steps}
    if len(lines) == 1:  # one square shows nothing of a line
        return ""
    edges = {square for square in lines if square[1] in (1, table.size)}
    where = ": in the last row" if wrong == last else ": at the edge of the board" if wrong == edges else ""
    names = " and ".join(name for step, name in _LINES.items() if step in steps)
    is_wrong = "is wrong" if len(wrong) == 1 else "are wrong"
    is_telling = len(steps) == 1 or wrong == lines
    return f"{len(wrong)} of the {len(lines)} squares {names} {is_wrong}{where}" if is_telling else ""


def wrong_line(right: Sequence[Sequence[Any]], table: Table) -> str:
    """The line below the queen on which all wrong squares are, as a sentence; empty if they are not on one."""
    wrong, attacked = {*differing(right, table.rows)}, table.attacked()
    if not table.has_its_size() or not wrong or not wrong <= {*attacked}:
        return ""
    steps = {attacked[square] for square in wrong}
    return f"all that is wrong is {_LINES[steps.pop()]}" if len(steps) == 1 else ""


def past_the_edge(placed: Table) -> str:
    """That the diagonal to the lower left goes on past column 1, if that explains all that is wrong; else empty."""
    text = "the diagonal to the lower left goes on past column 1, to column 0"
    beyond = [(row, placed.j - row + placed.i) for row in range(placed.i + 1, placed.size + 1)]
    for least, more in ((0, ""), (-placed.size, "; index -1 is the last column in Python, so it comes in again there")):
        rows = placed.with_queen()
        for row, column in beyond:
            if least <= column <= 0:
                rows[row - 1][column] -= 1
        if rows == placed.rows != placed.with_queen():
            return text + more
    return ""


def taken_back(removed: Table) -> int | None:
    """The column whose attacks were taken back below the queen in place of hers; None if that explains not all."""
    if not removed.has_its_size():
        return None
    size, right = removed.size, removed.without_queen()[removed.i :]
    for column, least in product(range(size + 1), (0, 1)):
        left = [[*row] for row in right]
        for far, row in enumerate(left, 1):
            for middle, change, first in ((removed.j, -1, 1), (column, 1, least)):
                for square in {middle - far, middle, middle + far} & {*range(first, size + 1)}:
                    row[square] += change
        if column != removed.j and left == removed.rows[removed.i :] != right:
            return column
    return None
