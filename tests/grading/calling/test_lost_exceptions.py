"""A handler that loses an exception is named where its function is wrong, with what comes and in which line."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.judge.messages.translator import translator
from harness.model.grade import Grade
from tests.support import course, graded, loaded, write

SPEC = """\
title: Steps
language: python
clauses: {last: {text: The last one grows., points: 5}, first: {text: The first one counts., points: 5}}
cases:
  - {name: last, clause: last, calls: [{function: last_grown, args: [[1, 2]], returns: [1, 3]}]}
  - {name: first, clause: first, calls: [{function: first_of, args: [[1, 2]], returns: 1}]}
"""
PROGRAM = """\
def last_grown(numbers):
    try:
        numbers[%s] += 1
    except IndexError:
        pass
    return numbers

def first_of(numbers):
    return numbers[%d]
"""
NAMED = "IndexError (list index out of range) comes in line 3, and is lost here without a word"


@pytest.mark.parametrize(
    ("index", "first", "said"),
    [
        ("len(numbers)", 0, NAMED),
        ("0", 0, ""),  # it is wrong, and no exception comes
        ("-1", 1, ""),  # another function is wrong
    ],
)
def test_a_lost_exception(tmp_path: Path, index: str, first: int, said: str) -> None:
    assignment = loaded(course(tmp_path / "course", SPEC))
    grade: Grade = graded(assignment, write(tmp_path / "ann", {"main.py": PROGRAM % (index, first)}))
    assert [translator().sentence(note) for note in grade.notes] == ([said] if said else [])
    assert [note.where.line for note in grade.notes] == ([4] if said else [])
