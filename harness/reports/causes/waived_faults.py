"""Tests that keep their points as they follow from another fault, and show one that cannot come from it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from harness.judge.diagnose.addresses import address_in
from harness.model.finding import CALLS_WRONG, Finding
from harness.model.grade import CaseGrade, Grade
from harness.model.patterns import alternatives
from harness.model.verdict import UNJUDGED, Verdict
from harness.reports.causes.faults import wrong_function
from harness.reports.causes.waived_tests import followed
from harness.spec.format.assignment import Assignment, PlannedCase


class WaivedFault(Struct, frozen=True):
    """A test that costs nothing, and a finding of it that shows a fault of its own."""

    case: CaseGrade
    finding: Finding


def waived_faults(grade: Grade, assignment: Assignment) -> list[WaivedFault]:
    """The faults that tests show which cost nothing, one a clause."""
    planned = {each.name: each for each in assignment.cases}
    faults: dict[str, WaivedFault] = {}
    for case in grade.cases:
        clause, seen = followed(case)
        own = next(_own(seen, _functions_of(grade, clause), planned.get(case.name)), None) if seen else None
        if own is not None:
            faults.setdefault(case.clause or case.name, WaivedFault(case, own))
    return [*faults.values()]


def _own(seen: Sequence[Finding], charged: set[str], planned: PlannedCase | None) -> Iterator[Finding]:
    """What cannot come from the wrong functions: an address in a text, or what a test saw that calls none of them."""
    for finding in seen:
        if wrong_function(finding) not in charged and finding.actual and address_in(finding.actual):
            yield finding
    first = seen[0]
    if not charged or "" in charged or planned is None or not planned.case.calls:
        return
    called = {name.lower() for call in planned.case.calls for name in alternatives(call.function)}
    wrong = {str(name).lower() for name in _names(first.params.get(CALLS_WRONG))}
    if wrong_function(first) and (called | wrong).isdisjoint(map(str.lower, charged)):
        yield first


def _functions_of(grade: Grade, clause: object) -> set[str]:
    """The functions that are wrong in the cases that a clause is charged for; empty text for one that is about none."""
    charged = (case for case in grade.cases if case.clause == clause and case.verdict not in (Verdict.AC, *UNJUDGED))
    return {wrong_function(case.findings[0]) for case in charged if case.findings and not followed(case)[1]}


def _names(value: object) -> Sequence[object]:
    return value if isinstance(value, list | tuple) else ()
