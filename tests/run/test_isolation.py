"""Every attack of the battery, at every level that this machine gives: what became of it, and what is left."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from harness.model.observation import Observation
from harness.run import tree
from harness.run.bubblewrap import Bubblewrap
from harness.run.choose import LEVEL_B, choose
from harness.run.invocation import Invocation
from harness.run.process import observe
from harness.run.scratch import scratch
from harness.spec.bounds import Bounds
from tests.attacks.battery import Attack, battery
from tests.support import write

MIB = 1024**2
BATTERY = battery()
BOUNDS = Bounds(cpu=0.4, wall=3, memory=256 * MIB, output=1 * MIB, processes=48, disk=32 * MIB)
LEVELS = ("A", "B")


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


@pytest.fixture(scope="module")
def sandbox() -> Bubblewrap:
    """The best isolation of this machine. The battery takes a sandbox: no attack is ever run without one."""
    choice = choose()
    if not isinstance(choice.isolation, Bubblewrap):
        pytest.fail(f"this machine gives no sandbox: {'; '.join(choice.refused)}")
    return choice.isolation


@pytest.fixture
def grounds() -> Iterator[Grounds]:
    """A grader under attack: a golden, another student's work, a listener on the network and one in its own space."""
    with scratch() as root, socket.create_server(("127.0.0.1", 0)) as server, socket.socket(socket.AF_UNIX) as other:
        other.bind("\0grader-under-attack")
        other.listen()
        write(root / "grader", {"golden": "SECRET_WORD\n", "bob/answer.py": "SECRET_WORD\n"})
        made = Grounds(root, server.getsockname()[1], {})
        made.before = made.files()
        yield made


def run(attack: Attack, grounds: Grounds, sandbox: Bubblewrap) -> Observation:
    code = attack.code.replace("SECRET/", f"{grounds.root}/grader/").replace("'SECRET'", repr(f"{grounds.root}/grader"))
    box = write(grounds.root / "box", {"main.py": code.replace("PORT", str(grounds.port))})
    home = grounds.root / "home"
    home.mkdir(exist_ok=True)
    return observe(Invocation(("python3", "main.py"), box, home, BOUNDS, returns=("out",)), sandbox)


def ending(seen: Observation) -> str:
    if seen.ended_by is not None:
        return seen.ended_by.value
    if seen.signal is not None:
        return "killed"
    return "ended" if seen.exit == 0 else "failed"


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("attack", BATTERY, ids=lambda attack: attack.name)
def test_attack(attack: Attack, level: str, grounds: Grounds, sandbox: Bubblewrap) -> None:
    here = sandbox if level == sandbox.level.letter else sandbox.without_groups(LEVEL_B)
    mounts = Path("/proc/self/mountinfo").read_bytes()
    seen = run(attack, grounds, here)
    told = (seen.stdout + seen.stderr)[:600]
    assert ending(seen) in attack.ends, (ending(seen), told)
    if attack.silent:
        assert seen.stdout == b"", told
    assert seen.cpu_s < BOUNDS.cpu + 1
    assert grounds.files() == grounds.before
    assert tree.descendants(os.getpid()) == []
    assert Path("/proc/self/mountinfo").read_bytes() == mounts
    assert not (grounds.root / "box/out").exists()


def test_the_battery_is_large_enough() -> None:
    assert len({attack.name for attack in BATTERY}) == len(BATTERY) >= 60
