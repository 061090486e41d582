"""What was reported as kept is kept: two graders at once, a power cut at any moment, a full disk."""

from __future__ import annotations

import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from harness.course.gradebook.gradebook import Gradebook
from harness.course.gradebook.storage.store import Store
from harness.model.errors import JudgeError
from tests.support import PATIENCE_S, ROOT, write

ATTEMPTS = 30
WRITER = """\
import sys
from msgspec.structs import replace
from harness.course.gradebook.gradebook import Gradebook
from harness.course.gradebook.run_grades import AttemptRecord
from tests.course.gradebook.test_gradebook import GRADE
book = Gradebook(sys.argv[1])
run = book.begin_run("A")
for number in range(int(sys.argv[3])):
    book.add_attempt(run, number, AttemptRecord("k"), replace(GRADE, student=f"{sys.argv[2]}-{number}"))
    print(number, flush=True)
book.end_run(run, complete=True)
"""


def writer(location: str, name: str, attempts: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", WRITER, location, name, str(attempts)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True)


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_two_graders_write_at_once(tmp_path: Path, request: pytest.FixtureRequest, kind: str) -> None:
    location = str(tmp_path / "book.sqlite") if kind == "sqlite" else request.getfixturevalue("postgresql")
    writers = [writer(location, name, ATTEMPTS) for name in ("ann", "bob")]
    assert [process.wait(PATIENCE_S) for process in writers] == [0, 0]
    for process in writers:
        process.communicate()
    url = location if "://" in location else f"sqlite:///{location}"
    with create_engine(url).connect() as connection:
        students = connection.execute(text("select student from attempt where key = 'k'")).scalars().all()
        runs = connection.execute(
            text("select count(*) from listed join run on run.id = run_id where complete group by run_id")
        )
        assert sorted(students) == sorted(f"{name}-{number}" for name in ("ann", "bob") for number in range(ATTEMPTS))
        assert runs.scalars().all() == [ATTEMPTS, ATTEMPTS]
        assert connection.execute(text("select count(*) from finding")).scalar() == 2 * ATTEMPTS


def test_after_a_power_cut_all_that_was_reported_is_there(tmp_path: Path) -> None:
    """The file and its log, as they are at a moment, are what a machine finds that lost its power then."""
    location = tmp_path / "book.sqlite"
    moments = random.Random(20)  # noqa: S311 - the same moments in every run
    process = writer(str(location), "ann", 400)
    assert process.stdout is not None
    reported = -1
    with process:
        for cut in range(12):
            for _ in range(moments.randrange(1, 30)):
                reported = int(process.stdout.readline())
            process.send_signal(signal.SIGSTOP)
            copy = tmp_path / f"cut-{cut}"
            copy.mkdir()
            for path in tmp_path.glob("book.sqlite*"):
                if not path.name.endswith("-shm"):  # what is in memory only
                    shutil.copy2(path, copy / path.name)
            process.send_signal(signal.SIGCONT)
            check(copy / "book.sqlite", reported)
        process.kill()


def check(location: Path, reported: int) -> None:
    """The gradebook opens, is whole, and holds every attempt that was reported, each with all its rows."""
    book = Gradebook(str(location))
    run = book.interrupted_run()
    assert run == 1
    book.close()
    with closing(sqlite3.connect(location)) as opened:
        assert opened.execute("pragma integrity_check").fetchone() == ("ok",)
        attempts = [row[0] for row in opened.execute("select student from attempt order by id")]
        assert attempts == [f"ann-{number}" for number in range(len(attempts))]
        assert len(attempts) > reported
        for table in ("result", "finding", "note", "listed"):
            assert opened.execute(f"select count(*) from {table}").fetchone() == (len(attempts),), table  # noqa: S608


def test_work_that_cannot_be_kept_leaves_nothing(tmp_path: Path) -> None:
    write(tmp_path, {"work/main.py": "print(5)\n", "in-the-way": ""})
    with pytest.raises(JudgeError, match="the work cannot be kept"):
        Store(tmp_path / "in-the-way").keep(tmp_path / "work", "a" * 64)
    store = Store(tmp_path / "store")
    assert store.keep(tmp_path / "work", "a" * 64) == ()
    assert store.keep(tmp_path / "work", "a" * 64) == (), "kept before"
    assert [path.name for path in (tmp_path / "store" / "aa").iterdir()] == ["a" * 64]
    store.forget("a" * 64)
    assert not store.has("a" * 64)
