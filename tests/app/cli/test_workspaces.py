"""Small whole courses: each student is named for the verdict that the one assignment gets."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from harness.model.verdict import Verdict
from tests.support import WORKSPACES, grade, harness, report

COURSES = sorted(path.parent for path in WORKSPACES.glob("*/submissions"))
VERDICTS = {verdict.value.replace(" ", "_").replace("-", "_"): verdict.name for verdict in Verdict}


def named_for(student: str) -> str:
    """``run_time_error_signal`` is named for RTE."""
    return VERDICTS[max((name for name in VERDICTS if student.startswith(name)), key=len)]


def copied(workspace: Path, tmp_path: Path) -> Path:
    """A copy to work in, so that nothing can be written beside the real one."""
    folder = tmp_path / workspace.name
    shutil.copytree(workspace, folder)
    return folder


@pytest.fixture(scope="module")
def reports() -> dict[str, Any]:
    """Reports by workspace, made when first asked for."""
    return {}


def test_there_are_workspaces_and_every_verdict_of_a_student_has_one() -> None:
    assert {path.name for path in COURSES} >= {"verdicts", "languages"}
    students = {path.name for path in (WORKSPACES / "verdicts" / "submissions").iterdir()}
    assert {named_for(student) for student in students} == {verdict.name for verdict in Verdict} - {"SK", "JE"}


@pytest.mark.parametrize("workspace", COURSES, ids=lambda path: path.name)
def test_every_student_gets_the_verdict_in_the_name(workspace: Path, tmp_path: Path, apart: Path) -> None:
    folder = copied(workspace, tmp_path)
    students = sorted(path.name for path in (folder / "submissions").iterdir())
    result = report("submissions", cwd=folder, apart=apart)
    assert {entry["student"]: entry["verdict"] for entry in result["grades"]} == {
        name: named_for(name) for name in students
    }
    assert list((apart / "temporary").iterdir()) == [], "scratch folders are removed"


POINTS = {  # turn-in 1, two sums 3 each, form 2, usage 3
    "accepted": (12, 12),
    "accepted_several_files": (12, 12),
    "accepted_windows_line_ends": (12, 12),
    "compile_error": (1, 12),
    "needs_review": (9, 9),  # the case that a person has to look at counts in neither number
    "not_submitted": (0, 12),
    "not_submitted_another_file": (0, 12),
    "run_time_error": (1, 12),
    "run_time_error_uncaught_for_words": (9, 12),
    "wrong_answer": (6, 12),  # the form of a wrong sum is right
    "wrong_answer_no_message": (9, 12),
    "wrong_answer_trailing_blank": (10, 12),  # the sums are right: only the form is charged
}


def test_points_are_lost_where_they_belong(tmp_path: Path, apart: Path) -> None:
    folder = copied(WORKSPACES / "verdicts", tmp_path)
    paths = [folder / "submissions" / name for name in POINTS]
    result = report(*paths, cwd=folder, apart=apart, expect=1)
    assert {entry["student"]: (entry["score"], entry["max_score"]) for entry in result["grades"]} == POINTS
    incomplete = {entry["student"] for entry in result["grades"] if not entry["complete"]}
    assert (incomplete, result["complete"], result["interrupted"]) == ({"needs_review"}, False, False)


def test_a_judge_error_is_loud_and_the_exit_status_is_3(tmp_path: Path, apart: Path) -> None:
    folder = copied(WORKSPACES / "verdicts", tmp_path)
    checks = folder / "specs" / "sum" / "checks.py"
    checks.write_text(
        checks.read_text(encoding="utf-8").replace('if b"unexpected" in run.stderr:', "if True:"), "utf-8"
    )
    ended = grade("submissions/accepted", cwd=folder, apart=apart, expect=3)
    (line,) = [line for line in ended.out.splitlines() if line.startswith("JUDGE ERROR")]
    assert line.startswith("JUDGE ERROR, not the student's fault: accepted · sum: ")
    assert "a function of checks.py failed: ValueError: nobody thought of that" in line
    assert "Traceback" not in ended.out + ended.err


def test_what_a_person_has_to_look_at_is_listed_and_the_exit_status_is_1(tmp_path: Path, apart: Path) -> None:
    folder = copied(WORKSPACES / "verdicts", tmp_path)
    ended = grade("submissions/needs_review", "submissions/accepted", cwd=folder, apart=apart, expect=1)
    (line,) = [line for line in ended.out.splitlines() if line.startswith("NEEDS REVIEW")]
    assert line.startswith("NEEDS REVIEW, a person has to look: needs_review · sum: ")
    assert "ValueError: nobody thought of that" in line


@pytest.mark.parametrize("student", ["wrong_answer_escapes", "wrong_answer_forged_verdict"])
def test_what_a_student_prints_is_shown_escaped_and_believed_by_nobody(
    tmp_path: Path, apart: Path, student: str
) -> None:
    folder = copied(WORKSPACES / "verdicts", tmp_path)
    result = report(f"submissions/{student}", cwd=folder, apart=apart, expect=1)
    assert (result["grades"][0]["verdict"], result["grades"][0]["score"]) == ("WA", 1)
    targets = [apart / f"report.{ending}" for ending in ("txt", "md", "csv")]
    ended = grade(
        f"submissions/{student}",
        *(word for target in targets for word in ("--report", target)),
        cwd=folder,
        apart=apart,
        expect=1,
    )
    for text in (ended.out, *(target.read_text(encoding="utf-8") for target in targets)):
        assert {letter for letter in text if not letter.isprintable()} <= {"\n"}
    if student == "wrong_answer_escapes":
        assert r"\x1b[2J\x1b]0;owned\a\xff\xfe\r" in ended.out


def test_a_script_with_windows_line_ends_is_reported_without_a_traceback(tmp_path: Path, apart: Path) -> None:
    folder = copied(WORKSPACES / "languages", tmp_path)
    path = "submissions/run_time_error_windows_interpreter_line"
    assert (folder / path / "shout" / "run").read_bytes().startswith(b"#!/bin/sh\r\n")
    ended = grade(path, cwd=folder, apart=apart, expect=1)
    assert "./run could not be started: No such file or directory" in ended.out
    assert ended.err == ""


@pytest.mark.parametrize("workspace", [path for path in COURSES if (path / "reference").is_dir()], ids=lambda p: p.name)
def test_the_references_are_right_and_their_goldens_fresh(workspace: Path, tmp_path: Path, apart: Path) -> None:
    folder = copied(workspace, tmp_path)
    grade("reference", cwd=folder, apart=apart, expect=0)
    harness("golden", "--check", cwd=folder, apart=apart, expect=0)
