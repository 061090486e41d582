"""Results for Gradescope, PrairieLearn and GitHub Classroom: their fields, the points, and who may see what."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from harness.model.finding import Finding, Place
from harness.model.grade import CaseGrade, Grade, Timing
from harness.model.verdict import Verdict
from harness.reports.document import Document
from harness.reports.formats import named
from harness.reports.formats.classroom50 import whole_points
from harness.reports.formats.prairielearn import MAX_BYTES
from harness.reports.visible_to import document_for
from harness.sandbox.isolation.none import Unconfined
from tests.support import ADDER, course, grade, loaded, write

SECRET = "SECRET"  # noqa: S105 - not a password
SPEC = """\
title: Sums
language: python
clauses:
  sum: {text: The sum of the arguments is printed., points: 10}
  neat: {text: Nothing else is printed., points: 20}
  secret-clause: {text: SECRET text, points: 30, hint: SECRET hint}
cases:
  - {name: two, clause: sum, args: ["2", "3"], stdout: "5\\n"}
  - {name: neat, clause: neat, args: ["2", "3"], stdout: "5\\n"}
  - {name: secret-name, clause: secret-clause, args: [SECRET-input], stdout: "SECRET\\n", visibility: hidden}
"""
GRADESCOPE = {
    "score": float | int, "execution_time": float | int, "output": str, "output_format": str, "visibility": str,
    "test_output_format": str, "test_name_format": str, "stdout_visibility": str, "extra_data": dict, "tests": list,
}  # fmt: skip
GRADESCOPE_TEST = {
    "score": float | int, "max_score": float | int, "status": str, "name": str, "number": str, "output": str,
    "tags": list, "visibility": str,
}  # fmt: skip


def case(name: str, clause: str, verdict: str, score: float, worth: float, visibility: str = "visible") -> CaseGrade:
    text = "an open message" if visibility == "visible" else f"{SECRET} message"
    findings = () if verdict == "AC" else (Finding(text, Place(path="main.py", line=3), b"5\n", b"6\n"),)
    timing = Timing(0.1, 0.25, 2.0)
    return CaseGrade(name, clause, Verdict[verdict], score, worth, findings, timing, "python3 main.py", visibility)


def cases(visibility: str = "hidden") -> tuple[CaseGrade, ...]:
    return (
        case("two", "sum", "WA", 4, 10),
        case("neat", "neat", "AC", 20, 20),
        case("secret-name", "secret-clause", "WA", 7, 30, visibility),
    )


def document(tmp_path: Path, *grades: Grade, **options: Any) -> Document:
    assignment = loaded(tmp_path if (tmp_path / "specs").is_dir() else course(tmp_path, SPEC))
    whole = grades or (Grade("ann", "sum", Verdict.WA, cases(), 31.0, 60.0),)
    return Document(whole, Unconfined().level, {"sum": assignment}, **options)


def results(name: str, shown: Document, reader: str | None = None) -> Any:
    report_format = named(name)
    return json.loads(report_format.render(document_for(shown, reader or report_format.reader)))  # type: ignore[arg-type]


def test_gradescope_gets_all_tests_and_hides_the_hidden_ones_itself(tmp_path: Path) -> None:
    report = results("gradescope", document(tmp_path))
    assert {key: isinstance(report[key], kind) for key, kind in GRADESCOPE.items()} == dict.fromkeys(report, True)
    assert (report["score"], report["execution_time"], report["stdout_visibility"]) == (31.0, 0.75, "hidden")
    for test in report["tests"]:
        assert {key: isinstance(test[key], kind) for key, kind in GRADESCOPE_TEST.items()} == dict.fromkeys(test, True)
    assert [
        (test["number"], test["name"], test["status"], test["score"], test["max_score"], test["visibility"])
        for test in report["tests"]
    ] == [
        ("1", "sum: The sum of the arguments is printed.", "failed", 4, 10, "visible"),
        ("2", "neat: Nothing else is printed.", "passed", 20, 20, "visible"),
        ("3", "secret-clause: SECRET text", "failed", 7, 30, "hidden"),
    ]
    assert "an open message" in report["output"]
    assert [test["tags"] for test in report["tests"]] == [["sum", "WA"], ["sum"], ["sum", "WA"]]


def test_what_gradescope_shows_at_once_reveals_nothing_of_what_is_hidden(tmp_path: Path) -> None:
    report = results("gradescope", document(tmp_path))
    seen = {key: value for key, value in report.items() if key not in ("tests", "score")}
    seen["tests"] = [test for test in report["tests"] if test["visibility"] == "visible"]
    assert len(seen["tests"]) == 2
    assert SECRET.lower() not in json.dumps(seen).lower()
    assert not {31, 60} & {float(number) for number in re.findall(r"\d+(?:\.\d+)?", json.dumps(seen))}


@pytest.mark.parametrize("visibility", ["after_due_date", "after_published"])
def test_what_students_see_later_shows_no_path_of_a_judge_error(tmp_path: Path, visibility: str) -> None:
    broken = CaseGrade(
        "two", "sum", Verdict.JE, 0, 5, (Finding.of("judge-error", text="/SECRET failed"),), visibility=visibility
    )
    (test,) = results("gradescope", document(tmp_path, Grade("ann", "sum", Verdict.JE, (broken,))))["tests"]
    assert test["visibility"] == visibility
    assert SECRET not in json.dumps(test)
    assert "status" not in test, "neither passed nor failed"
    assert "max_score" not in test, "no points are lost"


def test_a_clause_of_both_kinds_of_cases_is_two_tests(tmp_path: Path) -> None:
    mixed = (case("a", "sum", "AC", 5, 5), case("b", "sum", "WA", 0, 5, "hidden"))
    tests = results("gradescope", document(tmp_path, Grade("ann", "sum", Verdict.WA, mixed, 5, 10)))["tests"]
    assert [(test["score"], test["max_score"], test["visibility"]) for test in tests] == [
        (5, 5, "visible"),
        (0, 5, "hidden"),
    ]


def test_a_closed_gate_is_the_total_whatever_the_tests_say(tmp_path: Path) -> None:
    report = results("gradescope", document(tmp_path, Grade("ann", "sum", Verdict.WA, cases(), 0.0, 60.0)))
    assert report["score"] == 0
    assert sum(test["score"] for test in report["tests"]) == 31


@pytest.mark.parametrize("name", ["gradescope", "prairielearn", "classroom"])
def test_what_is_not_whole_says_so(tmp_path: Path, name: str) -> None:
    part = Grade("ann", "sum", Verdict.AC, cases()[1:2], 20.0, 20.0, (), 1, 3)
    text = json.dumps(results(name, document(tmp_path, part, only=("neat",))))
    assert "Only a part was graded, as chosen by --only neat." in text
    reviewed = Grade("ann", "sum", Verdict.NR, (cases()[1], case("two", "sum", "NR", 0, 10)), 20.0, 30.0)
    assert "Incomplete: 1 of 1 grades" in json.dumps(results(name, document(tmp_path, reviewed)))


@pytest.mark.parametrize("name", ["prairielearn", "classroom", "classroom50", "github"])
def test_a_format_that_goes_to_students_has_nothing_that_is_hidden(tmp_path: Path, name: str) -> None:
    report_format = named(name)
    assert report_format.reader == "student"
    shown = document(tmp_path)
    assert SECRET.lower() not in report_format.render(document_for(shown, "student")).decode().lower()
    assert SECRET.lower() in report_format.render(shown).decode().lower()


def test_prairielearn_gets_a_share_and_a_test_a_clause(tmp_path: Path) -> None:
    report = results("prairielearn", document(tmp_path))
    assert (report["gradable"], report["score"]) == (True, 0.8)
    assert [(test["name"], test["points"], test["max_points"]) for test in report["tests"]] == [
        ("sum", 4, 10),
        ("neat", 20, 20),
    ]
    assert set(report) == {"gradable", "score", "output", "tests"}
    assert results("prairielearn", document(tmp_path), "staff")["score"] == round(31 / 60, 6)


def test_what_cannot_be_graded_is_not_a_zero_in_prairielearn(tmp_path: Path) -> None:
    failed = Finding("javac says no")
    compiled = Grade("ann", "sum", Verdict.CE, (CaseGrade("build", "", Verdict.CE, 0, 0, (failed,)),), 0, 30)
    report = results("prairielearn", document(tmp_path, compiled))
    assert (report["gradable"], report["format_errors"]) == (False, ["javac says no"])
    absent = results("prairielearn", document(tmp_path, Grade("ann", "sum", Verdict.NS)))
    assert (absent["gradable"], absent["format_errors"]) == (False, ["nothing was handed in"])
    partly = Grade("ann", "sum", Verdict.CE, (*compiled.cases, cases()[1]), 20, 30)
    assert results("prairielearn", document(tmp_path, partly))["gradable"] is True, "it was built another way"


def test_prairielearn_takes_no_more_than_a_megabyte(tmp_path: Path) -> None:
    long = (Finding("x" * 90_000),)
    many = tuple(CaseGrade(f"c{number}", f"clause-{number}", Verdict.WA, 0, 1, long) for number in range(30))
    shown = document(tmp_path, Grade("ann", "sum", Verdict.WA, many, 0, 30))
    content = named("prairielearn").render(shown)
    assert len(content) <= MAX_BYTES
    assert len(json.loads(content)["tests"]) == 30
    assert "The rest does not fit in here." in content.decode()


def test_classroom_gets_one_test_whose_points_are_the_total(tmp_path: Path) -> None:
    report = results("classroom", document(tmp_path))
    assert (report["version"], report["status"], report["max_score"]) == (1, "fail", 30)
    (test,) = report["tests"]
    assert (test["name"], test["status"], test["score"]) == ("sum", "fail", 24)
    assert (test["filename"], test["line_no"], test["test_code"]) == ("main.py", 3, "python3 main.py")
    assert "an open message" in test["message"]
    assert test["execution_time"] == 0.5


@pytest.mark.parametrize(("verdict", "status"), [("AC", "pass"), ("RTE", "fail"), ("NS", "fail"), ("JE", "error")])
def test_the_status_in_classroom(tmp_path: Path, verdict: str, status: str) -> None:
    grades = Grade("ann", "sum", Verdict[verdict], (CaseGrade("two", "sum", Verdict[verdict], 0, 5),), 0, 5)
    report = results("classroom", document(tmp_path, grades))
    assert (report["status"], report["tests"][0]["status"]) == (status, status)


@pytest.mark.parametrize("text", ["::error::evil", "\n  ::add-mask::a", "a ##[error]evil", "::stop-commands::x"])
def test_classroom_prints_messages_into_the_log_and_they_are_no_commands(tmp_path: Path, text: str) -> None:
    finding = Finding(text, Place(path=text), b"5\n", text.encode())
    evil = CaseGrade("two", "sum", Verdict.WA, 0, 5, (finding,), reproduce=text)
    report = results("classroom", document(tmp_path, Grade(text, "sum", Verdict.WA, (evil,), 0, 5)))
    for value in report["tests"][0].values():
        assert not any(line.lstrip().startswith("::") or "##[" in line for line in str(value).splitlines())


def test_classroom_50_gets_whole_points_and_what_its_runner_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CLASSROOM", "cs")
    monkeypatch.setenv("COMMIT_URL", "https://example.org/1")
    report = results("classroom50", document(tmp_path))
    assert (report["schema"], report["classroom"], report["commit"]) == (
        "classroom50/result/v1",
        "cs",
        "https://example.org/1",
    )
    assert (report["score"], report["max-score"]) == (24, 30)
    (test,) = report["tests"]
    assert (test["test-name"], test["passed"], test["score"], test["max-score"]) == ("sum", False, 24, 30)
    assert "an open message" in test["message"]


@pytest.mark.parametrize(
    ("score", "max_score", "whole"),
    [(9.7, 10, (9, 10)), (10, 10, (10, 10)), (4.5, 10, (4, 10)), (2.5, 2.5, (3, 3)), (0, 10, (0, 10)), (0, 0, (0, 0))],
)
def test_only_who_has_all_points_has_all_in_classroom_50(
    score: float, max_score: float, whole: tuple[int, int]
) -> None:
    assert whole_points(Grade("ann", "sum", Verdict.WA, (), score, max_score)) == whole


@pytest.mark.parametrize("name", ["gradescope", "prairielearn", "classroom"])
def test_several_students_are_distinguished(tmp_path: Path, name: str) -> None:
    two = (Grade(student, "sum", Verdict.WA, cases()[:1], 4.0, 10.0) for student in ("ann", "bob"))
    names = [test["name"] for test in results(name, document(tmp_path, *two))["tests"]]
    assert [text.split(" · ")[0] for text in names] == ["ann", "bob"]


def test_each_of_a_real_run(tmp_path: Path, apart: Path) -> None:
    root = write(course(tmp_path / "course", SPEC), {"submissions/ann/sum/main.py": ADDER})
    formats = ("gradescope", "prairielearn", "classroom")
    words = [word for name in formats for word in ("--report", f"{name}:{name}.results")]
    grade("submissions/ann/sum", "--isolation", "E", *words, cwd=root, apart=apart, expect=1)
    reports = {name: json.loads((root / f"{name}.results").read_text(encoding="utf-8")) for name in formats}
    assert reports["gradescope"]["score"] == 30
    assert reports["gradescope"]["execution_time"] > 0
    assert reports["prairielearn"]["score"] == 1
    assert (reports["classroom"]["status"], reports["classroom"]["tests"][0]["score"]) == ("pass", 30)
    assert SECRET.lower() not in json.dumps([reports["prairielearn"], reports["classroom"]]).lower()
