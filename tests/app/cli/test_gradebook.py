"""A class's gradebook: nothing that was finished is graded twice, and nothing that changed is taken for the same."""

from __future__ import annotations

import contextlib
import json
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.support import ADDER, PATIENCE_S, SUM, course, environment, grade, write

STUDENTS = ("ann", "bob", "cat", "dan")
SLOW = ADDER + "import time\ntime.sleep(600)\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A course with four students, one of them wrong."""
    folder = course(tmp_path / "course", SUM + "limits: {wall: 10 min}\n")
    for student in STUDENTS:
        write(folder / "submissions" / student / "sum", {"main.py": ADDER if student != "bob" else "print(5)\n"})
    return folder


def rows(root: Path, query: str) -> list[Any]:
    with sqlite3.connect(root / ".grade" / "gradebook.sqlite") as book:
        return book.execute(query).fetchall()


def attempts(root: Path) -> list[str]:
    """Whose work was graded, attempt by attempt."""
    return [row[0] for row in rows(root, "select student from attempt order by id")]


def finished(root: Path) -> list[str]:
    """The same while the grader may not have come so far as to make the tables."""
    with contextlib.suppress(sqlite3.OperationalError):
        return attempts(root)
    return []


def test_a_class_has_a_gradebook_without_being_asked(root: Path, apart: Path) -> None:
    grade("submissions", cwd=root, apart=apart, expect=1)
    stored = rows(root, "select student, assignment, verdict, score, max_score from attempt order by student")
    assert stored == [
        (student, "sum", "WA" if student == "bob" else "AC", 5 if student == "bob" else 10, 10) for student in STUDENTS
    ]
    assert rows(root, "select complete from run") == [(1,)]
    query = "select name, clause, result.verdict from result join attempt on attempt_id = id where student = 'bob'"
    assert rows(root, query + " order by position") == [("two", "sum", "AC"), ("three", "sum", "WA")]
    assert (root / ".grade" / ".gitignore").read_text() == "*\n"


def test_one_student_has_none_unless_it_is_asked_for(root: Path, apart: Path) -> None:
    grade("submissions/ann", cwd=root, apart=apart, expect=0)
    grade("submissions", "--no-gradebook", cwd=root, apart=apart, expect=1)
    assert not (root / ".grade").exists()
    grade("submissions/ann", "--gradebook", "mine.sqlite", cwd=root, apart=apart, expect=0)
    assert (root / "mine.sqlite").is_file()
    assert not (root / ".grade").exists()


def screen(root: Path, apart: Path, *words: str) -> str:
    return grade("submissions", *words, cwd=root, apart=apart, expect=1).out


def test_nothing_changed_grades_nothing_and_reports_the_same(root: Path, apart: Path) -> None:
    first = screen(root, apart, "--report", "first.json")
    again = screen(root, apart, "--changed", "--report", "again.json")
    assert "4 of 4 taken over" in again
    assert (root / "first.json").read_bytes() == (root / "again.json").read_bytes()
    assert [line for line in again.splitlines() if "taken over" not in line][:12] == first.splitlines()[:12]
    assert sorted(attempts(root)) == sorted(STUDENTS)
    listed = "select student from listed join attempt on attempt_id = attempt.id where run_id = 2 order by position"
    assert rows(root, listed) == [(student,) for student in STUDENTS]


def again(root: Path, apart: Path) -> list[str]:
    """Who is graded again with ``--changed``."""
    before = len(attempts(root))
    grade("submissions", "--changed", cwd=root, apart=apart)
    return sorted(attempts(root)[before:])


def test_only_what_changed_is_graded_again(root: Path, apart: Path) -> None:
    screen(root, apart)
    write(root / "submissions" / "bob" / "sum", {"main.py": ADDER})
    assert again(root, apart) == ["bob"]
    assert again(root, apart) == []
    write(root / "submissions" / "cat" / "sum", {"notes.txt": "hello"})
    (root / "submissions" / "dan" / "sum" / "main.py").chmod(0o755)
    assert again(root, apart) == ["cat", "dan"]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("sum/spec.yaml", SUM.replace("points: 10", "points: 12")),
        ("sum/checks.py", "def check(run):\n    return []\n"),
        ("_shared/limits.py", "LIMIT = 3\n"),
        ("_shared/boards/rows.py", "ROWS = 8\n"),
    ],
)
def test_another_contract_grades_everybody_again(root: Path, apart: Path, name: str, content: str) -> None:
    screen(root, apart)
    write(root / "specs", {name: content})
    assert again(root, apart) == sorted(STUDENTS)


def test_bytecode_and_files_beside_the_assignments_are_no_contract(root: Path, apart: Path) -> None:
    write(root / "specs", {"_shared/limits.py": "LIMIT = 3\n"})
    screen(root, apart)
    write(root / "specs", {"_shared/__pycache__/limits.pyc": "", "sum/checks/__pycache__/a.pyc": "", "notes.txt": ""})
    assert again(root, apart) == []


def test_other_cases_and_another_isolation_are_another_question(root: Path, apart: Path) -> None:
    part = ("submissions", "--only", "two", "--isolation", "E")
    grade(*part, cwd=root, apart=apart, expect=0)
    assert rows(root, "select distinct complete from attempt") == [(0,)], "the grade of a part is not the whole's"
    assert "4 of 4 taken over" in grade(*part, "--changed", cwd=root, apart=apart, expect=0).out
    grade("submissions", "--changed", "--isolation", "E", cwd=root, apart=apart, expect=1)
    assert len(attempts(root)) == 8
    assert rows(root, "select count(*) from attempt where complete") == [(4,)]


def test_a_grader_that_was_killed_is_gone_on_with(root: Path, apart: Path) -> None:
    write(root / "submissions" / "dan" / "sum", {"main.py": SLOW})
    process = subprocess.Popen(
        [sys.executable, "-m", "harness", "grade", "submissions", "-j", "1"],
        cwd=root,
        env=environment(apart),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    deadline = time.monotonic() + PATIENCE_S
    while len(finished(root)) < 3:
        assert time.monotonic() < deadline
        assert process.poll() is None
        time.sleep(0.02)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    assert sorted(attempts(root)) == ["ann", "bob", "cat"]
    write(root / "submissions" / "dan" / "sum", {"main.py": ADDER})
    write(root / "submissions" / "ann" / "sum", {"main.py": ADDER + "# once more\n"})
    out = screen(root, apart, "--resume", "--report", "report.json")
    assert "2 of 4 taken over" in out
    assert sorted(attempts(root)[3:]) == ["ann", "dan"]
    report = json.loads((root / "report.json").read_bytes())
    assert [entry["student"] for entry in report["grades"]] == list(STUDENTS)
    assert rows(root, "select id, complete from run") == [(1, 1)]
    error = grade("submissions", "--resume", cwd=root, apart=apart, expect=2).err
    assert "nothing to resume" in error
    assert "--changed" in error


def test_a_judge_error_is_never_taken_over(root: Path, apart: Path) -> None:
    write(
        root / "specs" / "sum",
        {
            "spec.yaml": SUM.replace('stdout: "5\\n"', "stdout: {check: python, function: check}"),
            "checks.py": "def check(run):\n    raise RuntimeError('ours')\n",
        },
    )
    grade("submissions", cwd=root, apart=apart, expect=3)
    assert again(root, apart) == sorted(STUDENTS)


def test_a_course_that_cannot_be_written_into_is_graded_all_the_same(root: Path, apart: Path) -> None:
    (root / ".grade").write_text("in the way")
    out = screen(root, apart)
    assert "No gradebook was written" in out
    ended = grade("submissions", "--changed", cwd=root, apart=apart, expect=2)
    assert len(ended.err.splitlines()) == 1


def test_a_gradebook_that_fills_up_costs_no_grade(root: Path, apart: Path) -> None:
    location = root / "small.sqlite"
    grade("submissions/ann", "--gradebook", location, cwd=root, apart=apart, expect=0)
    with sqlite3.connect(location) as book:  # as a disk that is full: no row can be added
        book.execute("create trigger full before insert on attempt begin select raise(fail, 'disk is full'); end")
    ended = grade("submissions", "--gradebook", location, cwd=root, apart=apart, expect=3)
    assert "disk is full" in ended.out
    assert "3 of 4 accepted" in ended.out
    assert ended.err == ""


@pytest.mark.parametrize("words", [["--resume", "--changed"], ["--no-gradebook", "--changed"]])
def test_wishes_that_contradict_each_other(root: Path, apart: Path, words: list[str]) -> None:
    assert len(grade("submissions", *words, cwd=root, apart=apart, expect=2).err.splitlines()) == 1
    assert not (root / ".grade").exists()


def test_a_class_in_postgresql(root: Path, apart: Path, postgresql: str) -> None:
    location = postgresql.replace("grade@", "grade:secret@")  # the server trusts the user, whatever the password
    words = ("--gradebook", location, "--changed")
    screen(root, apart, *words)
    again = screen(root, apart, *words)
    assert "4 of 4 taken over" in again
    assert "secret" not in again
