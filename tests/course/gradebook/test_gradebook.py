from __future__ import annotations

import resource
import signal
import sqlite3
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from msgspec.structs import replace

from harness.course.gradebook.gradebook import Gradebook
from harness.course.gradebook.run_grades import AttemptRecord
from harness.course.gradebook.storage.database import add_event
from harness.course.gradebook.submissions import HandedIn, record_submissions
from harness.course.ingest.submission import Submission
from harness.model.errors import JudgeError, UsageError
from harness.model.finding import Finding, Place
from harness.model.grade import CaseGrade, Grade, Timing
from harness.model.verdict import Verdict

FINDING = Finding(
    "", Place(stream="stdout", line=1), b"5\n", b"\xff\0\x1b[2J", ("letter-case",), "line-differs", {"line": 1}
)
CASE = CaseGrade("two", "sum", Verdict.WA, 2.5, 5.0, (FINDING,), Timing(0.1, 0.2, 2.0), "python3 main.py 2 3")
GRADE = Grade("ann", "sum", Verdict.WA, (CASE,), 2.5, 5.0, (Finding("a note"),))


@pytest.fixture(params=["sqlite", "postgresql"])
def book(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Gradebook]:
    location = str(tmp_path / "book.sqlite") if request.param == "sqlite" else request.getfixturevalue("postgresql")
    opened = Gradebook(location)
    yield opened
    opened.close()


def test_a_grade_comes_back_as_it_went_in(book: Gradebook) -> None:
    run = book.begin_run("A")
    number = book.add_attempt(run, 0, AttemptRecord("k" * 64), GRADE)
    assert list(book.grades([number])) == [GRADE]


def test_a_name_that_is_no_unicode_is_kept_as_it_is_shown(book: Gradebook) -> None:
    odd = replace(
        GRADE, student="m\udcfcller", notes=(Finding.of("left-out", file="caf\udce9.py", reason="hard-link"),)
    )
    run = book.begin_run("A")
    kept = next(book.grades([book.add_attempt(run, 0, AttemptRecord("odd"), odd)]))
    assert (kept.student, [note.params["file"] for note in kept.notes]) == (r"m\udcfcller", [r"caf\udce9.py"])
    assert kept.cases == odd.cases
    assert book.identity("m\udcfcller", "sum", "odd") in book.latest_attempts()


def test_attempts_are_added_and_never_overwritten(book: Gradebook) -> None:
    run = book.begin_run("A")
    first = book.add_attempt(run, 0, AttemptRecord("same"), GRADE)
    better = replace(GRADE, verdict=Verdict.AC, score=5.0)
    second = book.add_attempt(book.begin_run("A"), 0, AttemptRecord("same"), better)
    assert second > first
    assert list(book.grades([second, first])) == [better, GRADE]
    assert book.latest_attempts()["ann", "sum", "same"] == second
    assert book.latest_attempts(run=run)["ann", "sum", "same"] == first


def test_what_a_judge_error_left_open_is_not_known(book: Gradebook) -> None:
    broken = replace(GRADE, verdict=Verdict.JE, cases=(replace(CASE, verdict=Verdict.JE),))
    book.add_attempt(book.begin_run("A"), 0, AttemptRecord("open"), broken)
    assert ("ann", "sum", "open") not in book.latest_attempts()


def test_only_the_last_run_can_have_been_broken_off(book: Gradebook) -> None:
    run = book.begin_run("B")
    assert book.interrupted_run() == run
    book.end_run(run, complete=False)
    assert book.interrupted_run() == run
    book.end_run(run, complete=True)
    assert book.interrupted_run() is None


def test_a_run_lists_what_it_takes_over(book: Gradebook) -> None:
    number = book.add_attempt(book.begin_run("A"), 0, AttemptRecord("taken"), GRADE)
    run = book.begin_run("A")
    book.take_over(run, {3: number})
    book.take_over(run, {4: number})
    assert book.latest_attempts(run=run) == {("ann", "sum", "taken"): number}


def test_more_attempts_than_are_read_at_a_time(book: Gradebook) -> None:
    run = book.begin_run("A")
    numbers = [
        book.add_attempt(run, at, AttemptRecord(f"many {at}"), replace(GRADE, student=f"s{at}")) for at in range(450)
    ]
    assert [grade.student for grade in book.grades(numbers)] == [f"s{at}" for at in range(450)]


@pytest.mark.parametrize(
    ("location", "message"),
    [
        ("nowhere/book.sqlite", "unable to open"),
        ("notes.txt", "not a database"),
        ("oracle+none://x", "no URL of a database"),
        ("postgresql+psycopg://ann:secret@/x?host=/nowhere", "cannot be opened"),
    ],
)
def test_what_is_no_gradebook_is_reported_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, location: str, message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "notes.txt").write_text("remember the milk " * 100)
    with pytest.raises(UsageError, match=message) as caught:
        Gradebook(location)
    assert "\n" not in str(caught.value)
    assert "secret" not in str(caught.value)


def test_a_gradebook_of_another_form_is_refused(tmp_path: Path) -> None:
    location = str(tmp_path / "book.sqlite")
    Gradebook(location).close()
    with sqlite3.connect(location) as changed:
        changed.execute("update about set schema = 99")
    with pytest.raises(UsageError, match="of form 99"):
        Gradebook(location)


def test_a_location_is_shown_without_its_password(postgresql: str) -> None:
    book = Gradebook(postgresql.replace("grade@", "grade:secret@"))
    book.close()
    assert book.location == postgresql


def fill(book: Gradebook, run: int) -> None:
    for at in range(1, 1000):
        book.add_attempt(run, at, AttemptRecord(f"key {at}"), replace(GRADE, notes=(Finding("x" * 10_000),)))


def test_a_full_disk_keeps_what_was_written(tmp_path: Path) -> None:
    book = Gradebook(str(tmp_path / "book.sqlite"))
    run = book.begin_run("A")
    first = book.add_attempt(run, 0, AttemptRecord("first"), GRADE)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 17, hard))
    try:
        with pytest.raises(JudgeError, match="the gradebook cannot be written"):
            fill(book, run)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, before)
    assert list(book.grades([first])) == [GRADE]


def test_the_work_before_is_asked_for_once_for_a_whole_run(book: Gradebook, monkeypatch: pytest.MonkeyPatch) -> None:
    hand_ins = [
        ("ann", "1", GRADE), ("bea", "1", GRADE), ("cyd", "1", GRADE), ("dan", "1", GRADE), ("ann", "1", GRADE),
        ("bea", "2", replace(GRADE, score=1.0)), ("bea", "3", replace(GRADE, cases_total=9)), ("dan", "2", GRADE),
    ]  # fmt: skip
    for student, content, grade in hand_ins:
        add_hand_in(book, book.begin_run("A"), 0, replace(grade, student=student), content)
    last = book.begin_run("A")
    for number, (student, content) in enumerate([("ann", "1"), ("bea", "4"), ("cyd", "2"), ("eve", "1")]):
        add_hand_in(book, last, number, replace(GRADE, student=student), content)
    earlier = book.earlier_grades(last)
    assert [earlier(student, "sum") for student in ("ann", "eve", "dan")] == [None] * 3
    monkeypatch.setattr(book, "reading", partial(pytest.fail, "nothing more needs to be asked"))
    assert [earlier(student, "sum") for student in ("ann", "eve", "dan")] == [None] * 3
    monkeypatch.undo()
    assert earlier("bea", "sum") == replace(GRADE, student="bea", score=1.0)
    assert earlier("cyd", "sum") == replace(GRADE, student="cyd")
    assert earlier("bea", "other") is None


def add_hand_in(book: Gradebook, run: int, position: int, grade: Grade, content: str) -> None:
    """Add an attempt at work with this hash."""
    handed_in = HandedIn(Submission(grade.student, grade.assignment, Path("work")), content * 64)
    with book.writing() as connection:
        rows = record_submissions(connection, [handed_in], add_event(connection, "grade"))
    assert rows[0] is not None
    book.add_attempt(run, position, AttemptRecord(f"{content}{position}{run}", rows[0].id), grade)
