"""A gradebook of many submissions with forty cases each: bring in, record, ask, mark, export, and its size.

Start it with ``python benchmarks/gradebook.py``. They are two thousand unless ``BENCHMARKS`` is ``long``.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from measure import BIN, LONG, Row, at_most, report, run
from sqlalchemy import text

from harness.course.assignments import load_course
from harness.course.gradebook.export import csv_chunks, json_chunks, tables
from harness.course.gradebook.gradebook import Gradebook
from harness.course.gradebook.marks.marking import Marking
from harness.course.gradebook.roster_import import add_students
from harness.course.gradebook.run_grades import AttemptRecord
from harness.course.gradebook.storage.database import add_event
from harness.course.gradebook.submissions import HandedIn, record_submissions
from harness.course.ingest.matching.roster_row import RosterEntry, name_forms
from harness.course.ingest.submission import Submission
from harness.course.learning_systems.base import Person
from harness.course.policy.model import Policy
from harness.model.finding import Finding, Place
from harness.model.grade import CaseGrade, Grade, Provenance, Timing
from harness.model.verdict import Verdict
from harness.spec.format.assignment import Assignment

SUBMISSIONS = 10_000 if LONG else 2000
CASES = 40
FAILING = 10
"""Cases of a submission that fail: every fourth, more than in most classes."""
GRADED = 8
"""Submissions that are really graded, to know how long that takes."""
MAX_RECORDING, MAX_EXPORT_S, MAX_BYTES_A_RESULT = 0.03, 10.0, 1024
QUERY = """select assignment, clause, sum(result.max_score - result.score) from attempt
    join result on result.attempt_id = attempt.id where complete group by assignment, clause"""
SPEC = "title: Sums\nlanguage: python\nclauses:\n" + "".join(
    f"  c{number}: {{text: Sum number {number}., points: 2.5}}\n" for number in range(CASES)
)
PROGRAM = "import sys\nprint(sum(map(int, sys.argv[1:])))\n"


def rows() -> list[Row]:
    """The figures."""
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        grading_s = _grading_s(root / "graded")
        location = root / "book.sqlite"
        book = Gradebook(str(location))
        times: dict[str, float] = {}
        with _timed(times, "bring in"):
            submissions = _bring_in(book)
        with _timed(times, "record"):
            _record(book, submissions)
        _ask(book, load_course(root / "graded" / "specs")["sum"], times)
        book.close()
        return _rows(times, grading_s, _bytes(root))


def _rows(times: dict[str, float], grading_s: float, size: int) -> list[Row]:
    what = f"{SUBMISSIONS} submissions of {CASES} cases, SQLite"
    recording_s = times["record"] / SUBMISSIONS
    return [
        Row(f"{what}: write down all hand-ins", times["bring in"], "s"),
        Row(f"{what}: record a graded submission, on the disk", recording_s * 1000, "ms"),
        at_most("the same / grading it", recording_s / grading_s, MAX_RECORDING, peer="none"),
        Row(f"{what}: where the class loses points, in SQL", times["ask"], "s"),
        Row(f"{what}: all marks", times["mark"], "s"),
        at_most(f"{what}: export as CSV", times["csv"], MAX_EXPORT_S, unit="s", peer="none"),
        at_most(f"{what}: export as JSON", times["json"], MAX_EXPORT_S, unit="s", peer="none"),
        at_most(f"{what}: the file, a result", size / SUBMISSIONS / CASES, MAX_BYTES_A_RESULT, unit="B", peer="none"),
    ]


@contextmanager
def _timed(times: dict[str, float], name: str) -> Iterator[None]:
    before = time.perf_counter()
    yield
    times[name] = time.perf_counter() - before


def _grading_s(root: Path) -> float:
    """Seconds that it takes to grade such a submission, without a gradebook."""
    cases = "".join(
        f'  - {{name: case-{number}, clause: c{number}, args: ["{number}"], stdout: "{number}\\n"}}\n'
        for number in range(CASES)
    )
    (root / "specs" / "sum").mkdir(parents=True)
    (root / "specs" / "sum" / "spec.yaml").write_text(f"{SPEC}cases:\n{cases}", encoding="ascii")
    for number in range(GRADED):
        folder = root / "submissions" / f"s{number}" / "sum"
        folder.mkdir(parents=True)
        (folder / "main.py").write_text(f"{PROGRAM}# {number}\n", encoding="ascii")
    command: list[str | Path] = [BIN / "grade", "--specs", root / "specs", "--no-gradebook", root / "submissions"]
    return run(command).wall_s / GRADED


def _bring_in(book: Gradebook) -> list[int]:
    names = [f"Student {number}" for number in range(SUBMISSIONS)]
    entries = [
        RosterEntry(Person(name, str(number)), frozenset({str(number)}), frozenset(name_forms(name)))
        for number, name in enumerate(names)
    ]
    handed_in = [
        HandedIn(Submission(name, "sum", None, provenance=Provenance("Canvas", str(number), name)), f"{number:064x}")
        for number, name in enumerate(names)
    ]
    with book.writing() as connection:
        event = add_event(connection, "ingest")
        add_students(connection, entries, event)
        return [row.id for row in record_submissions(connection, handed_in, event) if row]


def _record(book: Gradebook, submissions: list[int]) -> None:
    run_id = book.begin_run("A")
    for number, submission in enumerate(submissions):
        book.add_attempt(run_id, number, AttemptRecord(f"{number:064x}", submission=submission), _grade(number))
    book.end_run(run_id, complete=True)


def _grade(number: int) -> Grade:
    finding = Finding.of(
        "line-differs", Place(stream="stdout", line=3, column=7), b"8-Queens has 92 solutions\n" * 8,
        b"8-Queens has 91 solutions\n" * 8, line=3, expected_lines=93, actual_lines=92,
    )  # fmt: skip
    cases = [
        CaseGrade(
            f"case-{case}", f"c{case}", Verdict.WA if case % (CASES // FAILING) == 0 else Verdict.AC,
            0.0 if case % (CASES // FAILING) == 0 else 2.5, 2.5, (finding,) if case % (CASES // FAILING) == 0 else (),
            Timing(0.0123, 0.0234, 5.0, memory=9_000_000), f"python3 main.py {case}",
        )
        for case in range(CASES)
    ]  # fmt: skip
    verdict = Verdict.WA
    return Grade(f"Student {number}", "sum", verdict, tuple(cases), 75.0, 100.0, (), CASES, CASES)


def _ask(book: Gradebook, assignment: Assignment, times: dict[str, float]) -> None:
    with book.reading() as connection:
        with _timed(times, "ask"):
            connection.execute(text(QUERY)).all()
        with _timed(times, "mark"):
            Marking(connection, assignment, Policy()).proposals()
        with _timed(times, "csv"):
            for table in tables():
                for _ in csv_chunks(connection, table):
                    pass
        with _timed(times, "json"):
            for _ in json_chunks(connection):
                pass


def _bytes(root: Path) -> int:
    return sum(path.stat().st_size for path in root.glob("book.sqlite*"))


if __name__ == "__main__":
    sys.exit(report(rows()))
