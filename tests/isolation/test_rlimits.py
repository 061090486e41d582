"""Limits that no signal tells of, at every level that this machine gives: met, they are told; just not met, never."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Iterator
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from harness.files.scratch import scratch
from harness.isolation.base import Isolation
from harness.isolation.none import Unconfined
from harness.model.invocation import Invocation
from harness.model.limits import ResolvedLimits
from harness.model.observation import Limit, Observation
from harness.model.output import read_whole
from harness.run.process import observe
from tests.attacks.levels import LEVELS, sandbox
from tests.support import write

MIB = 1024**2
BOUNDS = ResolvedLimits(cpu=20.0, wall=60.0, output=1 * MIB, processes=12, disk=8 * MIB, open_files=40)
LONG_S = 0.5
"""Many times what passes from one look to the next."""
STARTS = """\
import os, time
started = 0
for _ in range(%d):
    try:
        if os.fork() == 0:
            os.close(1)
            time.sleep(60)
    except OSError: break
    started += 1
time.sleep(%g)
print(started)
"""
OPENS = """\
import time
kept = []
try:
    while len(kept) < %d: kept.append(open('/dev/null'))
except OSError: pass
time.sleep(%g)
print(len(kept))
"""
FILLS = """\
import os
folder, size, count = %r, %d, %d
try:
    for number in range(count):
        with open(f'{folder or os.environ["HOME"]}/f{number}', 'wb') as file: file.write(bytes(size))
except OSError as error: print(error.strerror)
"""


def ran(program: str, here: Isolation, root: Path) -> Observation:
    workdir, home = write(root / "box", {"main.py": program}), root / "home"
    home.mkdir()
    return observe(Invocation(("python3", "-S", "main.py"), workdir, home, BOUNDS), here)


@pytest.fixture
def root() -> Iterator[Path]:
    """A folder that the users of programs can reach."""
    with scratch() as folder:
        yield folder


@pytest.mark.parametrize("letter", [letter for letter in LEVELS if letter != "D"])  # there others count too
@pytest.mark.parametrize(("more", "started"), [(0, 11), (5, 11)])
def test_so_many_processes_as_are_allowed_and_no_more(letter: str, more: int, started: int, root: Path) -> None:
    seen = ran(STARTS % (11 + more, LONG_S), sandbox(letter), root)
    assert (read_whole(seen.stdout), seen.processes) == (f"{started}\n".encode(), 12)
    assert seen.refused_limits == (("processes",) if more and letter == "A" else ())


@pytest.mark.parametrize("letter", LEVELS)
@pytest.mark.parametrize(("wanted", "most"), [(36, 39), (100, 40)])
def test_the_files_that_one_process_has_open(letter: str, wanted: int, most: int, root: Path) -> None:
    seen = ran(OPENS % (wanted, LONG_S), sandbox(letter), root)
    assert (read_whole(seen.stdout), seen.open_files) == (f"{most - 3}\n".encode(), most)


@pytest.mark.parametrize("letter", [letter for letter in LEVELS if letter in "AB"])
@pytest.mark.parametrize(
    ("folder", "files", "told"),
    [
        (".", 40, ("disk",)),
        (".", 5, ()),
        ("/tmp", 90, ("home",)),  # noqa: S108 - in the sandbox
        ("/tmp", 9, ()),  # noqa: S108 - in the sandbox
    ],
)
def test_a_disk_that_is_full(letter: str, folder: str, files: int, told: tuple[str, ...], root: Path) -> None:
    seen = ran(FILLS % (folder, MIB - 1, files), sandbox(letter), root)
    assert (read_whole(seen.stdout), seen.refused_limits) == (b"No space left on device\n" if told else b"", told)


@pytest.mark.parametrize("letter", [*LEVELS, "E"])
@pytest.mark.parametrize("folder", [".", ""])
@pytest.mark.parametrize("more", [-1, 1])
def test_a_file_as_long_as_one_may_be(letter: str, folder: str, more: int, root: Path) -> None:
    seen = ran(FILLS % (folder, MIB + more, 1), Unconfined() if letter == "E" else sandbox(letter), root)
    told = ("file",) if more > 0 else ()
    assert (read_whole(seen.stdout), seen.refused_limits) == (b"File too large\n" if told else b"", told)


def _user(letter: str, pipe: Connection) -> None:
    with scratch() as folder:
        pipe.send(read_whole(ran("import os\nprint(os.getuid())\n", sandbox(letter), folder).stdout))
        sandbox(letter).release_resources()


@pytest.mark.skipif(os.geteuid() != 0, reason="a plain user has but one")
@pytest.mark.parametrize("letter", LEVELS)
def test_programs_of_two_workers_share_nothing_that_a_user_has_little_of(letter: str) -> None:
    context = multiprocessing.get_context("fork")
    users = []
    sandbox(letter)
    for _ in range(2):
        ours, theirs = context.Pipe()
        worker = context.Process(target=_user, args=(letter, theirs))
        worker.start()
        users.append(int(ours.recv()))
        worker.join()
    assert len({*users, os.getuid()}) == 3
    assert all(40_000 <= one < 59_000 for one in users)


@pytest.mark.parametrize("letter", LEVELS)
def test_few_signals_and_timers_wait_for_one_program(letter: str, root: Path) -> None:
    program = (
        "import ctypes, os, signal\nsignal.pthread_sigmask(signal.SIG_BLOCK, {40})\n"
        "queue = ctypes.CDLL(None).sigqueue\nprint(sum(queue(os.getpid(), 40, 0) == 0 for _ in range(3000)) <= 1024)\n"
    )
    assert read_whole(ran(program, sandbox(letter), root).stdout) == b"True\n"


@pytest.mark.parametrize(("children", "ended_by"), [(11, None), (12, Limit.PROCESSES)])
def test_without_a_sandbox_too_many_processes_end_a_program(children: int, ended_by: Limit | None, root: Path) -> None:
    seen = ran(STARTS % (children, LONG_S if ended_by is None else 60), Unconfined(), root)
    assert (seen.ended_by, seen.processes) == (ended_by, children + 1)
