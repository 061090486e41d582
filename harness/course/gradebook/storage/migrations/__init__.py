"""Alembic's migrations, from the first form of the tables on: one file a form, never changed once it is released."""

from __future__ import annotations

import sqlalchemy as sa


def row_id() -> sa.Column[int]:
    """The number of a row."""
    return sa.Column("id", sa.Integer, primary_key=True)


def reference(table: str, name: str = "", *, primary_key: bool = False, nullable: bool = False) -> sa.Column[int]:
    """A column with the number of another table's row; it is called after that table unless it has a ``name``."""
    key = sa.ForeignKey(f"{table}.id")
    return sa.Column(name or f"{table}_id", sa.Integer, key, primary_key=primary_key, nullable=nullable)


def texts(*names: str) -> list[sa.Column[str]]:
    """Columns of text, none of them empty."""
    return [sa.Column(name, sa.Text, nullable=False) for name in names]
