"""What students ask to be looked at again: each request and each answer is a row with its event.

A CSV file of them is filled by a form, completed by a teacher, and read in again.
"""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Iterable, Mapping
from pathlib import Path

from msgspec import Struct
from sqlalchemy import Connection, insert, select

from harness.course.gradebook.storage.grade_rows import storable
from harness.course.gradebook.storage.mark_tables import REGRADE_ANSWER, REGRADE_REQUEST
from harness.course.gradebook.storage.tables import EVENT, add_row
from harness.course.gradebook.students import Student
from harness.course.ingest.matching.roster import decoded_csv
from harness.model.errors import UsageError
from harness.model.escape import csv_bytes, defuse_formula


class Answer(Struct, frozen=True):
    """What became of a request."""

    at: dt.datetime
    who: str
    text: str
    points_before: float | None
    """What the mark was by the rules before the answer; None if the answer gave and took nothing."""
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

    @property
    def answer_text(self) -> str:
        """The words of the answer; empty if there is none."""
        return self.answer.text if self.answer else ""


def requests(connection: Connection, assignment: str | None = None, student: int | None = None) -> list[Request]:
    """The requests of all students and assignments, or of one, in the order in which they were written down."""
    which = [] if assignment is None else [REGRADE_REQUEST.c.assignment == assignment]
    which += [] if student is None else [REGRADE_REQUEST.c.student_id == student]
    answers = select(REGRADE_ANSWER, EVENT.c.at, EVENT.c.who).join(EVENT).order_by(REGRADE_ANSWER.c.id)
    last = {
        row.request_id: Answer(row.at, row.who, row.answer, row.points_before, row.points)
        for row in connection.execute(answers)
    }
    query = select(REGRADE_REQUEST, EVENT.c.at, EVENT.c.who).join(EVENT).where(*which).order_by(REGRADE_REQUEST.c.id)
    return [
        Request(row.id, row.student_id, row.assignment, row.clause, row.request, row.at, row.who, last.get(row.id))
        for row in connection.execute(query)
    ]


def request_of(connection: Connection, number: int) -> Request:
    """The request of a number; UsageError if there is none."""
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
    values = {"assignment": assignment, "clause": clause, "request": storable(text), "event_id": event}
    return add_row(connection, REGRADE_REQUEST, student_id=student.id, **values)


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


_COLUMNS = ("request", "student", "assignment", "clause", "text", "points", "answer")


class RequestLine(Struct, frozen=True):
    """A line of the file."""

    where: str
    """File and line."""
    number: int | None
    """The request; None: a new one."""
    student: str = ""
    assignment: str = ""
    clause: str = ""
    text: str = ""
    points: float | None = None
    answer: str = ""


def read_requests(path: Path) -> list[RequestLine]:
    """Read a file of requests.

    Raises:
        UsageError: when a heading is not known, or a cell is not what it stands below; with file and line.

    """
    lines = decoded_csv(path)
    if not lines or not set(lines[0]) <= set(_COLUMNS) or not {"request", "student"} & set(lines[0]):
        raise UsageError(f"{path}:1: expected headings of {', '.join(_COLUMNS)}")
    rows = [dict(zip(lines[0], map(str.strip, line), strict=False)) for line in lines[1:]]
    return [_line(f"{path}:{at}", row) for at, row in enumerate(rows, 2) if any(row.values())]


def _line(where: str, row: Mapping[str, str]) -> RequestLine:
    number = row.get("request", "")
    if number and not number.isdecimal():
        raise UsageError(f'{where}: expected the number of a request, or nothing, got "{number}"')
    student, assignment, clause, text = (row.get(name, "") for name in ("student", "assignment", "clause", "text"))
    if not number and not all((student, assignment, text)):
        raise UsageError(f"{where}: a new request has student, assignment and text")
    points, answer = _points(where, row.get("points", "")), row.get("answer", "")
    if points is not None and not answer:
        raise UsageError(f"{where}: points need an answer")
    return RequestLine(where, int(number) if number else None, student, assignment, clause, text, points, answer)


def _points(where: str, text: str) -> float | None:
    try:
        points = float(text.replace(",", ".")) if text else None
    except ValueError:
        points = math.nan
    if points is not None and not math.isfinite(points):
        raise UsageError(f'{where}: expected points, got "{text}"')
    return points


def request_lines(requests: Iterable[Request], names: Mapping[int, str]) -> bytes:
    """The file of requests, to be completed; ``names``: by what each student is clearly called."""
    rows = [
        (str(asked.id), names[asked.student], asked.assignment, asked.clause, asked.text, "", asked.answer_text)
        for asked in requests
    ]
    return csv_bytes([_COLUMNS, *(map(defuse_formula, row) for row in rows)])
