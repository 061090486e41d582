"""A gradebook of any earlier form is brought to today's, with all that was in it; a later one is left alone."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, text

from harness.course.gradebook.gradebook import Gradebook
from harness.course.gradebook.run_grades import AttemptRecord
from harness.course.gradebook.storage.database import METADATA, MIGRATIONS
from harness.course.gradebook.storage.tables import SCHEMA
from harness.model.errors import UsageError
from harness.model.finding import Finding
from tests.course.gradebook.first_form import write_first_form
from tests.course.gradebook.storage.test_serialization import OLD
from tests.course.gradebook.test_gradebook import GRADE
from tests.support import ROOT

BEFORE_RECORDS = {**OLD, "score": 1.0, "max_score": 2.0}
TODAY = msgspec.to_builtins(GRADE, builtin_types=(bytes,))


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[str, str]]:
    """A gradebook's location, and the URL of the same."""
    if request.param == "sqlite":
        location = str(tmp_path / "book.sqlite")
        yield location, f"sqlite:///{location}"
        return
    server = request.getfixturevalue("postgresql")
    with create_engine(server, isolation_level="AUTOCOMMIT").connect() as connection:
        connection.execute(text("drop database if exists first with (force)"))
        connection.execute(text("create database first"))
    url = server.replace("/postgres?", "/first?")
    yield url, url


def test_the_first_form_is_migrated_with_all_that_is_in_it(place: tuple[str, str]) -> None:
    location, url = place
    write_first_form(url, [TODAY, BEFORE_RECORDS])
    book = Gradebook(location)
    today, old = book.grades([1, 2])
    assert today == GRADE
    assert old.cases[0].findings[0].message == "line 1 differs"
    assert old.notes == (Finding("a note", kind="legacy"),)
    assert book.interrupted_run() == 1
    assert set(book.latest_attempts(run=1)) == {("ann", "sum", "key 0"), ("ann", "sum", "key 1")}
    added = book.add_attempt(1, 2, AttemptRecord("new"), GRADE)
    assert list(book.grades([added])) == [GRADE]
    book.close()
    Gradebook(location).close()


def test_a_migrated_gradebook_is_as_a_new_one(place: tuple[str, str]) -> None:
    location, url = place
    write_first_form(url, [TODAY])
    Gradebook(location).close()
    with create_engine(url).connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []


def test_each_form_has_a_migration() -> None:
    assert ScriptDirectory(str(MIGRATIONS), version_locations=[str(MIGRATIONS)]).get_current_head() == f"{SCHEMA:04d}"


def test_a_migration_that_fails_leaves_all_as_it_was(tmp_path: Path) -> None:
    location = tmp_path / "book.sqlite"
    broken: dict[str, Any] = {**BEFORE_RECORDS, "verdict": "no such verdict"}
    write_first_form(f"sqlite:///{location}", [TODAY, broken])
    before = dump(location)
    with pytest.raises((UsageError, ValueError), match="no such verdict"):
        Gradebook(str(location))
    assert dump(location) == before


def test_a_later_form_is_refused_in_one_line(tmp_path: Path) -> None:
    location = tmp_path / "book.sqlite"
    Gradebook(str(location)).close()
    with sqlite3.connect(location) as changed:
        changed.execute("update about set schema = 99")
    before = dump(location)
    with pytest.raises(UsageError, match="of form 99, which a later version made") as caught:
        Gradebook(str(location))
    assert "\n" not in str(caught.value)
    assert dump(location) == before


def test_another_programs_database_is_refused(tmp_path: Path) -> None:
    location = tmp_path / "jobs.sqlite"
    with sqlite3.connect(location) as other:
        other.execute("create table run (id integer)")
    with pytest.raises(UsageError, match="another program's database"):
        Gradebook(str(location))


OPEN = "import sys; from harness.course.gradebook.gradebook import Gradebook; Gradebook(sys.argv[1]).begin_run('A')"


def test_several_may_open_a_new_or_an_old_gradebook_at_once(place: tuple[str, str]) -> None:
    location, url = place
    write_first_form(url, [TODAY])
    openers = [subprocess.Popen([sys.executable, "-c", OPEN, location], cwd=ROOT) for _ in range(3)]
    assert [opener.wait() for opener in openers] == [0, 0, 0]
    with create_engine(url).connect() as connection:
        assert connection.execute(text("select count(*) from run")).scalar() == 4
        assert connection.execute(text("select count(*) from finding")).scalar() == 1


def dump(location: Path) -> list[str]:
    """All that a file of SQLite holds."""
    with sqlite3.connect(location) as book:
        return list(book.iterdump())
