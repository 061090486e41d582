"""The course in this repository: its sample students who err, graded for real.

That the references and Alice are right, and the goldens fresh, is seen beside the tests, by ``tox``.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from harness.course.assignments import load_course
from harness.spec.format.assignment import Course
from tests.support import ROOT, report

IDS = sorted(path.parent.name for path in ROOT.glob("specs/*/spec.yaml"))


def folders(pattern: str) -> list[Path]:
    return [path for path in sorted(ROOT.glob(pattern)) if path.is_dir()]


@cache
def real_course() -> Course:
    """The six assignments, loaded once in each test process."""
    return load_course(ROOT / "specs")


def test_there_are_programs_for_verify_to_try() -> None:
    """``harness verify`` grades all of them; its place is beside the tests, not in them."""
    assert len(IDS) == 6
    assert {path.parent.name for path in folders("reference/*/*")} == set(IDS)
    for name in IDS:
        assert len(folders(f"specs/{name}/accepted/*")) >= 8, name


def test_the_clauses_share_100_points() -> None:
    for assignment in real_course().values():
        worth = sum(
            clause.points for clause in assignment.clauses.values() if not clause.manual and not clause.untestable
        )
        assert worth == pytest.approx(100), assignment.id


def by_assignment(result: dict[str, Any], student: str) -> dict[str, dict[str, Any]]:
    return {entry["assignment"]: entry for entry in result["grades"] if entry["student"] == student}


def clauses(grade: dict[str, Any]) -> dict[str, set[str]]:
    """Clauses that lost something -> the verdicts."""
    lost: dict[str, set[str]] = {}
    for case in grade["cases"]:
        if case["verdict"] != "AC":
            lost.setdefault(case["clause"], set()).add(case["verdict"])
    return lost


def test_bob_loses_points_for_real_faults_alone(apart: Path) -> None:
    grades = by_assignment(report("submissions/bob", cwd=ROOT, apart=apart, expect=1), "bob")
    assert set(grades) == set(IDS)
    # no target clean in the Makefile; the usage message goes to stdout
    assert clauses(grades["cmps12a-pa5"]) == {"clean": {"WA"}, "usage-stream": {"WA"}}
    # columns are tried from right to left; in verbose mode the count begins at one
    assert clauses(grades["cse30-pa2"]) == {"order": {"WA"}, "verbose-count": {"WA"}}
    # <= instead of < takes the last of the best rows; whole outputs differ for that, and only for that
    assert clauses(grades["cs771-8queens"]) == {"row-tie": {"WA"}}
    # isSafe looks at one of the two diagonals: wrong boards, and boards for 2 and 3
    assert set(clauses(grades["cs689-prog11"])) >= {"solution", "no-solution"}
    assert not set(clauses(grades["cs689-prog11"])) & {"files", "makefile", "size", "input", "speed"}
    # a semicolon is missing
    assert grades["comp333-java"]["verdict"] == "CE"
    assert "turn-in" not in clauses(grades["comp333-java"])
    # the distance of the diagonals is one too small
    assert clauses(grades["comp333-prolog"]).keys() == {"right", "all"}


def test_carol_loses_everything_that_was_not_handed_in(apart: Path) -> None:
    names = sorted(path.parent.name for path in (ROOT / "specs").glob("*/spec.yaml"))
    asked = [word for name in names for word in ("--assignment", name)]  # else what is not there has no row
    grades = by_assignment(report("submissions/carol", *asked, cwd=ROOT, apart=apart, expect=1), "carol")
    verdicts = {name: entry["verdict"] for name, entry in grades.items()}
    assert verdicts == {
        "cmps12a-pa5": "NS",  # an empty folder
        "comp333-java": "NS",  # no folder
        "comp333-prolog": "NS",  # a program in Python
        "cs689-prog11": "CE",  # the header file alone
        "cs771-8queens": "NS",
        "cse30-pa2": "NS",  # a program in Java
    }
    assert {entry["score"] for entry in grades.values()} == {0}
