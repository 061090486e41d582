"""A flag that each turn sets again is named in a function that gives wrong answers, and in no other one."""

from __future__ import annotations

from pathlib import Path

from harness.model.grade import Grade
from tests.support import course, graded, loaded, write

SPEC = """\
title: Flags
language: python
clauses: {all: {text: All have to be even., points: 5}, first: {text: The first one counts., points: 5}}
cases:
  - {name: all, clause: all, calls: [{function: all_even, args: [[1, 2]], returns: false}]}
  - {name: first, clause: first, calls: [{function: first_of, args: [[1, 2]], returns: 1}]}
"""
PROGRAM = """\
def all_even(numbers):
    even = True
    for number in numbers:
        even = %s
    return even

def first_of(numbers):
    return numbers[%d]

def is_even(number):
    return number %% 2 == 0
"""


def test_a_flag_is_named_where_its_function_is_wrong(tmp_path: Path) -> None:
    assignment = loaded(course(tmp_path / "course", SPEC))

    def noted(student: str, value: str, index: int) -> list[object]:
        source = PROGRAM % (value, index)
        grade: Grade = graded(assignment, write(tmp_path / student, {"main.py": source}))
        return [(note.params.get("what"), note.where.line, note.where.function) for note in grade.notes]

    assert noted("ann", "is_even(number)", 0) == [("overwritten-flag", 4, "all_even")]
    assert noted("bob", "even and is_even(number)", 1) == []
    # The last number alone gives the right answer here, so that nothing speaks against it.
    assert noted("eve", "number > 0 and not is_even(number)", 1) == []
