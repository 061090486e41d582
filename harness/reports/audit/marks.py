"""What makes a mark: a waiver that pays much, a single case at a boundary, a name that costs nearly all."""

from __future__ import annotations

from collections.abc import Iterator

from harness.judge.finding_kinds import (
    FUNCTION_MISSING,
    FUNCTION_NOT_FOUND,
    FUNCTIONS_NOT_CALLABLE,
    NO_MAIN_PROGRAM,
    NOT_CALLABLE,
    REQUIRED_FILE_MISSING,
)
from harness.model.grade import CaseGrade, Grade
from harness.model.verdict import Verdict
from harness.reports.audit.base import Evidence, Group, Loss, Signal, Suspicion, losses_of

_MUCH = 0.15
"""The part of all points from which a waiver pays much."""
_NEARLY_ALL = 0.4
"""The part of all points that a name alone must not cost."""
_NEAR = 0.02
_ROUNDED = 1e-6
_BOUNDARIES = (0.5, 0.6, 0.7, 0.8, 0.9)
"""Parts of all points at which marks usually change."""
_NAMES = (
    FUNCTION_MISSING,
    FUNCTION_NOT_FOUND,
    NOT_CALLABLE,
    REQUIRED_FILE_MISSING,
    NO_MAIN_PROGRAM,
    FUNCTIONS_NOT_CALLABLE,
)
"""Kinds of findings on what was not found under its name."""


def large_waivers(evidence: Evidence) -> Iterator[Suspicion]:
    """Failures that keep their points as they follow from others', where that pays a large part of a mark."""
    for student, grade in evidence.by_student.items():
        waived = [row for row in grade.cases if _is_waived(row)]
        paid = sum(row.score for row in waived)
        if paid >= _MUCH * grade.max_score > 0:
            clauses = tuple(dict.fromkeys(row.clause for row in waived))
            causes = " and ".join(dict.fromkeys(str(row.findings[0].params.get("clause", "")) for row in waived))
            text = f"{paid:g} of {grade.max_score:g} points are kept as {causes} is charged"
            cases = tuple(row.name for row in waived)
            yield Suspicion(0.3, ", ".join(clauses), cases, (student,), -paid, text)


def _is_waived(row: CaseGrade) -> bool:
    is_kept = row.verdict is not Verdict.AC and row.score >= row.max_score > 0
    return is_kept and bool(row.findings) and row.findings[0].kind == "follows"


def one_case_at_a_boundary(evidence: Evidence) -> Iterator[Suspicion]:
    """A single case between a mark and the next boundary."""
    for group in evidence.groups:
        losses = [
            loss
            for loss in group.losses
            if len(group.cases) == 1 and _is_at_boundary(evidence.by_student[loss.student], loss.points)
        ]
        if losses:
            yield group.suspicion(0.15, f"{len(losses)} are below a boundary by this case alone", losses)


def _is_at_boundary(grade: Grade, points: float) -> bool:
    """Whether the grade is just below a boundary, and these points lift it there."""
    most = grade.max_score
    gaps = (part * most - grade.score for part in _BOUNDARIES)
    return any(_ROUNDED < gap <= min(points + _ROUNDED, _NEAR * most) for gap in gaps)


def right_but_for_a_name(evidence: Evidence) -> Iterator[Suspicion]:
    """Programs that lose nearly all, and all for something that was not found under its name."""
    groups: dict[str, list[str]] = {}
    for student, grade in evidence.by_student.items():
        losses = list(losses_of(grade))
        named = [loss for loss in losses if loss.finding.kind in _NAMES]
        lost = sum(loss.points for loss in named)
        if named and lost >= _NEARLY_ALL * grade.max_score > 0 and lost >= 0.9 * sum(loss.points for loss in losses):
            groups.setdefault(named[0].case, []).append(student)
    for group in evidence.groups:
        students = next((groups[case] for case in group.cases if case in groups), [])
        losses = [loss for loss in group.losses if loss.student in students]
        if losses:
            yield _right_but(group, losses)


def _right_but(group: Group, losses: list[Loss]) -> Suspicion:
    finding = losses[0].finding
    name = next((str(finding.params[key]) for key in ("function", "name", "file") if key in finding.params), "it")
    count = len({loss.student for loss in losses})
    return group.suspicion(
        0.55, f"{count} may be right except for a name: {name} is not found, and no other fault", losses
    )


SIGNALS: tuple[Signal, ...] = (large_waivers, one_case_at_a_boundary, right_but_for_a_name)
