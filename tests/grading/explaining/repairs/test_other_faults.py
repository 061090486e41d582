"""A fault that no change repairs keeps no change for another fault from being found."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.judge.messages.translator import translator
from harness.reports.causes.grouping import causes
from harness.reports.text.headline import change_sentence
from tests.support import ROOT, course, graded, loaded, write

SPEC = """\
title: Sums
language: python
limits: {cpu: 0.5 s}
clauses:
  word: {text: Print the word., points: 10}
  sum: {text: Add the numbers., points: 5}
cases:
  - {name: word, clause: word, args: [a], stdout: "of another kind\\n"}
  - {name: sum, clause: sum, args: [a, b, c], stdout: "3\\n"}
"""
TWO_RUNS = """\
import sys


def total(words):
    result = 0
    for at in range(2, len(words)):
        result += 1
    return result


if len(sys.argv) == 2:
    print("unknown")
else:
    print(total(sys.argv))
"""
CALLED = SPEC.replace('args: [a, b, c], stdout: "3\\n"', "calls: [{function: total, args: [4], returns: 10}]")
ENDLESS_RUN = """\
import sys


def total(n):
    result = 0
    for at in range(1, n):
        result += at
    return result


def main():
    while total(3) > -1:
        pass


if __name__ == "__main__":
    main()
"""


@pytest.mark.parametrize(
    ("spec", "source"), [pytest.param(SPEC, TWO_RUNS, id="runs"), pytest.param(CALLED, ENDLESS_RUN, id="endless-run")]
)
def test_the_other_fault_has_its_change(tmp_path: Path, spec: str, source: str) -> None:
    grade = graded(loaded(course(tmp_path, spec)), write(tmp_path / "ann", {"sums.py": source}), tries_changes=True)
    lines = {case.name: cause.change and cause.change.where.line for cause in causes(grade) for case in cause.cases}
    assert lines == {"word": None, "sum": 6}


TWO_OF_ONE = """\
safe(_, _, []).
safe(R, D, [O]) :- O =\\= R + D.
safe(R, D, [O|Os]) :- O =\\= R + D, E is D + 1, safe(R, E, Os).
place([], B, B).
place(Left, B, Qs) :- select(R, Left, Rest), safe(R, 1, B), place(Rest, [R|B], Qs).
queens(N, Qs) :- numlist(1, N, All), place(All, [], Qs).
"""


def test_answers_that_all_come_twice_have_their_change_beside_another_fault(tmp_path: Path) -> None:
    submission = write(tmp_path / "ann" / "comp333-prolog", {"queens.pl": TWO_OF_ONE})
    grade = graded(loaded(ROOT, "comp333-prolog", goldens=False), submission, tries_changes=True)
    changes = {cause.clauses: cause.change and cause.change.where.line for cause in causes(grade)}
    assert changes == {("right",): None, ("once",): 2}


TRAILING = """\
import sys


def show(numbers):
    line = ""
    for i in range(len(numbers)):
        line += numbers[i] + " "
    print(line)


show(sys.argv[1:])
"""
LISTS = """\
title: Lists
language: python
clauses: {list: {text: "The numbers, a blank between each two.", points: 10}}
cases:
  - {name: two, clause: list, args: ["4", "7"], stdout: "4 7\\n"}
  - {name: three, clause: list, args: ["4", "7", "9"], stdout: "4 7 9\\n"}
"""


def test_a_blank_after_the_last_element_has_its_place(tmp_path: Path) -> None:
    submission = write(tmp_path / "ann", {"lists.py": TRAILING})
    grade = graded(loaded(course(tmp_path, LISTS)), submission, tries_changes=True)
    (cause,) = causes(grade)
    assert cause.change is not None
    assert (cause.change.where.line, cause.change.params["does"]) == (7, "only-between")
    said = change_sentence(cause, translator())
    assert said.startswith('Print `" "` only between two elements, not after the last one.')
