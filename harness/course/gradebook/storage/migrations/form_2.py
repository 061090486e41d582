"""The second form: students, submissions, findings as rows, and what people decide."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from harness.course.gradebook.storage.columns import reference, row_id, texts
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
        row_id(),
        *texts("name", "title"),
        sa.Column("spec_sha256", sa.String(64), nullable=False),
        sa.Column("contract_sha256", sa.String(64), nullable=False),
        sa.Column("max_score", sa.Float, nullable=False),
        sa.Column("manual_score", sa.Float, nullable=False),
        sa.Column("seen_at", sa.DateTime(timezone=True), nullable=False),
        sa.UniqueConstraint("name", "spec_sha256", "contract_sha256", name="assignment_version"),
    )
    op.create_table(
        "event",
        row_id(),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        *texts("who"),
        sa.Column("kind", sa.String(20), nullable=False),
        *texts("why", "details"),
    )
    op.create_table("student", row_id(), reference("event"))
    op.create_table("student_group", row_id(), *texts("assignment", "name"), reference("event"))
    op.create_table(
        "submission",
        row_id(),
        *texts("assignment"),
        sa.Column("content_sha256", sa.String(64)),
        *texts("submitted"),
        sa.Column("claimed", sa.Boolean, nullable=False),
        sa.Column("late", sa.Boolean),
        *texts(
            "label", "system", "person_name", "person_id", "person_email", "group_name", "entries", "source", "unclear"
        ),
        sa.Column("more", sa.LargeBinary),
        reference("event"),
    )
    op.create_index("submission_of", "submission", ["assignment", "label"])
    op.create_table(
        "group_member", reference("student_group", "group_id", primary_key=True), reference("student", primary_key=True)
    )
    op.create_table(
        "identity",
        row_id(),
        reference("student"),
        sa.Column("kind", sa.String(10), nullable=False),
        *texts("value"),
        reference("event"),
    )
    op.create_index("ix_identity_student_id", "identity", ["student_id"])
    op.create_table("owner", row_id(), reference("submission"), reference("student", nullable=True), reference("event"))
    op.create_index("ix_owner_student_id", "owner", ["student_id"])
    op.create_index("ix_owner_submission_id", "owner", ["submission_id"])
    op.create_table(
        "finding",
        reference("attempt", primary_key=True),
        sa.Column("position", sa.Integer, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        *texts("kind"),
        sa.Column("message", sa.Text),
        sa.Column("stream", sa.Text),
        sa.Column("path", sa.Text),
        sa.Column("line", sa.BigInteger),
        sa.Column("character", sa.BigInteger),
        sa.Column("function", sa.Text),
        sa.Column("expected", sa.LargeBinary),
        sa.Column("actual", sa.LargeBinary),
        sa.Column("near_misses", sa.Text),
        sa.Column("params", sa.Text),
        sa.Column("more", sa.LargeBinary),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "note",
        reference("attempt", primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        *texts("kind"),
        sa.Column("message", sa.Text),
        sa.Column("params", sa.Text),
        sa.Column("more", sa.LargeBinary),
        sqlite_with_rowid=False,
    )


def _add_tables_of_marks() -> None:
    op.create_table(
        "publication", row_id(), *texts("name", "assignment"), reference("event"), sa.UniqueConstraint("name")
    )
    op.create_table(
        "rubric_item",
        row_id(),
        *texts("assignment", "clause", "name", "text"),
        sa.Column("points", sa.Float, nullable=False),
        reference("event"),
    )
    op.create_table(
        "adjustment",
        row_id(),
        reference("student"),
        *texts("assignment"),
        sa.Column("points", sa.Float, nullable=False),
        sa.Column("revokes", sa.Integer),
        reference("event"),
    )
    op.create_table(
        "manual_score",
        row_id(),
        reference("student"),
        *texts("assignment", "clause"),
        sa.Column("points", sa.Float, nullable=False),
        *texts("comment", "marker"),
        sa.Column("final", sa.Boolean, nullable=False),
        reference("event"),
    )
    op.create_index("manual_score_of", "manual_score", ["student_id", "assignment"])
    op.create_table(
        "upload",
        row_id(),
        reference("publication"),
        sa.Column("format", sa.String(20), nullable=False),
        reference("event"),
    )
    op.create_table(
        "manual_item", reference("manual_score", primary_key=True), reference("rubric_item", primary_key=True)
    )
    op.create_table(
        "mark",
        row_id(),
        reference("student"),
        *texts("assignment"),
        reference("attempt", nullable=True),
        reference("submission", nullable=True),
        sa.Column("points", sa.Float, nullable=False),
        sa.Column("max_points", sa.Float, nullable=False),
        *texts("sum", "facts"),
        sa.Column("accepted", sa.Boolean, nullable=False),
        reference("event"),
    )
    op.create_index("mark_of", "mark", ["assignment", "student_id"])
    op.create_table(
        "published",
        reference("publication", primary_key=True),
        reference("student", primary_key=True),
        reference("mark"),
    )
    op.create_table(
        "uploaded", reference("upload", primary_key=True), reference("student", primary_key=True), reference("mark")
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
    op.create_index("ix_attempt_submission_id", "attempt", ["submission_id"])


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
