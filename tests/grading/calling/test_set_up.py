"""A function that was never written costs its own clause, and not the cases that call it to begin with."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support import course, graded, loaded, write

SPEC = """\
title: A list of marks
language: python
clauses:
  begin: {text: begin makes an empty list., points: 10}
  add: {text: add adds a mark., points: 10}
  clear: {text: clear takes all out., points: 10}
  rest: {text: rest is there., points: 60}
cases:
  - {name: begin, clause: begin, set: {marks: [9]}, calls: [{function: begin}], get: {marks: []}}
  - name: add
    clause: add
    follows: begin
    set: {marks: []}
    calls: [{function: begin}, {function: add, args: [3]}, {function: add, args: [4]}]
    get: {marks: [3, 4]}
  - name: clear
    clause: clear
    follows: [begin, add]
    set: {marks: [3]}
    calls: [{function: begin}, {function: add, args: [3]}, {function: clear}]
    get: {marks: []}
  - {name: rest, clause: rest, calls: [{function: rest, returns: 1}]}
"""
BEGIN = "def begin():\n    global marks\n    marks = []\n"
ADD = "def add(mark):\n    marks.append(mark)\n"
CLEAR = "def clear():\n    del marks[:]\n"
NO_CLEAR = "def clear():\n    pass\n"
WRONG_ADD = "def add(mark):\n    marks.append(mark + 1)\n"


@pytest.mark.parametrize(
    ("functions", "lost"),
    [
        ((BEGIN, ADD, CLEAR), set()),
        ((ADD, CLEAR), {"begin"}),
        ((BEGIN, CLEAR), {"add"}),
        ((CLEAR,), {"begin", "add"}),
        ((BEGIN, ADD), {"clear"}),
        ((ADD, NO_CLEAR), {"begin", "clear"}),
        ((CLEAR, WRONG_ADD), {"begin", "add"}),
        ((NO_CLEAR,), {"begin", "add", "clear"}),
        ((), {"begin", "add", "clear"}),
    ],
)
def test_a_missing_function_costs_its_own_clause(tmp_path: Path, functions: tuple[str, ...], lost: set[str]) -> None:
    source = "".join(("marks = [1]\n", *functions, "def rest():\n    return 1\n"))
    grade = graded(loaded(course(tmp_path / "course", SPEC)), write(tmp_path / "work", {"main.py": source}))
    assert {case.clause for case in grade.cases if case.score < case.max_score} == lost


def test_what_a_case_expects_something_of_is_not_left_out(tmp_path: Path) -> None:
    spec = SPEC.replace(
        "calls: [{function: begin}, {function: add, args: [3]}, {function: clear}]",
        "calls: [{function: begin, returns: null}, {function: add, args: [3]}, {function: clear}]",
    )
    source = "marks = []\n" + ADD + CLEAR + "def rest():\n    return 1\n"
    grade = graded(loaded(course(tmp_path / "course", spec)), write(tmp_path / "work", {"main.py": source}))
    assert {case.clause for case in grade.cases if case.score < case.max_score} == {"begin", "clear"}
