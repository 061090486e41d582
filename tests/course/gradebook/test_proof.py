"""Every mark can be proven: by what it was graded with, by the rules of the time, and by a log that shows an edit."""

from __future__ import annotations

import re
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tests.app.cli.test_marks import RULES, created
from tests.support import ADDER, PATIENCE_S, ROOT, SUM, Begun, Course, course, environment, harness, write


def accepted(root: Path, apart: Path) -> Course:
    place = created(root, apart)
    place.run("regrade", "sum")
    place.run("score", "sum", "--from", "comments.yaml", "--marker", "kim")
    place.run("regrade", "sum", "--accept", "--why", "first round")
    return place


@pytest.fixture
def term(begun: Begun, tmp_path: Path, apart: Path) -> Course:
    """Pat's mark is accepted."""
    return begun(accepted).copied(tmp_path / "course", apart)


def database(term: Course) -> Path:
    return term.root / ".grade" / "gradebook.sqlite"


def edit(term: Course, statement: str, *values: str) -> None:
    with sqlite3.connect(database(term)) as book:
        book.execute(statement, values)


def printed(term: Course, *words: str, expect: int = 0) -> str:
    return harness(*words, cwd=term.root, apart=term.apart, expect=expect).out


def test_a_mark_comes_out_again_by_the_kept_spec(term: Course) -> None:
    spec = term.root / "specs" / "sum" / "spec.yaml"
    spec.write_text(spec.read_text().replace('"7\\n"', '"8\\n"'))
    reported = printed(term, "gradebook", "reproduce", "ann", "sum")
    assert "it comes out: AC 10 of 10" in reported
    assert "the same as then" in reported
    (attempt,) = re.findall(r"attempt (\d+), mark", reported)
    edit(term, "update result set verdict = 'WA', score = 0 where attempt_id = ? and name = 'three'", attempt)
    edit(term, "update attempt set score = 5 where id = ?", attempt)
    reported = printed(term, "gradebook", "reproduce", "ann", "sum", expect=1)
    assert "it does not come out: it was AC 5 of 10, it is AC 10 of 10" in reported
    assert "three: WA -> AC" in reported


def test_what_differs_from_then_is_reported(term: Course) -> None:
    edit(term, """update setup set tools = '{"python3": "Python 2.7"}', version = '0.0.9'""")
    reported = printed(term, "gradebook", "reproduce", "pat", "sum")
    assert "another one than then: python3: Python 2.7 -> Python 3" in reported
    assert "another one than then: harness: 0.0.9 -> " in reported


def released(folder: Path, version: str, file: str = "__init__.py", old: str = "", new: str = "") -> Path:
    """A release of the harness: all of it under a version of its own, and a file of it as it was then."""
    shutil.copytree(ROOT / "harness", folder / "harness", ignore=shutil.ignore_patterns("__pycache__"))
    first, changed = folder / "harness" / "__init__.py", folder / "harness" / file
    first.write_text(re.sub('__version__ = "[^"]*"', f'__version__ = "{version}"', first.read_text()))
    assert old in changed.read_text()
    changed.write_text(changed.read_text().replace(old, new))
    return folder


def run_by(release: Path, term: Course, *words: str) -> str:
    command = [sys.executable, "-m", "harness", *words]
    own = {**environment(term.apart), "PYTHONPATH": str(release)}
    ended = subprocess.run(
        command, cwd=term.root, env=own, capture_output=True, text=True, timeout=PATIENCE_S, check=False
    )
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def test_a_mark_of_two_releases_ago_is_graded_again(tmp_path: Path, apart: Path) -> None:
    signature = "def compare(self, actual: bytes, expected: bytes | None, context: Context) -> tuple[Finding, ...]:\n"
    fault = f"{signature}        return ()\n"
    oldest = released(tmp_path / "oldest", "0.0.1", "judge/checkers/text.py", f"    {signature}", f"    {fault}")
    old = released(tmp_path / "old", "0.0.2")
    files = {"roster.csv": "Name,ID\nAnn Lee,101\nBo Ek,102\n"}
    work = {"PA1/leeann_101_1_main.py": ADDER, "PA1/ekbo_102_2_main.py": "print(5)\n"}
    term = Course(write(course(tmp_path / "course", SUM), {**files, **work}), apart, "")
    run_by(oldest, term, "ingest", "PA1", "--assignment", "sum", "--roster", "roster.csv")
    run_by(oldest, term, "regrade", "sum", "--accept")
    assert "10 -> 5 of 10  -5" in run_by(old, term, "regrade", "sum"), "the next release sees what was wrong"
    shutil.rmtree(term.root / "specs")
    write(course(term.root, SUM.replace("7", "8")), {})
    reported = printed(term, "gradebook", "reproduce", "101", "sum")
    assert "it comes out: AC 10 of 10" in reported
    assert "another one than then: harness: 0.0.1 -> " in reported
    reported = printed(term, "gradebook", "reproduce", "102", "sum", expect=1)
    assert "it does not come out: it was AC 10 of 10, it is WA 5 of 10" in reported
    assert "three: AC -> WA" in reported


def test_each_text_is_kept_once_and_an_old_attempt_says_so(term: Course) -> None:
    printed(term, "regrade", "sum", "--all")
    with sqlite3.connect(database(term)) as book:
        assert book.execute("select count(*) from setup").fetchone() == (1,)
        assert book.execute("select count(*) from attempt where setup_id is null").fetchone() == (0,)
        (user,) = book.execute("select distinct os_user from event").fetchone()
    assert " on " in user
    edit(term, "update attempt set setup_id = null")
    assert "of an earlier version" in term.run("gradebook", "reproduce", "ann", "sum", expect=2)


def test_why_shows_the_rule_and_the_lines_of_the_spec_that_changed(term: Course) -> None:
    longer = RULES + "      Lee, Ann: {until: 2026-11-09, why: a certificate}\n"
    write(term.root, {"course.yaml": longer})
    reported = term.run("gradebook", "why", "sum", "ann")
    assert "a rule changed since: extension to 2026-11-09 23:59, a certificate" in reported
    term.run("regrade", "sum", "--accept", "--why", "ill")
    reported = term.run("gradebook", "why", "sum", "ann")
    assert "a rule changed before this mark: extension to 2026-11-09 23:59, a certificate, taken by " in reported
    assert "extension to" not in term.run("gradebook", "why", "sum", "zoe")
    spec = term.root / "specs" / "sum" / "spec.yaml"
    spec.write_text(spec.read_text().replace('"7\\n"', '"8\\n"'))
    reported = term.run("regrade", "sum")
    assert 'because -    stdout: "7\\n"' in reported
    assert 'because +    stdout: "8\\n"' in reported


@pytest.mark.parametrize(
    "statement",
    [
        "update mark set points = 15 where id = 1",
        "delete from event where kind = 'score'",
        "update result set score = 10 where attempt_id = 1 and position = 1",
        "update event set why = 'another reason' where kind = 'accept'",
        "delete from audit where id = 5",
        "insert into adjustment (student_id, assignment, points, event_id) values (1, 'sum', 3, 1)",
    ],
)
def test_an_edited_gradebook_shows(term: Course, statement: str) -> None:
    before = printed(term, "gradebook", "verify-log")
    assert "all of them as they were written" in before
    edit(term, statement)
    assert "edited: " in printed(term, "gradebook", "verify-log", expect=1)


def test_who_is_forgotten_does_not_break_the_log(term: Course) -> None:
    term.run("gradebook", "forget", "ann", "--yes")
    assert "all of them as they were written" in printed(term, "gradebook", "verify-log")
    term.run("regrade", "sum", "--accept")
    assert "all of them as they were written" in printed(term, "gradebook", "verify-log")


def test_the_log_holds_on_a_server(tmp_path: Path, apart: Path, postgresql: str) -> None:
    place = created(tmp_path / "course", apart, postgresql)
    place.run("regrade", "sum")
    place.run("score", "sum", "--from", "comments.yaml")
    place.run("regrade", "sum", "--accept")
    assert "all of them as they were written" in place.run("gradebook", "verify-log")
    assert "it comes out" in place.run("gradebook", "reproduce", "ann", "sum")
