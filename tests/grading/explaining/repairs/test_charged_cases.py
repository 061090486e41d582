"""A change that is proven for one cause is tried where a near miss is charged as well: it may be the same fault."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.reports.causes.grouping import causes, without_partial_changes
from tests.support import course, graded, loaded, write

SPEC = """\
title: Sums
language: python
clauses:
  sum: {text: Print the sum., points: 10}
  alone: {text: Print nothing else., points: 5}
  quiet: {text: total prints nothing., points: 5}
cases:
  - {name: three, clause: sum, args: ["3"], stdout: "6\\n", near_misses: {extra-lines: alone}}
  - {name: five, clause: sum, args: ["5"], stdout: "15\\n", near_misses: {extra-lines: alone}}
  - {name: quiet, clause: quiet, calls: [{function: total, args: [3], returns: 6, stdout: ""}]}
"""
SOURCE = """\
import sys


def total(n, shows=False):
    result = sum(range(n + 1))
    print("so far", result)
    if shows:
        pass
    return result


if __name__ == "__main__":
    print(total(int(sys.argv[1])))%s
"""
ALSO_OF_FIVE = """
    if sys.argv[1] == "5":
        print("that is all")"""


@pytest.mark.parametrize(("more", "shown"), [("", [["quiet", "alone"]]), (ALSO_OF_FIVE, [["quiet"], ["alone"]])])
def test_one_cause_of_all_that_a_change_repairs(tmp_path: Path, more: str, shown: list[list[str]]) -> None:
    """Not where the program still prints too much in one of the cases that stand for the clause."""
    source = write(tmp_path / "ann", {"a.py": SOURCE % more})
    grade = without_partial_changes(graded(loaded(course(tmp_path, SPEC)), source, tries_changes=True))
    assert [[case.name for case in cause.cases] for cause in causes(grade)] == shown
    changes = [(cause.change.where.line, cause.case_count) for cause in causes(grade) if cause.change is not None]
    assert changes == [(6, 1 if more else 3)]


def test_a_case_that_nobody_may_see_is_not_said_to_pass(tmp_path: Path) -> None:
    spec = SPEC.replace("{name: five,", "{name: five, visibility: hidden,")
    source = write(tmp_path / "ann", {"a.py": SOURCE % ALSO_OF_FIVE})
    grade = without_partial_changes(graded(loaded(course(tmp_path, spec)), source, tries_changes=True))
    changes = {case.name: cause.change is not None for cause in causes(grade) for case in cause.cases}
    assert (changes["quiet"], changes["alone"]) == (True, False)
