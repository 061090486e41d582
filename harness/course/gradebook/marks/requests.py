"""What students ask to be looked at again: each request and each answer is a row with its event."""

from __future__ import annotations

import datetime as dt
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, insert, select

from harness.course.gradebook.storage.database import new_id
from harness.course.gradebook.storage.grade_rows import storable
from harness.course.gradebook.storage.mark_tables import REGRADE_ANSWER, REGRADE_REQUEST
from harness.course.gradebook.storage.tables import EVENT
from harness.course.gradebook.students import Student
from harness.model.errors import UsageError


class Answer(Struct, frozen=True):
    """What became of a request."""

    at: dt.datetime
    who: str
    text: str
    points_before: float | None
    """What the mark was by the rules before the answer; None where the answer gave and took nothing."""
    points: float | None
    """And after it."""


class Request(Struct, frozen=True):
    """What a student asks to be looked at again."""

    id: int
    student: int
    assignment: str
    clause: str
    """Empty: the mark as a whole."""
    text: str
    at: dt.datetime
    who: str
    """Who wrote it down."""
    answer: Answer | None = None
    """The last answer."""


def requests(connection: Connection, assignment: str | None = None, student: int | None = None) -> list[Request]:
    """The requests of all students and assignments, or of one, in the order in which they were written down."""
    which = [] if assignment is None else [REGRADE_REQUEST.c.assignment == assignment]
    which += [] if student is None else [REGRADE_REQUEST.c.student_id == student]
    answers = select(REGRADE_ANSWER, EVENT.c.at, EVENT.c.who).join(EVENT).order_by(REGRADE_ANSWER.c.id)
    last = {row.request_id: _answer(row) for row in connection.execute(answers)}
    query = select(REGRADE_REQUEST, EVENT.c.at, EVENT.c.who).join(EVENT).where(*which).order_by(REGRADE_REQUEST.c.id)
    return [_request(row, last.get(row.id)) for row in connection.execute(query)]


def _answer(row: Any) -> Answer:
    return Answer(row.at, row.who, row.answer, row.points_before, row.points)


def _request(row: Any, answer: Answer | None) -> Request:
    return Request(row.id, row.student_id, row.assignment, row.clause, row.request, row.at, row.who, answer)


def request_of(connection: Connection, number: int) -> Request:
    """The request of a number; UsageError where there is none."""
    request = next((request for request in requests(connection) if request.id == number), None)
    if request is None:
        raise UsageError(f"there is no request {number}; harness gradebook requests lists them")
    return request


def same_request(connection: Connection, assignment: str, student: Student, clause: str, text: str) -> Request | None:
    """The request of a student with the same words, as a file has it that is read in again; None: none."""
    of_student = requests(connection, assignment, student.id)
    return next((known for known in of_student if (known.clause, known.text) == (clause, storable(text))), None)


def ask(connection: Connection, assignment: str, student: Student, clause: str, text: str, event: int) -> int:
    """Write a request down; its number."""
    values = {
        "student_id": student.id, "assignment": assignment, "clause": clause, "request": storable(text),
        "event_id": event,
    }  # fmt: skip
    return new_id(connection.execute(insert(REGRADE_REQUEST).values(values)).inserted_primary_key)


def record_answer(
    connection: Connection, request: Request, text: str, change: tuple[float, float] | None, event: int
) -> None:
    """Write an answer down; ``change``: the mark before and after it, where it gave or took points."""
    before, after = change or (None, None)
    values = {
        "request_id": request.id, "student_id": request.student, "answer": storable(text), "points_before": before,
        "points": after, "event_id": event,
    }  # fmt: skip
    connection.execute(insert(REGRADE_ANSWER).values(values))
