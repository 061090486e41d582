"""The same hand-ins through a sandbox that stays and through one for each run: the same grades."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from harness.course.assignments import load_course
from harness.model.grade import Grade, Timing
from tests.attacks.levels import LEVELS, isolation_at
from tests.support import ROOT, graded

HAND_INS = [
    (student, assignment)
    for student in ("alice", "bob", "carol")
    for assignment in ("cs689-prog11", "cse30-pa2", "comp333-prolog", "cs771-8queens")
    if (ROOT / "submissions" / student / assignment).is_dir()
    and (student, assignment) != ("bob", "cs689-prog11")  # his wrong boards are drawn at random
]


def _all_but_times(grade: Grade) -> dict[str, Any]:
    cases = {case.name: replace(case, timing=Timing()) for case in grade.cases}
    return {"score": grade.score, "verdict": grade.verdict, "notes": grade.notes, "cases": cases}


@pytest.mark.skipif("B-2" not in LEVELS, reason="this machine does not give level B in both ways")
@pytest.mark.parametrize(("student", "assignment"), HAND_INS)
def test_both_ways_give_the_same_grade(student: str, assignment: str) -> None:
    course = load_course(ROOT / "specs", (assignment,))
    folder = ROOT / "submissions" / student / assignment
    staying, new = (
        _all_but_times(graded(course[assignment], folder, jobs=2, isolation=isolation_at(level)))
        for level in ("B", "B-2")
    )
    assert staying == new
    assert staying["cases"]
