"""Bring a database to today's form: make a new one's tables, migrate an earlier version's, refuse a later one's."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, Engine, inspect, select, text, update

from harness.course.gradebook.storage.mark_tables import MARK
from harness.course.gradebook.storage.tables import ABOUT, REVISION, SCHEMA
from harness.model.errors import UsageError

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
            _create(connection)
        elif schema < SCHEMA:
            _upgrade(connection, schema)


def _schema(connection: Connection, shown: str) -> int | None:
    """The form of the tables; None where there are none yet."""
    tables = set(inspect(connection).get_table_names())
    schema = connection.execute(select(ABOUT.c.schema)).scalar() if "about" in tables else None
    if schema is None and tables & {"attempt", "run"}:
        raise UsageError(f"{shown}: this is another program's database, and no gradebook")
    if schema is not None and schema > SCHEMA:
        raise UsageError(
            f"{shown}: this gradebook is of form {schema}, which a later version made, and this version reads forms "
            f"up to {SCHEMA}; use that version"
        )
    return schema


def _create(connection: Connection) -> None:
    METADATA.create_all(connection)
    connection.execute(ABOUT.insert().values(schema=SCHEMA))
    connection.execute(REVISION.insert().values(version_num=_revision(SCHEMA)))


def _upgrade(connection: Connection, schema: int) -> None:
    """Run the migrations from a form on; Alembic is loaded for that alone."""
    from alembic.migration import MigrationContext  # noqa: PLC0415 - takes long to load, and is needed once
    from alembic.operations import Operations  # noqa: PLC0415
    from alembic.script import ScriptDirectory  # noqa: PLC0415

    scripts = ScriptDirectory(str(MIGRATIONS))
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
