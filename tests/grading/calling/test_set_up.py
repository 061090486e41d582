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


ROWS = """\
title: Rows
language: python
clauses:
  fill: {text: fill puts -1 into each row., points: 4}
  put: {text: put sets one row., points: 3}
  other: {text: other is 1., points: 9}
cases:
  - {name: fill, clause: fill, set: {rows: [9, 9]}, calls: [{function: fill}], get: {rows: [-1, -1]}}
  - name: put
    clause: put
    follows: fill
    set: {rows: [-1, -1]}
    calls: [{function: fill}, {function: put, args: [0, 1]}]
    get: {rows: [1, -1]}
  - {name: other, clause: other, calls: [{function: other, returns: 1}]}
"""
BOTH = """\
rows = []
def other():
    return 1
def put(i, v):
    {}
def fill():
    for i in range(2):
        {}
"""


@pytest.mark.parametrize(
    ("put", "fill", "lost"),
    [
        ("rows[i] = v", "put(i, -1)", []),
        ("rows[v] = i", "put(i, -1)", ["put"]),  # what it calls is wrong
        ("rows[i] = v", "put(i, 0)", ["fill"]),
        ("rows[v] = i", "rows[i] = 0", ["fill"]),  # the other one is not called
    ],
)
def test_of_two_wrong_functions_the_one_that_is_called_is_charged(
    tmp_path: Path, put: str, fill: str, lost: list[str]
) -> None:
    work = write(tmp_path / "work", {"main.py": BOTH.format(put, fill)})
    grade = graded(loaded(course(tmp_path / "course", ROWS)), work)
    wrong = [case for case in grade.cases if case.score < case.max_score]
    assert [case.name for case in wrong] == lost
    calls = [case.findings[0].params["calls"] for case in wrong]
    assert calls == [f"{name}({'0, 1' * (name == 'put')})" for name in lost]  # without what only prepares them
