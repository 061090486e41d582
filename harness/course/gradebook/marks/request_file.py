"""Requests and their answers as a CSV file, which a form fills, a teacher completes and the gradebook reads in."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterable, Mapping
from pathlib import Path

from msgspec import Struct

from harness.course.gradebook.marks.requests import Request
from harness.course.ingest.matching.roster import decoded_csv
from harness.model.errors import UsageError
from harness.model.escape import defuse_formula

COLUMNS = ("request", "student", "assignment", "clause", "text", "points", "answer")


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
    if not lines or not set(lines[0]) <= set(COLUMNS) or not {"request", "student"} & set(lines[0]):
        raise UsageError(f"{path}:1: expected headings of {', '.join(COLUMNS)}")
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
        (str(entry.id), names[entry.student], entry.assignment, entry.clause, entry.text, "", _text_of(entry))
        for entry in requests
    ]
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([COLUMNS, *(map(defuse_formula, row) for row in rows)])
    return text.getvalue().encode()


def _text_of(request: Request) -> str:
    return request.answer.text if request.answer else ""
