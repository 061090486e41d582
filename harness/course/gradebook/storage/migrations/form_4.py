"""The fourth form: rows that were taken back, and what students asked to be looked at again."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from harness.course.gradebook.storage.columns import reference, row_id, texts

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add tables; nothing of what was before changes."""
    op.create_table(
        "undone",
        row_id(),
        sa.Column("table_name", sa.String(20), nullable=False),
        sa.Column("row_id", sa.Integer, nullable=False),
        reference("student", nullable=True),
        reference("event"),
    )
    op.create_index("undone_of", "undone", ["table_name", "row_id"])
    op.create_table(
        "regrade_request", row_id(), reference("student"), *texts("assignment", "clause", "request"), reference("event")
    )
    op.create_index("regrade_request_of", "regrade_request", ["assignment", "student_id"])
    op.create_table(
        "regrade_answer",
        row_id(),
        reference("regrade_request", "request_id"),
        reference("student"),
        *texts("answer"),
        sa.Column("points_before", sa.Float),
        sa.Column("points", sa.Float),
        reference("event"),
    )
    op.create_index(op.f("ix_regrade_answer_request_id"), "regrade_answer", ["request_id"])
