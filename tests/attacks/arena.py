"""Run an attack of the battery against a small grader, and record the outcome."""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from msgspec.structs import replace

from harness.model.invocation import Invocation, ResolvedLimits
from harness.model.observation import Observation
from harness.model.output import read_whole
from harness.sandbox.files.scratch import read_bounded, scratch
from harness.sandbox.files.unix import stat_fields
from harness.sandbox.isolation.base import Isolation
from harness.sandbox.run.process import observe
from tests.attacks.battery import Attack
from tests.attacks.levels import sandbox_processes
from tests.attacks.untouched import mounts, survivors
from tests.support import write

MIB = 1024**2
PATIENT_LIMITS = ResolvedLimits(cpu=4.0, wall=20.0, memory=256 * MIB, output=1 * MIB, processes=48, disk=32 * MIB)
"""For an attack that should have ended by itself, or sooner: it is run again with these, as the machine may be busy."""
LIMITS = ResolvedLimits(cpu=0.4, wall=1.5, memory=256 * MIB, output=1 * MIB, processes=48, disk=32 * MIB)
_WAITING_LIMITS = replace(LIMITS, wall=0.75)
"""For an attack that only waits: that takes a tenth of a second to begin, and only its own time is counted."""
_MAX_EXCESS_S = 3
"""CPU seconds beyond the limit by which a program must have been ended, on the slowest machine."""


@dataclass(frozen=True)
class Target:
    """The grader's own files, and the ports that it listens on."""

    root: Path
    port: int

    def files(self) -> dict[str, bytes]:
        """Return the grader's files and their contents."""
        secret = self.root / "grader"
        return {str(path.relative_to(secret)): path.read_bytes() for path in secret.rglob("*") if path.is_file()}


@contextlib.contextmanager
def attack_target() -> Iterator[Target]:
    """Set up what is attacked: a golden, another student's work, listeners on the network, by a name and by a path."""
    with (
        scratch() as root,
        socket.create_server(("127.0.0.1", 0)) as server,
        socket.socket(socket.AF_UNIX) as abstract_socket,
        socket.socket(socket.AF_UNIX) as path_socket,
        socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as datagram_socket,
    ):
        with contextlib.suppress(OSError):  # another worker of the tests has it: it is there, which is what matters
            abstract_socket.bind("\0grader-under-attack")
            abstract_socket.listen()
        write(root / "grader", {"golden": "SECRET_WORD\n", "bob/answer.py": "SECRET_WORD\n"})
        path_socket.bind(str(root / "service"))
        path_socket.listen()
        datagram_socket.bind(str(root / "datagrams"))
        for name in ("service", "datagrams"):
            (root / name).chmod(0o777)
        yield Target(root, server.getsockname()[1])


@dataclass(frozen=True)
class Outcome:
    """The outcome of an attack."""

    name: str
    ended: str
    """How it ended: ended, failed, killed, cpu, wall, memory, output."""
    allowed_end: bool
    """Whether it may end so."""
    reached: bytes
    """What it claims to have reached, where it must say nothing."""
    survivors: int
    tampered: bool
    """Whether a file of the grader's, or a mount, is not as it was."""
    leaks: int
    """How many files came back that must not."""
    late: bool
    """Whether it had CPU time far above the limit."""

    @property
    def harmless(self) -> bool:
        """Whether it did no harm, whatever time it took."""
        return not (self.reached or self.survivors or self.tampered or self.leaks)

    @property
    def held(self) -> bool:
        """Whether the isolation held: no harm, and it ended as it may."""
        return self.allowed_end and self.harmless and not self.late


def run_attack(attack: Attack, isolation: Isolation) -> Outcome:
    """Run an attack in a sandbox, and return the outcome."""
    outcome = _run_once(attack, isolation, _WAITING_LIMITS if attack.ends == ("wall",) else LIMITS)
    busy = not outcome.held and outcome.harmless and outcome.ended in ("cpu", "wall")
    return _run_once(attack, isolation, PATIENT_LIMITS) if busy else outcome


def _run_once(attack: Attack, isolation: Isolation, limits: ResolvedLimits) -> Outcome:
    with attack_target() as target:
        files, mounted = target.files(), mounts()
        observation = _observe(attack, target, isolation, limits)
        return Outcome(
            attack.name,
            _ending(observation),
            _ending(observation) in attack.ends,
            read_whole(observation.stdout)[:600] if attack.silent else b"",
            len(survivors(_survives)),
            target.files() != files or mounts() != mounted,
            int(read_bounded(target.root / "box", "out", MIB) is not None),
            observation.cpu_s > limits.cpu + _MAX_EXCESS_S,
        )


def _survives(pid: int) -> bool:
    """Tell whether a process is neither the sandbox's own nor one that has ended and that nobody has waited for."""
    try:
        return pid not in sandbox_processes() and stat_fields(pid)[0] != b"Z"
    except OSError:
        return False


def _observe(attack: Attack, target: Target, isolation: Isolation, limits: ResolvedLimits) -> Observation:
    code = attack.code.replace("SECRET/", f"{target.root}/grader/").replace("'SECRET'", repr(f"{target.root}/grader"))
    for word, value in {"SERVICE": target.root / "service", "DATAGRAMS": target.root / "datagrams"}.items():
        code = code.replace(word, str(value))
    code = code.replace("PORT", str(target.port))
    workdir, home = write(target.root / "box", {"main.py": code}), target.root / "home"
    home.mkdir(exist_ok=True)
    invocation = Invocation(("python3", "main.py"), workdir, home, limits, collect=("out",), submission="attacks")
    return observe(invocation, isolation)


def _ending(observation: Observation) -> str:
    if observation.ended_by is not None:
        return observation.ended_by.value
    if observation.signal is not None:
        return "killed"
    return "ended" if observation.exit == 0 else "failed"
