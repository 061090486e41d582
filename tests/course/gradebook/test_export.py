"""The whole gradebook as CSV and as JSON, by the command line."""

from __future__ import annotations

import csv
import json
import sqlite3
from pathlib import Path

from harness.course.gradebook.gradebook import Gradebook
from harness.course.gradebook.run_grades import AttemptRecord
from harness.course.gradebook.storage.tables import FINDING
from harness.model.finding import Finding
from harness.model.grade import CaseGrade, Grade
from harness.model.verdict import Verdict
from tests.course.gradebook.test_gradebook import FINDING as EVIDENCE
from tests.support import harness, write

CASE = CaseGrade("two", "sum", Verdict.WA, 2.5, 5.0, (EVIDENCE, Finding("say \ud83d\ude00 =1+1")), reproduce="=cmd()")


def filled(folder: Path) -> Path:
    """A gradebook with one attempt."""
    path = folder / "book.sqlite"
    book = Gradebook(str(path))
    book.add_attempt(
        book.begin_run("A"), 0, AttemptRecord("k" * 64), Grade("=ann", "sum", Verdict.WA, (CASE,), 2.5, 5.0)
    )
    book.close()
    return path


def test_a_csv_file_a_table(tmp_path: Path, apart: Path) -> None:
    book = filled(tmp_path)
    harness("gradebook", "export", "--gradebook", book, "--out", tmp_path / "all", cwd=tmp_path, apart=apart, expect=0)
    with sqlite3.connect(book) as opened:
        tables = {row[0] for row in opened.execute("select name from sqlite_master where type = 'table'")}
    assert {path.stem for path in (tmp_path / "all").iterdir()} == tables - {"alembic_version"}
    with (tmp_path / "all" / "attempt.csv").open(newline="", encoding="utf-8") as file:
        (attempt,) = csv.DictReader(file)
    assert (attempt["student"], attempt["score"], attempt["graded_at"][-6:]) == ("'=ann", "2.5", "+00:00")
    with (tmp_path / "all" / "finding.csv").open(newline="", encoding="utf-8") as file:
        first, second = csv.DictReader(file)
    assert set(first) == {column.name for column in FINDING.columns} - {"more"}
    assert (first["kind"], first["expected"], first["near_misses"]) == ("line-differs", "5\\n", '["letter-case"]')
    assert first["actual"].startswith("base64:")
    assert second["kind"] == "course"


def test_one_json_file(tmp_path: Path, apart: Path) -> None:
    out = tmp_path / "book.json"
    book = filled(tmp_path)
    harness("gradebook", "export", "--gradebook", book, "--out", out, cwd=tmp_path, apart=apart, expect=0)
    content = json.loads(out.read_bytes())
    assert content["about"] == [{"schema": 4}]
    assert [row["name"] for row in content["result"]] == ["two"]
    assert [row["expected"] for row in content["finding"]] == ["5\n", None]
    assert content["mark"] == []


def test_faults_are_one_line(tmp_path: Path, apart: Path) -> None:
    write(tmp_path, {"file": ""})
    filled(tmp_path)
    for words, message in (
        (("--gradebook", "none.sqlite", "--out", "x"), "there is no gradebook yet"),
        (("--gradebook", "book.sqlite", "--out", "file"), "this folder cannot be made"),
        (("--out", "x"), "no folder named specs"),
    ):
        ended = harness("gradebook", "export", *words, cwd=tmp_path, apart=apart, expect=2)
        assert message in ended.err
        assert len(ended.err.splitlines()) == 1
