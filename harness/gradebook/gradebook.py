"""A gradebook in SQLite, or in another database by its URL: write runs and attempts, read grades."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, delete, event, func, insert, select, update
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError

from harness import __version__
from harness.gradebook.serialization import decode, encode, storable
from harness.gradebook.tables import ABOUT, ATTEMPT, LISTED, METADATA, RESULT, RUN, SCHEMA
from harness.model.errors import JudgeError, UsageError
from harness.model.grade import Grade

_LOCK_TIMEOUT_S = 60
"""How long to wait for another run that writes into the same file."""
_BATCH_SIZE = 200
"""Grades that are read at a time."""


class Gradebook:
    """Attempts are added, never overwritten; each is on the disk when ``add_attempt`` returns."""

    def __init__(self, location: str) -> None:
        """Open a gradebook; create it when it does not exist.

        Args:
            location: a file, or a database's URL such as ``postgresql+psycopg://user@host/course``.

        Raises:
            UsageError: when it can be neither opened nor created, or is not a gradebook.

        """
        self.location = without_password(location)
        with self._errors_as(UsageError, "cannot be opened as a gradebook"):
            self._engine = _engine(location)
            METADATA.create_all(self._engine)
            with self._engine.begin() as connection:
                schema = connection.execute(select(ABOUT.c.schema)).scalar()
                if schema is None:
                    connection.execute(insert(ABOUT).values(schema=SCHEMA))
        if schema not in (None, SCHEMA):
            raise UsageError(
                f"{self.location}: this gradebook is of form {schema}, and this version reads form {SCHEMA}"
            )

    def close(self) -> None:
        """Close the connections to the database."""
        self._engine.dispose()

    def begin_run(self, isolation: str) -> int:
        """Add a new run; return its id."""
        values = {"started_at": datetime.now(UTC), "complete": False, "version": __version__, "isolation": isolation}
        with self._writing() as connection:
            return _new_id(connection.execute(insert(RUN).values(values)).inserted_primary_key)

    def interrupted_run(self) -> int | None:
        """The id of the last run if it did not complete, else None."""
        with self._reading() as connection:
            last = connection.execute(select(RUN.c.id, RUN.c.complete).order_by(RUN.c.id.desc()).limit(1)).first()
        return None if last is None or last.complete else int(last.id)

    def end_run(self, run: int, *, complete: bool) -> None:
        """Store when a run ended, and whether everything was judged."""
        with self._writing() as connection:
            connection.execute(update(RUN).where(RUN.c.id == run).values(ended_at=datetime.now(UTC), complete=complete))

    def add_attempt(self, run: int, position: int, key: str, grade: Grade) -> int:
        """Add an attempt and list it in a run; return the attempt's id."""
        row = {
            "student": storable(grade.student),
            "assignment": grade.assignment,
            "key": key,
            "graded_at": datetime.now(UTC),
            "verdict": grade.verdict.name,
            "score": grade.score,
            "max_score": grade.max_score,
            "complete": grade.complete,
            "grade": encode(grade),
        }
        with self._writing() as connection:
            attempt = _new_id(connection.execute(insert(ATTEMPT).values(row)).inserted_primary_key)
            results = _result_rows(attempt, grade)
            if results:
                connection.execute(insert(RESULT), results)
            _list_attempts(connection, run, {position: attempt})
        return attempt

    def take_over(self, run: int, attempts: dict[int, int]) -> None:
        """Make a run list these earlier attempts and no others: position -> attempt id."""
        with self._writing() as connection:
            connection.execute(delete(LISTED).where(LISTED.c.run_id == run))
            _list_attempts(connection, run, attempts)

    @staticmethod
    def identity(student: str, assignment: str, key: str) -> tuple[str, str, str]:
        """The key of an attempt in ``latest_attempts``."""
        return storable(student), assignment, key

    def latest_attempts(self, *, run: int | None = None) -> dict[tuple[str, str, str], int]:
        """The id of the last complete attempt for each student, assignment and key, of all runs or of one."""
        columns = ATTEMPT.c.student, ATTEMPT.c.assignment, ATTEMPT.c.key
        query = select(*columns, func.max(ATTEMPT.c.id)).where(ATTEMPT.c.complete).group_by(*columns)
        if run is not None:
            query = query.where(ATTEMPT.c.id.in_(select(LISTED.c.attempt_id).where(LISTED.c.run_id == run)))
        with self._reading() as connection:
            return {(row[0], row[1], row[2]): row[3] for row in connection.execute(query)}

    def grades(self, attempts: Sequence[int]) -> Iterator[Grade]:
        """The grades of attempts, in the given order; some hundred are held in memory at a time."""
        for start in range(0, len(attempts), _BATCH_SIZE):
            batch = attempts[start : start + _BATCH_SIZE]
            with self._reading() as connection:
                query = select(ATTEMPT.c.id, ATTEMPT.c.grade).where(ATTEMPT.c.id.in_(batch))
                encoded = {row.id: row.grade for row in connection.execute(query)}
            yield from (decode(encoded[attempt]) for attempt in batch)

    @contextlib.contextmanager
    def _writing(self) -> Iterator[Connection]:
        with self._errors_as(JudgeError, "the gradebook cannot be written"), self._engine.begin() as connection:
            yield connection

    @contextlib.contextmanager
    def _reading(self) -> Iterator[Connection]:
        with self._errors_as(JudgeError, "the gradebook cannot be read"), self._engine.connect() as connection:
            yield connection

    @contextlib.contextmanager
    def _errors_as(self, kind: type[UsageError | JudgeError], problem: str) -> Iterator[None]:
        """Raise the database's errors as one line of ours."""
        try:
            yield
        except (SQLAlchemyError, ModuleNotFoundError, OSError) as error:
            reason = str(getattr(error, "orig", None) or error).strip().splitlines()[0]
            raise kind(f"{self.location}: {problem}: {reason}") from None


def _engine(location: str) -> Engine:
    if "://" in location:
        try:
            return create_engine(location)
        except (ArgumentError, NoSuchModuleError) as error:
            raise UsageError(f"{without_password(location)}: no URL of a database: {error}") from None
    engine = create_engine(f"sqlite:///{Path(location).resolve()}", connect_args={"timeout": _LOCK_TIMEOUT_S})

    @event.listens_for(engine, "connect")
    def _settings(connection: Any, _record: object) -> None:
        connection.execute("PRAGMA journal_mode=WAL")  # a kill at any moment leaves whole attempts
        connection.execute("PRAGMA synchronous=NORMAL")
        connection.execute("PRAGMA foreign_keys=ON")

    return engine


def without_password(location: str) -> str:
    """Return a gradebook's location as it may be printed."""
    credentials, at, host = location.rpartition("@")
    scheme, colon, user = credentials.partition("://")
    return f"{scheme}{colon}{user.partition(':')[0]}{at}{host}" if at and colon else location


def _new_id(primary_key: Any) -> int:
    return int(primary_key[0])


def _result_rows(attempt: int, grade: Grade) -> list[dict[str, object]]:
    return [
        {
            "attempt_id": attempt,
            "position": position,
            "name": case.name,
            "clause": case.clause,
            "verdict": case.verdict.name,
            "score": case.score,
            "max_score": case.max_score,
            "cpu_s": case.timing.cpu_s,
        }
        for position, case in enumerate(grade.cases)
    ]


def _list_attempts(connection: Connection, run: int, attempts: dict[int, int]) -> None:
    if attempts:
        rows = [{"run_id": run, "position": position, "attempt_id": attempt} for position, attempt in attempts.items()]
        connection.execute(insert(LISTED), rows)
