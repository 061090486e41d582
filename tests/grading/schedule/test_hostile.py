"""Submissions that attack the grader's own channels: none gains a point, or makes its fault ours."""

from __future__ import annotations

import pytest

from harness.judge.messages.translator import sentence
from harness.model.grade import Grade
from harness.model.verdict import Verdict
from tests.attacks.levels import LEVELS, isolation_at
from tests.attacks.submissions import HONEST, classes

_IN_A_REAL_FOLDER = ("python", "prolog", "any")
"""At C and D a driver that starts again could find what its last turn has spoilt."""
_STRONGEST = LEVELS[0]
_PLACES = [
    (language, level)
    for level in LEVELS
    for language in classes()
    if level == _STRONGEST or (level in "CD" and language in _IN_A_REAL_FOLDER)
]


def summary(grade: Grade) -> str:
    cases = (
        f"{case.name} {case.verdict.name} {[sentence(finding) for finding in case.findings]}" for case in grade.cases
    )
    return f"{grade.student}: {grade.score:g} points; {'; '.join(cases)}"


@pytest.mark.parametrize(("language", "level"), _PLACES)
def test_hostile_submissions_gain_nothing_and_the_honest_one_loses_nothing(language: str, level: str) -> None:
    hostile_class = classes()[language]
    grades = hostile_class.grades(isolation_at(level))
    wrong = [
        summary(grades[submission.name])
        for submission in hostile_class.hostile
        if grades[submission.name].score
        or not {case.verdict for case in grades[submission.name].cases} <= submission.verdicts
    ]
    assert wrong == []
    honest = grades[HONEST]
    assert (honest.score, {case.verdict for case in honest.cases}) == (10, {Verdict.AC}), summary(honest)


def test_there_are_many_of_them() -> None:
    assert sum(len(hostile_class.hostile) for hostile_class in classes().values()) >= 50
