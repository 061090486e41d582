"""One change by which the failed cases pass says where the fault is; it changes no verdict."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from harness.judge.messages.translator import translator
from harness.model.verdict import Verdict
from harness.reports.causes.grouping import causes, without_partial_changes
from harness.reports.text.lines import plain
from harness.reports.text.student import explanation_lines
from tests.support import course, graded, loaded, write

CALLS = """\
title: Sums
language: python
clauses:
  sum: {text: Add the numbers., points: 10}
cases:
  - {name: three, clause: sum, calls: [{function: total, args: [3], returns: 6}]}
  - {name: none, clause: sum, calls: [{function: total, args: [0], returns: 0}]}
  - {name: five, clause: sum, calls: [{function: total, args: [5], returns: 15}]}
"""
PYTHON = """\
def total(n):
    result = 0
    for i in range(1, n):
        result += i
    return result
"""
RETURNS_EARLY = """\
def total(n):
    result = 0
    for i in range(1, n + 1):
        result += i
        return result
    return result
"""
UNUSED = """\
class Sums:
    sizes = [0, 3, 5]

    def sum(self, place, n):
        return sum(range(self.sizes[place] + 1)) if place else 0


def total(n):
    return Sums().sum(min(n, 1), n)
"""
HALVES = """\
class Sums {
    static int total(int n) {
        return (n * n + n - 1) / 2;
    }
}
"""
RUNS = """\
title: Sums
language: cpp
clauses:
  sum: {text: Add the numbers., points: 10}
cases:
  - {name: three, clause: sum, args: [a, b, c], stdout: "3\\n"}
  - {name: none, clause: sum, stdout: "0\\n"}
"""
CPP = """\
#include <cstdio>
int main(int argc, char** argv) {
    int count = 0;
    for (int i = 2; i < argc; i++)
        count++;
    std::printf("%d\\n", count);
}
"""
PROLOG = """\
total(0, 1) :- !.
total(N, Sum) :-
    M is N - 1,
    total(M, Rest),
    Sum is Rest + N.
"""
QUERIES = """\
title: Sums
language: prolog
clauses:
  sum: {text: Add the numbers., points: 10}
cases:
  - {name: three, clause: sum, calls: [{function: total, args: [3, X], solutions: [6]}]}
  - {name: none, clause: sum, calls: [{function: total, args: [0, X], solutions: [0]}]}
"""


@pytest.mark.parametrize(
    ("spec", "file", "source", "line"),
    [
        pytest.param(CALLS, "sums.py", PYTHON, 3, id="python-bound"),
        pytest.param(CALLS, "sums.py", UNUSED, 5, id="python-parameter"),
        pytest.param(CALLS.replace("python", "java"), "Sums.java", HALVES, 3, id="java-recompiled"),
        pytest.param(RUNS, "count.cpp", CPP, 4, id="cpp-bound"),
        pytest.param(QUERIES, "sum.pl", PROLOG, 1, id="prolog-base"),
    ],
)
def test_the_line_of_the_one_change_is_named(tmp_path: Path, spec: str, file: str, source: str, line: int) -> None:
    assignment = loaded(course(tmp_path, spec))
    grade = graded(assignment, write(tmp_path / "ann", {file: source}), tries_changes=True)
    (cause,) = causes(grade)
    assert cause.change is not None
    assert (cause.change.where.path, cause.change.where.line) == (file, line)
    assert without_partial_changes(grade) == grade
    unproven = replace(cause.case, findings=cause.case.findings[:1])
    partly = replace(grade, cases=tuple(unproven if case.name == unproven.name else case for case in grade.cases))
    assert all(len(case.findings) <= 1 for case in without_partial_changes(partly).cases)
    plainly = graded(assignment, tmp_path / "ann")
    assert (grade.score, grade.verdict) == (plainly.score, plainly.verdict)
    text = "\n".join(plain(explanation_lines(grade, assignment, translator(), details=False), 80))
    assert f"Look at {file}, line {line}" in text


@pytest.mark.parametrize(
    "source",
    [
        pytest.param("def total(n):\n    return {0: 0}.get(n, len('wrong') * 100)\n", id="no-single-change"),
        pytest.param(RETURNS_EARLY, id="named-by-a-note"),
    ],
)
def test_nothing_is_said_without_proof(tmp_path: Path, source: str) -> None:
    assignment = loaded(course(tmp_path, CALLS))
    grade = graded(assignment, write(tmp_path / "ann", {"sums.py": source}), tries_changes=True)
    assert grade.verdict is Verdict.WA
    assert all(cause.change is None for cause in causes(grade))
