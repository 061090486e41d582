"""Where the attacks of the battery take place, and what came of each."""

from __future__ import annotations

import contextlib
import os
import socket
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from harness.files.scratch import read_bounded, scratch
from harness.isolation.base import Isolation
from harness.model.invocation import Invocation
from harness.model.limits import ResolvedLimits
from harness.model.observation import Observation
from harness.model.output import read_whole
from harness.run import process_tree
from harness.run.process import observe
from tests.attacks.battery import Attack
from tests.attacks.untouched import mounts
from tests.support import write

MIB = 1024**2
_PATIENT = ResolvedLimits(cpu=4.0, wall=20.0, memory=256 * MIB, output=1 * MIB, processes=48, disk=32 * MIB)
"""For what must end by itself, and did not in the time that attacks have, or was ended late: machines may be busy."""
BOUNDS = ResolvedLimits(cpu=0.4, wall=1.5, memory=256 * MIB, output=1 * MIB, processes=48, disk=32 * MIB)
_LATEST_S = 3
"""CPU seconds beyond the limit by which a program must have been ended, on the slowest machine."""


@dataclass(frozen=True)
class Grounds:
    """The grader's own files, and the ports that it listens on."""

    root: Path
    port: int

    def files(self) -> dict[str, bytes]:
        """The grader's files and what is in them."""
        secret = self.root / "grader"
        return {str(path.relative_to(secret)): path.read_bytes() for path in secret.rglob("*") if path.is_file()}


@contextlib.contextmanager
def grounds() -> Iterator[Grounds]:
    """A grader under attack: a golden, another student's work; listeners on the network, by a name and by a path."""
    with (
        scratch() as root,
        socket.create_server(("127.0.0.1", 0)) as server,
        socket.socket(socket.AF_UNIX) as named,
        socket.socket(socket.AF_UNIX) as placed,
    ):
        with contextlib.suppress(OSError):  # another worker of the tests has it: it is there, which is what matters
            named.bind("\0grader-under-attack")
            named.listen()
        write(root / "grader", {"golden": "SECRET_WORD\n", "bob/answer.py": "SECRET_WORD\n"})
        placed.bind(str(root / "service"))
        placed.listen()
        (root / "service").chmod(0o777)
        yield Grounds(root, server.getsockname()[1])


@dataclass(frozen=True)
class Outcome:
    """What came of an attack."""

    name: str
    ended: str
    """How it ended: ended, failed, killed, cpu, wall, memory, output."""
    fair: bool
    """Whether it may end so."""
    reached: bytes
    """What it claims to have reached, where it must say nothing."""
    survivors: int
    tampered: bool
    """Whether a file of the grader's, or a mount, is not as it was."""
    leaks: int
    """What came back that must not."""
    late: bool
    """Whether it had CPU time far above the limit."""

    @property
    def harmless(self) -> bool:
        """Whether all is as it must be, but for the time that it took."""
        return not (self.reached or self.survivors or self.tampered or self.leaks)

    @property
    def held(self) -> bool:
        """Whether all is as it must be."""
        return self.fair and self.harmless and not self.late


def fight(attack: Attack, here: Isolation) -> Outcome:
    """Let an attack loose in a sandbox, and look what came of it."""
    first = _fight(attack, here, BOUNDS)
    busy = not first.held and first.harmless and first.ended in ("cpu", "wall")
    return _fight(attack, here, _PATIENT) if busy else first


def _fight(attack: Attack, here: Isolation, limits: ResolvedLimits) -> Outcome:
    with grounds() as place:
        files, mounted = place.files(), mounts()
        seen = _run(attack, place, here, limits)
        return Outcome(
            attack.name,
            _ending(seen),
            _ending(seen) in attack.ends,
            read_whole(seen.stdout)[:600] if attack.silent else b"",
            len(process_tree.descendants(os.getpid())),
            place.files() != files or mounts() != mounted,
            int(read_bounded(place.root / "box", "out", MIB) is not None),
            seen.cpu_s > limits.cpu + _LATEST_S,
        )


def _run(attack: Attack, place: Grounds, here: Isolation, limits: ResolvedLimits) -> Observation:
    code = attack.code.replace("SECRET/", f"{place.root}/grader/").replace("'SECRET'", repr(f"{place.root}/grader"))
    code = code.replace("SERVICE", str(place.root / "service")).replace("PORT", str(place.port))
    workdir, home = write(place.root / "box", {"main.py": code}), place.root / "home"
    home.mkdir(exist_ok=True)
    return observe(Invocation(("python3", "main.py"), workdir, home, limits, collect=("out",)), here)


def _ending(seen: Observation) -> str:
    if seen.ended_by is not None:
        return seen.ended_by.value
    if seen.signal is not None:
        return "killed"
    return "ended" if seen.exit == 0 else "failed"
