"""The second form: students, submissions, findings as rows, and what people decide."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from harness.course.gradebook.storage.grade_rows import decode, escape_strings, take_apart

revision = "0002"
down_revision = "0001"

_BATCH_SIZE = 100


def upgrade() -> None:
    """Add the tables, then turn each grade's MessagePack into rows."""
    _add_tables_of_submissions()
    _add_tables_of_marks()
    _add_columns()
    _split_grades()
    op.execute("ALTER TABLE attempt DROP COLUMN grade")


def _add_tables_of_submissions() -> None:
    op.create_table(
        "assignment",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("spec_sha256", sa.String(length=64), nullable=False),
        sa.Column("contract_sha256", sa.String(length=64), nullable=False),
        sa.Column("max_score", sa.Float(), nullable=False),
        sa.Column("manual_score", sa.Float(), nullable=False),
        sa.Column("seen_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("name", "spec_sha256", "contract_sha256", name="assignment_version"),
    )
    op.create_table(
        "event",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("who", sa.Text(), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("details", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "student",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("event_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["event_id"],
            ["event.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "student_group",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("assignment", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("event_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["event_id"],
            ["event.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "submission",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("assignment", sa.Text(), nullable=False),
        sa.Column("content_sha256", sa.String(length=64), nullable=True),
        sa.Column("submitted", sa.Text(), nullable=False),
        sa.Column("claimed", sa.Boolean(), nullable=False),
        sa.Column("late", sa.Boolean(), nullable=True),
        sa.Column("label", sa.Text(), nullable=False),
        sa.Column("system", sa.Text(), nullable=False),
        sa.Column("person_name", sa.Text(), nullable=False),
        sa.Column("person_id", sa.Text(), nullable=False),
        sa.Column("person_email", sa.Text(), nullable=False),
        sa.Column("group_name", sa.Text(), nullable=False),
        sa.Column("entries", sa.Text(), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("unclear", sa.Text(), nullable=False),
        sa.Column("more", sa.LargeBinary(), nullable=True),
        sa.Column("event_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["event_id"],
            ["event.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("submission_of", "submission", ["assignment", "label"], unique=False)
    op.create_table(
        "group_member",
        sa.Column("group_id", sa.Integer(), nullable=False),
        sa.Column("student_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["group_id"],
            ["student_group.id"],
        ),
        sa.ForeignKeyConstraint(
            ["student_id"],
            ["student.id"],
        ),
        sa.PrimaryKeyConstraint("group_id", "student_id"),
    )
    op.create_table(
        "identity",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("student_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.Column("event_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["event_id"],
            ["event.id"],
        ),
        sa.ForeignKeyConstraint(
            ["student_id"],
            ["student.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_identity_student_id", "identity", ["student_id"], unique=False)
    op.create_table(
        "owner",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("submission_id", sa.Integer(), nullable=False),
        sa.Column("student_id", sa.Integer(), nullable=True),
        sa.Column("event_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["event_id"],
            ["event.id"],
        ),
        sa.ForeignKeyConstraint(
            ["student_id"],
            ["student.id"],
        ),
        sa.ForeignKeyConstraint(
            ["submission_id"],
            ["submission.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_owner_student_id", "owner", ["student_id"], unique=False)
    op.create_index("ix_owner_submission_id", "owner", ["submission_id"], unique=False)
    op.create_table(
        "finding",
        sa.Column("attempt_id", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("message", sa.Text(), nullable=True),
        sa.Column("stream", sa.Text(), nullable=True),
        sa.Column("path", sa.Text(), nullable=True),
        sa.Column("line", sa.BigInteger(), nullable=True),
        sa.Column("character", sa.BigInteger(), nullable=True),
        sa.Column("function", sa.Text(), nullable=True),
        sa.Column("expected", sa.LargeBinary(), nullable=True),
        sa.Column("actual", sa.LargeBinary(), nullable=True),
        sa.Column("near_misses", sa.Text(), nullable=True),
        sa.Column("params", sa.Text(), nullable=True),
        sa.Column("more", sa.LargeBinary(), nullable=True),
        sa.ForeignKeyConstraint(
            ["attempt_id"],
            ["attempt.id"],
        ),
        sa.PrimaryKeyConstraint("attempt_id", "position", "number"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "note",
        sa.Column("attempt_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("message", sa.Text(), nullable=True),
        sa.Column("params", sa.Text(), nullable=True),
        sa.Column("more", sa.LargeBinary(), nullable=True),
        sa.ForeignKeyConstraint(
            ["attempt_id"],
            ["attempt.id"],
        ),
        sa.PrimaryKeyConstraint("attempt_id", "number"),
        sqlite_with_rowid=False,
    )


def _add_tables_of_marks() -> None:
    op.create_table(
        "publication",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("assignment", sa.Text(), nullable=False),
        sa.Column("event_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["event_id"],
            ["event.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("name"),
    )
    op.create_table(
        "rubric_item",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("assignment", sa.Text(), nullable=False),
        sa.Column("clause", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("points", sa.Float(), nullable=False),
        sa.Column("event_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["event_id"],
            ["event.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "adjustment",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("student_id", sa.Integer(), nullable=False),
        sa.Column("assignment", sa.Text(), nullable=False),
        sa.Column("points", sa.Float(), nullable=False),
        sa.Column("revokes", sa.Integer(), nullable=True),
        sa.Column("event_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["event_id"],
            ["event.id"],
        ),
        sa.ForeignKeyConstraint(
            ["student_id"],
            ["student.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "manual_score",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("student_id", sa.Integer(), nullable=False),
        sa.Column("assignment", sa.Text(), nullable=False),
        sa.Column("clause", sa.Text(), nullable=False),
        sa.Column("points", sa.Float(), nullable=False),
        sa.Column("comment", sa.Text(), nullable=False),
        sa.Column("marker", sa.Text(), nullable=False),
        sa.Column("final", sa.Boolean(), nullable=False),
        sa.Column("event_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["event_id"],
            ["event.id"],
        ),
        sa.ForeignKeyConstraint(
            ["student_id"],
            ["student.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("manual_score_of", "manual_score", ["student_id", "assignment"], unique=False)
    op.create_table(
        "upload",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("publication_id", sa.Integer(), nullable=False),
        sa.Column("format", sa.String(length=20), nullable=False),
        sa.Column("event_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["event_id"],
            ["event.id"],
        ),
        sa.ForeignKeyConstraint(
            ["publication_id"],
            ["publication.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "manual_item",
        sa.Column("manual_score_id", sa.Integer(), nullable=False),
        sa.Column("rubric_item_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["manual_score_id"],
            ["manual_score.id"],
        ),
        sa.ForeignKeyConstraint(
            ["rubric_item_id"],
            ["rubric_item.id"],
        ),
        sa.PrimaryKeyConstraint("manual_score_id", "rubric_item_id"),
    )
    op.create_table(
        "mark",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("student_id", sa.Integer(), nullable=False),
        sa.Column("assignment", sa.Text(), nullable=False),
        sa.Column("attempt_id", sa.Integer(), nullable=True),
        sa.Column("submission_id", sa.Integer(), nullable=True),
        sa.Column("points", sa.Float(), nullable=False),
        sa.Column("max_points", sa.Float(), nullable=False),
        sa.Column("sum", sa.Text(), nullable=False),
        sa.Column("facts", sa.Text(), nullable=False),
        sa.Column("accepted", sa.Boolean(), nullable=False),
        sa.Column("event_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["attempt_id"],
            ["attempt.id"],
        ),
        sa.ForeignKeyConstraint(
            ["event_id"],
            ["event.id"],
        ),
        sa.ForeignKeyConstraint(
            ["student_id"],
            ["student.id"],
        ),
        sa.ForeignKeyConstraint(
            ["submission_id"],
            ["submission.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("mark_of", "mark", ["assignment", "student_id"], unique=False)
    op.create_table(
        "published",
        sa.Column("publication_id", sa.Integer(), nullable=False),
        sa.Column("student_id", sa.Integer(), nullable=False),
        sa.Column("mark_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["mark_id"],
            ["mark.id"],
        ),
        sa.ForeignKeyConstraint(
            ["publication_id"],
            ["publication.id"],
        ),
        sa.ForeignKeyConstraint(
            ["student_id"],
            ["student.id"],
        ),
        sa.PrimaryKeyConstraint("publication_id", "student_id"),
    )
    op.create_table(
        "uploaded",
        sa.Column("upload_id", sa.Integer(), nullable=False),
        sa.Column("student_id", sa.Integer(), nullable=False),
        sa.Column("mark_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["mark_id"],
            ["mark.id"],
        ),
        sa.ForeignKeyConstraint(
            ["student_id"],
            ["student.id"],
        ),
        sa.ForeignKeyConstraint(
            ["upload_id"],
            ["upload.id"],
        ),
        sa.PrimaryKeyConstraint("upload_id", "student_id"),
    )


def _add_columns() -> None:
    """Add columns by plain SQL: SQLite cannot add a foreign key by itself, but a column that is one."""
    blob = "BYTEA" if op.get_bind().dialect.name == "postgresql" else "BLOB"
    real = "FLOAT"
    attempt = ("submission_id INTEGER REFERENCES submission (id)", "assignment_id INTEGER REFERENCES assignment (id)")
    times = [f"{name} {real}" for name in ("wall_s", "limit_s", "reference_s", "first_cpu_s")]
    for table, columns in (
        ("attempt", (*attempt, f"more {blob}")),
        ("result", (*times, "memory BIGINT", "visibility TEXT", "reproduce TEXT", f"more {blob}")),
    ):
        for column in columns:
            op.execute(f"ALTER TABLE {table} ADD COLUMN {column}")
    op.create_index("ix_attempt_submission_id", "attempt", ["submission_id"], unique=False)


def _split_grades() -> None:
    connection = op.get_bind()
    meta = sa.MetaData()
    attempt, result, finding, note = (
        sa.Table(name, meta, autoload_with=connection) for name in ("attempt", "result", "finding", "note")
    )
    last = 0
    query = sa.select(attempt.c.id, attempt.c.grade).order_by(attempt.c.id).limit(_BATCH_SIZE)
    while rows := connection.execute(query.where(attempt.c.id > last)).all():
        for last, content in rows:
            parts = take_apart(escape_strings(decode(content)))
            connection.execute(attempt.update().where(attempt.c.id == last).values(more=parts.attempt["more"]))
            connection.execute(result.delete().where(result.c.attempt_id == last))
            for table, lines in ((result, parts.results), (finding, parts.findings), (note, parts.notes)):
                if lines:
                    connection.execute(table.insert(), [{"attempt_id": last, **line} for line in lines])
