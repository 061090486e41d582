"""The course in this repository: its references, sample students, right and wrong programs, graded for real."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from harness.model.grade import Grade
from harness.model.verdict import Verdict
from harness.plan.course import load_course
from harness.plan.discover import Course
from harness.spec.assignment import Assignment, PlannedCase
from harness.spec.sound import charges
from harness.spec.units import Seconds
from tests.support import ROOT, graded, harness, report

IDS = sorted(path.parent.name for path in ROOT.glob("specs/*/spec.yaml"))


def programs(kind: str) -> list[Any]:
    """The folders below ``specs/*/<kind>`` as parameters."""
    folders = sorted(path for path in ROOT.glob(f"specs/*/{kind}/*") if path.is_dir())
    return [pytest.param(path, id=f"{path.parent.parent.name}/{path.name}") for path in folders]


MUTANTS = programs("mutants")
EQUIVALENTS = programs("equivalents")
REFERENCES = [path for path in sorted(ROOT.glob("reference/*/*")) if path.is_dir()]


SLOW = {"every-list": ("*[!8]",)}
"""A right program that takes half a minute for n = 8, and the cases that are tried here; ``verify`` tries all."""


@cache
def real_course() -> Course:
    """The six assignments, loaded once in each test process."""
    return load_course(ROOT / "specs")


def complaints(grade: Grade) -> list[str]:
    return [
        f"{case.name}: {case.verdict.name}: {' / '.join(one.message for one in case.findings)}"
        for case in grade.cases
        if case.verdict is not Verdict.AC
    ]


def test_there_are_programs_to_try() -> None:
    assert len(IDS) == 6
    assert len(MUTANTS) >= 50
    assert len(EQUIVALENTS) >= 40
    assert {path.parent.name for path in REFERENCES} == set(IDS)


@pytest.mark.parametrize("folder", REFERENCES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_reference_is_accepted(folder: Path) -> None:
    grade = graded(real_course()[folder.parent.name], folder)
    assert complaints(grade) == []
    assert (grade.verdict, grade.score) == (Verdict.AC, grade.max_score)


@pytest.mark.parametrize("folder", EQUIVALENTS)
def test_a_right_program_gets_full_marks_however_it_is_written(folder: Path) -> None:
    grade = graded(real_course()[folder.parent.parent.name], folder, only=SLOW.get(folder.name, ()))
    assert complaints(grade) == []
    assert (grade.verdict, grade.score) == (Verdict.AC, grade.max_score)


def clause_of(mutant: Path, clauses: Iterator[str]) -> str:
    """A mutant's folder is named ``<clause>-<what>``."""
    fitting = [one for one in clauses if mutant.name.startswith(f"{one}-")]
    assert fitting, f"{mutant}: the name begins with no clause"
    return max(fitting, key=len)


def cases_for(assignment: Assignment, clause: str) -> tuple[str, ...]:
    """The cases by which a clause is won or lost: its own, and those that charge near misses to it.

    Of the latter the slow ones are left out: what is printed in the wrong form is seen in the others as well.
    """
    own = [one.name for one in assignment.cases if one.case.clause == clause]
    charging = [one.name for one in assignment.cases if clause in charges(one.case) and one.case.time is None]
    return (*own, *charging, "files", "build")


def hurried(assignment: Assignment) -> Assignment:
    """With a CPU limit of 1 s: a mutant that never ends need not be waited for. Timing cases keep their own."""

    def one(planned: PlannedCase) -> PlannedCase:
        limits = msgspec.structs.replace(planned.case.limits, cpu=Seconds(1))
        case = planned.case if planned.case.time else msgspec.structs.replace(planned.case, limits=limits)
        return dataclasses.replace(planned, case=case)

    return dataclasses.replace(assignment, cases=tuple(map(one, assignment.cases)))


@pytest.mark.parametrize("folder", MUTANTS)
def test_a_mutant_loses_points_of_its_clause(folder: Path) -> None:
    assignment = real_course()[folder.parent.parent.name]
    clause = clause_of(folder, iter(assignment.clauses))
    grade = graded(hurried(assignment), folder, only=cases_for(assignment, clause))
    rows = [case for case in grade.cases if case.clause == clause]
    assert all(case.verdict is not Verdict.JE for case in grade.cases), complaints(grade)
    assert any(case.verdict is not Verdict.AC for case in rows), complaints(grade)
    worth = assignment.clauses[clause].points
    assert worth == 0 or sum(case.score for case in rows) < worth


def test_the_clauses_share_100_points() -> None:
    for assignment in real_course().values():
        worth = sum(one.points for one in assignment.clauses.values() if not one.manual and not one.untestable)
        assert worth == pytest.approx(100), assignment.id


def by_assignment(found: dict[str, Any], student: str) -> dict[str, dict[str, Any]]:
    return {one["assignment"]: one for one in found["grades"] if one["student"] == student}


def clauses(grade: dict[str, Any]) -> dict[str, set[str]]:
    """Clauses that lost something -> the verdicts."""
    found: dict[str, set[str]] = {}
    for case in grade["cases"]:
        if case["verdict"] != "AC":
            found.setdefault(case["clause"], set()).add(case["verdict"])
    return found


def test_alice_is_right_in_everything(apart: Path) -> None:
    found = by_assignment(report("submissions/alice", cwd=ROOT, apart=apart, expect=0), "alice")
    assert {name: (one["verdict"], one["score"]) for name, one in found.items()} == dict.fromkeys(IDS, ("AC", 100))


def test_bob_loses_points_where_he_errs(apart: Path) -> None:
    found = by_assignment(report("submissions/bob", cwd=ROOT, apart=apart, expect=1), "bob")
    assert set(found) == set(IDS)
    # no target clean in the Makefile; the usage message goes to stdout
    assert clauses(found["cmps12a-pa5"]) == {"clean": {"WA"}, "usage-stream": {"WA"}}
    # columns are tried from right to left; in verbose mode the count begins at one
    assert clauses(found["cse30-pa2"]) == {"order": {"WA"}, "verbose-count": {"WA"}}
    # <= in place of < takes the last of the best rows; whole outputs differ for that, and only for that
    assert clauses(found["cs771-8queens"]) == {"row-tie": {"WA"}, "whole": {"WA"}}
    # isSafe looks at one of the two diagonals: wrong boards, and boards for 2 and 3
    assert set(clauses(found["cs689-prog11"])) >= {"solution", "no-solution"}
    assert not set(clauses(found["cs689-prog11"])) & {"files", "makefile", "size", "input", "speed"}
    # a semicolon is missing
    assert found["comp333-java"]["verdict"] == "CE"
    assert "turn-in" not in clauses(found["comp333-java"])
    # the distance of the diagonals is one too small
    assert clauses(found["comp333-prolog"]).keys() == {"right", "all"}


def test_carol_loses_everything_she_did_not_hand_in(apart: Path) -> None:
    found = by_assignment(report("submissions/carol", cwd=ROOT, apart=apart, expect=1), "carol")
    verdicts = {name: one["verdict"] for name, one in found.items()}
    assert verdicts == {
        "cmps12a-pa5": "NS",  # an empty folder
        "comp333-java": "NS",  # no folder
        "comp333-prolog": "NS",  # a program in Python
        "cs689-prog11": "CE",  # the header file alone
        "cs771-8queens": "NS",
        "cse30-pa2": "NS",  # a program in Java
    }
    assert {one["score"] for one in found.values()} == {0}


def test_the_goldens_are_fresh(apart: Path) -> None:
    harness("golden", "--check", cwd=ROOT, apart=apart, expect=0)
