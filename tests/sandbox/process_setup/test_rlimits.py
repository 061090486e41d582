"""Limits without a signal of their own, at every level here: reported where met, never where just not met."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Iterator
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from harness.model.invocation import Invocation, ResolvedLimits
from harness.model.observation import Limit, Observation
from harness.model.output import read_whole
from harness.sandbox.files.scratch import scratch
from harness.sandbox.isolation.base import Isolation
from harness.sandbox.isolation.none import Unconfined, UnconfinedSandbox
from harness.sandbox.run.process import observe
from tests.attacks.levels import LEVELS, isolation_at
from tests.support import write

MIB = 1024**2
LIMITS = ResolvedLimits(cpu=20.0, wall=60.0, output=1 * MIB, processes=12, disk=8 * MIB, open_files=40)
LONG_S = 1.5
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


def ran(program: str, isolation: Isolation, root: Path) -> Observation:
    workdir, home = write(root / "box", {"main.py": program}), root / "home"
    home.mkdir()
    return observe(Invocation(("python3", "-S", "main.py"), workdir, home, LIMITS, submission="limits"), isolation)


@pytest.fixture
def root() -> Iterator[Path]:
    """A folder that the users of programs can reach."""
    with scratch() as folder:
        yield folder


@pytest.mark.parametrize("level", [level for level in LEVELS if level != "D"])  # there others count too
@pytest.mark.parametrize(("excess", "started"), [(0, 11), (5, 11)])
def test_so_many_processes_as_are_allowed_and_no_more(level: str, excess: int, started: int, root: Path) -> None:
    observation = ran(STARTS % (11 + excess, LONG_S), isolation_at(level), root)
    assert (read_whole(observation.stdout), observation.processes) == (f"{started}\n".encode(), 12)
    assert observation.refused_limits == (("processes",) if excess and level[0] == "A" else ())


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("opened", "most"), [(36, 39), (100, 40)])
def test_the_files_that_one_process_has_open(level: str, opened: int, most: int, root: Path) -> None:
    observation = ran(OPENS % (opened, LONG_S), isolation_at(level), root)
    assert (read_whole(observation.stdout), observation.open_files) == (f"{most - 3}\n".encode(), most)


@pytest.mark.parametrize("level", [level for level in LEVELS if level[0] in "AB"])
@pytest.mark.parametrize(
    ("folder", "files", "limits_hit"),
    [
        (".", 40, ("disk",)),
        (".", 5, ()),
        ("/tmp", 90, ("home",)),  # noqa: S108 - in the sandbox
        ("/tmp", 9, ()),  # noqa: S108 - in the sandbox
    ],
)
def test_a_disk_that_is_full(level: str, folder: str, files: int, limits_hit: tuple[str, ...], root: Path) -> None:
    observation = ran(FILLS % (folder, MIB - 1, files), isolation_at(level), root)
    assert (read_whole(observation.stdout), observation.refused_limits) == (
        b"No space left on device\n" if limits_hit else b"",
        limits_hit,
    )


@pytest.mark.parametrize("level", [*LEVELS, "E"])
@pytest.mark.parametrize("folder", [".", ""])
@pytest.mark.parametrize("excess", [-1, 1])
def test_a_file_as_long_as_one_may_be(level: str, folder: str, excess: int, root: Path) -> None:
    observation = ran(FILLS % (folder, MIB + excess, 1), Unconfined() if level == "E" else isolation_at(level), root)
    limits_hit = ("file",) if excess > 0 else ()
    assert (read_whole(observation.stdout), observation.refused_limits) == (
        b"File too large\n" if limits_hit else b"",
        limits_hit,
    )


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("folder", [".", ""])
def test_a_file_too_long_of_a_program_that_ends_before_its_first_check(
    level: str, folder: str, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("harness.sandbox.run.watch._FIRST_CHECK_S", 60.0)
    assert ran(FILLS % (folder, MIB + 1, 1), isolation_at(level), root).refused_limits == ("file",)


def test_a_program_without_a_sandbox_that_ends_before_its_limits_are_set(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def wait(_sandbox: object, pid: int) -> None:
        os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)

    monkeypatch.setattr(UnconfinedSandbox, "confine", wait)
    observation = ran(FILLS % ("", MIB + 1, 1), Unconfined(), root)
    assert (read_whole(observation.stdout), observation.refused_limits) == (b"File too large\n", ("file",))


def _send_uid(level: str, pipe: Connection) -> None:
    with scratch() as folder:
        pipe.send(read_whole(ran("import os\nprint(os.getuid())\n", isolation_at(level), folder).stdout))
        isolation_at(level).release_resources()


@pytest.mark.skipif(os.geteuid() != 0, reason="a plain user has but one")
@pytest.mark.parametrize("level", LEVELS)
def test_programs_of_two_workers_share_nothing_that_a_user_has_little_of(level: str) -> None:
    context = multiprocessing.get_context("fork")
    uids = []
    isolation_at(level)
    for _ in range(2):
        pipe_end, worker_end = context.Pipe()
        worker = context.Process(target=_send_uid, args=(level, worker_end))
        worker.start()
        uids.append(int(pipe_end.recv()))
        worker.join()
    assert len({*uids, os.getuid()}) == 3
    assert all(40_000 <= uid < 59_000 for uid in uids)


@pytest.mark.parametrize("level", LEVELS)
def test_few_signals_and_timers_wait_for_one_program(level: str, root: Path) -> None:
    program = (
        "import ctypes, os, signal\nsignal.pthread_sigmask(signal.SIG_BLOCK, {40})\n"
        "queue = ctypes.CDLL(None).sigqueue\nprint(sum(queue(os.getpid(), 40, 0) == 0 for _ in range(3000)) <= 1024)\n"
    )
    assert read_whole(ran(program, isolation_at(level), root).stdout) == b"True\n"


@pytest.mark.parametrize(("children", "ended_by"), [(11, None), (12, Limit.PROCESSES)])
def test_without_a_sandbox_too_many_processes_end_a_program(children: int, ended_by: Limit | None, root: Path) -> None:
    observation = ran(STARTS % (children, LONG_S if ended_by is None else 60), Unconfined(), root)
    assert (observation.ended_by, observation.processes) == (ended_by, children + 1)
