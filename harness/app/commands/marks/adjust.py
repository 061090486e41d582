"""``harness gradebook adjust``, ``why``: points for a reason, and how a mark came about."""

from __future__ import annotations

import math
from pathlib import Path

from sqlalchemy import Connection, select

from harness.app.commands.course.opened import opened, opened_marking
from harness.course.gradebook.marks.decisions import record_adjustment
from harness.course.gradebook.marks.history import history
from harness.course.gradebook.marks.mark_inputs import adjustments
from harness.course.gradebook.storage.database import add_event
from harness.course.gradebook.storage.mark_tables import ADJUSTMENT
from harness.course.gradebook.students import read_students
from harness.course.policy.load import rules_text
from harness.course.policy.marks import Adjustment
from harness.model.errors import UsageError, suggestion
from harness.reports.output.printing import echo
from harness.spec.format.folder import assignment_ids, find_specs


def adjust(
    name: str,
    who: str,
    points: float,
    *,
    why: str,
    revoke: bool,
    again: bool,
    gradebook: str | None,
    specs: Path | None,
) -> int:
    """Give or take points for a reason, or take that back; return the exit status.

    ``points``: how many; below 0 they are taken. ``revoke``: whether such an adjustment is taken back. ``again``:
    whether the same points are given for the same reason once more.
    """
    if not why.strip():
        raise UsageError("an adjustment needs a reason: --why TEXT")
    if not math.isfinite(points):
        raise UsageError(f"expected points, got {points}")
    folder = specs or find_specs(Path.cwd())
    if name not in assignment_ids(folder):
        raise UsageError(f'there is no assignment "{name}"{suggestion(name, assignment_ids(folder))}')
    with opened(gradebook, folder) as book, book.writing() as connection:
        student = read_students(connection).named(who)
        revokes = _to_revoke(connection, name, student.id, points) if revoke else None
        if not revoke and not again and Adjustment(points, why) in adjustments(connection, name).get(student.id, ()):
            raise UsageError(f"{student.shown} has {points:+g} points for this very reason; once more: --again")
        event = add_event(connection, "adjust", why, details={"assignment": name, "student": student.id})
        record_adjustment(connection, name, student, points, event, revokes=revokes)
    said = f"{points:+g} points of {student.shown} taken back" if revoke else f"{points:+g} points for {student.shown}"
    echo(f"{said}; harness regrade {name} shows the mark")
    return 0


def _to_revoke(connection: Connection, name: str, student: int, points: float) -> int:
    """The last adjustment of so many points that is still valid; UsageError when there is none."""
    same = ADJUSTMENT.c.assignment == name, ADJUSTMENT.c.student_id == student
    rows = connection.execute(select(ADJUSTMENT).where(*same).order_by(ADJUSTMENT.c.id.desc())).all()
    revoked = {row.revokes for row in rows}
    for row in rows:
        if row.revokes is None and row.id not in revoked and row.points == points:
            return int(row.id)
    raise UsageError(f"there is no adjustment of {points:+g} points to take back")


def why_mark(name: str, who: str, *, gradebook: str | None, specs: Path | None) -> int:
    """Print how a student's mark came about, and what it was before; return the exit status."""
    with opened_marking(name, gradebook, specs, writing=False, who=who) as (folder, _, connection, _, marking):
        (proposal,) = marking.proposals([marking.students.named(who)])
        echo(f"{proposal.student.shown} · {name}")
        echo(*(f"  {line}" for line in history(connection, proposal, name, marking.students, rules_text(folder))))
    return 0
