"""How far down in a report its cause stands: measured on programs with one fault, and never worse than before."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from harness.model.finding import Finding, Place
from harness.model.grade import CaseGrade, Grade
from harness.model.verdict import Verdict
from tests.support import ROOT, SUM, course, loaded

sys.path.append(str(ROOT / "benchmarks"))
import cause_lines

FEWEST = 50
"""Programs with one fault that the number is made of."""


def test_the_programs_are_mutants_that_are_there_in_each_assignment() -> None:
    named = {name: set(words) for name, words in cause_lines.WORDS.items()}
    assert set(named) == {path.parent.parent.name for path in ROOT.glob("specs/*/mutants/*")}
    assert sum(map(len, named.values())) >= FEWEST
    for name, programs in named.items():
        there = {path.name.removesuffix(".patch") for path in (ROOT / "specs" / name / "mutants").iterdir()}
        assert programs <= there | {mutant.partition(".")[0] for mutant in there}


@pytest.mark.parametrize(("words", "before"), [("6$", 2), ("differs", 0), ("never said", None)])
def test_what_stands_before_the_words_of_the_cause_is_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str, before: int | None
) -> None:
    monkeypatch.setattr(cause_lines, "WORDS", {"sum": {"sum-one-more": words}})
    wrong = Finding.of("line-differs", Place(stream="stdout", line=1), b"5\n", b"6\n", line=1)
    grade = Grade("mutant sum-one-more", "sum", Verdict.WA, (CaseGrade("two", "sum", Verdict.WA, 0, 5, (wrong,)),))
    aim = cause_lines.aim(grade, loaded(course(tmp_path, SUM)))
    assert aim.before == before
    assert aim.cost == (len(aim.lines) if before is None else before)


@pytest.mark.slow
def test_causes_stand_no_further_down_than_they_did() -> None:
    measured = list(cause_lines.aims())
    assert sum(aim.cost for aim in measured) <= cause_lines.GOAL_LINES
