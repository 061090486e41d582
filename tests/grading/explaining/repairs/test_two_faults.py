"""Two faults in one function: each has the one change that makes its own tests pass, if both together repair all."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.grading.explaining.repairs import search_budget
from harness.grading.explaining.repairs.search_budget import SearchBudget
from harness.judge.messages.translator import translator
from harness.reports.causes.grouping import causes, without_partial_changes
from harness.reports.text.lines import plain
from harness.reports.text.student import explanation_lines
from tests.support import course, graded, loaded, write

CALLS = """\
title: Sums
language: python
clauses:
  sum: {text: Add the numbers., points: 10}
  none: {text: There is nothing to add below zero., points: 5}
cases:
  - {name: three, clause: sum, calls: [{function: total, args: [3], returns: 6}]}
  - {name: less, clause: none, calls: [{function: total, args: [-2], returns: 0}]}
  - {name: five, clause: sum, calls: [{function: total, args: [5], returns: 15}]}
  - {name: zero, clause: none, calls: [{function: total, args: [0], returns: 0}]}
"""
PYTHON = """\
def total(n):
    result = 0
    if n < 0:
        return 1
    for i in range(1, n):
        result += i
    return result
"""
JAVA = """\
class Sums {
    static int total(int n) {
        int result = 0;
        if (n < 0)
            return 1;
        for (int i = 1; i < n; i++)
            result += i;
        return result;
    }
}
"""
CPP = """\
int total(int n) {
    if (n < -2)
        return 0;
    int result = n < 0;
    for (int i = 1; i < n; i++)
        result += i;
    return result;
}
"""
QUERIES = """\
title: Sums
language: prolog
clauses:
  sum: {text: Add the numbers., points: 10}
  once: {text: No sum comes twice., points: 5}
cases:
  - {name: three, clause: sum, calls: [{function: sum, args: [3, X], solutions: [6]}]}
  - {name: less, clause: once, calls: [{function: sum, args: [1, X], solutions: [1]}]}
  - {name: five, clause: sum, calls: [{function: sum, args: [5, X], solutions: [15]}]}
"""
PROLOG = """\
sum(1, 1).
sum(N, Sum) :- total(N, Sum).

total(1, 1) :- !.
total(N, Sum) :-
    M is N - 1,
    total(M, Rest),
    Sum is Rest - N.
"""


@pytest.mark.parametrize(
    ("spec", "file", "source", "lines"),
    [
        pytest.param(CALLS, "sums.py", PYTHON, [5, 4], id="python"),
        pytest.param(CALLS.replace("python", "java"), "Sums.java", JAVA, [6, 5], id="java"),
        pytest.param(CALLS.replace("python", "cpp"), "sums.cpp", CPP, [5, 2], id="cpp"),
        pytest.param(QUERIES, "sums.pl", PROLOG, [8, 1], id="prolog"),
    ],
)
def test_each_fault_of_a_function_has_its_own_change(
    tmp_path: Path, spec: str, file: str, source: str, lines: list[int]
) -> None:
    assignment = loaded(course(tmp_path, spec))
    grade = graded(assignment, write(tmp_path / "ann", {file: source}), tries_changes=True)
    sums, none = causes(grade)
    assert [case.name for case in (*sums.cases, *none.cases)] == ["three", "five", "less"]
    assert [cause.change and cause.change.where.line for cause in (sums, none)] == lines
    assert without_partial_changes(grade) == grade
    text = " ".join(" ".join(plain(explanation_lines(grade, assignment, translator(), details=False), 80)).split())
    assert "alone, 2 failed tests pass" in text
    assert "this failed test passes" in text


UNSURE = """\
def total(n):
    return n * 2 + 1
"""
PRODUCTS = """\
title: Sums
language: python
clauses:
  one: {text: Give 2 for 1., points: 10}
  two: {text: Give 6 for 2., points: 5}
cases:
  - {name: small, clause: one, calls: [{function: total, args: [1], returns: 2}]}
  - {name: large, clause: two, calls: [{function: total, args: [2], returns: 6}]}
"""


def test_changes_that_do_not_repair_all_together_are_not_named(tmp_path: Path) -> None:
    """Less for 1 and more for 2 are no two faults: n * (n + 1) is far from both."""
    assignment = loaded(course(tmp_path, PRODUCTS))
    grade = graded(assignment, write(tmp_path / "ann", {"sums.py": UNSURE}), tries_changes=True)
    (cause,) = causes(grade)
    assert cause.change is None
    assert without_partial_changes(grade) == grade


FUNCTIONS = """\
title: Sums
language: python
clauses:
  far: {text: Multiply., points: 10}
  own: {text: Add what is multiplied., points: 5}
  sum: {text: Add the numbers., points: 5}
cases:
  - {name: far, clause: far, calls: [{function: far, args: [3], returns: 900}]}
  - {name: own, clause: own, calls: [{function: own, args: [3], returns: 901}]}
  - {name: three, clause: sum, calls: [{function: total, args: [3], returns: 6}]}
  - {name: five, clause: sum, calls: [{function: total, args: [5], returns: 15}]}
"""
BESIDE = """\
def far(n):
    return n + 4


def own(n):
    return far(n) + 895


def total(n):
    result = 0
    for i in range(1, n):
        result += i
    return result
"""


def test_a_function_that_no_change_repairs_does_not_hide_another_one(tmp_path: Path) -> None:
    """None is named in what calls it, either: 895 would have to be 894."""
    assignment = loaded(course(tmp_path, FUNCTIONS))
    grade = graded(assignment, write(tmp_path / "ann", {"sums.py": BESIDE}), tries_changes=True)
    lines = {case.name: cause.change and cause.change.where.line for cause in causes(grade) for case in cause.cases}
    assert lines == {"far": None, "own": None, "three": 11, "five": 11}


CALLER = """\
title: Sums
language: python
clauses:
  sum: {text: Add the numbers., points: 5}
  next: {text: Add one more., points: 5}
cases:
  - {name: three, clause: sum, calls: [{function: total, args: [3], returns: 6}]}
  - {name: five, clause: sum, calls: [{function: total, args: [5], returns: 15}]}
  - {name: next, clause: next, calls: [{function: more, args: [3], returns: 7}]}
  - {name: less, clause: next, calls: [{function: more, args: [-1], returns: 123}]}
"""
CALLS_WRONG_ONE = """\
def total(n):
    result = 0
    for i in range(1, n):
        result += i
    return result


def more(n):
    if n < 0:
        return n * 7 - 20
    return total(n) + 1
"""


def test_what_passes_by_the_change_of_another_function_is_shown_there(tmp_path: Path) -> None:
    assignment = loaded(course(tmp_path, CALLER))
    grade = graded(assignment, write(tmp_path / "ann", {"sums.py": CALLS_WRONG_ONE}), tries_changes=True)
    changed = {case.name for cause in causes(without_partial_changes(grade)) if cause.change for case in cause.cases}
    assert changed == {"three", "five", "next"}


RUNS = """\
title: Numbers
language: python
clauses: {sum: {text: Add., points: 5}, product: {text: Multiply., points: 5}}
cases:
  - {name: sum, clause: sum, stdin: "sum 3", stdout: "6\\n"}
  - {name: product, clause: product, stdin: "product 4", stdout: "24\\n"}
"""
BOTH = """\
word, number = input().split()
number = int(number)
total = 0
if word == "sum":
    for i in range(1, number):
        total += i
else:
    total = 1
    for i in range(2, number):
        total *= i
print(total)
"""


def test_another_fault_has_time_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where one change repairs a part, not all of the time is spent on one that may repair more."""
    monkeypatch.setattr(SearchBudget, "spent_s", property(lambda budget: 1.0 * budget.trials))
    monkeypatch.setattr(search_budget, "_LONGEST_S", 30.0)
    grade = graded(loaded(course(tmp_path, RUNS)), write(tmp_path / "ann", {"numbers.py": BOTH}), tries_changes=True)
    assert {cause.change.where.line for cause in causes(grade) if cause.change} == {5, 9}
