"""``harness gradebook publish``: accepted marks, and totals, as sets that stay as they are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NoReturn

from harness.app.commands.course.opened import opened, opened_marking
from harness.course.gradebook.kept_setup import keep
from harness.course.gradebook.marks.marking import recorded_marks
from harness.course.gradebook.marks.publishing import (
    Change,
    changes,
    last_published,
    not_whole,
    publish,
    published,
    undo_publish,
)
from harness.course.gradebook.marks.totals import TOTAL, record_totals, student_totals
from harness.course.gradebook.storage.database import add_event
from harness.course.gradebook.students import Students, read_students
from harness.course.policy.load import load_policy, rules_text
from harness.course.policy.marks import number
from harness.model.errors import UsageError
from harness.reports.output.printing import echo
from harness.spec.format.folder import assignment_ids, find_specs

SHOWN = 20
"""How many students are listed by name."""


def publish_marks(
    name: str, title: str, *, whole_only: bool, why: str, gradebook: str | None, specs: Path | None
) -> int:
    """Freeze the accepted marks of an assignment under a name; return the exit status.

    ``name``: the assignment's id; ``total``: the course's totals, unless an assignment is called so. ``title``: the
    name of the set, such as ``PA2, final``. ``whole_only``: whether marks that are not whole and accepted are left out;
    else nothing is published then.
    """
    if name == TOTAL and TOTAL not in assignment_ids(specs or find_specs(Path.cwd())):
        return _publish_total(title, whole_only=whole_only, why=why, gradebook=gradebook, specs=specs)
    with opened_marking(name, gradebook, specs, writing=True) as (_, _, connection, _, marking):
        proposals = marking.proposals()
        problems = not_whole(proposals)
        if problems and not whole_only:
            _refuse(problems, {proposal.student.id: proposal.student.shown for proposal in proposals})
        before = last_published(connection, name)
        accepted = recorded_marks(connection, name, accepted=True)
        whole = {proposal.student.id for proposal in proposals} - problems.keys()
        marks = {student: mark for student, mark in accepted.items() if student in whole}
        if not marks:
            raise UsageError("there are no accepted marks to publish")
        event = add_event(connection, "publish", why, details={"assignment": name, "name": title})
        publish(connection, title, name, marks, event)
        echo(f'"{title}": {len(marks)} marks of {name} published' + (f", {len(problems)} left out" if problems else ""))
        if before is not None:
            echo(*differences(changes(before.marks, marks), marking.students, f'"{before.name}"'))
    return 0


def _publish_total(title: str, *, whole_only: bool, why: str, gradebook: str | None, specs: Path | None) -> int:
    """Freeze the course's totals under a name; return the exit status. Arguments as those of ``publish_marks``."""
    folder = specs or find_specs(Path.cwd())
    names = assignment_ids(folder)
    policy = load_policy(folder, names)
    with opened(gradebook, folder) as book, book.writing() as connection:
        students = read_students(connection)
        present = [student for student in students.by_id.values() if student.known and not student.left]
        totals = student_totals(connection, present, names, policy)
        problems = {entry.student.id: f"no mark of {', '.join(entry.missing)}" for entry in totals if entry.missing}
        if problems and not whole_only:
            _refuse(problems, {student.id: student.shown for student in present})
        whole = [entry for entry in totals if not entry.missing and entry.total]
        if not whole:
            raise UsageError("there are no totals to publish: nobody has a mark of every assignment")
        before = last_published(connection, TOTAL)
        (digest,) = keep(connection, [rules_text(folder)])
        event = add_event(connection, "publish", why, details={"assignment": TOTAL, "name": title})
        marks = record_totals(connection, whole, policy, event, digest)
        publish(connection, title, TOTAL, marks, event)
        left_out = f", {len(problems)} left out" if problems else ""
        echo(f'"{title}": {len(marks)} totals of the course published{left_out}')
        if before is not None:
            echo(*differences(changes(before.marks, marks), students, f'"{before.name}"'))
    return 0


def _refuse(problems: Mapping[int, str], names: Mapping[int, str]) -> NoReturn:
    """Say why a set is not published."""
    lines = [f"  {names[student]}: {problem}" for student, problem in problems.items()][:SHOWN]
    heading = f"marks that are not whole and accepted: {len(problems)}; --without-open leaves them out:"
    raise UsageError("\n".join((heading, *lines)))


def undo_published(name: str, title: str, *, why: str, gradebook: str | None, specs: Path | None) -> int:
    """Take a published set of an assignment back; return the exit status."""
    with opened(gradebook, specs) as book, book.writing() as connection:
        publication = published(connection, title)
        if publication.assignment != name:
            raise UsageError(f'"{title}" are marks of {publication.assignment}, not of {name}')
        event = add_event(connection, "undo publish", why, details={"assignment": name, "name": title})
        systems = undo_publish(connection, publication, event)
    echo(f'"{title}": taken back, {len(publication.marks)} marks')
    if systems:
        echo(f"a file of it was made for {systems}: what was imported there stays until other marks are")
    return 0


def differences(changed: Iterable[Change], students: Students, since: str) -> list[str]:
    """The marks that are others than those of an earlier set or file, in lines."""
    changed = list(changed)
    lines = [f"changed since {since}: {len(changed) or 'nothing'}"]
    for change in changed[:SHOWN]:
        before, after = (number(mark.points) if mark else "none" for mark in (change.before, change.after))
        lines.append(f"  {students.by_id[change.student].shown}  {before} -> {after}")
    return lines + ([f"... and {len(changed) - SHOWN} more"] if len(changed) > SHOWN else [])
