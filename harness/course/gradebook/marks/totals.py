"""The total of the course as a mark of its own, which is published and uploaded as those of assignments are."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping

from msgspec import Struct
from sqlalchemy import Connection

from harness.course.gradebook.marks.marking import RecordedMark, recorded_marks
from harness.course.gradebook.storage.grade_rows import storable
from harness.course.gradebook.storage.mark_tables import MARK
from harness.course.gradebook.storage.tables import add_rows
from harness.course.gradebook.students import Student
from harness.course.policy.marks import Mark
from harness.course.policy.model import AssignmentPolicy, Policy
from harness.course.policy.total import Total, in_words, total

TOTAL = "total"
"""What is instead of an assignment's id; an assignment that is called so cannot have its total published."""
_MOST = 100.0


class StudentTotal(Struct, frozen=True):
    """A student's total by the accepted marks, and what is missing for it."""

    student: Student
    total: Total | None
    missing: tuple[str, ...]


def student_totals(
    connection: Connection, students: Iterable[Student], names: Iterable[str], policy: Policy
) -> list[StudentTotal]:
    """The totals of students."""
    counted = [name for name in names if policy.assignments.get(name, AssignmentPolicy()).weight]
    by_assignment = {name: recorded_marks(connection, name, accepted=True) for name in counted}
    return [_total(student, by_assignment, policy) for student in students]


def _total(student: Student, by_assignment: Mapping[str, Mapping[int, RecordedMark]], policy: Policy) -> StudentTotal:
    marks = {name: of[student.id] for name, of in by_assignment.items() if student.id in of}
    plain = {name: Mark(mark.points, mark.max_points) for name, mark in marks.items()}
    missing = tuple(name for name in by_assignment if name not in marks)
    return StudentTotal(student, total(plain, policy), missing)


def record_totals(
    connection: Connection, totals: Iterable[StudentTotal], policy: Policy, event: int, rules: str
) -> dict[int, RecordedMark]:
    """Write totals down as marks of 100, and return them by student.

    ``totals``: the totals; those of nobody's marks are left out. ``event``: who publishes them. ``rules``: the hash of
    the kept rules that they follow from.
    """
    rows = [
        {
            "student_id": entry.student.id, "assignment": TOTAL, "points": entry.total.percent, "max_points": _MOST,
            "sum": storable(in_words(entry.total, policy.rounding)), "facts": json.dumps(_facts(entry.total)),
            "accepted": True, "rules_sha256": rules, "event_id": event,
        }
        for entry in totals
        if entry.total is not None
    ]  # fmt: skip
    add_rows(connection, MARK, rows)
    ours = {row["student_id"] for row in rows}
    recorded = recorded_marks(connection, TOTAL, accepted=True)
    return {student: mark for student, mark in recorded.items() if student in ours}


def _facts(result: Total) -> dict[str, object]:
    passed = {} if result.passed is None else {"passed": result.passed}
    return {"grade": result.letter, "dropped": result.dropped, "categories": dict(result.parts), **passed}
