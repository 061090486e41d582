"""A change is looked for where the right lines only come in another order, also where all values are right."""

from __future__ import annotations

from pathlib import Path

from harness.reports.causes.grouping import causes
from tests.support import course, graded, loaded, write

SPEC = """\
title: Lines
language: python
clauses:
  lines: {text: Print the numbers., points: 10}
  order: {text: Begin with the least., points: 5}
  sum: {text: Return how many there are., points: 5}
cases:
  - {name: lines, clause: lines, args: [a], stdout: "1\\n2\\n3\\n", near_misses: {line-order: order}}
  - {name: sum, clause: sum, calls: [{function: show, args: [[1, 2]], returns: 2}]}
"""
SOURCE = """\
def show(numbers):
    count = 0
    while numbers:
        print(numbers.pop())
        count += 1
    return count


if __name__ == "__main__":
    show([1, 2, 3])
"""


def test_the_end_of_a_list(tmp_path: Path) -> None:
    grade = graded(loaded(course(tmp_path, SPEC)), write(tmp_path / "ann", {"a.py": SOURCE}), tries_changes=True)
    (cause,) = causes(grade)
    assert cause.change is not None
    assert (cause.change.where.line, cause.change.params["does"]) == (4, "turns-round")
