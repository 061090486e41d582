"""``harness gradebook adjust``, ``publish``, ``upload``, ``why``: what becomes of marks, and where they come from."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from sqlalchemy import Connection, select

from harness.app.commands.course.gradebook import opened
from harness.course.assignments import load_course
from harness.course.gradebook.marks.decisions import record_adjustment
from harness.course.gradebook.marks.history import history
from harness.course.gradebook.marks.mark_inputs import adjustments
from harness.course.gradebook.marks.marking import Marking, RecordedMark, recorded_marks
from harness.course.gradebook.marks.publishing import (
    Change,
    changes,
    check_numbers,
    grade_row,
    ids_of_downloads,
    last_published,
    last_upload,
    not_whole,
    publish,
    published,
    record_upload,
    undo_publish,
)
from harness.course.gradebook.storage.database import add_event
from harness.course.gradebook.storage.mark_tables import ADJUSTMENT
from harness.course.gradebook.students import Students, read_students
from harness.course.ingest.matching.roster import read_csv
from harness.course.ingest.matching.roster_row import entry_of_row
from harness.course.learning_systems import GRADE_FILES, render
from harness.course.learning_systems.identifiers import Kind
from harness.course.policy.load import load_policy, rules_text
from harness.course.policy.marks import Adjustment, number
from harness.model.errors import UsageError, suggestion
from harness.model.escape import single_line
from harness.reports.output.write import check_target, write_whole
from harness.reports.upload.filled_grades import fill
from harness.spec.format.folder import assignment_ids, find_specs

_SHOWN = 20


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

    Args:
        name: the assignment's id.
        who: the student.
        points: how many; below 0 they are taken.
        why: the reason.
        revoke: whether such an adjustment is taken back.
        again: whether the same points are given for the same reason once more.
        gradebook: where; None: the course's own.
        specs: the folder of specs; None: the nearest.

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
    _print(f"{said}; harness regrade {name} shows the mark")
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


def publish_marks(
    name: str, title: str, *, whole_only: bool, why: str, gradebook: str | None, specs: Path | None
) -> int:
    """Freeze the accepted marks of an assignment under a name; return the exit status.

    Args:
        name: the assignment's id.
        title: the name of the set, such as ``PA2, final``.
        whole_only: whether marks that are not whole and accepted are left out; else nothing is published then.
        why: the reason, for the record.
        gradebook: where; None: the course's own.
        specs: the folder of specs; None: the nearest.

    """
    folder = specs or find_specs(Path.cwd())
    assignment = load_course(folder, (name,))[name]
    policy = load_policy(folder, assignment_ids(folder))
    with opened(gradebook, folder) as book, book.writing() as connection:
        marking = Marking(connection, assignment, policy)
        proposals = marking.proposals()
        problems = not_whole(proposals)
        if problems and not whole_only:
            names = {proposal.student.id: marking.students.label(proposal.student) for proposal in proposals}
            lines = [f"  {names[student]}: {problem}" for student, problem in problems.items()][:_SHOWN]
            raise UsageError(
                "\n".join(
                    (f"marks that are not whole and accepted: {len(problems)}; --without-open leaves them out:", *lines)
                )
            )
        before = last_published(connection, name)
        accepted = recorded_marks(connection, name, accepted=True)
        whole = {proposal.student.id for proposal in proposals} - problems.keys()
        marks = {student: mark for student, mark in accepted.items() if student in whole}
        if not marks:
            raise UsageError("there are no accepted marks to publish")
        event = add_event(connection, "publish", why, details={"assignment": name, "name": title})
        publish(connection, title, name, marks, event)
        _print(
            f'"{title}": {len(marks)} marks of {name} published' + (f", {len(problems)} left out" if problems else "")
        )
        if before is not None:
            _print(*_differences(changes(before.marks, marks), marking.students, f'"{before.name}"'))
    return 0


def undo_published(name: str, title: str, *, why: str, gradebook: str | None, specs: Path | None) -> int:
    """Take a published set of an assignment back; return the exit status."""
    with opened(gradebook, specs) as book, book.writing() as connection:
        publication = published(connection, title)
        if publication.assignment != name:
            raise UsageError(f'"{title}" are marks of {publication.assignment}, not of {name}')
        event = add_event(connection, "undo publish", why, details={"assignment": name, "name": title})
        systems = undo_publish(connection, publication, event)
    _print(f'"{title}": taken back, {len(publication.marks)} marks')
    if systems:
        _print(f"a file of it was made for {systems}: what was imported there stays until other marks are")
    return 0


def upload(
    title: str,
    *,
    system: str,
    column: str | None,
    out: Path,
    why: str,
    into: Path | None = None,
    gradebook: str | None,
    specs: Path | None,
) -> int:
    """Write a published set as a file that a learning system imports; return the exit status.

    Args:
        title: the set's name.
        system: the system, such as ``canvas``; empty where ``into`` is given.
        column: what it calls the column; None: the set's name, or the assignment's.
        out: the file.
        why: the reason, for the record.
        into: the system's own file of grades, which is filled in; None: a new file.
        gradebook: where; None: the course's own.
        specs: the folder of specs; None: the nearest.

    """
    if into is None and system not in GRADE_FILES:
        raise UsageError(f'there is no format "{system}"; known: {", ".join(GRADE_FILES)}')
    check_target(out)
    with opened(gradebook, specs) as book, book.writing() as connection:
        publication = published(connection, title)
        students = read_students(connection)
        known = {student: mark for student, mark in publication.marks.items() if students.by_id[student].known}
        before = last_upload(connection, publication.assignment)
        event = add_event(
            connection, "upload", why, details={"name": title, "file": str(out), "format": system or "own"}
        )
        if into is not None:
            wanted = (column,) if column else tuple(dict.fromkeys((title, *_names_of(publication.assignment, specs))))
            written = _fill_in(into, out, known, students, wanted)
        else:
            known_ids = ids_of_downloads(connection, students, publication.assignment)
            written = _new_file(system, out, known, students, known_ids, column or title)
        record_upload(connection, publication, system or "own", written, event)
        status = 1 if known.keys() - written else 0
        if before:
            _print(*_differences(changes(before, publication.marks), students, "the last file"))
    return status


def _names_of(assignment: str, specs: Path | None) -> tuple[str, ...]:
    """The assignment's id, and its title where the spec can be read."""
    folder = specs or find_specs(Path.cwd())
    if assignment not in assignment_ids(folder):
        return (assignment,)
    return assignment, load_course(folder, (assignment,), goldens=False)[assignment].spec.title


def _new_file(
    system: str,
    out: Path,
    marks: Mapping[int, RecordedMark],
    students: Students,
    known_ids: Mapping[int, Mapping[Kind, str]],
    column: str,
) -> set[int]:
    """Write a file of those whom the system can know by an identifier of its own; return whose marks are in it."""
    every = {
        student: grade_row(students.by_id[student], mark, system, known_ids.get(student, {}))
        for student, mark in marks.items()
    }
    rows = {student: row for student, row in every.items() if GRADE_FILES[system].known(row)}
    check_numbers(rows.values())
    most = max((mark.max_points for mark in marks.values()), default=0.0)
    ordered = sorted(rows.values(), key=lambda row: (row.name.casefold(), row.number))
    write_whole(out, render(system, ordered, column, most))
    _print(f"{out}: {len(rows)} marks for {system}")
    unknown = sorted(students.label(students.by_id[student]) for student in marks.keys() - rows.keys())
    if unknown:
        more = f"; and {len(unknown) - _SHOWN} more" * (len(unknown) > _SHOWN)
        _print(
            f"left out, as nothing is known that {system} itself calls them by: {len(unknown)}: "
            f"{'; '.join(unknown[:_SHOWN])}{more}; fill in its own file, --into, or bring in its list of the class"
        )
    return set(rows)


def _student_of(students: Students, row: Mapping[str, str]) -> int | None:
    """Whose a row of a system's file is: each of its identifiers is taken for what its heading says."""
    entry = entry_of_row(row)
    if entry is None:
        return None
    by_id, by_name = students.known_by_row(entry), students.roster.called([entry.person.name])
    both = [known for known in by_id if known in by_name] if by_id and by_name and entry.names else by_id or by_name
    return students.ids[id(both[0])] if len(both) == 1 else None


def _fill_in(
    into: Path, out: Path, marks: Mapping[int, RecordedMark], students: Students, wanted: Sequence[str]
) -> set[int]:
    """Fill marks into a learning system's file; return whose have their place there."""

    def student_of(row: Mapping[str, str]) -> int | None:
        return _student_of(students, row)

    try:
        filled = fill(read_csv(into), wanted, student_of, {student: mark.points for student, mark in marks.items()})
    except UsageError as error:
        raise UsageError(f"{into}: {error}") from None
    write_whole(out, filled.content)
    others = f", {filled.changed} of them in place of another value" if filled.changed else ""
    _print(f'{out}: {len(filled.students)} marks filled in below "{filled.column}"{others}; all else is as in {into}')
    if filled.locked:
        _print(f"left as they are, as the system lets nobody change them: lines {', '.join(map(str, filled.locked))}")
    most = max((mark.max_points for mark in marks.values()), default=0.0)
    if filled.maximum is not None and filled.maximum != most:
        _print(f"the marks are of {number(most)} points, the column is of {number(filled.maximum)}: nothing is scaled")
    missing = sorted(students.label(students.by_id[student]) for student in marks.keys() - filled.students)
    if missing:
        more = f"; and {len(missing) - _SHOWN} more" * (len(missing) > _SHOWN)
        _print(f"marks without a place in the file: {len(missing)}: {'; '.join(missing[:_SHOWN])}{more}")
    return set(filled.students)


def _differences(changed: Iterable[Change], students: Students, since: str) -> list[str]:
    changed = list(changed)
    lines = [f"changed since {since}: {len(changed) or 'nothing'}"]
    for change in changed[:_SHOWN]:
        before, after = (number(mark.points) if mark else "none" for mark in (change.before, change.after))
        lines.append(f"  {students.label(students.by_id[change.student])}  {before} -> {after}")
    return lines + ([f"... and {len(changed) - _SHOWN} more"] if len(changed) > _SHOWN else [])


def why_mark(name: str, who: str, *, gradebook: str | None, specs: Path | None) -> int:
    """Print how a student's mark came about, and what it was before; return the exit status."""
    folder = specs or find_specs(Path.cwd())
    assignment = load_course(folder, (name,))[name]
    policy = load_policy(folder, assignment_ids(folder))
    with opened(gradebook, folder) as book, book.reading() as connection:
        marking = Marking(connection, assignment, policy, who=who)
        (proposal,) = marking.proposals([marking.students.named(who)])
        _print(f"{proposal.student.shown} · {name}")
        _print(*(f"  {line}" for line in history(connection, proposal, name, marking.students, rules_text(folder))))
    return 0


def _print(*lines: str) -> None:
    for line in lines:
        print(single_line(line))  # noqa: T201 - the command's output
