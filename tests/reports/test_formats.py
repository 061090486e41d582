"""Every report format is bytes made from one document; the keys and columns are those of docs/reports.md."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import harness.reports.formats
from harness.isolation.none import Unconfined
from harness.model.errors import JudgeError, UsageError
from harness.model.finding import Finding
from harness.model.grade import CaseGrade, Grade, Timing
from harness.model.verdict import Verdict
from harness.reports.document import Document, points
from harness.reports.formats import renderer, suffixes
from harness.reports.screen import screen
from harness.reports.write import check_target, write_whole
from tests.support import ADDER, PATIENCE_S, ROOT, course, environment, loaded, write

EVIL = "\x1b[2J\x07|<script>alert(1)</script>`\r\n\udcff"
OUTPUT = b"5 \n\xff\x1b[31m\r\n</code>```\n" * 3


@pytest.fixture
def document(tmp_path: Path) -> Document:
    assignment = loaded(course(tmp_path))
    finding = Finding("line 1 differs", "stdout, line 1, column 2", b"5\n", OUTPUT, ("trailing-blanks",))
    wrong = CaseGrade(
        "two", "sum", Verdict.WA, 0.0, 5.0, (finding,), Timing(0.25, 0.5, 2.0, 0.125, 0.75, 4096), "run it"
    )
    right = CaseGrade("three", "sum", Verdict.AC, 5.0, 5.0, visibility="hidden")
    grades = (
        Grade("ann", "sum", Verdict.WA, (wrong, right), 5.0, 10.0, ("a note",)),
        Grade("=cmd()", "sum", Verdict.AC, (right,), 10.0, 10.0),
        Grade(EVIL, "sum", Verdict.JE, (CaseGrade("two", "sum", Verdict.JE, findings=(Finding(EVIL),)),)),
    )
    return Document(grades, Unconfined().level, {"sum": assignment})


def rendered(document: Document, suffix: str) -> bytes:
    return renderer(f"report{suffix}")(document)


def documented_keys(heading: str) -> set[str]:
    text = (ROOT / "docs" / "reports.md").read_text(encoding="utf-8")
    table = next(block for block in text.split(heading, 1)[1].split("\n\n") if block.lstrip().startswith("| key"))
    return {key for line in table.strip().splitlines()[2:] for key in re.findall(r"`(\w+)`", line.split("|")[1])}


def test_every_module_of_the_folder_is_a_format() -> None:
    folder = Path(harness.reports.formats.__file__).parent
    modules = {path.stem for path in folder.glob("[a-z]*.py")}
    assert {f".{name}" for name in modules} == set(suffixes())
    assert {".json", ".csv", ".md", ".txt"} <= set(suffixes())


HTML = """\
import html

def render(document):
    rows = (f"<li>{html.escape(grade.student)}: {grade.verdict.name}</li>" for grade in document.grades)
    return f"<ul>{''.join(rows)}</ul>\\n".encode()
"""
"""A format whose module is called like the one of the standard library that it imports."""


def test_a_format_is_one_file_whose_name_is_its_ending(tmp_path: Path, apart: Path) -> None:
    copied = shutil.copytree(ROOT / "harness", tmp_path / "harness", ignore=shutil.ignore_patterns("__pycache__"))
    write(copied / "reports" / "formats", {"html.py": HTML})
    root = write(course(tmp_path / "course"), {"submissions/ann/sum/sum.py": ADDER})
    command = [sys.executable, "-m", "harness", "grade", "submissions", "--isolation", "E"]
    reports = {ending: root / f"report.{ending}" for ending in ("html", "json", "csv", "md", "txt")}
    ended = subprocess.run(
        [*command, *(f"--report={path}" for path in reports.values())],
        cwd=root,
        env={**environment(apart), "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr.decode()
    assert reports["html"].read_text() == "<ul><li>ann: AC</li></ul>\n"
    assert all("ann" in path.read_text() for path in reports.values())


@pytest.mark.parametrize("suffix", suffixes())
def test_every_format_gives_bytes_in_utf8_that_no_terminal_acts_on(document: Document, suffix: str) -> None:
    text = rendered(document, suffix).decode("utf-8")
    assert text.endswith("\n")
    unsafe = {letter for letter in text if not letter.isprintable() and letter != "\n"}
    assert unsafe == set()
    assert "ann" in text


@pytest.mark.parametrize("suffix", suffixes())
def test_every_format_is_the_same_twice(document: Document, suffix: str) -> None:
    assert rendered(document, suffix) == rendered(document, suffix)


@pytest.mark.parametrize("suffix", suffixes())
def test_every_format_can_say_that_there_is_nothing(document: Document, suffix: str) -> None:
    assert rendered(Document((), document.level, document.course), suffix)


def test_json_has_the_documented_keys(document: Document) -> None:
    report: dict[str, Any] = json.loads(rendered(document, ".json"))
    assert set(report) == documented_keys("## JSON") == {"schema", "isolation", "complete", "grades"}
    grade = report["grades"][0]
    assert set(grade) == documented_keys("A grade:")
    finding_keys = {"message", "where", "expected", "actual", "near_misses"}
    assert set(grade["cases"][0]) == documented_keys("A case:")
    assert set(grade["cases"][0]["findings"][0]) == finding_keys


def test_json_says_everything(document: Document) -> None:
    report = json.loads(rendered(document, ".json"))
    assert (report["schema"], report["complete"], report["isolation"]["level"]) == (1, True, "E")
    ann = report["grades"][0]
    assert (ann["student"], ann["verdict"], ann["score"], ann["max_score"], ann["notes"]) == (
        "ann",
        "WA",
        5.0,
        10.0,
        ["a note"],
    )
    two, three = ann["cases"]
    assert (two["cpu_s"], two["wall_s"], two["cpu_limit_s"], two["reference_cpu_s"], two["first_cpu_s"]) == (
        0.25,
        0.5,
        2.0,
        0.125,
        0.75,
    )
    assert (two["memory_bytes"], two["reproduce"], two["visibility"]) == (4096, "run it", "visible")
    assert (three["cpu_s"], three["findings"], three["visibility"]) == (None, [], "hidden")
    (finding,) = two["findings"]
    assert (finding["expected"], finding["near_misses"]) == ("5\n", ["trailing-blanks"])
    assert finding["actual"] == OUTPUT.decode("utf-8", "backslashreplace")
    assert report["grades"][2]["max_score"] == 0


def test_a_run_that_was_broken_off_is_not_complete(document: Document) -> None:
    broken = Document(document.grades, document.level, document.course, interrupted=True)
    assert json.loads(rendered(broken, ".json"))["complete"] is False
    assert "Broken off" in screen(broken)


def test_csv_has_a_row_for_each_student_and_no_formula(document: Document) -> None:
    rows = list(csv.reader(io.StringIO(rendered(document, ".csv").decode())))
    assert rows[0] == ["student", "assignment", "verdict", "score", "max_score", "failed_cases"]
    assert rows[1] == ["ann", "sum", "WA", "5.0", "10.0", "two"]
    assert rows[2][0] == "'=cmd()"
    assert len(rows) == 4
    assert rows[3][0].isprintable()


def test_markdown_cannot_be_broken_out_of(document: Document) -> None:
    text = rendered(document, ".md").decode()
    for line in text.splitlines():
        assert "<script>" not in line or line.startswith("    "), "only in a code block"
        assert "```" not in line or line.startswith("    ")
    assert "# Grades" in text.splitlines()[0]


def test_text_explains_everything_the_screen_of_a_class_is_short(document: Document) -> None:
    text = rendered(document, ".txt").decode()
    for explanation in (
        "two: wrong answer (0/5 points)",
        "clause sum: The sum of the arguments is printed.",
        "stdout, line 1, column 2: line 1 differs",
        "Only blanks at the end of lines differ.",
        "expected | 5",
        "got      | 5\N{MIDDLE DOT}",
        r"\xff\x1b[31m\r",
        "CPU time: 0.75 s at first, 0.25 s run again alone, the reference 0.12 s",
        "try it yourself: run it",
        "0.25 / 2.00 s (reference 0.12)",
        "JUDGE ERROR, not the student's fault: ",
    ):
        assert explanation in text, explanation
    many = Document([*document.grades, *document.grades], document.level, document.course)
    assert "try it yourself" in screen(many)
    students = tuple(Grade(f"s{number}", "sum", Verdict.WA, document.grades[0].cases, 5.0, 10.0) for number in range(4))
    whole = Document(students, document.level, document.course)
    assert "try it yourself" not in screen(whole)
    assert "try it yourself" in screen(whole, details=True)


def test_the_isolation_is_told_in_every_report_for_people(document: Document) -> None:
    for text in (screen(document), rendered(document, ".md").decode(), rendered(document, ".txt").decode()):
        assert "Isolation: E (own session, watched limits, no sandbox); not enforced: " in text


@pytest.mark.parametrize("name", ["report", "report.xml~", "report.jsonx", "json"])
def test_an_ending_that_no_format_has(name: str) -> None:
    with pytest.raises(UsageError) as error:
        renderer(name)
    assert str(error.value).startswith(f"{name}: no report format has this ending; known: ")
    assert all(suffix in str(error.value) for suffix in (".csv", ".json", ".md", ".txt"))


def test_the_endings_letter_case_does_not_matter() -> None:
    assert renderer("A.JSON") is renderer("a.json")


@pytest.mark.parametrize(
    ("score", "max_score", "shown"), [(5.0, 10.0, "5/10"), (7.5, 10, "7.5/10"), (10 / 3, 10, "3.33/10"), (0.0, 0.0, "")]
)
def test_points(score: float, max_score: float, shown: str) -> None:
    assert points(score, max_score) == shown


def test_a_report_is_written_whole_and_nothing_else_is_left(tmp_path: Path) -> None:
    write_whole(tmp_path / "a.json", b"old")
    write_whole(tmp_path / "a.json", b"new")
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("a.json", b"new")]
    assert (tmp_path / "a.json").stat().st_mode & 0o777 == 0o644


def test_a_report_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "folder.json").mkdir()
    with pytest.raises(JudgeError, match="the report cannot be written"):
        write_whole(tmp_path / "folder.json", b"x")
    assert [path.name for path in tmp_path.iterdir()] == ["folder.json"]
    with pytest.raises(JudgeError, match="the report cannot be written"):
        write_whole(tmp_path / "none" / "a.json", b"x")


def test_a_target_is_checked_before_any_work(tmp_path: Path) -> None:
    check_target(tmp_path / "a.json")
    with pytest.raises(UsageError, match="there is no folder"):
        check_target(tmp_path / "none" / "a.json")
    with pytest.raises(UsageError, match="this is a folder"):
        check_target(write(tmp_path / "a.json", {}))
