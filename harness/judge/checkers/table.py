"""``csv``: a table, compared field by field: quotes and line ends do not count, numbers may be off."""

from __future__ import annotations

import io
import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import islice, zip_longest
from typing import Annotated, Literal, TypeVar

from msgspec import Meta, Struct

from harness.judge.checkers.base import (
    BaseChecker,
    Context,
    ExpectedText,
    is_within,
    number,
    require_expected,
    tolerance_problems,
)
from harness.judge.differences.difference import cut
from harness.judge.finding_kinds import OUTPUT_EMPTY
from harness.model.family import csv
from harness.model.finding import NOWHERE, Finding, Place
from harness.model.patterns import lazy_regex

_MOST_PAIRS = 2_000_000
"""How many pairs of rows in any order are held against each other; if there are more, rows are sorted first."""


_MOST_EXTRA = 1000
"""How many rows beyond the expected ones are looked at: nobody reads more, and an output may have millions."""
T = TypeVar("T")
_ENDLESS_LINE = lazy_regex(rb"[^\n]{1048577}")
"""A line longer than 1 MiB."""


class Row(Struct, frozen=True):
    """A row of a table."""

    line: int
    """The line, from 1, where it ends."""
    fields: tuple[str, ...]
    """As they count: without what is ignored."""
    text: bytes
    """As a person reads it."""


class Csv(ExpectedText, BaseChecker, frozen=True, tag="csv"):
    """The same rows of the same fields. Quotes around a field, empty lines and line ends do not count."""

    tolerance: Annotated[float, Meta(ge=0)] | None = None
    """How far a number may be off, as it stands or in proportion to the expected one; ``1.0`` is then a ``1``."""
    order: Literal["given", "any"] = "given"
    """``any``: the rows after the first, the heading, may come in any order."""
    delimiter: Annotated[str, Meta(min_length=1, max_length=1)] = ","
    """What divides the fields: ``","``, ``";"`` or ``"\\t"``."""
    ignore: tuple[Literal["case", "blanks"], ...] = ()
    """Differences of fields that do not count: letter case, blanks around a field."""

    def problems(self) -> tuple[str, ...]:
        """One sentence a fault in the options."""
        unfit = self.delimiter in '"\r\n'
        return (
            *ExpectedText.problems(self),
            *tolerance_problems(self.tolerance),
            *(("a quote or a line end cannot divide fields",) if unfit else ()),
        )

    def compare(self, actual: bytes, expected: bytes | None, context: Context) -> tuple[Finding, ...]:  # noqa: ARG002
        """One finding at the first row that differs, is missing or is too many."""
        if actual == require_expected(expected):
            return ()
        wanted = list(self._rows(require_expected(expected)))
        if wanted and not actual.strip():
            return (Finding.of(OUTPUT_EMPTY),)
        rows = self._read(actual, len(wanted) + _MOST_EXTRA)
        if rows is None:
            return (Finding.of("csv-unreadable", NOWHERE, b"", cut(actual[:2000])),)
        if len(rows) == len(wanted) + _MOST_EXTRA:
            extra = rows[len(wanted)]
            count = max(_MOST_EXTRA, actual.count(b"\n") - len(wanted))
            return (Finding.of("csv-rows-extra", Place(line=extra.line), b"", extra.text, extra=count),)
        finding = self._heading(rows, wanted) if self.order == "any" else self._in_order(rows, wanted)
        return () if finding is None else (finding,)

    def _read(self, output: bytes, most: int) -> list[Row] | None:
        """The first rows; None if it is no table."""
        if _ENDLESS_LINE.search(output):
            return None
        try:
            return list(islice(self._rows(output), most))
        except csv.Error:
            return None

    def _rows(self, output: bytes) -> Iterator[Row]:
        text = output.decode("utf-8", "surrogateescape").removeprefix("\ufeff")
        reader = csv.reader(io.StringIO(text, newline=""), delimiter=self.delimiter)
        for fields in reader:
            if any(field.strip() for field in fields):
                yield Row(reader.line_num, tuple(map(self._field, fields)), _shown(fields, self.delimiter))

    def _field(self, text: str) -> str:
        text = text.strip() if "blanks" in self.ignore else text
        return text.casefold() if "case" in self.ignore else text

    def _heading(self, rows: list[Row], wanted: list[Row]) -> Finding | None:
        """The finding where the rows after the first may come in any order."""
        first = self._in_order(rows[:1], wanted[:1])
        return first if first is not None else self._in_any_order(rows[1:], wanted[1:], wanted[0] if wanted else None)

    def _in_order(self, rows: list[Row], wanted: list[Row]) -> Finding | None:
        for row, expected in zip(rows, wanted, strict=False):
            if row.fields != expected.fields and not self._is_close(row, expected):
                return self._difference(row, expected, wanted[0])
        if len(rows) < len(wanted):
            missing = wanted[len(rows) :]
            return Finding.of("csv-rows-missing", NOWHERE, missing[0].text, b"", missing=len(missing))
        if len(rows) > len(wanted):
            extra = rows[len(wanted) :]
            return Finding.of("csv-rows-extra", Place(line=extra[0].line), b"", extra[0].text, extra=len(extra))
        return None

    def _in_any_order(self, rows: list[Row], wanted: list[Row], heading: Row | None) -> Finding | None:
        rows, wanted = self._without_close(*without_equal(rows, wanted, key=_fields_of))
        if rows and wanted and heading is not None:
            near = max(wanted, key=lambda row: _likeness(row, rows[0]))
            return self._difference(rows[0], near, heading)
        return self._in_order(rows, wanted)

    def _without_close(self, rows: list[Row], wanted: list[Row]) -> tuple[list[Row], list[Row]]:
        """The rows of each side that no row of the other is close to."""
        if self.tolerance is None:
            return rows, wanted
        if len(rows) * len(wanted) > _MOST_PAIRS:
            return self._without_close_in_order(sorted(rows, key=_by_numbers), sorted(wanted, key=_by_numbers))
        left: list[Row] = []
        wanted = list(wanted)
        for row in rows:
            close = next((index for index, expected in enumerate(wanted) if self._is_close(row, expected)), None)
            if close is None:
                left.append(row)
            else:
                del wanted[close]
        return left, wanted

    def _without_close_in_order(self, rows: list[Row], wanted: list[Row]) -> tuple[list[Row], list[Row]]:
        pairs = list(zip_longest(rows, wanted))
        apart = [(row, other) for row, other in pairs if not (row and other and self._is_close(row, other))]
        return [row for row, _ in apart if row], [other for _, other in apart if other]

    def _is_close(self, row: Row, expected: Row) -> bool:
        return len(row.fields) == len(expected.fields) and next(self._differing(row, expected), None) is None

    def _differing(self, row: Row, expected: Row) -> Iterator[int]:
        for index, (field, wanted) in enumerate(zip(row.fields, expected.fields, strict=False)):
            if field != wanted and not self._are_close(field, wanted):
                yield index

    def _are_close(self, field: str, wanted: str) -> bool:
        if self.tolerance is None:
            return False
        actual, expected = (number(text.strip().encode("utf-8", "replace")) for text in (field, wanted))
        if actual is None or expected is None or not math.isfinite(expected):
            return actual is not None and actual == expected
        return is_within(self.tolerance, actual, expected)

    def _difference(self, row: Row, expected: Row, heading: Row) -> Finding:
        place, sides = Place(line=row.line), (expected.text, row.text)
        if len(row.fields) != len(expected.fields):
            return Finding.of("csv-fields", place, *sides, fields=len(row.fields), wanted=len(expected.fields))
        index = next(self._differing(row, expected), 0)
        if expected is heading and _is_heading(heading):
            return Finding.of("csv-heading-differs", place, *sides, column=index + 1)
        name = _name(heading, index)
        return Finding.of("csv-value-differs", place, *sides, column=name or index + 1, named=bool(name))


def _shown(fields: Sequence[str], delimiter: str) -> bytes:
    return cut(delimiter.join(fields).encode("utf-8", "surrogateescape"))


def _fields_of(row: Row) -> tuple[str, ...]:
    return row.fields


def without_equal(
    rows: Sequence[T], wanted: Sequence[T], key: Callable[[T], tuple[str, ...]]
) -> tuple[list[T], list[T]]:
    """The rows of each side that the other side lacks, each as often; rows are equal where their fields are.

    ``key``: a function that gives the fields of a row.
    """
    counts = Counter(map(key, rows)) & Counter(map(key, wanted))
    sides = []
    for side in (rows, wanted):
        taken: Counter[tuple[str, ...]] = Counter()
        left = []
        for row in side:
            fields = key(row)
            taken[fields] += 1
            if taken[fields] > counts[fields]:
                left.append(row)
        sides.append(left)
    return sides[0], sides[1]


def _by_numbers(row: Row) -> tuple[tuple[str, ...], tuple[float, ...]]:
    """A key that sorts rows by their texts, then by their numbers."""
    numbers = [number(field.strip().encode("utf-8", "replace")) for field in row.fields]
    texts = tuple(field if value is None else "" for field, value in zip(row.fields, numbers, strict=True))
    return texts, tuple(value for value in numbers if value is not None)


def _likeness(row: Row, other: Row) -> int:
    return sum(field == wanted for field, wanted in zip(row.fields, other.fields, strict=False))


def _name(heading: Row, index: int) -> str:
    """The name of a column; empty if the first row holds numbers and so is no heading."""
    return heading.fields[index][:40] if _is_heading(heading) and index < len(heading.fields) else ""


def _is_heading(row: Row) -> bool:
    """Whether a first row names the columns: a row with a number in it does not."""
    return all(number(field.strip().encode("utf-8", "replace")) is None for field in row.fields)
