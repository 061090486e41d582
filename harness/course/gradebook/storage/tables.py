"""The tables of a gradebook: what was handed in and how it was judged. ``docs/gradebook.md`` describes them all.

Rows are added and never changed; only ``run`` gets its end, ``listed`` is written again by a run that goes on, and
``forget`` takes a person out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeVar

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    DateTime,
    Float,
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

from harness.course.gradebook.storage.columns import optional, reference, required, row_id, texts

T = TypeVar("T")
_BATCH_SIZE = 500
SCHEMA = 4
"""The version of the tables, increased when older versions of the harness cannot read a change."""

METADATA = MetaData()

ABOUT = Table("about", METADATA, Column("schema", Integer, nullable=False))

REVISION = Table("alembic_version", METADATA, Column("version_num", String(32), primary_key=True))
"""Alembic's own table: the last migration that was made."""

EVENT = Table(
    "event", METADATA,
    row_id(),
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
    row_id(),
    Column("sha256", String(64), nullable=False, unique=True),
    *texts("version", "revision", "isolation", "files", "tools"),
)  # fmt: skip
"""What attempts were graded with: ``files`` is JSON, path -> SHA-256; ``tools`` is JSON, name -> version."""


STUDENT = Table("student", METADATA, row_id(), reference("event"))

IDENTITY = Table(
    "identity", METADATA,
    row_id(),
    reference("student", index=True),
    Column("kind", String(10), nullable=False),
    Column("value", Text, nullable=False),
    reference("event"),
)  # fmt: skip
"""By what a student is known: ``name``, ``id`` (shown), ``email``, ``section``, and each kind of number and login.

Of each kind the last row counts, except for ``moodle``, and ``also`` of earlier versions; ``undone`` takes a row back.
"""

ASSIGNMENT = Table(
    "assignment", METADATA,
    row_id(),
    *texts("name", "title"),
    *required(String(64), "spec_sha256", "contract_sha256"),
    *required(Float, "max_score", "manual_score"),
    Column("seen_at", DateTime(timezone=True), nullable=False),
    UniqueConstraint("name", "spec_sha256", "contract_sha256", name="assignment_version"),
)  # fmt: skip
"""An assignment as it stood when something was graded by it: ``spec_sha256`` is that of ``spec.yaml``."""

STUDENT_GROUP = Table(
    "student_group", METADATA,
    row_id(),
    *texts("assignment", "name"),
    reference("event"),
)  # fmt: skip

GROUP_MEMBER = Table(
    "group_member", METADATA,
    reference("student_group", "group_id", primary_key=True),
    reference("student", primary_key=True),
)  # fmt: skip

SUBMISSION = Table(
    "submission", METADATA,
    row_id(),
    Column("assignment", Text, nullable=False),
    Column("content_sha256", String(64)),
    Column("submitted", Text, nullable=False),
    Column("claimed", Boolean, nullable=False),
    Column("late", Boolean),
    *texts("label", "system", "person_name", "person_id", "person_email", "group_name", "entries", "source", "unclear"),
    Column("more", LargeBinary),
    reference("event"),
    Index("submission_of", "assignment", "label"),
)  # fmt: skip
"""What a person handed in, as the place that it came from tells; ``submitted`` is ISO 8601 as the system writes it."""

OWNER = Table(
    "owner", METADATA,
    row_id(),
    reference("submission", index=True),
    reference("student", nullable=True, index=True),
    reference("event"),
)  # fmt: skip
"""Whose a submission is: the last row counts; without a student it is nobody's, without a row it is not settled."""

RUN = Table(
    "run", METADATA,
    row_id(),
    Column("started_at", DateTime(timezone=True), nullable=False),
    Column("ended_at", DateTime(timezone=True)),
    Column("complete", Boolean, nullable=False, default=False),
    Column("version", String(40), nullable=False),
    Column("isolation", Text, nullable=False),
)  # fmt: skip

ATTEMPT = Table(
    "attempt", METADATA,
    row_id(),
    *texts("student", "assignment"),
    Column("key", String(64), nullable=False),
    Column("graded_at", DateTime(timezone=True), nullable=False),
    Column("verdict", String(3), nullable=False),
    *required(Float, "score", "max_score"),
    Column("complete", Boolean, nullable=False),
    reference("submission", nullable=True, index=True),
    reference("assignment", nullable=True),
    reference("setup", nullable=True),
    Column("more", LargeBinary),
    Index("attempt_of", "student", "assignment", "key"),
)  # fmt: skip

RESULT = Table(
    "result", METADATA,
    reference("attempt", primary_key=True),
    Column("position", Integer, primary_key=True),
    *texts("name", "clause"),
    Column("verdict", String(3), nullable=False),
    *required(Float, "score", "max_score"),
    *optional(Float, "cpu_s", "wall_s", "limit_s", "reference_s", "first_cpu_s"),
    Column("memory", BigInteger),
    *optional(Text, "visibility", "reproduce"),
    Column("more", LargeBinary),
    sqlite_with_rowid=False,
)  # fmt: skip

FINDING = Table(
    "finding", METADATA,
    reference("attempt", primary_key=True),
    Column("position", Integer, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("kind", Text, nullable=False),
    *optional(Text, "message", "stream", "path"),
    *optional(BigInteger, "line", "character"),
    Column("function", Text),
    *optional(LargeBinary, "expected", "actual"),
    *optional(Text, "near_misses", "params"),
    Column("more", LargeBinary),
    sqlite_with_rowid=False,
)  # fmt: skip
"""Why a case was not accepted. ``position`` is that of its result; ``params`` are JSON."""

NOTE = Table(
    "note", METADATA,
    reference("attempt", primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("kind", Text, nullable=False),
    *optional(Text, "message", "params"),
    Column("more", LargeBinary),
    sqlite_with_rowid=False,
)  # fmt: skip

LISTED = Table(
    "listed", METADATA,
    reference("run", primary_key=True),
    Column("position", Integer, primary_key=True),
    reference("attempt"),
    sqlite_with_rowid=False,
)  # fmt: skip
"""Which attempts a run's report lists, in its order: those graded in the run and those taken over."""

AUDIT = Table(
    "audit", METADATA,
    row_id(),
    Column("table_name", String(20), nullable=False),
    Column("row_id", Integer, nullable=False),
    *required(String(64), "row_sha256", "hash"),
    Index("audit_of", "table_name", "row_id"),
)  # fmt: skip
"""A row for each row that a decision or a grade is, in their order; ``hash`` holds the ``hash`` of the row before."""


def add_row(connection: Connection, table: Table, **values: object) -> int:
    """Add a row; return its number."""
    key: Any = connection.execute(insert(table), values).inserted_primary_key
    return int(key[0])


def batches(items: Sequence[T]) -> Iterator[Sequence[T]]:
    """The items, some hundred at a time: as many as a database takes after ``IN``."""
    for start in range(0, len(items), _BATCH_SIZE):
        yield items[start : start + _BATCH_SIZE]


def add_rows(connection: Connection, table: Table, rows: Sequence[Mapping[str, object]]) -> None:
    """Add rows, if there are any."""
    if rows:
        connection.execute(insert(table), rows)
