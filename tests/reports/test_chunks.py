"""Reports of large classes are written piece by piece, and are the same as a whole."""

from __future__ import annotations

import json
import tracemalloc
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import overload

import pytest
from msgspec.structs import replace

from harness.course.gradebook.run_grades import AttemptRecord, EarlierGrade, RunGrades
from harness.model.escape import json_bytes
from harness.model.finding import Finding, Place
from harness.model.grade import CaseGrade, Comment, Grade
from harness.model.verdict import Verdict
from harness.reports.document import Document
from harness.reports.formats import named
from harness.sandbox.isolation.none import Unconfined
from tests.support import course, loaded

SPEC = """\
title: Sums
language: python
clauses:
  sum: {text: The sum of the arguments is printed., points: 10}
cases:
  - {name: two, clause: sum, args: ["2", "3"], stdout: "5\\n"}
"""
STREAMED = ("csv", "json", "md", "txt")
MIB = 1024**2


def a_grade(number: int) -> Grade:
    finding = Finding.of("line-differs", Place(stream="stdout", line=1), b"5\n", b"6]\n" * 200, line=1)
    case = CaseGrade("two", "sum", Verdict.WA, 0.0, 10.0, (finding,), reproduce="python3 main.py 2 3")
    return Grade(f"student-{number}", "sum", Verdict.WA, (case,), 0.0, 10.0)


class Generated(Sequence[Grade]):
    """Grades that are in no memory."""

    def __init__(self, size: int) -> None:
        self._size = size

    def __len__(self) -> int:
        return self._size

    @overload
    def __getitem__(self, index: int) -> Grade: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Grade]: ...
    def __getitem__(self, index: int | slice) -> Grade | Sequence[Grade]:
        positions = range(self._size)[index]
        return a_grade(positions) if isinstance(positions, int) else [a_grade(position) for position in positions]


def document(tmp_path: Path, size: int) -> Document:
    assignment = loaded(course(tmp_path, SPEC))
    return Document(Generated(size), Unconfined.level, {"sum": assignment})


@pytest.mark.parametrize("size", [0, 1, 3])
@pytest.mark.parametrize("name", STREAMED)
def test_the_pieces_are_the_whole(name: str, size: int, tmp_path: Path) -> None:
    report, whole = named(name), document(tmp_path, size)
    assert b"".join(report.chunks(whole)) == report.render(whole)


@pytest.mark.parametrize("size", [0, 1, 3])
def test_json_in_pieces_is_indented_as_if_it_were_written_at_once(size: int, tmp_path: Path) -> None:
    content = named("json").render(document(tmp_path, size))
    assert content == json_bytes(json.loads(content))
    assert len(json.loads(content)["grades"]) == size


@pytest.mark.parametrize("name", STREAMED)
def test_the_memory_does_not_grow_with_the_class(name: str, tmp_path: Path) -> None:
    report, whole = named(name), document(tmp_path, 1500)
    for _ in report.chunks(document(tmp_path / "small", 1)):
        pass  # all that is imported and kept
    tracemalloc.start()
    try:
        size = sum(map(len, report.chunks(whole)))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    rows = 1500 * 300  # the table of students: one short line each
    assert peak < max(size / 2, 2 * rows + MIB)
    if name == "json":
        assert peak < MIB < size


class Store:
    """A gradebook that counts what is read."""

    def __init__(self) -> None:
        self.read: list[int] = []

    def add_attempt(self, run: int, position: int, record: AttemptRecord, grade: Grade) -> int:
        raise NotImplementedError

    def end_run(self, run: int, *, complete: bool) -> None:
        raise NotImplementedError

    def grades(self, attempts: Sequence[int]) -> Iterator[Grade]:
        self.read += attempts
        return map(a_grade, attempts)

    def earlier_grades(self, run: int) -> EarlierGrade:
        raise NotImplementedError

    def comments(self) -> dict[tuple[str, str], list[Comment]]:
        raise NotImplementedError


def test_one_grade_of_a_run_is_read_alone() -> None:
    store = Store()
    grades = RunGrades(4, store, 1, [AttemptRecord("")] * 4, {0: 10, 1: 11, 3: 13})
    grades.add_unfinished(2, a_grade(12))
    assert [grades[position].student for position in (3, -1, 2)] == ["student-13", "student-13", "student-12"]
    assert store.read == [13, 13]
    assert [grade.student for grade in grades[1:3]] == ["student-11", "student-12"]
    with pytest.raises(IndexError):
        grades[4]


@pytest.mark.parametrize("fault", ["", "no-room", "no-folder", "unreadable", "truncated"])
def test_grades_that_every_report_reads_come_from_the_gradebook_once_if_the_disk_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    store = Store()
    grades = RunGrades(3, store, 1, [AttemptRecord("")] * 3, {0: 10, 2: 12})
    grades.add_unfinished(1, a_grade(1))
    file = (tmp_path / "copy").open("wb" if fault == "unreadable" else "w+b")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "none"))
    if fault != "no-folder":
        monkeypatch.setattr("tempfile.TemporaryFile", lambda: file)
    if fault == "no-room":
        monkeypatch.setattr("os.pwrite", lambda *_: 1)
    next(iter(grades))  # not read to its end: nothing is known of the others

    expected = [a_grade(number) for number in (10, 1, 12)]
    assert list(grades) == expected
    if fault == "truncated":
        file.truncate((tmp_path / "copy").stat().st_size - 1)
    assert [list(grades), list(grades)] == [expected] * 2
    assert store.read == [10, *([10, 12] * (3 if fault else 1))]

    grades.add_unfinished(1, a_grade(2))
    assert list(grades)[1] == a_grade(2)


def test_a_text_with_half_a_character_is_json_too() -> None:
    content = {"text": "a\ud800", "number": 1.5, "list": []}
    assert json.loads(json_bytes(content)) == content


def test_a_grade_with_a_name_that_is_no_unicode_is_read_again_and_again() -> None:
    store = Store()
    grades = RunGrades(2, store, 1, [AttemptRecord("")] * 2, {0: 10})
    named = replace(a_grade(1), student="\udcff")
    grades.add_unfinished(1, named)

    assert [list(grades), list(grades)] == [[a_grade(10), named]] * 2
