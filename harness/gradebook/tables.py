"""The tables of a gradebook. ``docs/gradebook.md`` describes them for people who query it in SQL."""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
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
)

SCHEMA = 1
"""The version of the tables, increased when older versions of the harness cannot read a change."""

METADATA = MetaData()

ABOUT = Table("about", METADATA, Column("schema", Integer, nullable=False))

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
    Column("grade", LargeBinary, nullable=False),
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
