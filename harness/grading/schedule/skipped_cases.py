"""Which cases of a wrong program need not be run: further ones of a clause that an endless run has lost already."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from harness.grading.child_requests.case_result import CaseResult
from harness.grading.verdicts.judgement import Judgement
from harness.judge.finding_kinds import CONSEQUENCES_CHARGED
from harness.model.grade import Grade
from harness.model.verdict import Verdict
from harness.spec.format.assignment import Assignment, PlannedCase, near_miss_clauses

_LEFT_OUT = CaseResult(Judgement(Verdict.TLE, kept=0.0, comparable=False))
_CUT_SHORT = (Verdict.RTE, Verdict.TLE, Verdict.MLE, Verdict.OLE)


def lost_once(assignment: Assignment, clauses: Collection[str]) -> dict[int, str]:
    """Return the cases of these clauses of which none need be run after one that is over its limit, by index.

    Then their clause, which each is returned with, is lost, however the others end. Left aside are cases that follow
    from other clauses; that near misses are charged to other clauses by; whose limit is confirmed by a second run; and
    that look at sources or count calls, as their findings may explain why calls fail.
    """
    return {
        index: planned.case.clause
        for index, planned in enumerate(assignment.cases)
        if planned.case.clause in clauses and _stands_alone(planned)
    }


def _stands_alone(planned: PlannedCase) -> bool:
    case = planned.case
    charges = set(near_miss_clauses(case)) - {case.clause}
    return planned.kind.may_be_left_out and not (charges or case.explained_by or case.time)


def left_out() -> CaseResult:
    """Return the outcome of a case that was not run: over its limit, too."""
    return _LEFT_OUT


def cases_left_out(outcomes: Mapping[int, object]) -> dict[int, Verdict]:
    """Return the indices of the cases that were not run, with their verdicts."""
    return {index: Verdict.TLE for index, outcome in outcomes.items() if outcome == _LEFT_OUT}


def matter(assignment: Assignment, grade: Grade, not_run: Mapping[int, Verdict]) -> bool:
    """Whether cases that were not run may change more than their own clause.

    They do where so few points are left that consequences are charged, and where another case that follows from their
    clause was cut short in another way: had one of them ended so, that would explain it.
    """
    endings = {assignment.cases[index].case.clause: verdict for index, verdict in not_run.items()}
    follows = {planned.name: planned.case.explained_by for planned in assignment.cases}
    unexplained = any(
        row.verdict in _CUT_SHORT and row.verdict is not endings[clause]
        for row in grade.cases
        for clause in follows.get(row.name, ())
        if clause in endings
    )
    return unexplained or any(note.kind == CONSEQUENCES_CHARGED for note in grade.notes)
