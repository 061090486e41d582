"""Published marks: sets with a name that stay as they are, what has changed since, and files for learning systems."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct
from sqlalchemy import Connection, func, insert, select

from harness.course.gradebook.marks.marking import Proposal, RecordedMark, recorded_mark
from harness.course.gradebook.storage.database import new_id
from harness.course.gradebook.storage.grade_rows import storable
from harness.course.gradebook.storage.mark_tables import MARK, PUBLICATION, PUBLISHED, UPLOAD, UPLOADED
from harness.course.gradebook.students import Student
from harness.course.learning_systems.base import GradeRow
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
    values = {"name": storable(name), "assignment": assignment, "event_id": event}
    number = new_id(connection.execute(insert(PUBLICATION).values(values)).inserted_primary_key)
    rows = [{"publication_id": number, "student_id": student, "mark_id": mark.id} for student, mark in marks.items()]
    if rows:
        connection.execute(insert(PUBLISHED), rows)


def published(connection: Connection, name: str) -> Publication:
    """The set of a name.

    Raises:
        UsageError: when there is none.

    """
    row = connection.execute(select(PUBLICATION).where(PUBLICATION.c.name == name)).first()
    if row is None:
        names = connection.execute(select(PUBLICATION.c.name).order_by(PUBLICATION.c.id)).scalars().all()
        raise UsageError(f'nothing is published as "{name}"; there is {", ".join(names) or "nothing yet"}')
    return _publication(connection, row.id, row.name, row.assignment)


def last_published(connection: Connection, assignment: str) -> Publication | None:
    """The last set of an assignment."""
    query = select(PUBLICATION).where(PUBLICATION.c.assignment == assignment).order_by(PUBLICATION.c.id.desc())
    row = connection.execute(query.limit(1)).first()
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


def record_upload(connection: Connection, publication: Publication, system: str, event: int) -> None:
    """Write down that a file was made for a learning system."""
    values = {"publication_id": publication.id, "format": system, "event_id": event}
    number = new_id(connection.execute(insert(UPLOAD).values(values)).inserted_primary_key)
    rows = [
        {"upload_id": number, "student_id": student, "mark_id": mark.id} for student, mark in publication.marks.items()
    ]
    if rows:
        connection.execute(insert(UPLOADED), rows)


def grade_row(student: Student, mark: RecordedMark) -> GradeRow:
    """A line of such a file; of what the roster calls numbers, one of digits is the number, another is the login."""
    ids = [text for text in (student.number, *student.also) if text and "@" not in text]
    number = next((text for text in ids if text.isdecimal()), student.number)
    login = next((text for text in ids if not text.isdecimal()), student.email.partition("@")[0])
    return GradeRow(student.name, mark.points, number, login, student.email, student.section, mark.sum)
