"""The one door between the harness and a student's process: how a command is wrapped, and how well that holds."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

from msgspec import Struct

from harness.run.bring_back import settle
from harness.run.clock import SharedClock
from harness.run.grown import grown
from harness.run.invocation import Invocation
from harness.run.limits import set_limits

ENVIRONMENT = {
    "PATH": "/usr/local/bin:/usr/bin:/bin",
    "LANG": "C.UTF-8",
    "LC_ALL": "C.UTF-8",
    "TZ": "UTC",
    "TERM": "dumb",
    "COLUMNS": "80",
    "LINES": "24",
    "PYTHONDONTWRITEBYTECODE": "1",
    "PYTHONHASHSEED": "0",
}
"""All that a student's process finds in its environment; HOME and TMPDIR are added, inside its scratch folder."""


class Level(Struct, frozen=True):
    """How well a backend isolates, told in every report."""

    letter: str
    summary: str
    not_enforced: tuple[str, ...]

    def __str__(self) -> str:
        """One line for a report."""
        return f"{self.letter} ({self.summary}); not enforced: {', '.join(self.not_enforced) or 'nothing'}"


class Room(Protocol):
    """The world of one command, from just before its start to after its end. Each is used once."""

    @property
    def command(self) -> tuple[str, ...]:
        """The command as it is really started."""
        ...

    @property
    def folder(self) -> Path:
        """The folder that it is started in."""
        ...

    @property
    def environment(self) -> Mapping[str, str]:
        """Its whole environment."""
        ...

    @property
    def descriptors(self) -> tuple[int, ...]:
        """What it inherits beside its standard streams."""
        ...

    @property
    def beside(self) -> int:
        """How many processes of the room's own are found among the command's."""
        ...

    @property
    def counts(self) -> bool:
        """Whether the kernel keeps the command below its number of processes."""
        ...

    def look(self) -> None:
        """The command has run for a while: take hold of what is to be known after its end."""
        ...

    def started(self, pid: int) -> None:
        """The command was started as this process, and nothing of a student's has run: limit it, then let it go.

        Raises JudgeError when the room cannot be made.
        """
        ...

    def status(self, code: int) -> int:
        """The exit status behind the one that was seen; negative: the signal that ended it."""
        ...

    def ended(self) -> tuple[str, ...]:
        """Nobody is alive in it: bring back what was asked for; the limits that the kernel refused to pass."""
        ...

    def close(self) -> None:
        """Free what the room holds, whatever became of it. May be called at any time, and again."""
        ...


class Isolation(Protocol):
    """A way to run commands apart from everything else."""

    @property
    def level(self) -> Level:
        """What this backend holds and what not."""
        ...

    def room(self, invocation: Invocation) -> Room:
        """The world for one command; OSError when the kernel would not start it."""
        ...

    def inside(self, home: Path) -> str:
        """The path by which the program itself knows its home folder."""
        ...


_USERS = 40_000, 19_000
"""The first, and how many: numbers that no system gives to anybody."""


def programs_user() -> int:
    """The user of students' programs where the grader is root: each worker has one of his own.

    So they can neither see nor signal one another's, nor use up what the kernel gives each user: timers, watches,
    queued signals, room in pipes.
    """
    return _USERS[0] + os.getpid() % _USERS[1]


def ended(asked: Invocation) -> tuple[str, ...]:
    """What there is to do and to tell after a command that ran in the scratch folder itself."""
    told = grown((asked.box, asked.home), asked.bounds.output)
    if "*" in asked.returns:
        settle(asked.box, asked.bounds.disk)
    return told


class OpenRoom:
    """No wall: the scratch folder itself, a scrubbed environment."""

    descriptors: tuple[int, ...] = ()
    beside = 0
    counts = False

    def __init__(self, invocation: Invocation) -> None:
        self.command = invocation.command
        self.folder = invocation.box
        home = {"HOME": str(invocation.home), "TMPDIR": str(invocation.home)}
        self._clock = SharedClock(invocation.clock, None) if invocation.clock else None
        self.environment: Mapping[str, str] = ENVIRONMENT | home | (self._clock.environment if self._clock else {})
        self._asked = invocation

    def started(self, pid: int) -> None:
        """Set the kernel's limits."""
        set_limits(pid, self._asked.bounds)

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

    level = Level(
        "E",
        "own session, watched limits, no sandbox",
        ("files outside the scratch folder", "network", "disk space", "number of processes for a moment", "malice"),
    )

    def room(self, invocation: Invocation) -> Room:
        """The scratch folder."""
        return OpenRoom(invocation)

    def inside(self, home: Path) -> str:
        """The path itself."""
        return str(home)
