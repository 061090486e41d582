"""The one door between the harness and a student's process: how a command is wrapped, and how well that holds."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from msgspec import Struct, field

from harness.model.invocation import Invocation

POLLED_MEMORY = "memory for a moment (it is looked at every 10 to 50 ms)"


class Level(Struct, frozen=True):
    """How well a backend isolates; every report says it."""

    name: str
    """What a user calls it: ``A``."""
    rank: int
    """Levels are compared by their ranks alone; the strongest has the lowest. There is room between two neighbours."""
    summary: str
    not_enforced: tuple[str, ...]
    confines_writes: bool = True
    """Whether programs can write nothing but what they are given: else no file that they could reach is trusted."""

    def __str__(self) -> str:
        """One line for a report."""
        return f"{self.name} ({self.summary}); not enforced: {', '.join(self.not_enforced) or 'nothing'}"


class Sandbox(Protocol):
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

    def sandbox(self, invocation: Invocation) -> Sandbox:
        """The world for one command; OSError when the kernel would not start it."""
        ...

    def inside(self, home: Path) -> str:
        """The path by which the program itself knows its home folder."""
        ...

    def forget(self) -> None:
        """Free what is kept from run to run; the next run makes it anew."""
        ...


class Backend(Struct, frozen=True):
    """A way to isolate programs. A module of this folder that has some holds them as ``BACKENDS``."""

    level: Level
    make: Callable[[Sequence[Path]], Isolation]
    """The isolation, not yet probed, with folders that no program may see; JudgeError when a part of it is missing."""
    is_usable: Callable[[], bool] = lambda: True
    """Whether the grader's own user can use it at all; what is not usable is passed over in silence."""


_USERS = 40_000, 19_000
"""The first, and how many: numbers that no system gives to anybody."""


def programs_user() -> int:
    """The user of students' programs where the grader is root: each worker has one of his own.

    So they can neither see nor signal one another's, nor use up what the kernel gives each user: timers, watches,
    queued signals, room in pipes.
    """
    return _USERS[0] + os.getpid() % _USERS[1]


class Choice(Struct):
    """The isolation that was chosen, and why no better one."""

    isolation: Isolation
    refused: list[str] = field(default_factory=list)
    """One line for each better level that this machine does not give."""
