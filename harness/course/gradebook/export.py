"""The whole gradebook as files that any program reads: a CSV file a table, or one JSON file."""

from __future__ import annotations

import base64
import csv
import io
import json
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, Table, select

from harness.course.gradebook.storage.database import METADATA
from harness.course.gradebook.storage.tables import REVISION
from harness.model.escape import defuse_formula

_BATCH_SIZE = 5000
_OPAQUE = "more"
"""The columns for the harness itself."""


def tables() -> list[Table]:
    """The tables that are exported, each after those that it refers to."""
    return [table for table in METADATA.sorted_tables if table is not REVISION]


def csv_chunks(connection: Connection, table: Table) -> Iterator[bytes]:
    """A table as CSV, UTF-8, in chunks of some thousand rows; bytes that are no UTF-8 stand as escapes."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(names(table))
    for batch in _rows(connection, table):
        writer.writerows([[_cell(value) for value in row] for row in batch])
        yield text.getvalue().encode("utf-8", "backslashreplace")
        text.seek(0)
        text.truncate()
    yield text.getvalue().encode()


def json_chunks(connection: Connection) -> Iterator[bytes]:
    """All tables as one JSON object, a list of objects a table; in chunks."""
    yield b"{"
    for number, table in enumerate(tables()):
        yield (",\n" if number else "\n").encode() + json.dumps(table.name).encode() + b": ["
        columns, separator = names(table), "\n"
        for batch in _rows(connection, table):
            lines = [json.dumps(dict(zip(columns, map(_value, row), strict=True)), ensure_ascii=False) for row in batch]
            if lines:
                yield (separator + ",\n".join(lines)).encode("utf-8", "backslashreplace")
                separator = ",\n"
        yield b"]"
    yield b"\n}\n"


def names(table: Table) -> list[str]:
    """The columns that are exported."""
    return [column.name for column in table.columns if column.name != _OPAQUE]


def _rows(connection: Connection, table: Table) -> Iterator[list[tuple[Any, ...]]]:
    columns = [table.c[name] for name in names(table)]
    result = connection.execution_options(stream_results=True).execute(select(*columns))
    while batch := result.fetchmany(_BATCH_SIZE):
        yield [tuple(row) for row in batch]


def _cell(value: object) -> object:
    plain = _value(value)
    return plain if not isinstance(plain, str) or plain.isalnum() else defuse_formula(plain.replace("\n", r"\n"))


def _value(value: object) -> object:
    """A value as JSON has it: times in UTC, bytes as text where they are, else in base64."""
    if value is None or isinstance(value, str | float | int):
        return value
    if isinstance(value, datetime):
        return (value if value.tzinfo else value.replace(tzinfo=UTC)).astimezone(UTC).isoformat()
    if isinstance(value, bytes | memoryview):
        content = bytes(value)
        try:
            return content.decode()
        except UnicodeDecodeError:
            return "base64:" + base64.b64encode(content).decode()
    return value
