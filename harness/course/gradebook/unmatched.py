"""Submissions that are nobody's yet: they are listed until a person says whose they are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, insert, select

from harness.course.gradebook.storage.mark_tables import stands, take_back
from harness.course.gradebook.storage.tables import EVENT, OWNER, SUBMISSION, add_rows
from harness.course.gradebook.students import Student, Students, read_students
from harness.course.ingest.matching.roster_row import reduced
from harness.course.learning_systems.identifiers import kind_of_system
from harness.model.errors import UsageError

_NEAR = 0.6
_MOST_NEAR = 3
SETTLE_EVENT = "settle"
"""The kind of event by which a person says whose a submission is."""


class Unmatched(Struct, frozen=True):
    """A submission without an owner, and the students whose it may be."""

    id: int
    assignment: str
    name: str
    """The person as the learning system, or their folder, is called."""
    near: tuple[Student, ...] = ()


def unmatched(connection: Connection, students: Students, assignment: str | None = None) -> list[Unmatched]:
    """The submissions that nobody has settled, of all assignments or of one."""
    settled = select(OWNER.c.submission_id).where(stands(OWNER))
    query = select(SUBMISSION).where(SUBMISSION.c.id.not_in(settled)).order_by(SUBMISSION.c.assignment, SUBMISSION.c.id)
    if assignment is not None:
        query = query.where(SUBMISSION.c.assignment == assignment)
    rows = [dict(row) for row in connection.execute(query).mappings()]
    return [Unmatched(row["id"], row["assignment"], called(row), tuple(_near(row, students))) for row in rows]


def match_again(connection: Connection, event: int) -> int:
    """Match the submissions that are nobody's yet with students who may be new by now; how many are matched."""
    students = read_students(connection)
    settled = select(OWNER.c.submission_id).where(stands(OWNER))
    rows = connection.execute(select(SUBMISSION).where(SUBMISSION.c.id.not_in(settled))).mappings()
    owners = []
    for row in rows:
        ids = [text for text in (row["person_id"], row["person_email"]) if text]
        kind = kind_of_system(row["system"]) if ids else None
        student = students.match(ids or [row["label"]], [row["person_name"] or row["label"]], kind)
        if student is not None:
            owners.append({"submission_id": row["id"], "student_id": student.id, "event_id": event})
    add_rows(connection, OWNER, owners)
    return len(owners)


def called(row: Mapping[str, Any]) -> str:
    """A submission's person: the name and the number that the system tells, else the name of the folder."""
    name, number = row["person_name"] or row["label"], row["person_id"] or row["person_email"]
    return f"{name} ({number})" if number and number != name else str(name)


def _near(row: Mapping[str, Any], students: Students) -> Iterator[Student]:
    """The students whose name or number is most like it."""
    stated = [reduced(text) for text in (row["person_name"] or row["label"], row["person_id"]) if text]
    ranked = sorted(
        ((_likeness(stated, student), student.id, student) for student in students.by_id.values()), reverse=True
    )
    yield from (student for likeness, _, student in ranked[:_MOST_NEAR] if likeness >= _NEAR)


def _likeness(stated: Sequence[str], student: Student) -> float:
    """How alike the likest of the texts are, from 0 to 1; letters in any order of words."""
    known = [reduced(text) for text in (student.name, student.number, *student.also) if text]
    pairs = [("".join(sorted(a)), "".join(sorted(b))) for a in stated for b in known]
    return max((SequenceMatcher(None, *pair).ratio() for pair in pairs), default=0.0)


def settle(
    connection: Connection, submission: int, student: Student | None, event: int, *, reassign: bool = False
) -> list[int]:
    """Say whose a submission is, or that it is nobody's, and with it all unsettled ones of the same person.

    Returns:
        The submissions that are settled by this.

    Raises:
        UsageError: when there is no such submission, or it is settled and is not to be reassigned.

    """
    row = connection.execute(select(SUBMISSION).where(SUBMISSION.c.id == submission)).mappings().first()
    if row is None:
        raise UsageError(f"there is no hand-in {submission}")
    settled = select(OWNER.c.submission_id).where(stands(OWNER))
    is_settled = connection.execute(settled.where(OWNER.c.submission_id == submission)).first() is not None
    if is_settled and not reassign:
        raise UsageError(f"hand-in {submission} of {called(dict(row))} is settled; to say otherwise, add --reassign")
    same = [SUBMISSION.c[name] == row[name] for name in ("label", "system", "person_name", "person_id", "person_email")]
    alike = connection.execute(select(SUBMISSION.c.id).where(*same, SUBMISSION.c.id.not_in(settled))).scalars().all()
    numbers = list(dict.fromkeys((submission, *alike)))
    rows = [
        {"submission_id": number, "student_id": student.id if student else None, "event_id": event}
        for number in numbers
    ]
    connection.execute(insert(OWNER), rows)
    return numbers


def undo_settle(connection: Connection, submission: int, event: int) -> list[int]:
    """Take back whose a submission was said to be last, and what else was said with it; the submissions.

    Each is whose it was before; if nobody had said anything it is not settled again.

    Raises:
        UsageError: when nobody has said whose it is.

    """
    same = OWNER.c.submission_id == submission, stands(OWNER)
    last = connection.execute(select(OWNER).where(*same).order_by(OWNER.c.id.desc()).limit(1)).first()
    kind = (
        None if last is None else connection.execute(select(EVENT.c.kind).where(EVENT.c.id == last.event_id)).scalar()
    )
    if last is None or kind != SETTLE_EVENT:
        raise UsageError(f"nobody has settled hand-in {submission}; to say whose it is: --reassign")
    together = OWNER.c.event_id == last.event_id, stands(OWNER)
    rows = connection.execute(select(OWNER.c.id, OWNER.c.submission_id).where(*together).order_by(OWNER.c.id)).all()
    take_back(connection, OWNER, [row.id for row in rows], event, student=last.student_id)
    return [row.submission_id for row in rows]
