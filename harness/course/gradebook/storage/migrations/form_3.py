"""The third form: what marks are proven by, the work that scores are of, and a log that is chained by hashes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from harness.course.gradebook.storage.columns import row_id, texts

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add tables and columns; what was before is not proven, and stays as it is."""
    op.create_table(
        "kept",
        sa.Column("sha256", sa.String(64), primary_key=True),
        sa.Column("content", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "setup",
        row_id(),
        sa.Column("sha256", sa.String(64), nullable=False),
        *texts("version", "revision", "isolation", "files", "tools"),
        sa.UniqueConstraint("sha256"),
    )
    op.create_table(
        "audit",
        row_id(),
        sa.Column("table_name", sa.String(20), nullable=False),
        sa.Column("row_id", sa.Integer, nullable=False),
        sa.Column("row_sha256", sa.String(64), nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
    )
    op.create_index("audit_of", "audit", ["table_name", "row_id"])
    # By plain SQL, as SQLite cannot add a foreign key by itself, but a column that is one.
    for table, column in (
        ("attempt", "setup_id INTEGER REFERENCES setup (id)"),
        ("manual_score", "content_sha256 VARCHAR(64)"),
        ("mark", "rules_sha256 VARCHAR(64)"),
        ("event", "os_user TEXT"),
    ):
        op.execute(f"ALTER TABLE {table} ADD COLUMN {column}")
