"""A grader that is killed at any moment, and gone on with, leaves the gradebook that it would have left undisturbed."""

from __future__ import annotations

import random
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.support import ADDER, PATIENCE_S, SUM, course, environment, grade, write

COLUMNS = {
    "attempt": "student, assignment, verdict, score, max_score, complete, key",
    "result": "student, name, clause, result.verdict, result.score, reproduce",
    "finding": "student, position, number, kind, expected, actual, params",
    "note": "student, number, kind, params",
    "submission": "label, assignment, content_sha256, submitted",
}


def a_class(root: Path) -> Path:
    course(root, SUM)
    programs = (ADDER, "print(5)\n", "print(7)\n", "import sys\nsys.exit(3)\n", ADDER + "# other\n", "1 / 0\n")
    for number, program in enumerate(programs):
        write(root / "submissions" / f"s{number}" / "sum", {"main.py": program})
    return root


def contents(root: Path) -> dict[str, list[Any]]:
    """All of a gradebook but numbers, times and measurements."""
    with closing(sqlite3.connect(root / ".grade" / "gradebook.sqlite")) as book:
        assert book.execute("pragma integrity_check").fetchone() == ("ok",)
        rows = {
            table: book.execute(
                f"select {columns} from {table}"  # noqa: S608 - names of our own
                + (
                    f" join attempt on attempt.id = {table}.attempt_id"
                    if "student, " in columns and table != "attempt"
                    else ""
                )
                + " order by 1, 2, 3"
            ).fetchall()
            for table, columns in COLUMNS.items()
        }
        rows["listed"] = book.execute(
            "select position, student from listed join attempt on attempt.id = attempt_id order by position"
        ).fetchall()
        rows["run"] = book.execute("select complete from run").fetchall()
    return rows


def kill_and_go_on(root: Path, apart: Path, kills: int, moments: random.Random, lasts_s: float) -> int:
    """Kill the grader again and again, then let it come to its end; how often it was killed before it had."""
    words = ["submissions", "-j", "2"]
    killed = 0
    while killed < kills and not is_complete(root):
        process = subprocess.Popen(
            [sys.executable, "-m", "harness", "grade", *words, *resuming(root)],
            cwd=root, env=environment(apart), stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        try:
            process.wait(moments.uniform(0, lasts_s))
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(PATIENCE_S)
            killed += 1
    if not is_complete(root):
        grade(*words, *resuming(root), cwd=root, apart=apart, expect=1)
    return killed


def is_complete(root: Path) -> bool:
    if not (root / ".grade" / "gradebook.sqlite").exists():
        return False
    with closing(sqlite3.connect(root / ".grade" / "gradebook.sqlite")) as book:
        try:
            return bool(book.execute("select count(*) from run where complete").fetchone()[0])
        except sqlite3.OperationalError:  # killed before there were tables
            return False


def resuming(root: Path) -> list[str]:
    """``--resume`` where a run has begun and is not at its end."""
    if not (root / ".grade" / "gradebook.sqlite").exists():
        return []
    with closing(sqlite3.connect(root / ".grade" / "gradebook.sqlite")) as book:
        try:
            runs = book.execute("select complete from run order by id desc limit 1").fetchall()
        except sqlite3.OperationalError:
            return []
    return ["--resume"] if runs == [(0,)] else []


@pytest.mark.parametrize("kills", [4, pytest.param(100, marks=pytest.mark.slow)])
def test_killed_at_random_moments_and_gone_on_with(tmp_path: Path, apart: Path, kills: int) -> None:
    undisturbed = a_class(tmp_path / "undisturbed")
    before = time.monotonic()
    grade("submissions", "-j", "2", cwd=undisturbed, apart=apart, expect=1)
    lasts_s = time.monotonic() - before
    expected = contents(undisturbed)
    moments = random.Random(7)  # noqa: S311 - where the kills fall depends on the machine; what must hold does not
    done = rounds = 0
    while done < kills:
        root = a_class(tmp_path / f"killed-{rounds}")
        done += kill_and_go_on(root, apart, min(4, kills - done), moments, lasts_s)
        assert contents(root) == expected
        rounds += 1
