"""Grades that the first form stored, when findings and notes were sentences, are still read."""

from __future__ import annotations

import msgspec

from harness.course.gradebook.storage.grade_rows import decode, escape_strings
from harness.model.finding import Finding, Place
from harness.model.grade import Grade

OLD_FINDING = {
    "message": "line 1 differs",
    "where": "stdout, line 1, column 2",
    "expected": b"5\n",
    "actual": b"\xff\n",
    "near_misses": ["blanks"],
}
OLD_CASE = {"name": "two", "clause": "sum", "verdict": "wrong answer", "findings": [OLD_FINDING], "reproduce": ""}
OLD = {"student": "ann", "assignment": "sum", "verdict": "wrong answer", "cases": [OLD_CASE], "notes": ["a note"]}


def test_an_old_grade_is_read_with_records() -> None:
    grade = msgspec.convert(decode(msgspec.msgpack.encode(OLD)), Grade)
    place = Place(stream="stdout", line=1, column=2)
    finding = Finding("line 1 differs", place, b"5\n", b"\xff\n", ("blanks",), "legacy")
    assert grade.cases[0].findings == (finding,)
    assert grade.notes == (Finding("a note", kind="legacy"),)


def test_what_no_database_takes_is_escaped_at_any_depth() -> None:
    assert escape_strings({"a\0": ["m\udcfcller", ("ä", 1, b"\0", None)]}) == {
        r"a\0": [r"m\udcfcller", ["ä", 1, b"\0", None]]
    }
