"""Follows a search by the calls that ``watch_calls.py`` noted of it, and knows what a table must hold."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from harness.model.result import CallResult
from harness.model.run import Run

_FACTS = {"F": 3, "f": 1, "P": 3, "p": 2, "R": 3, "B": 1, "T": 1}
_MANY = 1 << 30
"""Entries of a line that watch_calls.py writes at least, by its kind."""


def noted_calls(run: Run) -> list[list[Any]]:
    """What watch_calls.py noted; lines that are not its own, or not whole, are left out."""
    found = []
    for line in run.files.get("calls.jsonl", b"").splitlines():
        try:
            entry = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if isinstance(entry, list) and len(entry) >= _FACTS.get(str(entry[0]) if entry else "", _MANY):
            found.append(entry)
    return found


def printed_inside(calls: list[list[Any]]) -> bool:
    """Whether printBoard was called during a call of findSolutions."""
    deep = 0
    for call in calls:
        deep += {"F": 1, "f": -1}.get(call[0], 0)
        if call[0] == "B" and deep > 0:
            return True
    return False


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


@dataclass
class _Level:
    """A call of findSolutions that is not done."""

    i: Any
    safe: list[int] | None
    """The columns of its row that were safe when it began; None where that is not known."""
    placed: list[int] = field(default_factory=list)
    queen: Any = None
    """The column of the queen that stands in its row now."""
    followed: bool = True
    """Whether the call for the next row came, or need not come."""


@dataclass
class Search:
    """Follows the calls of a search; ``next`` tells the first fault in a sentence."""

    n: int
    levels: list[_Level] = field(default_factory=list)
    seen: bool = False

    def next(self, call: list[Any]) -> str | None:
        """Go on with one call."""
        kind, *facts = call
        if kind == "F":
            return self._begin(*facts[:2])
        if not self.levels:
            return None
        level = self.levels[-1]
        if kind == "P":
            return self._place(level, *facts[:2])
        if kind == "p":
            level.followed = level.i == self.n or (facts[0] is not None and all(j > self.n for j in facts[0]))
        elif kind == "R":
            return self._remove(level, *facts[:2])
        elif kind == "f":
            return self._end(self.levels.pop())
        return None

    def _begin(self, i: Any, safe: Any) -> str | None:
        self.seen = True
        above = self.levels[-1] if self.levels else None
        if above and above.queen is not None and i == above.i + 1:
            above.followed = True
        known = [j for j in safe if j <= self.n] if isinstance(safe, list) else None
        self.levels.append(_Level(i if isinstance(i, int) else 0, known))
        return None

    def _place(self, level: _Level, i: Any, j: Any) -> str | None:
        if not (isinstance(i, int) and isinstance(j, int)):
            level.safe = None
            return None
        where = f"findSolutions(B, {level.i}, mode)"
        if i != level.i == j:  # the column first, which is placeQueen's fault
            i, j = j, i
        if i != level.i:
            return f"{where} should place queens in row {level.i} alone, but it called placeQueen(B, {i}, {j})"
        if level.queen is not None:
            return f"{where} called placeQueen(B, {i}, {j}) before the queen of column {level.queen} was removed"
        if j in level.placed or (level.safe is not None and j not in level.safe):
            again = "a second time" if j in level.placed else "though the square was not safe"
            return f"{where} called placeQueen(B, {i}, {j}) {again}"
        level.placed.append(j)
        level.queen = j
        return None

    def _remove(self, level: _Level, i: Any, j: Any) -> str | None:
        if not (isinstance(i, int) and isinstance(j, int)):
            return None
        if (level.i, level.queen) not in ((i, j), (j, i)):
            return f"removeQueen(B, {i}, {j}) was called, but the queen placed last was another"
        if not level.followed:
            between = f"between placeQueen(B, {i}, {j}) and removeQueen(B, {i}, {j})"
            return f"{between} findSolutions should call itself with {i + 1} for i"
        level.queen = None
        return None

    def _end(self, level: _Level) -> str | None:
        where = f"findSolutions(B, {level.i}, mode)"
        if level.queen is not None:
            return f"{where} placed a queen in column {level.queen} and did not remove her by removeQueen"
        within = self.levels and self.levels[-1].i == level.i and not self.levels[-1].placed
        if within:  # one call that only hands on to another of the same name
            self.levels[-1].placed = level.placed
        if not 1 <= level.i <= self.n or level.safe is None or len(level.placed) == len(level.safe):
            return None
        return f"{where} called placeQueen for {len(level.placed)} of the {len(level.safe)} safe squares of its row"


@dataclass(frozen=True)
class Table:
    """Rows 1 to n of a table behind a call, and the square that the call was about."""

    rows: list[list[Any]]
    i: int
    j: int

    @classmethod
    def after(cls, call: CallResult) -> Table:
        """The table as the call left it."""
        table = call.after[0] if call.after and isinstance(call.after[0], list) else []
        rows = [list(row) if isinstance(row, list) else [row] for row in table[1:]]
        return cls(rows, *(int(one) for one in call.args[1:3]))

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
