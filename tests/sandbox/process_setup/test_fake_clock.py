"""A clock of a run's own: shown at every level, the same each time, and nothing of it is left on the machine."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from harness.model.errors import JudgeError
from harness.model.invocation import Invocation, ResolvedLimits
from harness.sandbox.files.scratch import scratch
from harness.sandbox.isolation.base import Isolation
from harness.sandbox.isolation.none import Unconfined
from harness.sandbox.process_setup import fake_clock
from harness.sandbox.run.process import observe
from tests.attacks import plain
from tests.attacks.levels import LEVELS, isolation_at
from tests.support import write

LOOKS = """\
import os, time
for _ in range(2): print(int(time.time()), flush=True)
if os.fork() == 0:
    print(int(time.time()), flush=True)
    os._exit(0)
os.wait()
print(int(time.time()))
"""
CLOCK = "@2001-01-01 00:00:00 i5000,0"
FIRST = 978307200


def shown(isolation: Isolation, program: str = LOOKS, clock: str = CLOCK) -> list[str]:
    """What a program prints, line by line, and then what it says on stderr."""
    with scratch() as root:
        workdir, home = write(root / "box", {"main.py": program}), root / "home"
        home.mkdir()
        observation = observe(
            Invocation(("python3", "-S", "main.py"), workdir, home, ResolvedLimits(), clock=clock, submission="clock"),
            isolation,
        )
    return [*bytes(observation.stdout).decode().split(), observation.stderr.decode()]  # type: ignore[arg-type]


NO_SECOND = "import time\nfor _ in range(999): time.time()\ntime.sleep(0.01)\nprint(int(time.time()))\n"


def leftovers() -> set[str]:
    """What is there of clocks in the machine's shared memory, those of other test processes left out."""
    return {path.name for path in Path("/dev/shm").glob(f"*grade-clock-{os.getpid()}-*")}  # noqa: S108


def check(lines: list[str]) -> None:
    *times, stderr = lines
    looks = [(int(text) - FIRST) / 5000 for text in times]  # the interpreter itself looks too
    assert looks == sorted(looks)
    assert (looks[0] >= 0, len(set(looks)), [look % 1 for look in looks]) == (True, 4, [0.0] * 4)
    assert stderr == ""


@pytest.mark.parametrize("level", [*LEVELS, "E"])
def test_each_look_finds_it_later_in_all_processes_of_a_run(level: str) -> None:
    isolation = Unconfined() if level == "E" else isolation_at(level)
    first = shown(isolation)
    check(first)
    assert shown(isolation) == first
    assert leftovers() == set()


@pytest.mark.parametrize("level", [*LEVELS, "E"])
def test_one_of_small_steps_shows_one_second(level: str) -> None:
    isolation = Unconfined() if level == "E" else isolation_at(level)
    assert shown(isolation, NO_SECOND, CLOCK.replace("i5000", "i0.000001")) == [str(FIRST), ""]
    assert leftovers() == set()


@pytest.mark.skipif(os.geteuid() != 0, reason="the test is run as a plain user then")
@pytest.mark.parametrize("level", "BD")
def test_a_plain_user_is_shown_it_too(level: str) -> None:
    lines = plain.run_as_plain_user(level, shown)
    if isinstance(lines, str):
        pytest.skip(f"this machine does not give level {level} to a plain user: {lines}")
    check(lines)


@pytest.mark.parametrize("level", [level for level in LEVELS if level[0] in "CD"])
def test_nothing_else_of_the_shared_memory_is_within_reach(level: str) -> None:
    other_clock = fake_clock.SharedClock(CLOCK, None)
    try:
        attempts = (
            f"os.listdir('/dev/shm')|open('{other_clock.files[0]}')|open('/dev/shm/new', 'w')|"
            f"os.unlink('/dev/shm/' + os.environ['FAKETIME_SHARED'].split('/')[-1])"
        )
        program = (
            f"import os\nfor code in {attempts!r}.split('|'):\n    try: print(eval(code))\n    except OSError: pass\n"
        )
        assert shown(isolation_at(level), program) == [""]
    finally:
        other_clock.close()


@pytest.mark.parametrize("level", [*LEVELS, "E"])
def test_it_is_gone_after_a_program_that_was_killed(level: str) -> None:
    shown(Unconfined() if level == "E" else isolation_at(level), "import os\nos.kill(os.getpid(), 9)\n")
    assert leftovers() == set()


def test_what_a_killed_grader_left_is_removed() -> None:
    with subprocess.Popen(["true"]) as ended:
        pass
    name = f"grade-clock-{ended.pid}-0"
    for path in (Path("/dev/shm", name), Path("/dev/shm", f"sem.{name}")):  # noqa: S108
        path.write_bytes(b"x")
    kept = fake_clock.SharedClock(CLOCK, None)
    fake_clock.remove_stale_clocks()
    assert not list(Path("/dev/shm").glob(f"*{name}"))  # noqa: S108
    assert [Path(name).exists() for name in kept.files] == [True, True]
    kept.close()
    assert leftovers() == set()


def test_a_library_that_shows_another_time_is_our_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fake_clock, "_TEST_OUTPUT", "0\n")
    fake_clock.check_fake_clock.cache_clear()
    with pytest.raises(JudgeError, match="cannot be shown a time of its own here: libfaketime makes it '978307200'"):
        fake_clock.SharedClock(CLOCK, None)
    monkeypatch.undo()
    fake_clock.check_fake_clock()
    assert leftovers() == set()
