"""Submissions that attack the grader's own channels: none gains a point, or makes its fault ours."""

from __future__ import annotations

import pytest

from harness.model.grade import Grade
from harness.model.verdict import Verdict
from tests.attacks.levels import LEVELS, sandbox
from tests.attacks.submissions import HONEST, classes

_IN_A_REAL_FOLDER = ("python", "prolog", "any")
"""At C and D a driver that starts again could find what its last turn has spoilt."""
_BEST = min(LEVELS)
_PLACES = [
    (language, letter)
    for letter in LEVELS
    for language in classes()
    if letter == _BEST or (letter in "CD" and language in _IN_A_REAL_FOLDER)
]


def told(grade: Grade) -> str:
    cases = (f"{case.name} {case.verdict.name} {[one.message for one in case.findings]}" for case in grade.cases)
    return f"{grade.student}: {grade.score:g} points; {'; '.join(cases)}"


@pytest.mark.parametrize(("language", "letter"), _PLACES)
def test_hostile_submissions_gain_nothing_and_the_honest_one_loses_nothing(language: str, letter: str) -> None:
    asked = classes()[language]
    grades = asked.grades(sandbox(letter))
    gained = [
        told(grades[one.name])
        for one in asked.hostile
        if grades[one.name].score or not {case.verdict for case in grades[one.name].cases} <= one.verdicts
    ]
    assert gained == []
    honest = grades[HONEST]
    assert (honest.score, {case.verdict for case in honest.cases}) == (10, {Verdict.AC}), told(honest)


def test_there_are_many_of_them() -> None:
    assert sum(len(one.hostile) for one in classes().values()) >= 50
