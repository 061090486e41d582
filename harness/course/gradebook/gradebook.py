"""A gradebook: write runs and attempts, read grades."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
from datetime import UTC, datetime
from functools import cache
from itertools import count
from typing import Any

from sqlalchemy import Connection, Table, delete, func, insert, select, update

from harness import __version__
from harness.course.gradebook.run_grades import AttemptRecord, EarlierGrade
from harness.course.gradebook.storage.audit_log import append
from harness.course.gradebook.storage.database import Database, add_event
from harness.course.gradebook.storage.grade_rows import Row, grade_of, rows_of, storable
from harness.course.gradebook.storage.tables import (
    ATTEMPT,
    EVENT,
    FINDING,
    LISTED,
    NOTE,
    RESULT,
    RUN,
    SUBMISSION,
    add_row,
)
from harness.model.grade import Comment, Grade
from harness.model.verdict import UNJUDGED

_BATCH_SIZE = 200
"""Grades that are read at a time."""


class Gradebook(Database):
    """Attempts are added, never overwritten; each is on the disk when ``add_attempt`` returns."""

    def begin_run(self, isolation: str) -> int:
        """Add a new run; return its id."""
        values = {"started_at": datetime.now(UTC), "complete": False, "version": __version__, "isolation": isolation}
        return self.write(lambda connection: add_row(connection, RUN, **values))

    def interrupted_run(self) -> int | None:
        """The id of the last run if it did not complete, else None."""
        with self.reading() as connection:
            last = connection.execute(select(RUN.c.id, RUN.c.complete).order_by(RUN.c.id.desc()).limit(1)).first()
        return None if last is None or last.complete else int(last.id)

    def end_run(self, run: int, *, complete: bool) -> None:
        """Store when a run ended, and whether everything was judged."""
        end = update(RUN).where(RUN.c.id == run).values(ended_at=datetime.now(UTC), complete=complete)
        self.write(lambda connection: connection.execute(end))

    def add_attempt(self, run: int, position: int, record: AttemptRecord, grade: Grade) -> int:
        """Add an attempt, list it at a position of a run, and return its id."""
        rows = rows_of(grade)
        row = {
            **rows.attempt,
            "key": record.key,
            "graded_at": datetime.now(UTC),
            "complete": grade.complete,
            "submission_id": record.submission,
            "assignment_id": record.assignment,
            "setup_id": record.setup,
        }
        tries = count()

        def add(connection: Connection) -> int:
            listed = select(LISTED.c.attempt_id).where(LISTED.c.run_id == run, LISTED.c.position == position)
            if next(tries) and (written := connection.execute(listed).scalar()) is not None:
                return int(written)  # it was kept, and only the answer was lost
            attempt = add_row(connection, ATTEMPT, **row)
            for table, parts in ((RESULT, rows.results), (FINDING, rows.findings), (NOTE, rows.notes)):
                if parts:
                    connection.execute(insert(table), [{"attempt_id": attempt, **part} for part in parts])
            _list_attempts(connection, run, {position: attempt})
            append(connection, (ATTEMPT,))
            return attempt

        return self.write(add)

    def take_over(self, run: int, attempts: dict[int, int]) -> None:
        """Make a run list these earlier attempts and no others: position -> attempt id."""

        def relist(connection: Connection) -> None:
            connection.execute(delete(LISTED).where(LISTED.c.run_id == run))
            _list_attempts(connection, run, attempts)

        self.write(relist)

    @staticmethod
    def identity(student: str, assignment: str, key: str) -> tuple[str, str, str]:
        """The key of an attempt in ``latest_attempts``."""
        return storable(student), assignment, key

    def latest_attempts(self, *, run: int | None = None) -> dict[tuple[str, str, str], int]:
        """The id of the last attempt that was judged for each student, assignment and key, of all runs or of one.

        The key knows which cases were chosen, so what was judged of a part is never taken for the whole.
        """
        columns = ATTEMPT.c.student, ATTEMPT.c.assignment, ATTEMPT.c.key
        judged = ATTEMPT.c.verdict.not_in([verdict.name for verdict in UNJUDGED])
        query = select(*columns, func.max(ATTEMPT.c.id)).where(judged).group_by(*columns)
        if run is not None:
            query = query.where(ATTEMPT.c.id.in_(select(LISTED.c.attempt_id).where(LISTED.c.run_id == run)))
        with self.reading() as connection:
            return {(row[0], row[1], row[2]): row[3] for row in connection.execute(query)}

    def grades(self, attempts: Sequence[int]) -> Iterator[Grade]:
        """The grades of attempts, in the given order; some hundred are held in memory at a time."""
        for start in range(0, len(attempts), _BATCH_SIZE):
            batch = attempts[start : start + _BATCH_SIZE]
            with self.reading() as connection:
                query = select(ATTEMPT).where(ATTEMPT.c.id.in_(batch))
                rows = {row["id"]: dict(row) for row in connection.execute(query).mappings()}
                parts = [_parts(connection, table, batch) for table in (RESULT, FINDING, NOTE)]
            for attempt in batch:
                yield grade_of(rows[attempt], *(part.get(attempt, []) for part in parts))

    def earlier_grades(self, run: int) -> EarlierGrade:
        """What knows the last whole grade of other work than the latest that a student of a run handed in.

        It asks for all students at once, when it is asked for the first one.
        """

        @cache
        def attempts() -> dict[tuple[str, str], int]:
            with self.reading() as connection:
                return _earlier_attempts(connection, run)

        def earlier(student: str, assignment: str) -> Grade | None:
            attempt = attempts().get((storable(student), assignment))
            return None if attempt is None else next(self.grades([attempt]))

        return earlier

    def comments(self) -> dict[tuple[str, str], list[Comment]]:
        """What teachers wrote about lines, by student and assignment."""
        with self.reading() as connection:
            return read_comments(connection)


def _earlier_attempts(connection: Connection, run: int) -> dict[tuple[str, str], int]:
    """Student and assignment -> the last whole attempt at other work than the latest, of those who have one."""
    of_run = ATTEMPT.alias()
    query = (
        select(ATTEMPT.c.student, ATTEMPT.c.assignment, ATTEMPT.c.id, ATTEMPT.c.complete, SUBMISSION.c.content_sha256)
        .join(SUBMISSION, ATTEMPT.c.submission_id == SUBMISSION.c.id)
        .where(
            ATTEMPT.c.student.in_(
                select(of_run.c.student).join(LISTED, LISTED.c.attempt_id == of_run.c.id).where(LISTED.c.run_id == run)
            )
        )
        .order_by(ATTEMPT.c.id.desc())
    )
    latest: dict[tuple[str, str], str | None] = {}
    earlier: dict[tuple[str, str], int] = {}
    for student, assignment, attempt, complete, content in connection.execute(query):
        work = student, assignment
        if latest.setdefault(work, content) != content and complete:
            earlier.setdefault(work, attempt)
    return earlier


def _parts(connection: Connection, table: Table, attempts: Sequence[int]) -> dict[int, list[Row]]:
    """The rows of a table by their attempt, in order."""
    of_attempt: dict[int, list[Row]] = {}
    query = select(table).where(table.c.attempt_id.in_(attempts)).order_by(*table.primary_key.columns)
    names = table.columns.keys()
    attempt_id = names.index("attempt_id")
    for row in connection.execute(query):  # as tuples: a mapping of each of 80,000 rows takes twice the query
        of_attempt.setdefault(row[attempt_id], []).append(dict(zip(names, row, strict=True)))
    return of_attempt


def _list_attempts(connection: Connection, run: int, attempts: dict[int, int]) -> None:
    if attempts:
        rows: list[dict[str, Any]] = [
            {"run_id": run, "position": position, "attempt_id": attempt} for position, attempt in attempts.items()
        ]
        connection.execute(insert(LISTED), rows)


COMMENT = "comment"
"""The kind of event."""


def record_comment(
    connection: Connection, student: str, assignment: str, place: tuple[str, int], source: str, text: str
) -> None:
    """Write a comment down.

    ``student``: whose work it is, as grades name them. ``place``: the file, seen from the submission's folder, and the
    line. ``source``: the text of the line.
    """
    path, line = place
    details = {
        "student": storable(student), "assignment": assignment, "path": storable(path), "line": line,
        "source": storable(source),
    }  # fmt: skip
    add_event(connection, COMMENT, text, details=details)


def read_comments(connection: Connection) -> dict[tuple[str, str], list[Comment]]:
    """All comments by student and assignment, in the order of files and lines."""
    by_work: dict[tuple[str, str], list[Comment]] = {}
    for row in connection.execute(select(EVENT).where(EVENT.c.kind == COMMENT).order_by(EVENT.c.id)):
        details = json.loads(row.details)
        if row.why and details:
            comment = Comment(details["path"], details["line"], details["source"], row.why, row.who, row.at.isoformat())
            by_work.setdefault((details["student"], details["assignment"]), []).append(comment)
    return {work: sorted(listed, key=lambda each: (each.path, each.line)) for work, listed in by_work.items()}


def erase_comments(connection: Connection, students: Collection[str]) -> None:
    """Take out the words of all comments on the work of these students, as grades name them."""
    query = select(EVENT.c.id, EVENT.c.details).where(EVENT.c.kind == COMMENT)
    events = [row.id for row in connection.execute(query) if json.loads(row.details).get("student") in students]
    connection.execute(update(EVENT).where(EVENT.c.id.in_(events)).values(why="", details="{}"))
