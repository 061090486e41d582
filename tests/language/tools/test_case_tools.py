"""Which tools a case needs, known before anything is run."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.language.tools.case_tools import build_tools, case_tools, needs_build, own_tools, tools_in
from harness.spec.format.assignment import Assignment
from tests.support import course, loaded, write

HEAD = """\
title: A case
language: {language}
clauses: {{a: {{text: It is so., points: 1}}}}
cases:
  - {{name: a, clause: a, {case}}}
"""
PYTHON = ("python3",)


def assignment_of(root: Path, language: str, case: str, more: str = "") -> Assignment:
    return loaded(course(root, HEAD.format(language=language, case=case) + more))


@pytest.mark.parametrize(
    ("language", "case", "own"),
    [
        ("python", "stdout: x", ()),
        ("python", "run: [bash, x.sh], stdout: x", ("bash",)),
        ("python", "run: [./main], stdout: x", ()),
        ("python", "run: ['{main}'], stdout: x", ()),
        ("python", "run: [env, -i, A=1, sqlite3, x], stdout: x", ("env", "sqlite3")),
        (
            "python",
            "run: [sh, -c, 'A=1 sqlite3 x | no-tool; python3 gcc && g++ x'], stdout: x",
            ("sh", "sqlite3", "python3", "g++"),
        ),
        ("python", "run: [sh, -c, 'echo \"'], stdout: x", ("sh",)),
        ("python", "run: [python3, -m, pytest], stdout: x", ("python3", "python3 -m pytest")),
        ("python", "run: [python3, -m, students_own], stdout: x", ("python3",)),
        ("python", "lint: {tool: ruff}", ("ruff",)),
        ("any", "lint: {tool: shellcheck}", ("shellcheck",)),
        ("java", "lint: {tool: checkstyle}", ("checkstyle",)),
        ("c", "lint: {tool: clang-tidy}", ("clang-tidy",)),
        ("c", "sanitize: valgrind, stdout: x", ("valgrind", "prlimit")),
        ("c", "sanitize: [address], stdout: x", ()),
        ("python", "clock: moving, stdout: x", ("libfaketime",)),
        ("python", "calls: [{function: f}]", PYTHON),
        ("c", "calls: [{function: f}]", ("gcc", "g++", "ar", "nm", "readelf")),
        ("cpp", "calls: [{function: f}]", ("g++", "ar", "nm")),
        ("java", "calls: [{function: f}]", ("javac", "java")),
        ("java", "calls: [{function: f, reads: 3}]", ("javac", "java", "ASM")),
        ("java", "trace: {f: 1}", ("javac", "java", "ASM")),
        ("java", "no_overflow: 9", ("javac", "java", "ASM")),
        ("javascript", "calls: [{function: f}]", ("node",)),
        ("prolog", "calls: [{function: f, solutions: []}]", ("swipl",)),
    ],
)
def test_each_kind(tmp_path: Path, language: str, case: str, own: tuple[str, ...]) -> None:
    assignment = assignment_of(tmp_path, language, case)
    assert own_tools(assignment, assignment.cases[0].case) == own


@pytest.mark.parametrize(
    ("runner", "tools"),
    [("pytest", ("python3", "python3 -m pytest")), ("junit", ("javac", "java", "JUnit 5")), ("pairs", ())],
)
def test_students_tests(tmp_path: Path, runner: str, tools: tuple[str, ...]) -> None:
    root = course(tmp_path, HEAD.format(language="python", case=f"tests: {{runner: {runner}, against: wrong}}"))
    for folder in ("specs/sum/wrong/w", "reference/sum/r"):
        (root / folder).mkdir(parents=True)
        (root / folder / "a.py").write_text("")
    assignment = loaded(root)
    assert own_tools(assignment, assignment.cases[0].case) == tools


@pytest.mark.parametrize(
    ("name", "head", "tools"),
    [
        ("game.py", "", ()),
        ("game.rb", "#!/usr/bin/env ruby\n", ("env", "ruby")),
        ("game", "#!/usr/bin/perl -w\n", ("perl",)),
        ("game.sh", "#!/bin/bash", ("bash",)),
        ("program", "\x7fELF", ()),
    ],
)
def test_an_interactor_needs_what_its_first_line_names(
    tmp_path: Path, name: str, head: str, tools: tuple[str, ...]
) -> None:
    program = write(tmp_path / "specs" / "sum", {name: head}) / name
    program.chmod(0o755)
    assignment = assignment_of(tmp_path, "python", f"interactor: {name}")
    assert own_tools(assignment, assignment.cases[0].case) == tools


def test_a_case_that_needs_the_build_needs_its_tools_too(tmp_path: Path) -> None:
    recipes = "build: [{commands: [[ant, x]], tries: [{command: [mono, y], message: No.}], run: [[./x], [lua, z]]}]\n"
    build = ("ant", "lua", "mono", "gcc")
    for case, needed in (
        ("stdout: x", build),
        ("run: [perl], stdout: x", (*build, "perl")),
        ("built: {x: file}", build),
        ("lint: {tool: clang-tidy}", ("clang-tidy",)),
        ("source: {forbidden_calls: [gets]}", ()),
    ):
        root = tmp_path / case.partition(":")[0]
        assignment = assignment_of(root, "c", case, more=recipes)
        assert build_tools(assignment) == build
        assert case_tools(assignment, assignment.cases[0].case) == needed, case
        assert needs_build(assignment.cases[0].case) == (build[0] in needed)


def test_where_any_language_is_allowed_the_submission_chooses(tmp_path: Path) -> None:
    assignment = assignment_of(tmp_path, "any", "stdout: x")
    assert case_tools(assignment, assignment.cases[0].case) == ()


def test_each_tool_once_in_order() -> None:
    assert tools_in(("make",), (), ("",), ("./x",), ("{main}",), ("make", "x"), ("gcc",)) == ["make", "gcc"]
