"""Questions to a gradebook of many hand-ins with twenty cases each: why a mark, how the class did.

Start it with ``python benchmarks/gradebook_questions.py``. They are two thousand unless ``BENCHMARKS`` is ``long``.
``GRADEBOOK_URL`` names an empty PostgreSQL database to ask as well, and ``GRADEBOOK_FOLDER`` a folder that is kept.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from measure import BIN, LONG, Row, at_most, report, run
from sqlalchemy import Connection, create_engine, insert, text

from harness.course.assignments import load_course
from harness.course.gradebook.gradebook import Gradebook
from harness.course.gradebook.storage.database import METADATA, add_event

SUBMISSIONS = 10_000 if LONG else 2000
STUDENTS = SUBMISSIONS // 5
CASES = 20
MAX_WHY_S, MAX_CLASS_S = 0.5, 2.0
"""Beside what the program takes to start; CPU time, which other work on the machine changes little."""
SPEC = (
    "title: Sums\nlanguage: python\nclauses:\n"
    + "".join(f"  c{number}: {{text: Sum number {number}., points: 5}}\n" for number in range(CASES))
    + "cases:\n"
    + "".join(
        f'  - {{name: case-{number}, clause: c{number}, args: ["{number}"], stdout: "{number}\\n"}}\n'
        for number in range(CASES)
    )
)


def rows() -> list[Row]:
    """The figures."""
    with _folder() as root:
        specs = root / "specs"
        (specs / "sum").mkdir(parents=True, exist_ok=True)
        (specs / "sum" / "spec.yaml").write_text(SPEC, encoding="ascii")
        places = {"SQLite": str(root / "book.sqlite")}
        if url := os.environ.get("GRADEBOOK_URL"):
            places["PostgreSQL"] = url
        figures = []
        for database, place in places.items():
            _fill(place, specs)
            figures += _figures(database, place, specs)
        return figures


@contextmanager
def _folder() -> Iterator[Path]:
    if kept := os.environ.get("GRADEBOOK_FOLDER"):
        yield Path(kept)
        return
    with tempfile.TemporaryDirectory() as name:
        yield Path(name)


def _figures(database: str, place: str, specs: Path) -> list[Row]:
    what = f"{SUBMISSIONS} hand-ins of {CASES} cases, {database}"
    command: list[str | Path] = [BIN / "harness", "gradebook"]
    where: list[str | Path] = ["--gradebook", place, "--specs", specs]
    none: list[str | Path] = ["--gradebook", specs / "none", "--specs", specs]
    start_s = min(run([*command, "why", "sum", "nobody", *none], accept=(2,)).cpu_s for _ in range(3))
    why_s = min(_cpu_s([*command, "why", "sum", "1007", *where], place) for _ in range(3)) - start_s
    class_s = min(_cpu_s([*command, "class", "sum", *where], place) for _ in range(3)) - start_s
    return [
        at_most(f"{what}: why one mark is what it is, CPU time", why_s, MAX_WHY_S, unit="s", peer="none"),
        at_most(f"{what}: how the class did, CPU time", class_s, MAX_CLASS_S, unit="s", peer="none"),
    ]


def _cpu_s(command: list[str | Path], place: str) -> float:
    """CPU seconds of a command, with those of the server that answers it on this machine."""
    before = _server_cpu_s(place)
    return run(command).cpu_s + _server_cpu_s(place) - before


def _server_cpu_s(place: str) -> float:
    """CPU seconds of a server's connections that have ended; 0 for SQLite, which is in the command itself."""
    if "://" not in place:
        return 0.0
    with create_engine(place).connect() as connection:
        own = connection.execute(text("select pg_backend_pid()")).scalar()
    parent = _fields(f"/proc/{own}/stat")[1]
    user, system = _fields(f"/proc/{parent}/stat")[13:15]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def _fields(path: str) -> list[str]:
    """The fields of a process's state behind its name; user and system time of ended children are 13 and 14."""
    return Path(path).read_text(encoding="ascii").rpartition(")")[2].split()


def _fill(place: str, specs: Path) -> None:
    """Write what a term leaves: five hand-ins a student, each graded, one mark accepted of each student."""
    load_course(specs)
    book = Gradebook(place)
    with book.writing() as connection:
        if connection.execute(text("select count(*) from attempt")).scalar():
            return
        event = add_event(connection, "ingest")
        now = datetime.now(UTC)
        _add(connection, "run", [{"id": 1, "started_at": now, "complete": True, "version": "1", "isolation": "A"}])
        same = {"spec_sha256": "0" * 64, "contract_sha256": "0" * 64, "max_score": 100.0, "manual_score": 0.0}
        _add(connection, "assignment", [{"id": 1, "name": "sum", "title": "Sums", **same, "seen_at": now}])
        students = range(1, STUDENTS + 1)
        _add(connection, "student", [{"id": at, "event_id": event} for at in students])
        identities = [
            {"student_id": at, "kind": kind, "value": value, "event_id": event}
            for at in students
            for kind, value in (("name", f"Student {at}"), ("id", str(1000 + at)), ("register", str(1000 + at)))
        ]
        _add(connection, "identity", identities)
        for start in range(1, SUBMISSIONS + 1, 1000):
            _add_attempts(connection, range(start, min(start + 1000, SUBMISSIONS + 1)), event, now)
        marks = [
            {
                "id": at, "student_id": at, "assignment": "sum", "attempt_id": _last_of(at),
                "submission_id": _last_of(at), "points": 75.0, "max_points": 100.0,
                "sum": "75", "facts": "{}", "accepted": True, "event_id": event,
            }
            for at in students
        ]  # fmt: skip
        _add(connection, "mark", marks)
    book.close()


def _last_of(student: int) -> int:
    return student + 4 * STUDENTS


def _add(connection: Connection, table: str, values: list[dict[str, Any]]) -> None:
    connection.execute(insert(METADATA.tables[table]), values)


def _add_attempts(connection: Connection, numbers: range, event: int, now: datetime) -> None:
    empty = dict.fromkeys(("system", "person_name", "person_id", "person_email", "group_name", "source", "unclear"), "")
    person = {at: (at - 1) % STUDENTS + 1 for at in numbers}
    submissions = [
        {
            "id": at, "assignment": "sum", "content_sha256": f"{at:064x}", "label": f"Student {person[at]}",
            "submitted": f"2026-11-{1 + (at - 1) // STUDENTS:02}T10:00:00", "claimed": False, "entries": "[]",
            "event_id": event, **empty,
        }
        for at in numbers
    ]  # fmt: skip
    _add(connection, "submission", submissions)
    owners = [{"submission_id": at, "student_id": person[at], "event_id": event} for at in numbers]
    _add(connection, "owner", owners)
    attempts = [
        {
            "id": at, "student": f"Student {person[at]}", "assignment": "sum", "key": f"{at:064x}", "graded_at": now,
            "verdict": "WA", "score": 75.0, "max_score": 100.0, "complete": True, "submission_id": at,
            "assignment_id": 1, "more": None,
        }
        for at in numbers
    ]  # fmt: skip
    _add(connection, "attempt", attempts)
    results, findings = [], []
    for at in numbers:
        for case in range(CASES):
            fails = (at + case) % 4 == 0
            results.append({
                "attempt_id": at, "position": case, "name": f"case-{case}", "clause": f"c{case}",
                "verdict": "WA" if fails else "AC", "score": 0.0 if fails else 5.0, "max_score": 5.0,
                "cpu_s": 0.0123, "wall_s": 0.0234, "limit_s": 5.0, "memory": 9_000_000,
                "reproduce": f"python3 main.py {case}",
            })  # fmt: skip
            if fails:
                findings.append({
                    "attempt_id": at, "position": case, "number": 0, "kind": "line-differs", "stream": "stdout",
                    "line": 3, "character": 7, "expected": b"8-Queens has 92 solutions\n",
                    "actual": b"8-Queens has 91 solutions\n",
                    "params": '{"line": 3, "expected_lines": 93, "actual_lines": 92}',
                })  # fmt: skip
    _add(connection, "result", results)
    _add(connection, "finding", findings)
    _add(connection, "listed", [{"run_id": 1, "position": at, "attempt_id": at} for at in numbers])


if __name__ == "__main__":
    sys.exit(report(rows()))
