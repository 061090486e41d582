"""Fill marks into the file of grades that a learning system gave out: all other bytes of it stay as they are."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from msgspec import Struct

from harness.course.ingest.matching.roster import check_cells
from harness.course.ingest.matching.roster_row import reduced
from harness.course.learning_systems.base import shown
from harness.model.errors import UsageError
from harness.model.escape import some_of
from harness.model.patterns import lazy_regex

ITEM = lazy_regex(r"(?P<name>.+?)\s*(?:\(\d+\)|(?:\[[^]]*\]\s*)?\|\s*\d+| Points Grade\b.*)")
"""A column of an assignment as systems head it: ``PA2 (4711)``, ``PA2 [Total Pts: 10] |4711``, ``PA2 Points Grade``."""
_WORKSHEET = ("identifier", "grade")
"""Headings of Moodle's grading worksheet, which is of one assignment."""
_LOCKED = "gradecanbechanged"
_MAXIMUM = "maximumgrade"
_POINTS_POSSIBLE = "pointspossible"
_LONGEST_HEADING = 300
"""Letters of a heading that may be an assignment's: the expression above takes a time that grows with their square."""
_SHOWN = 100
"""Headings that a message lists."""

Row = Mapping[str, str]
"""What is under each heading, by the heading reduced to letters and digits."""


class Filled(Struct, frozen=True):
    """A file with marks filled in."""

    content: bytes
    column: str
    students: frozenset[int]
    """Whose marks are in it."""
    changed: int
    """Cells that held another value before, not counting empty ones."""
    locked: tuple[int, ...] = ()
    """Lines whose grade the system does not let be changed; they stay as they are."""
    maximum: float | None = None
    """What the assignment is worth in the system, where the file says so."""


class _Field(Struct, frozen=True):
    """Where a field stands in the text, its quotes with it."""

    start: int
    end: int
    text: str


def fill(
    content: bytes,
    wanted: Collection[str],
    student_of: Callable[[Row], int | None],
    points: Mapping[int, float],
) -> Filled:
    """Put points into the column of an assignment.

    Args:
        content: the file, comma-separated values with any of the usual delimiters, in UTF-8, UTF-16 or Latin-1.
        wanted: what the column may be called: all of its heading, or the assignment's name in it.
        student_of: whose row it is; None: nobody's who is known.
        points: the points by student.

    Raises:
        UsageError: when no column or several are meant, a student has two rows, or the file has too many cells.

    """
    text, encoding = _decoded(content)
    check_cells(text)
    delimiter = max(",;\t", key=text.partition("\n")[0].count)
    lines = list(_lines(text, delimiter))
    if not lines:
        raise UsageError("the file of grades is empty")
    headings = [field.text.strip() for field in lines[0][1]]
    column = _column(headings, wanted)
    keys = [reduced(heading) for heading in headings]
    numbers = [at for at, key in enumerate(keys) if at == column or key == _MAXIMUM]
    comma = any(
        re.fullmatch(r"\s*-?\d+,\d+\s*", field.text)
        for _, fields in lines[1:]
        for field in (fields[at] for at in numbers if at < len(fields))
    )
    pieces: list[str] = []
    at, changed, locked, maximum = 0, 0, [], None
    places: dict[int, int] = {}
    for number, fields in lines[1:]:
        row = dict(zip(keys, (field.text.strip() for field in fields), strict=False))
        maximum = maximum or _maximum(row, fields, column)
        student = student_of(row) if column < len(fields) else None
        if student is None or student not in points:
            continue
        if row.get(_LOCKED, "").casefold() == "no":
            locked.append(number)
            continue
        if student in places:
            raise UsageError(f"lines {places[student]} and {number} are of the same student; take one of them out")
        places[student] = number
        field, value = fields[column], shown(points[student])
        written = value.replace(".", ",") if comma else value
        changed += bool(field.text.strip()) and _number(field.text) != _number(value)
        is_quoted = text[field.start : field.end].startswith('"') or delimiter in written
        pieces += (text[at : field.start], f'"{written}"' if is_quoted else written)
        at = field.end
    filled = "".join((*pieces, text[at:])).encode(encoding)
    return Filled(filled, headings[column], frozenset(places), changed, tuple(locked), maximum)


def _decoded(content: bytes) -> tuple[str, str]:
    """The text, any byte order mark with it, and the encoding that gives the same bytes back."""
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        encoding = "utf-16-le" if content.startswith(codecs.BOM_UTF16_LE) else "utf-16-be"
    else:
        encoding = "utf-8"
    try:
        return content.decode(encoding), encoding
    except UnicodeDecodeError:
        return content.decode("latin-1"), "latin-1"


def _lines(text: str, delimiter: str) -> Iterator[tuple[int, Sequence[_Field]]]:
    """The lines that are not empty, each with its number in the file."""
    rest = re.compile(rf"[^{delimiter}\r\n]*")
    at, number, begin = 1 if text.startswith("\ufeff") else 0, 1, 1
    fields: list[_Field] = []
    while at < len(text):
        match = rest.match(text, _end_of_quotation(text, at))
        end = match.end() if match else at
        raw = text[at:end]
        fields.append(_Field(at, end, _plain(raw)))
        number += raw.count("\n")
        if text[end : end + 1] == delimiter:
            at = end + 1
            if at == len(text):
                fields.append(_Field(at, at, ""))
            continue
        at = end + (2 if text.startswith("\r\n", end) else 1)
        if any(field.text.strip() for field in fields):
            yield begin, fields
        number, fields = number + 1, []
        begin = number
    if any(field.text.strip() for field in fields):
        yield begin, fields


def _end_of_quotation(text: str, at: int) -> int:
    """Where the quotation ends that begins here; ``at`` if none does, or it ends nowhere."""
    if not text.startswith('"', at):
        return at
    end, last = text.find('"', at + 1), at - 1
    while text.startswith('""', end) and end >= 0:
        last, end = end, text.find('"', end + 2)
    return (last if end < 0 else end) + 1


def _plain(raw: str) -> str:
    return raw[1 : raw.rindex('"')].replace('""', '"') if raw.startswith('"') and raw.count('"') > 1 else raw


def _column(headings: Sequence[str], wanted: Collection[str]) -> int:
    exact = [number for number, heading in enumerate(headings) if heading in wanted]
    names = {reduced(name) for name in wanted} - {""}
    items = [
        number
        for number, heading in enumerate(headings)
        if len(heading) <= _LONGEST_HEADING and (match := ITEM.fullmatch(heading)) and reduced(match["name"]) in names
    ]
    keys = [reduced(heading) for heading in headings]
    worksheet = [keys.index("grade")] if set(_WORKSHEET) <= set(keys) else []
    columns = exact or items or worksheet
    if len(columns) == 1:
        return columns[0]
    why = "several columns of the file are" if columns else "no column of the file is"
    named = " or ".join(f'"{name}"' for name in wanted)
    shown = some_of([heading[:_LONGEST_HEADING] for heading in headings], _SHOWN)
    raise UsageError(f"{why} called {named}; say its whole heading with --column: {shown}")


def _maximum(row: Row, fields: Sequence[_Field], column: int) -> float | None:
    """What the assignment is worth, as Moodle has it in each row and Canvas in its second line."""
    if _MAXIMUM in row:
        return _number(row[_MAXIMUM])
    is_canvas = bool(fields) and reduced(fields[0].text) == _POINTS_POSSIBLE and column < len(fields)
    return _number(fields[column].text) if is_canvas else None


def _number(text: str) -> float | None:
    try:
        return float(text.strip().replace(",", "."))
    except ValueError:
        return None
