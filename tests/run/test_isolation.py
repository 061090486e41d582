"""Every attack of the battery, at every level that this machine gives: what became of it, and what is left."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import socket
from collections.abc import Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from harness.model.bounds import Bounds
from harness.model.observation import Observation
from harness.model.output import whole
from harness.run import tree
from harness.run.choose import Sandbox
from harness.run.dialogue import observe_dialogue
from harness.run.invocation import Invocation
from harness.run.process import observe
from harness.run.scratch import read_bounded, scratch
from harness.spec.model import Exchange
from tests.attacks.battery import Attack, battery
from tests.attacks.levels import LEVELS, given, sandbox
from tests.support import write

MIB = 1024**2
PLAIN = 59_998
BATTERY = battery()
BOUNDS = Bounds(cpu=0.4, wall=1.5, memory=256 * MIB, output=1 * MIB, processes=48, disk=32 * MIB)


@dataclass
class Grounds:
    """Where the attacks take place: the grader's own files, and the port that it listens on."""

    root: Path
    port: int
    before: dict[str, bytes]

    def files(self) -> dict[str, bytes]:
        """The grader's files and what is in them."""
        secret = self.root / "grader"
        return {str(path.relative_to(secret)): path.read_bytes() for path in secret.rglob("*") if path.is_file()}


def test_this_machine_gives_a_sandbox() -> None:
    refused = {letter: made for letter in LEVELS if isinstance(made := given(letter), str)}
    assert len(refused) < len(LEVELS), refused


@contextlib.contextmanager
def grounds_for() -> Iterator[Grounds]:
    """A grader under attack: a golden, another student's work, a listener on the network and one in its own space."""
    with scratch() as root, socket.create_server(("127.0.0.1", 0)) as server, socket.socket(socket.AF_UNIX) as other:
        with contextlib.suppress(OSError):  # another worker of the tests has it: it is there, which is what matters
            other.bind("\0grader-under-attack")
            other.listen()
        write(root / "grader", {"golden": "SECRET_WORD\n", "bob/answer.py": "SECRET_WORD\n"})
        made = Grounds(root, server.getsockname()[1], {})
        made.before = made.files()
        yield made


@pytest.fixture
def grounds() -> Iterator[Grounds]:
    with grounds_for() as made:
        yield made


def run(attack: Attack, grounds: Grounds, here: Sandbox) -> Observation:
    code = attack.code.replace("SECRET/", f"{grounds.root}/grader/").replace("'SECRET'", repr(f"{grounds.root}/grader"))
    box = write(grounds.root / "box", {"main.py": code.replace("PORT", str(grounds.port))})
    home = grounds.root / "home"
    home.mkdir(exist_ok=True)
    return observe(Invocation(("python3", "main.py"), box, home, BOUNDS, returns=("out",)), here)


def ending(seen: Observation) -> str:
    if seen.ended_by is not None:
        return seen.ended_by.value
    if seen.signal is not None:
        return "killed"
    return "ended" if seen.exit == 0 else "failed"


@pytest.mark.parametrize(
    ("attack", "letter"),
    [
        pytest.param(one, letter, id=f"{one.name}-{letter}")
        for one in BATTERY
        for letter in LEVELS
        if letter in one.levels
    ],
)
def test_attack(attack: Attack, letter: str, grounds: Grounds) -> None:
    here = sandbox(letter)
    mounts = Path("/proc/self/mountinfo").read_bytes()
    seen = run(attack, grounds, here)
    told = (whole(seen.stdout) + seen.stderr)[:600]
    assert ending(seen) in attack.ends, (ending(seen), told)
    if attack.silent:
        assert seen.stdout == b"", told
    assert seen.cpu_s < BOUNDS.cpu + 3
    assert grounds.files() == grounds.before
    assert tree.descendants(os.getpid()) == []
    assert Path("/proc/self/mountinfo").read_bytes() == mounts
    assert read_bounded(grounds.root / "box", "out", MIB) is None


def _as_plain_user(pipe: Connection) -> None:
    """Run the battery at level B as a user without rights, and send what went wrong."""
    os.setgroups([])
    os.setresgid(PLAIN, PLAIN, PLAIN)
    os.setresuid(PLAIN, PLAIN, PLAIN)
    given.cache_clear()  # what root has made and probed is not ours
    here = given("B")
    wrong: list[tuple[str, str, bytes]] = []
    if isinstance(here, str):
        pipe.send(here)
        return
    for attack in BATTERY:
        with grounds_for() as grounds:
            seen = run(attack, grounds, here)
            fair = ending(seen) in attack.ends and not (attack.silent and seen.stdout)
            if not fair or grounds.files() != grounds.before or tree.descendants(os.getpid()):
                wrong.append((attack.name, ending(seen), seen.stdout[:200]))
    pipe.send(wrong)


@pytest.mark.skipif(os.geteuid() != 0, reason="the tests above are run as a plain user then")
def test_the_battery_as_a_plain_user() -> None:
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe()
    process = context.Process(target=_as_plain_user, args=(theirs,))
    process.start()
    theirs.close()
    told = ours.recv()
    process.join()
    if isinstance(told, str):
        pytest.skip(f"this machine does not give level B to a plain user: {told}")
    assert told == []


@pytest.mark.parametrize("letter", LEVELS)
def test_a_dialogue_is_held_too(letter: str, grounds: Grounds) -> None:
    program = f"print(input('name? ') * 2)\nprint(open('{grounds.root}/grader/golden').read())\n"
    box, home = write(grounds.root / "box", {"main.py": program}), grounds.root / "home"
    home.mkdir()
    talk = (Exchange(expect="name? ", send="ann"),)
    seen = observe_dialogue(Invocation(("python3", "main.py"), box, home, BOUNDS, dialogue=talk), sandbox(letter))
    assert whole(seen.stdout).startswith(b"name? annann\nTraceback")
    assert (seen.stuck_at, seen.exit) == (None, 1)


def test_the_battery_is_large_enough() -> None:
    assert len({attack.name for attack in BATTERY}) == len(BATTERY) >= 60
