"""A program that is right for one size alone has that number in the size's place, and the report shows its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.judge.messages.translator import sentence, translator
from harness.model.grade import Grade
from harness.reports.causes.grouping import causes
from harness.reports.causes.hints import hint_of
from harness.reports.text.cause import cause_lines
from harness.reports.text.lines import plain
from harness.spec.format.assignment import Assignment
from tests.support import course, graded, loaded, write

SPEC = """\
title: Rows
language: python
clauses: {rows: {text: The rows are printed., points: 8, hint: Begin with row 1.}}
cases:
"""
CASE = """\
  - {{name: rows-{0}, clause: rows, args: ["{0}"], stdout: "{1}"}}
"""
SIZES = (1, 2, 5, 8, 10)
PROGRAM = """\
import sys
n = int(sys.argv[1])
{}
for row in range(1, {}):
    print(row)
"""


def result(root: Path, source: str, *, tries_changes: bool = False) -> tuple[Assignment, Grade]:
    cases = (CASE.format(size, "".join(f"{row}\\n" for row in range(1, size + 1))) for size in SIZES)
    assignment = loaded(course(root, SPEC + "".join(cases)))
    return assignment, graded(assignment, write(root / "ann", {"main.py": source}), tries_changes=tries_changes)


def test_the_only_number_in_place_of_the_size_is_named_with_its_line(tmp_path: Path) -> None:
    assignment, grade = result(tmp_path, PROGRAM.format("", 9))
    (note,) = grade.notes
    assert sentence(note) == "9 stands here instead of the size + 1: right for 8, wrong for 1, 2, 5, 10"
    assert (note.where.line, note.where.marked) == (4, (20, 20))
    cause, *others = causes(grade)
    assert not any(hint_of(each, assignment) for each in (cause, *others))  # it is about another fault
    lines = [*plain(cause_lines(cause, 1, assignment, translator()), 200)]
    assert any("The note on main.py, line 4, may say why" in text for text in lines)


@pytest.mark.parametrize(
    ("source", "change"),
    [
        (PROGRAM.format("", 9), "Use `n + 1` instead of `9`. With this change alone, 4 failed tests pass."),
        (
            PROGRAM.format("", "last").replace("for", "last = 1\nwhile last < 9: last += 1\nfor"),
            "Use `n + 1` instead of `9`. With this change alone, 4 failed tests pass.",
        ),
        (
            PROGRAM.format("rows = [0] * 8", 9).replace("(1, 9)", "(8)").replace("(row)", "(row + rows[row] + 1)"),
            "Use `n` instead of `8` here and in line 4. With these changes alone, 4 failed tests pass.",
        ),
    ],
)
def test_the_variable_that_makes_it_right_is_shown_instead_of_the_note(
    tmp_path: Path, source: str, change: str
) -> None:
    assignment, grade = result(tmp_path, source, tries_changes=True)
    (cause,) = causes(grade)
    text = " ".join(plain(cause_lines(cause, 1, assignment, translator()), 300))
    assert (change in text, "may say why" in text) == (True, False)


@pytest.mark.parametrize("end", ["9 + n % 2 - n % 2", "max(n, 8) + n % 2"])
def test_no_variable_is_shown_that_does_not_make_it_right(tmp_path: Path, end: str) -> None:
    assignment, grade = result(tmp_path, PROGRAM.format("", end), tries_changes=True)
    text = " ".join(plain(cause_lines(causes(grade)[0], 1, assignment, translator()), 300))
    assert "Use `n" not in text


def test_of_a_few_such_numbers_all_lines_are_named(tmp_path: Path) -> None:
    source = PROGRAM.format("rows = [0] * 8\nrows += [0] * 8", 9)
    (note,) = result(tmp_path, source)[1].notes
    words = "8 may stand here and in lines 4, 5 instead of the size: right for 8, wrong for 1, 2, 5, 10"
    assert (note.where.line, sentence(note)) == (3, words)


@pytest.mark.parametrize(
    ("before", "end"),
    [
        ("MAX = 8\nif n > MAX: sys.exit()", "n + 1"),  # right for more than one size
        ("n = 8", "n + 1"),  # no end of a loop: it is for the search of a change to say
        ("if n > 8: n = 8", "max(n, 8) + 1"),
        ("a = b = c = d = [0] * 8\ne = [0] * 8\nf = [0] * 8\ng = [0] * 8", "9"),  # too many to say that any is meant
        ("", "8"),  # right for none
        ("", "n + 1"),
    ],
)
def test_nothing_is_said_where_another_fault_may_be_it(tmp_path: Path, before: str, end: str) -> None:
    _, grade = result(tmp_path, PROGRAM.format(before, end))
    assert [note.kind for note in grade.notes] == []
