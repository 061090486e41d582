"""The tables of a gradebook: what was handed in and how it was judged. ``docs/gradebook.md`` describes them all.

Rows are added and never changed; only ``run`` gets its end, ``listed`` is written again by a run that goes on, and
``forget`` takes a person out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    DateTime,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    insert,
)

SCHEMA = 4
"""The version of the tables, increased when older versions of the harness cannot read a change."""

METADATA = MetaData()

ABOUT = Table("about", METADATA, Column("schema", Integer, nullable=False))

REVISION = Table("alembic_version", METADATA, Column("version_num", String(32), primary_key=True))
"""Alembic's own table: the last migration that was made."""

EVENT = Table(
    "event", METADATA,
    Column("id", Integer, primary_key=True),
    Column("at", DateTime(timezone=True), nullable=False),
    Column("who", Text, nullable=False),
    Column("kind", String(20), nullable=False),
    Column("why", Text, nullable=False, default=""),
    Column("details", Text, nullable=False, default="{}"),
    Column("os_user", Text),
)  # fmt: skip
"""Who did what, when and why; every row of the other tables that a person caused names its event.

``who`` is what a person says about themselves; ``os_user`` is whom the operating system knows.
"""

KEPT = Table(
    "kept", METADATA,
    Column("sha256", String(64), primary_key=True),
    Column("content", LargeBinary, nullable=False),
)  # fmt: skip
"""Files by their content, each once: specs, what they check by, the rules of the course."""

SETUP = Table(
    "setup", METADATA,
    Column("id", Integer, primary_key=True),
    Column("sha256", String(64), nullable=False, unique=True),
    Column("version", Text, nullable=False),
    Column("revision", Text, nullable=False),
    Column("isolation", Text, nullable=False),
    Column("files", Text, nullable=False),
    Column("tools", Text, nullable=False),
)  # fmt: skip
"""What attempts were graded with: ``files`` is JSON, path -> SHA-256; ``tools`` is JSON, name -> version."""


def event_column() -> Column[int]:
    """The event that caused a row."""
    return Column("event_id", ForeignKey(EVENT.c.id), nullable=False)


STUDENT = Table("student", METADATA, Column("id", Integer, primary_key=True), event_column())

IDENTITY = Table(
    "identity", METADATA,
    Column("id", Integer, primary_key=True),
    Column("student_id", ForeignKey(STUDENT.c.id), nullable=False, index=True),
    Column("kind", String(10), nullable=False),
    Column("value", Text, nullable=False),
    event_column(),
)  # fmt: skip
"""By what a student is known: ``name``, ``id`` (shown), ``email``, ``section``, and each kind of number and login.

Of each kind the last row counts, except for ``moodle``, and ``also`` of earlier versions; ``undone`` takes a row back.
"""

ASSIGNMENT = Table(
    "assignment", METADATA,
    Column("id", Integer, primary_key=True),
    Column("name", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("spec_sha256", String(64), nullable=False),
    Column("contract_sha256", String(64), nullable=False),
    Column("max_score", Float, nullable=False),
    Column("manual_score", Float, nullable=False),
    Column("seen_at", DateTime(timezone=True), nullable=False),
    UniqueConstraint("name", "spec_sha256", "contract_sha256", name="assignment_version"),
)  # fmt: skip
"""An assignment as it stood when something was graded by it: ``spec_sha256`` is that of ``spec.yaml``."""

STUDENT_GROUP = Table(
    "student_group", METADATA,
    Column("id", Integer, primary_key=True),
    Column("assignment", Text, nullable=False),
    Column("name", Text, nullable=False),
    event_column(),
)  # fmt: skip

GROUP_MEMBER = Table(
    "group_member", METADATA,
    Column("group_id", ForeignKey(STUDENT_GROUP.c.id), primary_key=True),
    Column("student_id", ForeignKey(STUDENT.c.id), primary_key=True),
)  # fmt: skip

SUBMISSION = Table(
    "submission", METADATA,
    Column("id", Integer, primary_key=True),
    Column("assignment", Text, nullable=False),
    Column("content_sha256", String(64)),
    Column("submitted", Text, nullable=False),
    Column("claimed", Boolean, nullable=False),
    Column("late", Boolean),
    Column("label", Text, nullable=False),
    Column("system", Text, nullable=False),
    Column("person_name", Text, nullable=False),
    Column("person_id", Text, nullable=False),
    Column("person_email", Text, nullable=False),
    Column("group_name", Text, nullable=False),
    Column("entries", Text, nullable=False),
    Column("source", Text, nullable=False),
    Column("unclear", Text, nullable=False),
    Column("more", LargeBinary),
    event_column(),
    Index("submission_of", "assignment", "label"),
)  # fmt: skip
"""What a person handed in, as the place that it came from tells; ``submitted`` is ISO 8601 as the system writes it."""

OWNER = Table(
    "owner", METADATA,
    Column("id", Integer, primary_key=True),
    Column("submission_id", ForeignKey(SUBMISSION.c.id), nullable=False, index=True),
    Column("student_id", ForeignKey(STUDENT.c.id), index=True),
    event_column(),
)  # fmt: skip
"""Whose a submission is: the last row counts; without a student it is nobody's, without a row it is not settled."""

RUN = Table(
    "run", METADATA,
    Column("id", Integer, primary_key=True),
    Column("started_at", DateTime(timezone=True), nullable=False),
    Column("ended_at", DateTime(timezone=True)),
    Column("complete", Boolean, nullable=False, default=False),
    Column("version", String(40), nullable=False),
    Column("isolation", Text, nullable=False),
)  # fmt: skip

ATTEMPT = Table(
    "attempt", METADATA,
    Column("id", Integer, primary_key=True),
    Column("student", Text, nullable=False),
    Column("assignment", Text, nullable=False),
    Column("key", String(64), nullable=False),
    Column("graded_at", DateTime(timezone=True), nullable=False),
    Column("verdict", String(3), nullable=False),
    Column("score", Float, nullable=False),
    Column("max_score", Float, nullable=False),
    Column("complete", Boolean, nullable=False),
    Column("submission_id", ForeignKey(SUBMISSION.c.id), index=True),
    Column("assignment_id", ForeignKey(ASSIGNMENT.c.id)),
    Column("setup_id", ForeignKey(SETUP.c.id)),
    Column("more", LargeBinary),
    Index("attempt_of", "student", "assignment", "key"),
)  # fmt: skip

RESULT = Table(
    "result", METADATA,
    Column("attempt_id", ForeignKey(ATTEMPT.c.id), primary_key=True),
    Column("position", Integer, primary_key=True),
    Column("name", Text, nullable=False),
    Column("clause", Text, nullable=False),
    Column("verdict", String(3), nullable=False),
    Column("score", Float, nullable=False),
    Column("max_score", Float, nullable=False),
    Column("cpu_s", Float),
    Column("wall_s", Float),
    Column("limit_s", Float),
    Column("reference_s", Float),
    Column("first_cpu_s", Float),
    Column("memory", BigInteger),
    Column("visibility", Text),
    Column("reproduce", Text),
    Column("more", LargeBinary),
    sqlite_with_rowid=False,
)  # fmt: skip

FINDING = Table(
    "finding", METADATA,
    Column("attempt_id", ForeignKey(ATTEMPT.c.id), primary_key=True),
    Column("position", Integer, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("message", Text),
    Column("stream", Text),
    Column("path", Text),
    Column("line", BigInteger),
    Column("character", BigInteger),
    Column("function", Text),
    Column("expected", LargeBinary),
    Column("actual", LargeBinary),
    Column("near_misses", Text),
    Column("params", Text),
    Column("more", LargeBinary),
    sqlite_with_rowid=False,
)  # fmt: skip
"""Why a case was not accepted. ``position`` is that of its result; ``params`` are JSON."""

NOTE = Table(
    "note", METADATA,
    Column("attempt_id", ForeignKey(ATTEMPT.c.id), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("message", Text),
    Column("params", Text),
    Column("more", LargeBinary),
    sqlite_with_rowid=False,
)  # fmt: skip

LISTED = Table(
    "listed", METADATA,
    Column("run_id", ForeignKey(RUN.c.id), primary_key=True),
    Column("position", Integer, primary_key=True),
    Column("attempt_id", ForeignKey(ATTEMPT.c.id), nullable=False),
    sqlite_with_rowid=False,
)  # fmt: skip
"""Which attempts a run's report lists, in its order: those graded in the run and those taken over."""

AUDIT = Table(
    "audit", METADATA,
    Column("id", Integer, primary_key=True),
    Column("table_name", String(20), nullable=False),
    Column("row_id", Integer, nullable=False),
    Column("row_sha256", String(64), nullable=False),
    Column("hash", String(64), nullable=False),
    Index("audit_of", "table_name", "row_id"),
)  # fmt: skip
"""A row for each row that a decision or a grade is, in their order; ``hash`` holds the ``hash`` of the row before."""


def add_row(connection: Connection, table: Table, **values: object) -> int:
    """Add a row; return its number."""
    key: Any = connection.execute(insert(table), values).inserted_primary_key
    return int(key[0])


def add_rows(connection: Connection, table: Table, rows: Sequence[Mapping[str, object]]) -> None:
    """Add rows, if there are any."""
    if rows:
        connection.execute(insert(table), rows)
