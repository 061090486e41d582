"""Whether a program needs a ``main`` follows from the kinds of the cases: a case that starts nothing asks for none."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.language.tools.packages import packages, tool_file
from harness.model.verdict import Verdict
from tests.support import case_of, course, graded, loaded, write

SPEC = """\
title: Doubling
language: c
clauses:
  twice: {text: twice doubles., points: 5}
  more: {text: More is right., points: 5}
cases:
  - {name: call, clause: twice, calls: [{function: twice, args: [4], returns: 8}]}
"""
TWICE = {"twice.c": "int twice(int n) { return 2 * n; }\n", "helper.py": "print(1)\n"}
BESIDE = {
    "mutants/twice-same/twice.c": "int twice(int n) { return n; }\n",
    "mutants/twice-same/helper.py": "print(1)\n",
}
NOT_STARTED = [
    "lint: {tool: ruff, files: ['*.py']}",
    "built: {twice.c: file}",
    "source: {mentions: {'*.c': [twice]}}",
    "calls: [{function: twice, args: [0], returns: 0}]",
]


@pytest.mark.parametrize("more", NOT_STARTED)
def test_functions_beside_what_starts_nothing_need_no_main(tmp_path: Path, more: str) -> None:
    course(tmp_path, SPEC + f"  - {{name: more, clause: more, {more}}}\n")
    grade = graded(loaded(tmp_path), write(tmp_path / "ann", TWICE))
    assert (grade.score, grade.verdict, grade.notes) == (10, Verdict.AC, ())


def test_students_tests_need_no_main(tmp_path: Path) -> None:
    course(tmp_path, SPEC + "  - {name: more, clause: more, tests: {runner: pytest}}\n", beside=BESIDE)
    write(tmp_path / "reference" / "sum" / "c", TWICE)
    tests = {"test_twice.py": "def test_twice():\n    assert '2 *' in open('twice.c').read()\n"}
    grade = graded(loaded(tmp_path), write(tmp_path / "ann", TWICE | tests))
    assert case_of(grade, "call").score == 5
    assert case_of(grade, "more").verdict is not Verdict.CE


def test_a_program_that_the_build_must_make_is_made_beside_calls(tmp_path: Path) -> None:
    course(tmp_path, SPEC + "  - {name: more, clause: more, built: {program: executable}}\n")
    main = {"main.c": "int twice(int);\nint main(void) { return twice(0); }\n"}
    grade = graded(loaded(tmp_path), write(tmp_path / "ann", TWICE | main))
    assert (grade.score, grade.verdict) == (10, Verdict.AC)
    without = graded(loaded(tmp_path), write(tmp_path / "bea", TWICE))
    assert (without.score, case_of(without, "call").verdict, case_of(without, "more").verdict) == (
        5,
        Verdict.AC,
        Verdict.WA,
    )
    assert [note.kind for note in without.notes] == ["built-otherwise"]


def test_a_case_that_starts_the_program_still_needs_a_main(tmp_path: Path) -> None:
    course(tmp_path, SPEC + '  - {name: more, clause: more, args: ["4"], exit: 0}\n')
    grade = graded(loaded(tmp_path), write(tmp_path / "ann", TWICE))
    assert (grade.score, grade.verdict) == (0, Verdict.CE)


@pytest.mark.parametrize(
    ("first_line", "verdict"),
    [
        ("#!/usr/bin/env {absent}", Verdict.NR),
        ("#!/usr/bin/env -S {absent} -q", Verdict.NR),
        ("#!/usr/local/bin/{absent}", Verdict.NR),
        ("#!/usr/bin/env {absent}o", Verdict.WA),
    ],
)
def test_a_script_whose_interpreter_is_not_here_is_not_wrong(tmp_path: Path, first_line: str, verdict: Verdict) -> None:
    """A known tool is the machine's matter, a name that nobody knows the student's."""
    absent = next(tool for tool in packages() if tool.isalpha() and tool_file(tool) is None)
    spec = SPEC.replace("language: c", "language: any").partition("cases:")[0]
    cases = "cases:\n  - {name: a, clause: twice, stdout: x}\n  - {name: b, clause: more, stdout: x}\n"
    folder = write(tmp_path / "ann", {"main": f"{first_line.format(absent=absent)}\nhalt.\n"})
    (folder / "main").chmod(0o755)
    grade = graded(loaded(course(tmp_path, spec + cases)), folder)
    assert case_of(grade, "a").verdict is verdict
