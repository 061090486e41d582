"""``rows``: the rows of a table, as CSV: in any order or in the one given, numbers within a tolerance."""

from __future__ import annotations

import math
from collections import defaultdict
from typing import Annotated, Literal

from msgspec import Meta

from harness.judge.checkers.base import (
    BaseChecker,
    Context,
    ExpectedText,
    is_within,
    number,
    require_expected,
    tolerance_problems,
)
from harness.judge.checkers.table import without_equal
from harness.judge.differences.difference import cut
from harness.model.family import csv
from harness.model.finding import NOWHERE, Finding, Place

_FEW_ROWS = 1000
"""So many rows are compared each with each."""
_SHOWN = 5
Row = tuple[str, ...]


class Rows(ExpectedText, BaseChecker, frozen=True, tag="rows"):
    """The same rows as expected, cell by cell, each as often; ``1.0`` is a ``1``, and a cell may be quoted."""

    order: Literal["any", "given"] = "any"
    """Whether the rows must come in the order given."""
    tolerance: Annotated[float, Meta(ge=0)] = 1e-9
    """How far a number may be off, as it stands or in proportion to the expected one."""

    def problems(self) -> tuple[str, ...]:
        """One sentence a fault in the options."""
        return (*ExpectedText.problems(self), *tolerance_problems(self.tolerance))

    def compare(self, actual: bytes, expected: bytes | None, context: Context) -> tuple[Finding, ...]:  # noqa: ARG002
        """One finding: columns that are missing or too many, else rows, else the first row out of order."""
        rows, expected_rows = read_rows(actual), read_rows(require_expected(expected))
        if rows is None:
            return (Finding.of("rows-unreadable", NOWHERE, None, actual[:500]),)
        if expected_rows is None:
            raise ValueError("the expected rows are no CSV")
        widths = {len(row) for row in rows}
        wanted = {len(row) for row in expected_rows}
        if rows and expected_rows and widths != wanted and len(wanted) == 1:
            odd = next(row for row in rows if len(row) not in wanted)
            return (self._finding("columns-differ", expected_rows[:1], [odd], columns=len(odd), wanted=min(wanted)),)
        missing, extra = self._unmatched(rows, expected_rows)
        if missing or extra:
            kind = "rows-missing" if not extra else "rows-extra" if not missing else "rows-differ"
            return (self._finding(kind, missing, extra, missing=len(missing), extra=len(extra)),)
        if self.order == "given":
            return self._in_order(rows, expected_rows)
        return ()

    def _in_order(self, rows: list[Row], expected_rows: list[Row]) -> tuple[Finding, ...]:
        for index, (row, wanted) in enumerate(zip(rows, expected_rows, strict=True), 1):
            if not self._same(row, wanted):
                shown = slice(index - 1, index - 1 + _SHOWN)
                where = Place(line=index)
                return (
                    Finding.of("rows-out-of-order", where, _text(expected_rows[shown]), _text(rows[shown]), row=index),
                )
        return ()

    def _unmatched(self, rows: list[Row], expected_rows: list[Row]) -> tuple[list[Row], list[Row]]:
        """The expected rows that did not come, and the rows that are not expected, each in its order."""
        unmatched = self._unmatched_by_value(*without_equal(rows, expected_rows, key=tuple))
        if any(unmatched) and len(rows) <= _FEW_ROWS:  # one that is exactly right may be needed for a neighbour
            all_by_value = self._unmatched_by_value(rows, expected_rows)
            return unmatched if any(all_by_value) else all_by_value
        return unmatched

    def _unmatched_by_value(self, rows: list[Row], expected_rows: list[Row]) -> tuple[list[Row], list[Row]]:
        left: dict[Row, list[Row]] = defaultdict(list)
        for row in rows:
            left[self._key(row)].append(row)
        missing = []
        for wanted in expected_rows:
            same = left[self._key(wanted)]
            match = next((index for index, row in enumerate(same) if self._same(row, wanted)), None)
            if match is None:
                missing.append(wanted)
            else:
                same.pop(match)
        near_missing, extra = list[Row](), [row for same in left.values() for row in same]
        for count, wanted in enumerate(missing):  # what lies on two sides of a rounding has two keys
            near = extra[:_FEW_ROWS] if count < _FEW_ROWS else []
            match = next((index for index, row in enumerate(near) if self._same(row, wanted)), None)
            if match is None:
                near_missing.append(wanted)
            else:
                extra.pop(match)
        return near_missing, extra

    def _key(self, row: Row) -> Row:
        """What equal rows have in common, whatever their numbers are exactly."""
        return tuple("#" if number(cell.encode()) is not None else cell for cell in row) + _rounded(row)

    def _same(self, row: Row, wanted: Row) -> bool:
        return len(row) == len(wanted) and all(map(self._same_cell, row, wanted))

    def _same_cell(self, cell: str, wanted: str) -> bool:
        if cell == wanted:
            return True
        value, expected = number(cell.encode()), number(wanted.encode())
        if value is None or expected is None:
            return False
        return math.isfinite(expected) and is_within(self.tolerance, value, expected)

    def _finding(self, kind: str, expected: list[Row], actual: list[Row], **params: int) -> Finding:
        return Finding.of(kind, NOWHERE, _text(expected[:_SHOWN]) or None, _text(actual[:_SHOWN]) or None, **params)


def _rounded(row: Row) -> Row:
    values = (number(cell.encode()) for cell in row)
    return tuple(f"{value:.2g}" for value in values if value is not None)


def read_rows(text: bytes) -> list[Row] | None:
    """The rows of CSV; None when it is none. Empty lines are no rows."""
    try:
        rows = csv.reader(text.decode("utf-8", "replace").replace("\0", "\ufffd").splitlines(keepends=True))
        return [tuple(row) for row in rows if row]
    except csv.Error:
        return None


def _text(rows: list[Row]) -> bytes:
    return b"\n".join(cut(", ".join(row).encode()) for row in rows)
