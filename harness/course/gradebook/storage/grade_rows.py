"""Grades as the first form of the gradebook held them, and texts as every database can hold them.

A grade as rows of the tables, and back: what has no column of its own is kept in ``more``, as MessagePack.

A field that the models get later is thus never lost, and what is empty takes no room.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from harness.model.finding import LEGACY, Finding, place_of
from harness.model.grade import Grade
from harness.model.verdict import Verdict


def decode(content: bytes) -> dict[str, Any]:
    """Decode a grade of the first form, MessagePack, as plain dictionaries of today's fields."""
    grade: dict[str, Any] = msgspec.msgpack.decode(content)
    cases = [
        {**case, "findings": [_record(finding) for finding in case.get("findings", ())]}
        for case in grade.get("cases", ())
    ]
    return {**grade, "cases": cases, "notes": [_note_as_row(note) for note in grade.get("notes", ())]}


def _note_as_row(note: str | dict[str, Any]) -> dict[str, Any]:
    """A note; of the time when notes were sentences, a record in its place."""
    return {"kind": LEGACY, "message": note} if isinstance(note, str) else note


def _record(finding: dict[str, Any]) -> dict[str, Any]:
    """A finding; of the time when places were texts, with a record in its place."""
    if not isinstance(finding.get("where"), str):
        return finding
    where = msgspec.to_builtins(place_of(finding["where"]), builtin_types=(bytes,))
    return {**finding, "kind": LEGACY, "where": where}


def storable(text: str) -> str:
    r"""The text with escapes for what no database takes: ``\udcff`` for a byte that is no Unicode, ``\0`` for NUL."""
    return text.encode("utf-8", "backslashreplace").decode().replace("\0", r"\0")


def escape_strings(value: Any) -> Any:
    """Plain values with every text in them storable."""
    if isinstance(value, str):
        return value if value.isascii() and "\0" not in value else storable(value)
    if isinstance(value, dict):
        return {escape_strings(key): escape_strings(item) for key, item in value.items()}
    return [escape_strings(item) for item in value] if isinstance(value, list | tuple) else value


Row = dict[str, Any]

_PLACES = {"stream": "stream", "path": "path", "line": "line", "column": "character", "function": "function"}
"""The fields of a place that have columns. ``column`` is a word of SQL's own."""
_CASE_TEXTS = ("visibility", "reproduce")
_TIMES = ("cpu_s", "wall_s", "limit_s", "reference_s", "first_cpu_s", "memory")
_GRADE_COLUMNS = ("student", "assignment", "verdict", "score", "max_score")


class GradeRows(Struct, frozen=True):
    """The rows of one grade, without the number of their attempt."""

    attempt: Row
    """Columns of ``attempt`` that the grade decides."""
    results: list[Row]
    findings: list[Row]
    notes: list[Row]


def rows_of(grade: Grade) -> GradeRows:
    """Take a grade apart. Text that no database can hold, such as a file's name in Latin-1, is kept escaped."""
    return take_apart(escape_strings(msgspec.to_builtins(grade, builtin_types=(bytes,))))


def take_apart(grade: Row) -> GradeRows:
    """The same of a grade as plain dictionaries."""
    cases, notes = grade.pop("cases", ()), grade.pop("notes", ())
    attempt = {column: grade.pop(column, 0.0) for column in _GRADE_COLUMNS}
    attempt["verdict"] = Verdict(attempt["verdict"]).name
    findings = [
        {"position": position, "number": number, **_finding_row(finding)}
        for position, case in enumerate(cases)
        for number, finding in enumerate(case.pop("findings", ()))
    ]
    return GradeRows(
        {**attempt, "more": _packed(grade)},
        [{"position": position, **_result_row(case)} for position, case in enumerate(cases)],
        findings,
        [{"number": number, **_note_row(note)} for number, note in enumerate(notes)],
    )


def _result_row(case: Row) -> Row:
    timing = case.pop("timing", None) or {}
    row = {name: case.pop(name, 0.0) for name in ("name", "clause", "verdict", "score", "max_score")}
    row["verdict"] = Verdict(row["verdict"]).name
    row |= {name: timing.pop(name, None) for name in _TIMES}
    row |= {name: case.pop(name, None) for name in _CASE_TEXTS}
    if timing:
        case["timing"] = timing
    return {**row, "more": _packed(case)}


def _note_row(note: Row) -> Row:
    row = {"kind": note.pop("kind", "course"), "message": note.pop("message", None)}
    params = note.pop("params", None)
    return {**row, "params": json.dumps(params) if params else None, "more": _packed(note)}


def _finding_row(finding: Row) -> Row:
    place = finding.pop("where", None) or {}
    row = {column: place.pop(name, None) for name, column in _PLACES.items()}
    row |= {name: finding.pop(name, None) for name in ("expected", "actual")}
    near_misses = finding.pop("near_misses", None)
    row["near_misses"] = json.dumps(near_misses) if near_misses else None
    if place:
        finding["where"] = place
    return {**row, **_note_row(finding)}


def _packed(rest: Row) -> bytes | None:
    return msgspec.msgpack.encode(rest) if rest else None


def grade_of(attempt: Row, results: Iterable[Row], findings: Iterable[Row], notes: Iterable[Row]) -> Grade:
    """Put a grade together again from its rows; those of one kind in the order of their numbers."""
    by_case: dict[int, list[Row]] = {}
    for row in findings:
        by_case.setdefault(row["position"], []).append(_finding(row))
    cases = [{**_case(row), "findings": by_case.get(row["position"], [])} for row in results]
    whole = {name: attempt[name] for name in _GRADE_COLUMNS} | {"verdict": Verdict[attempt["verdict"]]}
    return msgspec.convert(
        {**whole, "cases": cases, "notes": [_note(row) for row in notes], **_unpacked(attempt)}, Grade
    )


def _case(row: Row) -> Row:
    rest = _unpacked(row)
    timing = {**_given(row, _TIMES), **rest.pop("timing", {})}
    plain = {name: row[name] for name in ("name", "clause", "score", "max_score")}
    return {**plain, "verdict": Verdict[row["verdict"]], "timing": timing, **_given(row, _CASE_TEXTS), **rest}


def _note(row: Row) -> Row:
    note = {"kind": row["kind"], **_given(row, ("message",)), **_unpacked(row)}
    return note | ({"params": json.loads(row["params"])} if row["params"] else {})


def _finding(row: Row) -> Row:
    note = _note(row)
    place = {name: row[column] for name, column in _PLACES.items() if row[column] is not None}
    near_misses = json.loads(row["near_misses"]) if row["near_misses"] else []
    where = {**place, **note.pop("where", {})}
    return {**note, **_given(row, ("expected", "actual")), "where": where, "near_misses": near_misses}


def finding_of(row: Row) -> Finding:
    """A finding from its row."""
    return msgspec.convert(_finding(row), Finding)


def _given(row: Row, names: Sequence[str]) -> Row:
    return {name: row[name] for name in names if row[name] is not None}


def _unpacked(row: Mapping[str, Any]) -> Row:
    rest: Row = msgspec.msgpack.decode(row["more"]) if row["more"] else {}
    return rest
