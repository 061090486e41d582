"""Columns of the gradebook's tables, for the tables as they are now and for the migrations that made them."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Column, ForeignKey, Integer, Text
from sqlalchemy.types import TypeEngine

Kind = TypeEngine[Any] | type[TypeEngine[Any]]


def row_id() -> Column[int]:
    """The number of a row."""
    return Column("id", Integer, primary_key=True)


def reference(
    table: str, name: str = "", *, primary_key: bool = False, nullable: bool = False, index: bool | None = None
) -> Column[int]:
    """A column with the number of another table's row; it is called after that table unless it has a ``name``."""
    key = ForeignKey(f"{table}.id")
    return Column(name or f"{table}_id", Integer, key, primary_key=primary_key, nullable=nullable, index=index)


def required(kind: Kind, *names: str) -> list[Column[Any]]:
    """Columns of a type, none of them empty."""
    return [Column(name, kind, nullable=False) for name in names]


def optional(kind: Kind, *names: str) -> list[Column[Any]]:
    """Columns of a type that may be empty."""
    return [Column(name, kind) for name in names]


def texts(*names: str) -> list[Column[Any]]:
    """Columns of text, none of them empty."""
    return required(Text, *names)
