"""The audit log: a row for each decision and each grade, chained by hashes, so that an edited gradebook shows.

Whoever writes adds to it in the same transaction. A row's hash is that of the row before, the table, the row's number
and the hash of what is in it; so nothing can be changed, taken out or put in between without all that follows.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Select, Table, func, select, text

from harness.course.gradebook.storage.mark_tables import (
    ADJUSTMENT,
    MANUAL_ITEM,
    MANUAL_SCORE,
    MARK,
    PUBLICATION,
    PUBLISHED,
    REGRADE_ANSWER,
    REGRADE_REQUEST,
    RUBRIC_ITEM,
    UNDONE,
)
from harness.course.gradebook.storage.tables import (
    ATTEMPT,
    AUDIT,
    EVENT,
    IDENTITY,
    OWNER,
    RESULT,
    SUBMISSION,
    add_rows,
    batches,
)

FIRST = "0" * 64
"""What stands for the hash before the first."""
_ERASED = "erased"
"""Instead of a table's hash: ``forget`` changed the row, which no longer names a person."""
_TABLES: tuple[Table, ...] = (
    EVENT, IDENTITY, SUBMISSION, OWNER, ATTEMPT, RUBRIC_ITEM, MANUAL_SCORE, ADJUSTMENT, MARK, PUBLICATION, UNDONE,
    REGRADE_REQUEST, REGRADE_ANSWER,
)  # fmt: skip
_PARTS: dict[str, tuple[Table, str, tuple[str, ...]]] = {
    "attempt": (RESULT, "attempt_id", ("position", "name", "clause", "verdict", "score", "max_score")),
    "manual_score": (MANUAL_ITEM, "manual_score_id", ("rubric_item_id",)),
    "publication": (PUBLISHED, "publication_id", ("student_id", "mark_id")),
}
"""The rows of other tables that are part of a row."""
_NOT_HASHED = "more"
"""The columns for the harness alone."""
_BY_NAME = {table.name: table for table in _TABLES}
_AT_ONCE = 1000
"""How many rows others may write at the same time, whose numbers are smaller and who end later."""
_LOCK = 4_713_202
"""The number of the lock, in PostgreSQL, of who adds to the log."""


def append(connection: Connection, tables: Sequence[Table] = _TABLES) -> None:
    """Add what was written since the last row of the log; in the transaction that writes it."""
    chain = _last_hash(connection)
    rows = []
    for table in tables:
        last = select(func.coalesce(func.max(AUDIT.c.row_id), 0)).where(AUDIT.c.table_name == table.name)
        logged = select(AUDIT.c.id).where(AUDIT.c.table_name == table.name, AUDIT.c.row_id == table.c.id).exists()
        recent = table.c.id > last.scalar_subquery() - _AT_ONCE
        new = select(table).where(recent, ~logged).order_by(table.c.id)
        for number, digest in _digests(connection, table, new):
            chain = _link(chain, table.name, number, digest)
            rows.append({"table_name": table.name, "row_id": number, "row_sha256": digest, "hash": chain})
    add_rows(connection, AUDIT, rows)


def _last_hash(connection: Connection) -> str:
    """The hash of the last row; nobody else adds one until this transaction ends."""
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"select pg_advisory_xact_lock({_LOCK})"))
    return connection.execute(select(AUDIT.c.hash).order_by(AUDIT.c.id.desc()).limit(1)).scalar() or FIRST


def edited(connection: Connection) -> frozenset[tuple[str, int]]:
    """The rows, by table and number, that are not as the log has them."""
    return frozenset((table, number) for table, number, _ in _differing(connection))


def append_erased(connection: Connection, before: frozenset[tuple[str, int]]) -> int:
    """Add that rows are others now, as a person was forgotten; return how many.

    Those that somebody had edited ``before`` stay listed.
    """
    changed = sorted(edited(connection) - before)
    chain = _last_hash(connection)
    rows = []
    for table, number in changed:
        chain = _link(chain, table, number, _ERASED)
        rows.append({"table_name": table, "row_id": number, "row_sha256": _ERASED, "hash": chain})
    add_rows(connection, AUDIT, rows)
    return len(rows)


def verify(connection: Connection) -> Iterator[str]:
    """Yield what shows that the gradebook was edited: breaks of the chain, rows that are others or gone."""
    chain = FIRST
    for row in connection.execute(select(AUDIT).order_by(AUDIT.c.id)):
        expected = _link(chain, row.table_name, row.row_id, row.row_sha256)
        if row.hash != expected:
            yield f"log row {row.id}: it does not follow from the row before"
        chain = row.hash
    for table, number, what in _differing(connection):
        yield f"{table} {number}: {what}"


def head(connection: Connection) -> tuple[int, str]:
    """How many rows the log has, and the hash of the last: noted elsewhere, it proves all that is before."""
    row = connection.execute(select(AUDIT.c.id, AUDIT.c.hash).order_by(AUDIT.c.id.desc()).limit(1)).first()
    return (0, FIRST) if row is None else (row.id, row.hash)


def _differing(connection: Connection) -> Iterator[tuple[str, int, str]]:
    """The rows that are not as the log has them; those that were erased for a person are left out."""
    for name, table in _BY_NAME.items():
        query = select(AUDIT.c.row_id, AUDIT.c.row_sha256).where(AUDIT.c.table_name == name).order_by(AUDIT.c.id)
        logged = {row.row_id: row.row_sha256 for row in connection.execute(query)}
        first = min(logged, default=0)
        present = dict(_digests(connection, table, select(table).where(table.c.id >= first).order_by(table.c.id)))
        for number, digest in logged.items():
            if digest != _ERASED and present.get(number) != digest:
                yield name, number, "it is gone" if number not in present else "it was changed"
        yield from ((name, number, "it is not in the log") for number in present if number not in logged)


def _digests(connection: Connection, table: Table, query: Select[Any]) -> Iterator[tuple[int, str]]:
    rows = [dict(row) for row in connection.execute(query).mappings()]
    for batch in batches(rows):
        parts = _parts(connection, table, [row["id"] for row in batch])
        for row in batch:
            yield row["id"], _digest(row, parts.get(row["id"], []))


def _parts(connection: Connection, table: Table, numbers: Sequence[int]) -> dict[int, list[list[Any]]]:
    if table.name not in _PARTS or not numbers:
        return {}
    other, key, names = _PARTS[table.name]
    columns = [other.c[name] for name in names]
    query = select(other.c[key], *columns).where(other.c[key].in_(numbers)).order_by(other.c[key], *columns)
    parts: dict[int, list[list[Any]]] = {}
    for row in connection.execute(query):
        parts.setdefault(row[0], []).append([_plain(value) for value in row[1:]])
    return parts


def _digest(row: Mapping[str, Any], parts: list[list[Any]]) -> str:
    plain = {name: _plain(value) for name, value in row.items() if name != _NOT_HASHED}
    return hashlib.sha256(json.dumps([plain, parts], sort_keys=True).encode()).hexdigest()


def _plain(value: Any) -> Any:
    """A value as JSON has it; times in UTC, whatever zone a database gives them back in."""
    if isinstance(value, dt.datetime):
        return (value if value.tzinfo else value.replace(tzinfo=dt.UTC)).astimezone(dt.UTC).isoformat()
    return value if value is None or isinstance(value, str | int | float | bool) else str(value)


def _link(before: str, table: str, number: int, digest: str) -> str:
    return hashlib.sha256(f"{before} {table} {number} {digest}".encode()).hexdigest()
