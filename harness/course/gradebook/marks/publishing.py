"""Published marks: sets with a name that stay as they are, what has changed since, and files for learning systems."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from msgspec import Struct
from sqlalchemy import Connection, func, select

from harness.course.gradebook.marks.marking import Proposal, RecordedMark, recorded_mark
from harness.course.gradebook.storage.grade_rows import storable
from harness.course.gradebook.storage.mark_tables import (
    MARK,
    PUBLICATION,
    PUBLISHED,
    UPLOAD,
    UPLOADED,
    stands,
    take_back,
)
from harness.course.gradebook.storage.tables import OWNER, SUBMISSION, add_row, add_rows
from harness.course.gradebook.students import Student, Students
from harness.course.learning_systems import GRADE_FILES
from harness.course.learning_systems.base import GradeRow
from harness.course.learning_systems.identifiers import Kind, as_number, kind_of_system
from harness.model.errors import UsageError


class Publication(Struct, frozen=True):
    """A set of marks of an assignment, by student."""

    id: int
    name: str
    assignment: str
    marks: dict[int, RecordedMark]


class Change(Struct, frozen=True):
    """A mark that is another than before; None: there was none, or is none any more."""

    student: int
    before: RecordedMark | None
    after: RecordedMark | None


def not_whole(proposals: Iterable[Proposal]) -> dict[int, str]:
    """Why marks cannot be published, by the student's number: nobody has accepted them, or they are open."""
    problems = {}
    for proposal in proposals:
        if proposal.mark.open:
            problems[proposal.student.id] = "; ".join(proposal.mark.open)
        elif proposal.current is None:
            problems[proposal.student.id] = "no mark is accepted"
        elif proposal.changed and not proposal.rejected:
            problems[proposal.student.id] = f"a change to {proposal.mark.points:g} is neither accepted nor rejected"
    return problems


def publish(connection: Connection, name: str, assignment: str, marks: Mapping[int, RecordedMark], event: int) -> None:
    """Freeze marks under a name.

    Raises:
        UsageError: when the name is taken.

    """
    if connection.execute(select(PUBLICATION.c.id).where(PUBLICATION.c.name == name)).first():
        raise UsageError(f'"{name}" is published, and stays as it is; give the new marks a name of their own')
    number = add_row(connection, PUBLICATION, name=storable(name), assignment=assignment, event_id=event)
    rows = [{"publication_id": number, "student_id": student, "mark_id": mark.id} for student, mark in marks.items()]
    add_rows(connection, PUBLISHED, rows)


def published(connection: Connection, name: str) -> Publication:
    """The set of a name.

    Raises:
        UsageError: when there is none.

    """
    row = connection.execute(select(PUBLICATION).where(PUBLICATION.c.name == name, stands(PUBLICATION))).first()
    if row is None:
        standing = select(PUBLICATION.c.name).where(stands(PUBLICATION)).order_by(PUBLICATION.c.id)
        names = connection.execute(standing).scalars().all()
        raise UsageError(f'nothing is published as "{name}"; there is {", ".join(names) or "nothing yet"}')
    return _publication(connection, row.id, row.name, row.assignment)


def undo_publish(connection: Connection, publication: Publication, event: int) -> str:
    """Take a set back: it can be uploaded no more, and later ones are not compared with it.

    Returns:
        For which systems files of it were made, which this cannot take back; empty: for none.

    """
    take_back(connection, PUBLICATION, [publication.id], event)
    formats = (
        select(UPLOAD.c.format).where(UPLOAD.c.publication_id == publication.id).distinct().order_by(UPLOAD.c.format)
    )
    return ", ".join(connection.execute(formats).scalars())


def last_published(connection: Connection, assignment: str) -> Publication | None:
    """The last set of an assignment."""
    query = select(PUBLICATION).where(PUBLICATION.c.assignment == assignment, stands(PUBLICATION))
    row = connection.execute(query.order_by(PUBLICATION.c.id.desc()).limit(1)).first()
    return None if row is None else _publication(connection, row.id, row.name, row.assignment)


def _publication(connection: Connection, number: int, name: str, assignment: str) -> Publication:
    query = select(MARK).join(PUBLISHED, PUBLISHED.c.mark_id == MARK.c.id).where(PUBLISHED.c.publication_id == number)
    return Publication(
        number, name, assignment, {row.student_id: recorded_mark(row) for row in connection.execute(query)}
    )


def changes(before: Mapping[int, RecordedMark], after: Mapping[int, RecordedMark]) -> list[Change]:
    """The students whose points are others, or who came or went."""
    everybody = dict.fromkeys((*after, *before))
    pairs = [Change(student, before.get(student), after.get(student)) for student in everybody]
    return [pair for pair in pairs if _points(pair.before) != _points(pair.after)]


def _points(mark: RecordedMark | None) -> tuple[float, float] | None:
    return None if mark is None else (mark.points, mark.max_points)


def last_upload(connection: Connection, assignment: str) -> dict[int, RecordedMark]:
    """The marks of the last file that was made for a learning system, of any set of an assignment."""
    query = select(func.max(UPLOAD.c.id)).join(PUBLICATION).where(PUBLICATION.c.assignment == assignment)
    last = connection.execute(query).scalar()
    marks = select(MARK).join(UPLOADED, UPLOADED.c.mark_id == MARK.c.id).where(UPLOADED.c.upload_id == last)
    return {row.student_id: recorded_mark(row) for row in connection.execute(marks)}


def record_upload(
    connection: Connection, publication: Publication, system: str, students: Collection[int], event: int
) -> None:
    """Write down that a file was made for a learning system, and whose marks are in it."""
    number = add_row(connection, UPLOAD, publication_id=publication.id, format=system, event_id=event)
    rows = [
        {"upload_id": number, "student_id": student, "mark_id": mark.id}
        for student, mark in publication.marks.items()
        if student in students
    ]
    add_rows(connection, UPLOADED, rows)


def ids_of_downloads(connection: Connection, students: Students, assignment: str) -> dict[int, dict[Kind, str]]:
    """What the systems' downloads called each student: where that is one name, or one of them is on the roster.

    The numbers of Moodle's participants are taken of the assignment alone: each one has its own. Work that a student
    handed in by another one's account says nothing of theirs.
    """
    columns = SUBMISSION.c.system, SUBMISSION.c.person_id, SUBMISSION.c.person_name, SUBMISSION.c.assignment
    query = select(OWNER.c.submission_id, OWNER.c.student_id, *columns).join(SUBMISSION).where(stands(OWNER))
    owned = {
        row.submission_id: row for row in connection.execute(query.order_by(OWNER.c.id))
    }  # the last row says whose it is
    known_ids: dict[int, dict[Kind, set[str]]] = {}
    for row in owned.values():
        kind = kind_of_system(row.system)
        is_other = (kind == "moodle" and row.assignment != assignment) or row.person_name.startswith("anon_")
        if not kind or row.student_id is None or not row.person_id or is_other:
            continue
        account = students.match([row.person_id], [row.person_name], kind)
        if account is None or account.id == row.student_id:
            known_ids.setdefault(row.student_id, {}).setdefault(kind, set()).add(row.person_id)
    return {
        student: {kind: value for kind, values in by_kind.items() if (value := _sure(students.by_id[student], values))}
        for student, by_kind in known_ids.items()
    }


def _sure(student: Student, values: set[str]) -> str:
    """The only one of the values, else the only one that is on the roster; else empty."""
    confirmed = values & {value for _, value in student.typed}
    return next(iter(values if len(values) == 1 else confirmed if len(confirmed) == 1 else ("",)))


def grade_row(student: Student, mark: RecordedMark, system: str, known_ids: Mapping[Kind, str]) -> GradeRow:
    """A line of such a file: each column holds an identifier of its own kind, or none.

    ``known_ids``: what the system's downloads call them, where the roster does not say it.
    """
    own = {} if system == "moodle_worksheet" else dict(student.typed)
    ids = {field: own.get(kind) or known_ids.get(kind, "") for field, kind in GRADE_FILES[system].kinds.items()}
    return GradeRow(student.name, mark.points, email=student.email, section=student.section, comment=mark.sum, **ids)


def check_numbers(rows: Iterable[GradeRow]) -> None:
    """UsageError where an identifier of one student is read as that of another in the same column."""
    read: dict[tuple[str, str], GradeRow] = {}
    for row in rows:
        for field, value in (("number", row.number), ("sis_id", row.sis_id), ("login", row.login)):
            other = read.setdefault((field, as_number(value)), row)
            if value and other is not row:
                raise UsageError(
                    f"{row.name} and {other.name} would both be {value} for the system; nothing is written"
                )
