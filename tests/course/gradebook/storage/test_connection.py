"""A file that may only be read is read, a server that is started again is written to, and no other file is touched."""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from pathlib import Path

import pytest
from sqlalchemy import text

from harness.course.gradebook.gradebook import Gradebook
from harness.course.gradebook.run_grades import AttemptRecord
from harness.model.errors import JudgeError, UsageError
from tests.course.gradebook.test_gradebook import GRADE
from tests.postgresql import server

NOBODY = 65534


def test_a_file_that_may_only_be_read_is_read(apart: Path) -> None:
    location = apart / "book.sqlite"
    book = Gradebook(str(location))
    attempt = book.add_attempt(book.begin_run("A"), 0, AttemptRecord("key"), GRADE)
    book.close()
    apart.chmod(0o755)
    location.chmod(0o444)
    if os.geteuid() == 0:
        os.seteuid(NOBODY)
    try:
        book = Gradebook(str(location))
        assert list(book.grades([attempt])) == [GRADE]
        with pytest.raises(JudgeError, match="readonly") as caught:
            book.begin_run("A")
        book.close()
    finally:
        if os.getuid() == 0:
            os.seteuid(0)
    assert "\n" not in str(caught.value)
    assert sorted(path.name for path in apart.glob("book*")) == ["book.sqlite"]


@pytest.mark.parametrize("table", ["run (id integer)", "recipes (name text)", "about (version text)"])
def test_another_programs_file_is_refused_and_stays_as_it_is(tmp_path: Path, table: str) -> None:
    location = tmp_path / "other.sqlite"
    with sqlite3.connect(location) as other:
        other.execute(f"create table {table}")
    before = location.read_bytes()
    with pytest.raises(UsageError, match=r"other\.sqlite: this is another program's database, and no gradebook$"):
        Gradebook(str(location))
    assert location.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["other.sqlite"]


def test_an_empty_file_is_refused(tmp_path: Path) -> None:
    location = tmp_path / "empty.sqlite"
    location.touch()
    with pytest.raises(UsageError, match=r"empty\.sqlite: this file is empty, and no gradebook"):
        Gradebook(str(location))
    assert location.stat().st_size == 0


def test_a_server_that_is_started_again_is_written_to() -> None:
    with server() as running:
        book = Gradebook(running.url)
        run = book.begin_run("A")
        first = book.add_attempt(run, 0, AttemptRecord("one"), GRADE)
        running.stop()
        again = threading.Timer(1.0, running.start)
        again.start()
        second = book.add_attempt(run, 1, AttemptRecord("two"), GRADE)
        again.join()
        assert list(book.grades([first, second])) == [GRADE, GRADE]
        with book.reading() as connection:
            assert connection.execute(text("select count(*) from attempt")).scalar() == 2
        book.close()


def test_what_is_lost_in_the_middle_is_written_once() -> None:
    with server() as running:
        book = Gradebook(running.url)
        tried: list[float] = []

        def action(connection) -> int:  # type: ignore[no-untyped-def] # noqa: ANN001
            connection.execute(text("insert into run values (7, now(), null, false, '1', 'A')"))
            if not tried:
                running.stop()
                running.start()
            tried.append(time.monotonic())
            return int(connection.execute(text("select count(*) from run")).scalar())

        assert book.write(action) == 1
        assert len(tried) == 2
        assert tried[1] - tried[0] < 60, "it is tried again as soon as the server is there"
        book.close()
