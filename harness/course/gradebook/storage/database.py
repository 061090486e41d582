"""A gradebook's database, SQLite or another by its URL: opened, brought to today's form, read and written."""

from __future__ import annotations

import contextlib
import getpass
import json
import os
import platform
import pwd
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection, Engine, inspect, select, text, update
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from harness.course.gradebook.storage import audit_log
from harness.course.gradebook.storage.connection import beginning, connected, engine_of, is_lost, without_password
from harness.course.gradebook.storage.grade_rows import storable
from harness.course.gradebook.storage.mark_tables import MARK
from harness.course.gradebook.storage.tables import ABOUT, EVENT, REVISION, SCHEMA, add_row
from harness.model.errors import JudgeError, UsageError

T = TypeVar("T")
MIGRATIONS = Path(__file__).parent / "migrations"
_LOCK = 4_713_201
"""The number of the lock, in PostgreSQL, of who makes or migrates tables."""

METADATA = MARK.metadata
"""All tables: those of submissions and those of marks, which the import above has added."""


def bring_up_to_date(engine: Engine, shown: str) -> None:
    """Make or migrate the tables where that is needed; several may open one database at once.

    Raises:
        UsageError: when a later version of the harness made it.

    """
    with engine.connect() as connection:
        if _schema(connection, shown) == SCHEMA:
            return
    with engine.execution_options(writes=True).begin() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(text(f"select pg_advisory_xact_lock({_LOCK})"))
        schema = _schema(connection, shown)  # another may have done it by now
        if schema is None:
            METADATA.create_all(connection)
            connection.execute(ABOUT.insert().values(schema=SCHEMA))
            connection.execute(REVISION.insert().values(version_num=_revision(SCHEMA)))
        elif schema < SCHEMA:
            _upgrade(connection, schema)


def _schema(connection: Connection, shown: str) -> int | None:
    """The form of the tables; None if there are none yet."""
    tables = set(inspect(connection).get_table_names())
    schema = connection.execute(select(ABOUT.c.schema)).scalar() if "about" in tables else None
    if schema is None and tables & {"attempt", "run"}:  # a server's database may hold tables of others beside ours
        raise UsageError(f"{shown}: this is another program's database, and no gradebook")
    if schema is not None and schema > SCHEMA:
        raise UsageError(
            f"{shown}: this gradebook is of form {schema}, which a later version made, and this version reads forms "
            f"up to {SCHEMA}; use that version"
        )
    return schema


def _upgrade(connection: Connection, schema: int) -> None:
    """Run the migrations from a form on; Alembic is loaded for that alone."""
    from alembic.migration import MigrationContext  # noqa: PLC0415 - takes long to load, and is needed once
    from alembic.operations import Operations  # noqa: PLC0415
    from alembic.script import ScriptDirectory  # noqa: PLC0415

    scripts = ScriptDirectory(str(MIGRATIONS), version_locations=[str(MIGRATIONS)])
    if not inspect(connection).has_table(REVISION.name):  # the first form had no number of Alembic's
        REVISION.create(connection)
        connection.execute(REVISION.insert().values(version_num=_revision(schema)))
    head = scripts.get_current_head() or ""
    context = MigrationContext.configure(
        connection,
        opts={"fn": lambda revision, _: scripts._upgrade_revs(head, revision)},  # noqa: SLF001 - as alembic.command does
    )
    with Operations.context(context):
        context.run_migrations()
    connection.execute(update(ABOUT).values(schema=SCHEMA))


def _revision(schema: int) -> str:
    """The name of the migration that makes a form: ``0002``."""
    return f"{schema:04d}"


class Database:
    """What is written stays: a writing is kept, whole, when its block ends; rows are added and never overwritten."""

    def __init__(self, location: str) -> None:
        """Open a gradebook; create it when it does not exist, migrate it when an earlier version made it.

        ``location``: a file, or a database's URL such as ``postgresql+psycopg://user@host/course``.

        Raises:
            UsageError: when it can be neither opened nor created, is not a gradebook, or is of a later version's.

        """
        self.location = without_password(location)
        self.folder = None if "://" in location else Path(location).resolve().parent
        """Where the gradebook's file is; None for a database's URL."""
        with self._errors_as(UsageError, "cannot be opened as a gradebook"):
            self._engine = engine_of(location)
            bring_up_to_date(self._engine, self.location)

    def close(self) -> None:
        """Close the connections to the database."""
        self._engine.dispose()

    @contextlib.contextmanager
    def writing(self) -> Iterator[Connection]:
        """A connection whose writings are kept together, or not at all. Raises JudgeError if they cannot be."""
        writer = self._engine.execution_options(writes=True)
        with self._errors_as(JudgeError, "the gradebook cannot be written"), beginning(writer) as connection:
            yield connection
            audit_log.append(connection)

    def write(self, action: Callable[[Connection], T]) -> T:
        """What an action returns that writes all it writes or nothing; where a server goes away, it is done again.

        An action that was done although nobody could tell so is done twice: it has to look for what it has written.
        """
        while True:
            try:
                with (
                    self._errors_as(JudgeError, "the gradebook cannot be written", lost=True),
                    beginning(self._engine.execution_options(writes=True)) as connection,
                ):
                    return action(connection)
            except DBAPIError:
                continue  # the next connection waits for the server, and gives up in time

    @contextlib.contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection that sees the gradebook as it is at one moment."""
        with self._errors_as(JudgeError, "the gradebook cannot be read"), connected(self._engine) as connection:
            yield connection

    def erase_leftovers(self) -> None:
        """Overwrite what was deleted: in SQLite rows stay in the file's free pages and its log until then."""
        if self._engine.dialect.name != "sqlite":
            return
        with self._errors_as(JudgeError, "the gradebook cannot be written"), self._engine.connect() as connection:
            driver = connection.connection.driver_connection
            if driver is not None:
                driver.execute("VACUUM")
                driver.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    @contextlib.contextmanager
    def _errors_as(self, kind: type[UsageError | JudgeError], problem: str, *, lost: bool = False) -> Iterator[None]:
        """Raise the database's errors as one line of ours; ``lost``: but not that a server went away."""
        try:
            yield
        except (SQLAlchemyError, ModuleNotFoundError) as error:
            if lost and is_lost(error):
                raise
            reason = str(getattr(error, "orig", None) or error).strip().splitlines()[0]
            raise kind(f"{self.location}: {problem}: {reason}") from None


def add_event(
    connection: Connection, kind: str, why: str = "", *, who: str = "", details: Mapping[str, object] | None = None
) -> int:
    """Write down that something was done; return the event's id.

    ``kind``: what was done, such as ``ingest``. ``why``: the reason in the person's own words. ``who``: the person;
    empty: whoever is logged in. ``details``: what else is to be known about it, as JSON can say it.
    """
    return add_row(
        connection,
        EVENT,
        at=datetime.now(UTC),
        who=storable(who or current_user()),
        kind=kind,
        why=storable(why),
        details=json.dumps(details or {}),
        os_user=storable(system_user()),
    )


def current_user() -> str:
    """Who uses the harness: the environment's ``GRADE_USER``, else who is logged in."""
    if named := os.environ.get("GRADE_USER"):
        return named
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return f"user {os.getuid()}"


def system_user() -> str:
    """Whom the operating system runs this for, whatever the environment says."""
    try:
        return f"{pwd.getpwuid(os.getuid()).pw_name} on {platform.node()}"
    except KeyError:
        return f"user {os.getuid()} on {platform.node()}"
