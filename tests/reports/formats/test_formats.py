"""Every report format is bytes made from one document; the keys and columns are those of docs/reports.md."""

from __future__ import annotations

import csv
import io
import json
import re
import secrets
import shutil
import subprocess
import sys
import zipfile
from datetime import datetime, tzinfo
from pathlib import Path
from typing import Any, Self

import pytest
from msgspec.structs import replace

import harness.reports.formats
from harness.course.learning_systems import GRADE_FILES
from harness.model.errors import JudgeError, UsageError
from harness.model.finding import Finding, Place
from harness.model.grade import CaseGrade, Grade, Timing
from harness.model.verdict import Verdict
from harness.reports.document import Document, points
from harness.reports.formats import by_ending, named, names, suffixes
from harness.reports.output.write import check_target, write_whole
from harness.reports.text.screen import screen_text
from harness.sandbox.isolation.none import Unconfined
from tests.support import ADDER, PATIENCE_S, ROOT, course, environment, loaded, write

EVIL = "\x1b[2J\x07|<script>alert(1)</script>`\r\n\udcff"
OUTPUT = b"5 \n\xff\x1b[31m\r\n</code>```\n" * 3


@pytest.fixture
def document(tmp_path: Path) -> Document:
    assignment = loaded(course(tmp_path))
    finding = Finding(
        "", Place("", "stdout", line=1, column=2), b"5\n", OUTPUT, ("trailing-blanks",), "line-differs", {"line": 1}
    )
    wrong = CaseGrade(
        "two", "sum", Verdict.WA, 0.0, 5.0, (finding,), Timing(0.25, 0.5, 2.0, 0.125, 0.75, 4096), "run it"
    )
    right = CaseGrade("three", "sum", Verdict.AC, 5.0, 5.0, visibility="hidden")
    grades = (
        Grade("ann", "sum", Verdict.WA, (wrong, right), 5.0, 10.0, (Finding("a note"),)),
        Grade("=cmd()", "sum", Verdict.AC, (right,), 10.0, 10.0),
        Grade(EVIL, "sum", Verdict.JE, (CaseGrade("two", "sum", Verdict.JE, findings=(Finding(EVIL),)),)),
    )
    return Document(grades, Unconfined().level, {"sum": assignment})


def rendered(document: Document, suffix: str) -> bytes:
    return by_ending(f"report{suffix}").render(document)


def documented_keys(record: str) -> set[str]:
    schema = json.loads((ROOT / "docs" / "report.schema.json").read_text(encoding="utf-8"))
    return set(schema["$defs"][record]["properties"])


def test_every_module_of_the_folder_is_a_format() -> None:
    folder = Path(harness.reports.formats.__file__).parent
    modules = {path.stem for path in folder.glob("[a-z]*.py")}
    assert modules | set(GRADE_FILES) == set(names())
    assert not modules & set(GRADE_FILES)
    assert {".json", ".csv", ".md", ".txt", ".xml"} <= set(suffixes())


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


@pytest.mark.parametrize("name", names())
def test_every_format_gives_bytes_in_utf8_that_no_terminal_acts_on(document: Document, name: str) -> None:
    content = named(name).render(document)
    if zipfile.is_zipfile(io.BytesIO(content)):
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            content = b"".join(name.encode() + archive.read(name) for name in archive.namelist())
    text = content.decode("utf-8").replace("\r\n", "\n")
    assert text.endswith("\n")
    unsafe = {letter for letter in text if not letter.isprintable() and letter != "\n"}
    assert unsafe == set()
    assert "ann" in text or name == "brightspace"  # which knows students by numbers alone


class _Noon(datetime):
    """A clock that stands still."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> Self:
        return cls(2026, 11, 5, 12, tzinfo=tz)


@pytest.mark.parametrize("name", names())
def test_every_format_is_the_same_twice(document: Document, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(secrets, "token_hex", lambda _: "token")  # two things must not be the same: this and the time
    monkeypatch.setattr("harness.reports.formats.classroom50.datetime", _Noon)
    render = named(name).render
    assert render(document) == render(document)


@pytest.mark.parametrize("name", names())
def test_every_format_can_say_that_there_is_nothing(document: Document, name: str) -> None:
    assert named(name).render(Document((), document.level, document.course))


def test_json_has_the_documented_keys(document: Document) -> None:
    report: dict[str, Any] = json.loads(rendered(document, ".json"))
    assert set(report) == documented_keys("Report")
    grade = report["grades"][0]
    assert set(grade) == documented_keys("GradeRecord")
    finding = grade["cases"][0]["findings"][0]
    assert set(grade["cases"][0]) == documented_keys("CaseRecord")
    assert set(finding) == documented_keys("FindingRecord")
    assert set(finding["where"]) <= documented_keys("PlaceRecord")


def test_json_says_everything(document: Document) -> None:
    report = json.loads(rendered(document, ".json"))
    assert (report["schema"], report["interrupted"], report["isolation"]["level"]) == (2, False, "E")
    assert report["complete"] is False, "the last grade has a judge error"
    assert [grade["complete"] for grade in report["grades"]] == [True, True, False]
    ann = report["grades"][0]
    assert (
        ann["student"],
        ann["verdict"],
        ann["score"],
        ann["max_score"],
        [note["message"] for note in ann["notes"]],
    ) == (
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
    assert (finding["kind"], finding["params"], finding["message"]) == ("line-differs", {"line": 1}, "line 1 differs")
    assert finding["where"] == {"stream": "stdout", "line": 1, "column": 2, "text": "stdout, line 1, column 2"}
    assert (finding["expected"], finding["near_misses"]) == ("5\n", ["trailing-blanks"])
    assert finding["actual"] == OUTPUT.decode("utf-8", "backslashreplace")
    assert report["grades"][2]["max_score"] == 0


def test_a_run_that_was_broken_off_is_not_complete(document: Document) -> None:
    broken = Document(document.grades, document.level, document.course, interrupted=True)
    assert json.loads(rendered(broken, ".json"))["complete"] is False
    for text in (screen_text(broken), rendered(broken, ".md").decode(), rendered(broken, ".txt").decode()):
        assert "Interrupted" in text
        assert "incomplete" in text.lower()


def test_no_english_is_left_in_a_german_report(document: Document) -> None:
    broken = replace(document, language="de", interrupted=True, only=("t*",), not_recognised=("x.py",))
    part = replace(broken.grades[1], cases_selected=1, cases_total=66)
    german = replace(broken, grades=(broken.grades[0], part))
    english = re.compile(
        r"not recognised|Interrupted|[Ii]ncomplete|\bcases?\b|clause|verdict|Only a|Grades|student |points"
    )
    for text in (screen_text(german, details=True), *(rendered(german, end).decode() for end in (".txt", ".md"))):
        assert "nicht erkannt:" in text
        assert "1 von 66" in text
        assert [line for line in text.splitlines() if english.search(line)] == []


def test_points_of_a_part_are_in_no_report_those_of_the_whole(document: Document) -> None:
    whole = document.grades[1]
    part = replace(whole, student="part", cases_selected=1, cases_total=66)
    mixed = replace(document, grades=(whole, part), only=("t*o",), assignments=("sum",))
    for text in (screen_text(mixed), *(rendered(mixed, ending).decode() for ending in (".txt", ".md"))):
        assert text.count("10/10 (1 of 66 cases)") == 1
        assert "sum: 1 of 66 cases; no score here is that of the whole" in text.replace("\\", "")
        assert "--assignment sum --only 't*o'" in text.replace("\\", "")
    rows = list(csv.DictReader(io.StringIO(rendered(mixed, ".csv").decode())))
    assert [(row["score"], row["max_score"], row["state"]) for row in rows] == [
        ("10.0", "10.0", "complete"),
        ("", "", "partial"),
    ]
    assert (rows[1]["judged_score"], rows[1]["cases_selected"], rows[1]["cases_total"]) == ("10.0", "1", "66")
    assert "--only 't*o'" in rows[1]["chosen_by"]
    report = json.loads(rendered(mixed, ".json"))
    assert (report["complete"], report["chosen_cases"], report["chosen_assignments"]) == (False, ["t*o"], ["sum"])
    assert [(grade["partial"], grade["complete"]) for grade in report["grades"]] == [(False, True), (True, False)]


@pytest.mark.parametrize("verdict", [Verdict.JE, Verdict.NR, Verdict.SK])
def test_a_case_without_a_verdict_makes_a_grade_incomplete_in_every_report(
    document: Document, verdict: Verdict
) -> None:
    right = document.grades[1]
    case = CaseGrade("two", "sum", verdict)
    unjudged = replace(right, student="cat", verdict=verdict, cases=(*right.cases, case))
    mixed = replace(document, grades=(right, unjudged))
    for text in (screen_text(mixed), *(rendered(mixed, ending).decode() for ending in (".txt", ".md"))):
        assert "10/10 (incomplete)" in text
        assert "Incomplete: 1 of 2 grades" in text.replace("\\", "")
    row = list(csv.DictReader(io.StringIO(rendered(mixed, ".csv").decode())))[1]
    assert (row["score"], row["max_score"], row["state"]) == ("", "", "incomplete")
    report = json.loads(rendered(mixed, ".json"))
    assert [grade["complete"] for grade in report["grades"]] == [True, False]
    assert report["complete"] is False


def test_csv_has_a_row_for_each_student_and_no_formula(document: Document) -> None:
    rows = list(csv.reader(io.StringIO(rendered(document, ".csv").decode())))
    assert rows[0][:6] == ["student", "assignment", "verdict", "score", "max_score", "failed_cases"]
    assert set(rows[0]) <= set(re.findall(r"`(\w+)`", (ROOT / "docs" / "reports.md").read_text(encoding="utf-8")))
    assert rows[1][:7] == ["ann", "sum", "WA", "5.0", "10.0", "two", "complete"]
    assert rows[2][0] == "'=cmd()"
    assert len(rows) == 4
    assert rows[3][0].isprintable()


def test_markdown_cannot_be_broken_out_of(document: Document) -> None:
    text = rendered(document, ".md").decode()
    for line in text.splitlines():
        assert "<script>" not in line or line.startswith("    "), "only in a code block"
        assert "```" not in line or line.startswith("    ")
    assert "# Grades" in text.splitlines()[0]


def test_markdown_says_what_went_wrong_before_the_points(document: Document) -> None:
    text = rendered(document, ".md").decode()
    ann = text.partition("## ann")[2].partition("\n## ")[0]
    assert ann.index("Only blanks at the end of lines differ") < ann.index("| clause")
    assert re.search(r"\| ✘ +\| sum +\| 5/10 +\| 2 +\|", ann)
    assert "| AC" not in ann


def test_markdown_says_in_a_sentence_that_nothing_was_handed_in(document: Document) -> None:
    missing = CaseGrade("two", "sum", Verdict.NS, 0.0, 10.0)
    absent = Grade("dan", "sum", Verdict.NS, (missing,) * 40, 0.0, 400.0)
    text = rendered(replace(document, grades=(absent,)), ".md").decode().partition("## dan")[2]
    assert "nothing was handed in" in text
    assert "|" not in text


def test_text_explains_everything_the_screen_of_a_class_is_short(document: Document) -> None:
    text = rendered(document, ".txt").decode()
    for explanation in (
        "two     sum       WA         0/5",
        "costs 5 points in sum · 1 case: The sum of the arguments is printed.",
        "✘ 1  Only blanks at the end of lines differ",
        "expected > 5",
        "got      > 5\N{MIDDLE DOT}",
        r"\xff\x1b[31m\r",
        "CPU time: 0.75 s at first, 0.25 s run again alone, the reference 0.12 s",
        "see it: run it",
        "0.25 / 2.00 s (reference 0.12)",
        "JUDGE ERROR, not the student's fault: ",
    ):
        assert explanation in text, explanation
    many = Document([*document.grades, *document.grades], document.level, document.course)
    assert "see it: " in screen_text(many)
    students = tuple(Grade(f"s{number}", "sum", Verdict.WA, document.grades[0].cases, 5.0, 10.0) for number in range(4))
    whole = Document(students, document.level, document.course)
    assert "see it: " not in screen_text(whole)
    assert "see it: " in screen_text(whole, details=True)


def test_every_report_for_people_has_the_isolation_and_those_for_staff_what_it_does_not_enforce(
    document: Document,
) -> None:
    level = "Isolation: E (own session, watched limits, no sandbox)"
    students = tuple(replace(document.grades[0], student=f"s{number}") for number in range(4))
    classes = [screen_text(replace(document, grades=students[:count])) for count in (2, 4)]
    for text in (screen_text(document, details=True), rendered(document, ".txt").decode(), *classes):
        assert f"{level}; not enforced: " in text
    alone = screen_text(replace(document, grades=students[:1]))
    for text in (alone, rendered(document, ".md").decode()):
        assert level in text
        assert "not enforced" not in text


@pytest.mark.parametrize("name", ["report", "report.xml~", "report.jsonx", "report.github"])
def test_an_ending_that_no_format_has(name: str) -> None:
    with pytest.raises(UsageError) as error:
        by_ending(name)
    assert str(error.value).startswith(f"{name}: no report format has this ending; known: ")
    assert all(suffix in str(error.value) for suffix in (".csv", ".json", ".md", ".txt"))


def test_the_endings_letter_case_does_not_matter() -> None:
    assert by_ending("A.JSON") == by_ending("a.json") == named("json")


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
    check_target(tmp_path / "made" / "for" / "it" / "a.json")
    assert (tmp_path / "made" / "for" / "it").is_dir()
    with pytest.raises(UsageError, match="cannot be made: "):
        check_target(write(tmp_path, {"file": "x"}) / "file" / "a.json")
    with pytest.raises(UsageError, match="this is a folder"):
        check_target(write(tmp_path / "a.json", {}))


def test_markdown_shows_the_code_of_a_note(document: Document) -> None:
    where = Place(path="a.cc", line=3, function="f", source=b"    a == b;")
    note = Finding.of("suspicious-code", where, what="texts")
    grades = tuple(replace(grade, notes=(note,)) for grade in document.grades)
    text = rendered(replace(document, grades=grades), ".md").decode()
    assert "is equals meant\\?\n\n    3 │     a == b;\n" in text
