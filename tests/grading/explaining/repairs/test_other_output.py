"""A program that prints something else each time it runs, where one text is right, is said to."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.judge.messages.translator import translator
from harness.model.finding import OTHER_OUTPUT, Finding
from harness.reports.causes.grouping import causes
from tests.support import course, graded, loaded, write

ONE_TEXT = """\
title: Sums
language: python
clauses:
  sum: {text: Print the numbers., points: 10}
cases:
  - {name: three, clause: sum, stdout: "1 2 3\\n"}
"""
ANY_TEXT = ONE_TEXT.replace('"1 2 3\\n"', '{check: regex, pattern: "[0-9 ]+x"}')
SHUFFLED = """\
import random

numbers = list(range(1, 3_000))
random.shuffle(numbers)
print(*numbers)
"""


def notes(folder: Path, spec: str, source: str) -> list[Finding]:
    """What is noted of such outputs."""
    grade = graded(loaded(course(folder, spec)), write(folder / "ann", {"sums.py": source}), tries_changes=True)
    assert grade.score == 0
    assert causes(grade)
    return [note for note in grade.notes if note.params.get("what") == OTHER_OUTPUT]


def test_the_line_that_draws_is_named(tmp_path: Path) -> None:
    (note,) = notes(tmp_path, ONE_TEXT, SHUFFLED)
    assert (note.where.path, note.where.line) == ("sums.py", 4)
    assert "each run prints something else for the same input: random" in translator().in_words(note)


@pytest.mark.parametrize(
    ("spec", "source"),
    [
        pytest.param(ONE_TEXT, "print(*range(1, 3_000))\n", id="the-same-each-time"),
        pytest.param(ONE_TEXT, SHUFFLED.replace("random.shuffle", "random.seed(1)\nrandom.shuffle"), id="seeded"),
        pytest.param(ANY_TEXT, SHUFFLED, id="any-text-may-be-right"),
    ],
)
def test_nothing_is_said_of_other_programs(tmp_path: Path, spec: str, source: str) -> None:
    assert notes(tmp_path, spec, source) == []
