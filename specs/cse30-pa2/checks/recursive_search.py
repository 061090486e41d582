"""Follow a search by the calls that ``watch_calls.py`` noted of it."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from harness.model.run import Run

_LENGTHS = {"F": 3, "f": 1, "P": 3, "p": 2, "R": 3, "B": 1, "T": 1}
"""How many entries a line of watch_calls.py has at least, by its kind."""
_NO_KIND = 1 << 30
"""More entries than any line has."""


def noted_calls(run: Run) -> list[list[Any]]:
    """What watch_calls.py noted; lines that are not its own, or not whole, are left out."""
    calls = []
    for line in run.files.get("calls.jsonl", b"").splitlines():
        try:
            entry = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if isinstance(entry, list) and len(entry) >= _LENGTHS.get(str(entry[0]) if entry else "", _NO_KIND):
            calls.append(entry)
    return calls


def printed_inside(calls: list[list[Any]]) -> bool:
    """Whether printBoard was called during a call of findSolutions."""
    deep = 0
    for call in calls:
        deep += {"F": 1, "f": -1}.get(call[0], 0)
        if call[0] == "B" and deep > 0:
            return True
    return False


@dataclass
class _Level:
    """A call of findSolutions that has not returned."""

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
    """Follows the calls of a search; ``next`` returns the first fault, as a sentence."""

    n: int
    levels: list[_Level] = field(default_factory=list)
    begun: bool = False
    """Whether findSolutions was called at all."""

    def next(self, call: list[Any]) -> str | None:
        """Take the next call; the fault that it shows, if any."""
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
        self.begun = True
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
