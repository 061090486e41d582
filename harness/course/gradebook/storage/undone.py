"""Rows that were taken back: what stood before them counts again, and nothing is deleted."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import ColumnElement, Connection, Table, insert, select

from harness.course.gradebook.storage.mark_tables import UNDONE


def stands(table: Table) -> ColumnElement[bool]:
    """Whether a row of a table was not taken back; for the WHERE of a query."""
    return table.c.id.not_in(select(UNDONE.c.row_id).where(UNDONE.c.table_name == table.name))


def take_back(
    connection: Connection, table: Table, rows: Iterable[int], event: int, *, student: int | None = None
) -> None:
    """Take rows of a table back, by a row for each.

    Args:
        connection: one that writes.
        table: the table.
        rows: their numbers.
        event: who takes them back, and why.
        student: whom they are about; None: several, or nobody.

    """
    values = [{"table_name": table.name, "row_id": row, "student_id": student, "event_id": event} for row in rows]
    if values:
        connection.execute(insert(UNDONE), values)
