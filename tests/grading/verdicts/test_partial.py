"""A part of the points, and the author's own words."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.model.finding import Finding, from_course
from harness.model.verdict import Verdict
from tests.support import case_of, course, graded, loaded, write

SPEC = """\
title: Colours
language: python
clauses:
  colours: {text: Three colours are printed., points: 12}
cases:
  - {name: lines, clause: colours, stdout: {check: lines, text: "red\\ngreen\\nblue\\n", partial: true}}
  - {name: function, clause: colours, stdout: {check: python, function: colours}}
  - {name: words, clause: colours, stdout: {check: regex, pattern: "(?s).*red.*", message: "Red is missing."}}
"""
CHECKS = """\
from harness.model.finding import Finding

def colours(run, expected):
    right = len({b"red", b"green", b"blue"} & set(run.stdout.split()))
    if right < 3:
        yield Finding(f"{right} of 3 colours", kept=right / 3)
"""


def test_a_part_is_kept(tmp_path: Path) -> None:
    assignment = loaded(course(tmp_path, SPEC, beside={"checks.py": CHECKS}))
    grade = graded(assignment, write(tmp_path / "ann", {"a.py": "print('green')\nprint('blue')\n"}))
    assert [(case.name, case.verdict, round(case.score, 6)) for case in grade.cases] == [
        ("lines", Verdict.WA, round(8 / 3, 6)),
        ("function", Verdict.WA, round(8 / 3, 6)),
        ("words", Verdict.WA, 0),
    ]
    assert case_of(grade, "function").findings[0].message == "2 of 3 colours"
    words = case_of(grade, "words").findings[0]
    assert (words.message, words.actual) == ("Red is missing.", b"green\nblue\n")


def test_all_or_nothing(tmp_path: Path) -> None:
    assignment = loaded(course(tmp_path, SPEC, beside={"checks.py": CHECKS}))
    assert graded(assignment, write(tmp_path / "a", {"a.py": "print('red\\ngreen\\nblue')\n"})).score == 12
    assert graded(assignment, write(tmp_path / "b", {"a.py": "print()\n"})).score == 0


@pytest.mark.parametrize(("written", "kept"), [(2, 1.0), (-1, 0.0), (float("nan"), 0.0), (0.25, 0.25), (True, 1.0)])
def test_what_a_course_gives_is_a_part(written: float, kept: float) -> None:
    assert from_course(Finding("x", kept=written)).kept == kept
