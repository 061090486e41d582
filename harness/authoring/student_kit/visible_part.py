"""Which cases of an assignment a kit judges, and what its clauses are worth there."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict, replace

from harness.course.ingest.matching.variants import StudentVariants, Variant
from harness.grading.running.by_reference import with_variant
from harness.grading.workspace.workspace import Workspace
from harness.judge.checkers.base import BaseChecker
from harness.spec.format.assignment import Assignment, PlannedCase, near_miss_clauses
from harness.spec.format.model import Case, Suite
from harness.spec.format.suite_tests import suite_files


class VisiblePart(Struct, frozen=True):
    """What of an assignment goes into a kit."""

    cases: tuple[PlannedCase, ...]
    """The cases that the kit judges."""
    elsewhere: tuple[PlannedCase, ...]
    """The visible cases that only the course can judge."""
    points: dict[str, float]
    """What each clause is worth in the kit."""
    total: float
    """The points that a student may know of."""
    known: frozenset[str]
    """The clauses that a kit may name: those of visible cases, and those that no hidden case judges."""
    judged: frozenset[str]
    """The clauses that its cases judge, or charge for a near miss; and those that no case judges."""


def records(value: Any) -> Iterator[Struct]:
    """Every record inside a value, the value itself first."""
    if isinstance(value, Struct):
        yield value
        yield from records(list(asdict(value).values()))
    elif isinstance(value, dict):
        yield from records(list(value.values()))
    elif isinstance(value, list | tuple):
        for part in value:
            yield from records(part)


def functions_of_case(case: Case) -> set[str]:
    """The functions of ``checks.py`` that judge a case."""
    checkers = (record for record in records(case) if isinstance(record, BaseChecker))
    return {name for checker in checkers for name in checker.function_names()} | ({case.results, case.across} - {""})


def visible_part(assignment: Assignment, refused: Iterable[str] = ()) -> VisiblePart:
    """Choose the cases; those whose functions are ``refused`` are judged at the course only."""
    hidden = {planned.entry for planned in assignment.cases if planned.case.visibility not in (None, "visible")}
    visible = [planned for planned in assignment.cases if planned.entry not in hidden]
    away = {planned.entry for planned in visible if _needs_course(planned.case, frozenset(refused))}
    tests = {planned.entry: set(suite_files_of(planned, assignment.folder)) for planned in assignment.cases}
    of_hidden = set[str]().union(*(tests[entry] for entry in hidden))
    away |= {planned.entry for planned in visible if not of_hidden.isdisjoint(tests[planned.entry])}
    known = _clauses(assignment, visible)
    while True:  # what is left out may take the clause with it that another case charges or needs
        shown = [planned for planned in visible if planned.entry not in away]
        judged = _clauses(assignment, shown)
        further = {planned.entry for planned in shown if not _is_known(planned.case, known, judged)}
        if not further:
            break
        away |= further
    shares = _shares(assignment, visible)
    elsewhere = tuple(planned for planned in visible if planned.entry in away)
    points = _shares(assignment, shown)
    total_is_shown = assignment.spec.hidden_total == "shown"
    every = [clause.points for clause in assignment.clauses.values() if not clause.manual and not clause.untestable]
    total = round(sum(every if total_is_shown else shares.values()), 6)
    return VisiblePart(tuple(shown), elsewhere, points, total, known, judged | _charged(shown))


def _is_known(case: Case, known: frozenset[str], judged: frozenset[str]) -> bool:
    """Whether the kit knows each clause that the case charges for a near miss, and judges each that it needs."""
    return known.issuperset(near_miss_clauses(case)) and judged.issuperset(case.needs)


def _charged(cases: Iterable[PlannedCase]) -> frozenset[str]:
    return frozenset(name for planned in cases for name in near_miss_clauses(planned.case))


def suite_files_of(planned: PlannedCase, folder: Path) -> Iterator[str]:
    """The files of the course's own tests that a case takes, by name."""
    for record in records(planned.case):
        if isinstance(record, Suite):
            yield from suite_files(folder, record)


def with_variants(
    assignment: Assignment, student: StudentVariants, workspace: Workspace
) -> tuple[Assignment, dict[str, Variant]]:
    """The assignment with a student's variants in its visible cases, and these variants by case.

    What the reference prints for a variant goes out with it, as the expected output of a visible case does.
    """
    cases, variants = list(assignment.cases), dict[str, Variant]()
    entries = [planned.entry for planned in cases]
    for index, planned in enumerate(assignment.cases):
        drawing = planned.case.variants
        is_alone = entries.count(planned.entry) == 1 and planned.case.variables is None
        variant = student.drawn.get(drawing.function) if drawing is not None else None
        if variant is not None and is_alone and planned.case.visibility in (None, "visible"):
            cases[index] = with_variant(planned, variant, assignment, workspace)
            variants[planned.name] = variant
    return replace(assignment, cases=tuple(cases)), variants


def _needs_course(case: Case, refused: frozenset[str]) -> bool:
    """Whether it takes the reference, the wrong programs, a program of the course's, or a function that stays there."""
    away = case.time or case.by_reference or case.tests or case.interactor
    return bool(away) or not refused.isdisjoint(functions_of_case(case))


def _shares(assignment: Assignment, cases: Iterable[PlannedCase]) -> dict[str, float]:
    """What these cases are worth, by clause; a clause without cases of its own is worth all of its points."""
    total: dict[str, float] = defaultdict(float)
    shown: dict[str, float] = defaultdict(float)
    for rule in _build_clauses(assignment):
        total[rule] += 1
        shown[rule] += 1
    for planned in assignment.cases:
        total[planned.case.clause] += planned.case.weight
    cases = list(cases)
    for planned in cases:
        shown[planned.case.clause] += planned.case.weight
    charged = _charged(cases)
    shares = {}
    for name, clause in assignment.clauses.items():
        if name in shown:
            shares[name] = round(clause.points * shown[name] / total[name], 6)
        elif name in charged and name not in total:
            shares[name] = clause.points
    return shares


def _build_clauses(assignment: Assignment) -> list[str]:
    """The clauses of the cases named ``files`` and ``build``."""
    build = next((recipe.clause for recipe in assignment.spec.build if recipe.clause), None)
    return [clause for clause in (assignment.spec.files.clause, build) if clause]


def _clauses(assignment: Assignment, cases: Iterable[PlannedCase]) -> frozenset[str]:
    """The clauses that these cases and the build judge, and those that no case judges."""
    judged = {planned.case.clause for planned in assignment.cases}
    own = {planned.case.clause for planned in cases} | set(_build_clauses(assignment))
    return frozenset(own | (set(assignment.clauses) - judged))
