"""How a gradebook is connected to: a file of SQLite, also one that may only be read, or another database by its URL."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError

from harness.course.gradebook.storage.tables import ABOUT, REVISION
from harness.model.errors import UsageError

_LOCK_TIMEOUT_S = 60
"""How long to wait for another run that writes into the same file."""
_BEING_MADE_S = 2.0
"""How long a file may be empty while another process makes a gradebook of it."""
_SERVER_TIMEOUT_S = 60.0
"""How long to wait for a server that is started again."""
_PAUSE_S = 0.2


def engine_of(location: str) -> Engine:
    """What connects to a gradebook.

    Raises:
        UsageError: when it is no URL of a database, an empty file or another program's file.

    """
    if "://" in location:
        try:
            return create_engine(location, pool_pre_ping=True)
        except (ArgumentError, NoSuchModuleError) as error:
            raise UsageError(f"{without_password(location)}: no URL of a database: {error}") from None
    path = Path(location).resolve()
    _refuse_foreign(path, location)
    is_readable_only = path.exists() and not (_writable(path) and _writable(path.parent))
    engine = create_engine(_url(path, reading=is_readable_only), connect_args={"timeout": _LOCK_TIMEOUT_S})

    @event.listens_for(engine, "connect")
    def _settings(connection: Any, _record: object) -> None:
        connection.isolation_level = None  # we begin transactions ourselves: the driver would begin them too late
        if not is_readable_only:
            connection.execute("PRAGMA journal_mode=WAL")  # a kill at any moment leaves whole attempts
            connection.execute("PRAGMA synchronous=FULL")  # and so does a power cut
        connection.execute("PRAGMA foreign_keys=ON")

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        # Who means to write waits for the lock before they read; else two could both read, and neither write.
        writes = connection.get_execution_options().get("writes", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


def _writable(path: Path) -> bool:
    return os.access(path, os.W_OK, effective_ids=True)


def _url(path: Path, *, reading: bool) -> str:
    if not reading:
        return f"sqlite:///{path}"
    log = path.with_name(f"{path.name}-wal")
    has_log = log.exists() and log.stat().st_size > 0
    # Without its log the file is all there is, and no shared memory has to be made beside it.
    return f"sqlite:///file:{quote(str(path))}?mode=ro{'' if has_log else '&immutable=1'}&uri=true"


def _refuse_foreign(path: Path, shown: str) -> None:
    """UsageError where a file is there that holds no gradebook; it is only read, so that it stays as it is."""
    deadline = time.monotonic() + _BEING_MADE_S
    while path.is_file() and path.stat().st_size == 0:
        if time.monotonic() > deadline:
            raise UsageError(f"{shown}: this file is empty, and no gradebook; delete it, or name another")
        time.sleep(_PAUSE_S / 10)
    if not path.is_file():
        return
    with (
        contextlib.suppress(sqlite3.Error),
        contextlib.closing(
            sqlite3.connect(f"file:{quote(str(path))}?mode=ro", uri=True, timeout=_LOCK_TIMEOUT_S)
        ) as connection,
    ):
        tables = {row[0] for row in connection.execute("select name from sqlite_master where type = 'table'")}
        about = {row[1] for row in connection.execute(f"pragma table_info({ABOUT.name})")}
        if tables - {REVISION.name} and ABOUT.c.schema.name not in about:
            raise UsageError(f"{shown}: this is another program's database, and no gradebook")


def connected(engine: Engine) -> Connection:
    """A connection; where a server was reached before and is away, it is waited for."""
    deadline = time.monotonic() + (_SERVER_TIMEOUT_S if engine.dialect.name != "sqlite" else 0.0)
    while True:
        try:
            return engine.connect()
        except DBAPIError:
            if time.monotonic() >= deadline:
                raise
            time.sleep(_PAUSE_S)


def is_lost(error: Exception) -> bool:
    """Whether a server went away while something was asked of it."""
    return isinstance(error, DBAPIError) and error.connection_invalidated


@contextlib.contextmanager
def beginning(engine: Engine) -> Iterator[Connection]:
    """A connection in a transaction, which is kept when the block ends, and undone when it fails."""
    with connected(engine) as connection, connection.begin():
        yield connection


def without_password(location: str) -> str:
    """Return a gradebook's location as it may be printed."""
    credentials, at, host = location.rpartition("@")
    scheme, colon, user = credentials.partition("://")
    return f"{scheme}{colon}{user.partition(':')[0]}{at}{host}" if at and colon else location
