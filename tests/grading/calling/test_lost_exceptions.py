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


@pytest.mark.parametrize("tries_changes", [False, True])
def test_no_handler_is_named_where_a_change_makes_all_pass(tmp_path: Path, tries_changes: bool) -> None:
    wrong = PROGRAM.replace("return numbers\n", "numbers[-1] += 2\n    return numbers\n", 1) % ("len(numbers)", 0)
    assignment = loaded(course(tmp_path / "course", SPEC))
    grade: Grade = graded(assignment, write(tmp_path / "ann", {"main.py": wrong}), tries_changes=tries_changes)
    assert bool(grade.notes) != tries_changes


REFUSES = """\
title: Doubles
language: python
files: {required: [main.py]}
clauses: {usage: {text: It says what is wrong., points: 5}, twice: {text: It doubles., points: 5}}
cases:
  - {name: usage, clause: usage, args: [x], exit: 1, stdout: {text: "%s"}}
  - {name: twice, clause: twice, args: ["2"], stdout: {text: "4\\n"}}
"""
CATCHES = """\
import sys

def die():
    print("A number!")
    sys.exit(1)

def read(word):
    try:
        if not word.isdigit():
            die()
        return int(word)
    except:
        die()

print(%d * read(sys.argv[1]))
"""


@pytest.mark.parametrize(
    ("said", "factor", "is_named"),
    [
        ("A number!\\n", 2, True),
        ("A number!\\nA number!\\n", 3, False),  # the refusal is right
    ],
)
def test_an_exit_that_is_caught_is_named_where_a_refusal_is_wrong(
    tmp_path: Path, said: str, factor: int, is_named: bool
) -> None:
    assignment = loaded(course(tmp_path / "course", REFUSES % said))
    grade: Grade = graded(assignment, write(tmp_path / "ann", {"main.py": CATCHES % factor}))
    assert [note.params.get("what") for note in grade.notes] == (["caught-exit"] if is_named else [])
