"""A crash after the right output costs what the spec says, and only if no other way to hand the input over suits."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support import course, graded, loaded, write

SPEC = """\
title: A line
language: python
clauses:
  line: {text: The line is printed., points: 8}
  alone: {text: Nothing else is printed., points: 2}
cases:
  - name: line
    clause: line
    attempts: [{stdin: "x\\n"}, {args: [x]}]
    stdout: "ready\\n"
    near_misses: {crash-after-output: alone}
"""


@pytest.mark.parametrize(
    ("last", "lost"),
    [
        ("sys.argv[1]", set()),  # the second way suits
        ("input(), sys.argv[7]", {"alone"}),
        ("print(sys.argv[7])", {"alone"}),
        ("input() if sys.argv[1:] else print('more')", {"alone"}),  # the second way has the right answer
        ("print('and more', sys.argv[len(sys.argv) - 1]), sys.argv[7]", {"line", "alone"}),
    ],
)
def test_a_crash_is_charged_once(tmp_path: Path, last: str, lost: set[str]) -> None:
    source = f"import sys\nprint('ready')\n{last}\n"
    grade = graded(loaded(course(tmp_path / "course", SPEC)), write(tmp_path / "work", {"line.py": source}))
    assert {case.clause for case in grade.cases if case.score < case.max_score} == lost


def test_a_crash_before_anything_was_written_comes_after_no_output(tmp_path: Path) -> None:
    spec = SPEC.replace('stdout: "ready\\n"', 'stdout: {check: regex, pattern: "(?s).*"}')
    grade = graded(loaded(course(tmp_path / "course", spec)), write(tmp_path / "work", {"line.py": "[][0]\n"}))
    assert [finding.near_misses for case in grade.cases for finding in case.findings] == [()]
