"""A fault that no change repairs keeps no change for another fault from being found."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.reports.causes.grouping import causes
from tests.support import course, graded, loaded, write

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
