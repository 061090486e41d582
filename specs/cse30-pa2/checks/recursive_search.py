"""Follow a search by the calls that ``watch_calls.py`` noted of it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from harness.model.run import Run

_LENGTHS = {"F": 3, "f": 1, "P": 4, "p": 2, "R": 3, "B": 1, "T": 2, "A": 2}
"""How many entries a line of watch_calls.py has at least, by its kind."""
_LEAST_CALLS = 50
"""A search makes as many calls in a few milliseconds; it is stopped after a second."""
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


def was_stopped(calls: list[list[Any]]) -> bool:
    """Whether the program had not come to its end when watch_calls.py ended it."""
    return any(call[0] == "T" for call in calls)


def was_at_work(calls: list[list[Any]]) -> bool:
    """Whether it was stopped while it called functions, of whatever names."""
    return any(call[0] == "T" and call[1] >= _LEAST_CALLS for call in calls)


def other_mode(calls: list[list[Any]]) -> str:
    """The word that parts the outputs of both modes, where the program was run in the other one too; else empty."""
    return next((str(word) for kind, *(word, *_) in (call for call in calls if call[0] == "A")), "")


def of_this_mode(output: bytes, calls: list[list[Any]]) -> bytes:
    """What was written before the program was run in its other mode, if it was: the word alone is on its line."""
    word = other_mode(calls)
    return output.partition(b"\n%s\n" % word.encode())[0] if word else output


def printed_inside(calls: list[list[Any]]) -> bool:
    """Whether printBoard was called during a call of findSolutions."""
    deep = 0
    for call in calls:
        deep += {"F": 1, "f": -1}.get(call[0], 0)
        if call[0] == "B" and deep > 0:
            return True
    return False


@dataclass
class _Row:
    """A row whose turn it is."""

    i: int
    safe: Sequence[int] | None
    """The columns that were safe when its turn began; None if that is not known."""
    tried: list[int] = field(default_factory=list)
    queen: int | None = None
    """The column of the queen that is there now."""


@dataclass
class Search:
    """Follows the queens of a search, whichever functions place them; ``next`` returns the first fault, as a sentence.

    A call of findSolutions from outside begins a search, and its end ends it.
    """

    n: int
    rows: list[_Row] = field(default_factory=list)
    """The row that the search began with, and those below it up to the one whose turn it is."""
    open_calls: int = 0
    """Calls of findSolutions that have not ended."""
    swapped: str = ""
    """The first call of placeQueen with the column before the row, as a sentence."""
    begun: bool = False
    """Whether findSolutions was called at all."""

    def next(self, call: list[Any]) -> str | None:
        """Take the next call; the fault that it shows, if any."""
        kind, *facts = call
        if kind == "F":
            self._begin(*facts[:2])
        elif kind == "f":
            self.open_calls -= 1
            return self._end() if self.open_calls == 0 else None
        elif not self.open_calls or kind not in "PpR":
            return None
        elif kind == "p":
            self._go_down(facts[0])
        elif kind == "P":
            return self._place(*facts[:3])
        else:
            return self._remove(*facts[:2])
        return None

    def _begin(self, i: Any, safe: Any) -> None:
        self.begun = True
        self.open_calls += 1
        if self.open_calls == 1:
            self.rows = [_Row(i if isinstance(i, int) and 1 <= i <= self.n else 1, self._squares(safe))]
        elif i == (row := self.rows[-1]).i and row.queen is None and not row.tried:
            row.safe = self._squares(
                safe
            )  # the table that is gone on with need not be the one that placeQueen was given

    def _squares(self, safe: Any) -> list[int] | None:
        return [j for j in safe if j <= self.n] if isinstance(safe, list) else None

    def _go_down(self, safe: Any) -> None:
        """The queen stands: the row below has its turn."""
        above = self.rows[-1]
        if above.queen is not None and above.i < self.n:
            self.rows.append(_Row(above.i + 1, self._squares(safe)))

    def _place(self, i: Any, j: Any, depth: Any) -> str | None:
        row = self.rows[-1]
        if not (isinstance(i, int) and isinstance(j, int)):
            row.safe = None
            return None
        call = f"placeQueen(B, {i}, {j})"
        standing = next((above for above in self.rows if above.i == i and above.queen is not None), None)
        if i != row.i == j and (standing is None or row.safe is None or i in row.safe):
            self.swapped = self.swapped or f"{call} was called for a queen in row {j}: row and column are swapped"
            i, j = j, i  # the column first, which is placeQueen's fault, or its caller's
            standing = None
        if i != row.i or row.queen is not None:
            if standing is None:
                return f"{call} was called, but row {row.i} is next"
            return f"{call} was called, but the queen in row {i}, column {standing.queen} still stands there"
        if j in row.tried or (row.safe is not None and j not in row.safe):
            again = "a second time for the same queens above" if j in row.tried else "though the square was not safe"
            return f"{call} was called {again}"
        if isinstance(depth, int) and depth < i - self.rows[0].i:  # the first of the rows may be gone through by a loop
            return f"{call} was called by no function that had called itself for each row above"
        row.tried.append(j)
        row.queen = j
        return None

    def _remove(self, i: Any, j: Any) -> str | None:
        if not (isinstance(i, int) and isinstance(j, int)):
            return None
        if self.rows[-1].queen is None and len(self.rows) > 1:
            if (left := self._left_out(self.rows[-1])) is not None:
                return f"{left}, before removeQueen(B, {i}, {j})"
            self.rows.pop()
        row = self.rows[-1]
        if (row.i, row.queen) not in ((i, j), (j, i)):
            return f"removeQueen(B, {i}, {j}) was called, but the queen placed last was another"
        row.queen = None
        return None

    def _left_out(self, row: _Row) -> str | None:
        """That not all safe squares of the row had their turn, as the beginning of a sentence."""
        if row.safe is None or len(row.tried) == len(row.safe):
            return None
        if not row.tried and row is self.rows[0]:
            return f"no queen was tried in row {row.i}, though it has safe squares"
        left = next(j for j in row.safe if j not in row.tried)
        return f"no queen was tried in row {row.i}, column {left}, which is safe"

    def _end(self) -> str | None:
        last = next((row for row in reversed(self.rows) if row.queen is not None), None)
        if last is not None:
            return f"the queen in row {last.i}, column {last.queen}, was not removed by removeQueen"
        return self._left_out(self.rows[0])
