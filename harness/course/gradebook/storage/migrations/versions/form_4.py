"""The fourth form: rows that were taken back, and what students asked to be looked at again."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add tables; nothing of what was before changes."""
    op.create_table(
        "undone",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("table_name", sa.String(length=20), nullable=False),
        sa.Column("row_id", sa.Integer(), nullable=False),
        sa.Column("student_id", sa.Integer()),
        sa.Column("event_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["student_id"], ["student.id"]),
        sa.ForeignKeyConstraint(["event_id"], ["event.id"]),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("undone_of", "undone", ["table_name", "row_id"], unique=False)
    op.create_table(
        "regrade_request",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("student_id", sa.Integer(), nullable=False),
        sa.Column("assignment", sa.Text(), nullable=False),
        sa.Column("clause", sa.Text(), nullable=False),
        sa.Column("request", sa.Text(), nullable=False),
        sa.Column("event_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["student_id"], ["student.id"]),
        sa.ForeignKeyConstraint(["event_id"], ["event.id"]),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("regrade_request_of", "regrade_request", ["assignment", "student_id"], unique=False)
    op.create_table(
        "regrade_answer",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("request_id", sa.Integer(), nullable=False),
        sa.Column("student_id", sa.Integer(), nullable=False),
        sa.Column("answer", sa.Text(), nullable=False),
        sa.Column("points_before", sa.Float()),
        sa.Column("points", sa.Float()),
        sa.Column("event_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["request_id"], ["regrade_request.id"]),
        sa.ForeignKeyConstraint(["student_id"], ["student.id"]),
        sa.ForeignKeyConstraint(["event_id"], ["event.id"]),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(op.f("ix_regrade_answer_request_id"), "regrade_answer", ["request_id"], unique=False)
