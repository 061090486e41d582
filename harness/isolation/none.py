"""Level E: no wall at all, for machines that give none."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from harness.isolation.base import Backend, Level, Sandbox
from harness.isolation.environment import ENVIRONMENT
from harness.isolation.fake_clock import SharedClock
from harness.isolation.in_place import ended
from harness.isolation.rlimits import set_limits
from harness.model.invocation import Invocation

LEVEL_E = Level(
    "E",
    50,
    "own session, watched limits, no sandbox",
    ("files outside the scratch folder", "network", "disk space", "number of processes for a moment", "malice"),
    confines_writes=False,
)


class UnconfinedSandbox:
    """No wall: the scratch folder itself, a scrubbed environment."""

    descriptors: tuple[int, ...] = ()
    beside = 0
    counts = False

    def __init__(self, invocation: Invocation) -> None:
        self.command = invocation.command
        self.folder = invocation.workdir
        home = {"HOME": str(invocation.home), "TMPDIR": str(invocation.home)}
        self._clock = SharedClock(invocation.clock, None) if invocation.clock else None
        self.environment: Mapping[str, str] = ENVIRONMENT | home | (self._clock.environment if self._clock else {})
        self._asked = invocation

    def started(self, pid: int) -> None:
        """Set the kernel's limits."""
        set_limits(pid, self._asked.limits)

    def status(self, code: int) -> int:
        """The status as it is."""
        return code

    def look(self) -> None:
        """All stays where it is."""

    def ended(self) -> tuple[str, ...]:
        """Nothing is to be brought back; a build's folder is freed of what nobody could read."""
        return ended(self._asked)

    def close(self) -> None:
        """Remove the clock."""
        if self._clock is not None:
            self._clock.close()


class Unconfined:
    """No wall at all: an own session, limits by watching, the whole process tree killed, a scrubbed environment."""

    level = LEVEL_E

    def sandbox(self, invocation: Invocation) -> Sandbox:
        """The scratch folder."""
        return UnconfinedSandbox(invocation)

    def inside(self, home: Path) -> str:
        """The path itself."""
        return str(home)

    def forget(self) -> None:
        """Nothing is kept from run to run."""


BACKENDS = (Backend(LEVEL_E, lambda _hidden: Unconfined()),)
