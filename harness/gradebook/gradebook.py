"""One gradebook in SQLite, or in another database by its URL: runs and attempts go in, grades come out."""

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

_PATIENCE_S = 60
"""How long another run that writes into the same file is waited for."""
_AT_ONCE = 200
"""Grades read at a time."""


class Gradebook:
    """Attempts are added, never overwritten; each is safe on the disk when ``add`` returns."""

    def __init__(self, place: str) -> None:
        """Open a gradebook, made when it is not there.

        Args:
            place: a file, or a database's URL such as ``postgresql+psycopg://user@host/course``.

        Raises:
            UsageError: when there is none and none can be made, or it is something else.

        """
        self.place = place
        with self._telling(UsageError, "cannot be opened as a gradebook"):
            self._engine = _engine(place)
            METADATA.create_all(self._engine)
            with self._engine.begin() as connection:
                schema = connection.execute(select(ABOUT.c.schema)).scalar()
                if schema is None:
                    connection.execute(insert(ABOUT).values(schema=SCHEMA))
        if schema not in (None, SCHEMA):
            raise UsageError(f"{place}: this gradebook is of form {schema}, and this version reads form {SCHEMA}")

    def close(self) -> None:
        """Let go of the database."""
        self._engine.dispose()

    def begin(self, isolation: str) -> int:
        """A new run; its number."""
        values = {"started_at": datetime.now(UTC), "complete": False, "version": __version__, "isolation": isolation}
        with self._writing() as connection:
            return _number(connection.execute(insert(RUN).values(values)).inserted_primary_key)

    def broken_off(self) -> int | None:
        """The number of the last run, if it did not come to its end."""
        with self._reading() as connection:
            last = connection.execute(select(RUN.c.id, RUN.c.complete).order_by(RUN.c.id.desc()).limit(1)).first()
        return None if last is None or last.complete else int(last.id)

    def end(self, run: int, *, complete: bool) -> None:
        """Note when a run ended, and whether everything was judged."""
        with self._writing() as connection:
            connection.execute(update(RUN).where(RUN.c.id == run).values(ended_at=datetime.now(UTC), complete=complete))

    def add(self, run: int, position: int, key: str, grade: Grade) -> int:
        """Add an attempt and list it in a run; the attempt's number."""
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
            number = _number(connection.execute(insert(ATTEMPT).values(row)).inserted_primary_key)
            results = _results(number, grade)
            if results:
                connection.execute(insert(RESULT), results)
            _list(connection, run, {position: number})
        return number

    def reuse(self, run: int, attempts: dict[int, int]) -> None:
        """Let a run list these attempts and no others: position -> attempt."""
        with self._writing() as connection:
            connection.execute(delete(LISTED).where(LISTED.c.run_id == run))
            _list(connection, run, attempts)

    @staticmethod
    def identity(student: str, assignment: str, key: str) -> tuple[str, str, str]:
        """How ``known`` names an attempt."""
        return storable(student), assignment, key

    def known(self, *, run: int | None = None) -> dict[tuple[str, str, str], int]:
        """The last whole attempt for each student, assignment and key, of all runs or of one."""
        columns = ATTEMPT.c.student, ATTEMPT.c.assignment, ATTEMPT.c.key
        query = select(*columns, func.max(ATTEMPT.c.id)).where(ATTEMPT.c.complete).group_by(*columns)
        if run is not None:
            query = query.where(ATTEMPT.c.id.in_(select(LISTED.c.attempt_id).where(LISTED.c.run_id == run)))
        with self._reading() as connection:
            return {(row[0], row[1], row[2]): row[3] for row in connection.execute(query)}

    def grades(self, attempts: Sequence[int]) -> Iterator[Grade]:
        """The grades of attempts, in the order asked for; some hundred are held at a time."""
        for at in range(0, len(attempts), _AT_ONCE):
            part = attempts[at : at + _AT_ONCE]
            with self._reading() as connection:
                query = select(ATTEMPT.c.id, ATTEMPT.c.grade).where(ATTEMPT.c.id.in_(part))
                found = {row.id: row.grade for row in connection.execute(query)}
            yield from (decode(found[one]) for one in part)

    @contextlib.contextmanager
    def _writing(self) -> Iterator[Connection]:
        with self._telling(JudgeError, "the gradebook cannot be written"), self._engine.begin() as connection:
            yield connection

    @contextlib.contextmanager
    def _reading(self) -> Iterator[Connection]:
        with self._telling(JudgeError, "the gradebook cannot be read"), self._engine.connect() as connection:
            yield connection

    @contextlib.contextmanager
    def _telling(self, kind: type[UsageError | JudgeError], what: str) -> Iterator[None]:
        """Turn whatever the database says into one line."""
        try:
            yield
        except (SQLAlchemyError, ModuleNotFoundError, OSError) as error:
            told = str(getattr(error, "orig", None) or error).strip().splitlines()[0]
            raise kind(f"{_shown(self.place)}: {what}: {told}") from None


def _engine(place: str) -> Engine:
    if "://" in place:
        try:
            return create_engine(place)
        except (ArgumentError, NoSuchModuleError) as error:
            raise UsageError(f"{_shown(place)}: no URL of a database: {error}") from None
    engine = create_engine(f"sqlite:///{Path(place).resolve()}", connect_args={"timeout": _PATIENCE_S})

    @event.listens_for(engine, "connect")
    def _settings(connection: Any, _record: object) -> None:
        connection.execute("PRAGMA journal_mode=WAL")  # a kill at any moment leaves whole attempts
        connection.execute("PRAGMA synchronous=NORMAL")
        connection.execute("PRAGMA foreign_keys=ON")

    return engine


def _shown(place: str) -> str:
    """The place without a password."""
    before, at, after = place.rpartition("@")
    scheme, mark, user = before.partition("://")
    return f"{scheme}{mark}{user.partition(':')[0]}{at}{after}" if at and mark else place


def _number(key: Any) -> int:
    return int(key[0])


def _results(attempt: int, grade: Grade) -> list[dict[str, object]]:
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


def _list(connection: Connection, run: int, attempts: dict[int, int]) -> None:
    if attempts:
        rows = [{"run_id": run, "position": at, "attempt_id": one} for at, one in attempts.items()]
        connection.execute(insert(LISTED), rows)
