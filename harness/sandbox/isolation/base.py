"""What an isolation backend provides: a sandbox for each command, and a level that says what it enforces."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from msgspec import Struct, field

from harness.model.invocation import Invocation

POLLED_MEMORY = "memory for a moment"
"""It is looked at every 10 to 50 ms."""
UNCOUNTED_CPU = "CPU time of children that nobody waits for"
"""The kernel keeps it for nobody if a program ignores the ends of its children; the limit on elapsed time holds."""
SIGNS = "signs between runs"
"""Programs that run at the same moment, in sandboxes of their own, can give each other signs: by a futex, by load."""
LOCKS = "sight of locks on the machine's files"


class Level(Struct, frozen=True):
    """How well a backend isolates. Every report states it."""

    name: str
    """The name in options and reports, such as ``A``; of any length."""
    rank: int
    """Levels are compared by rank alone; the strongest has the lowest. Leave room between two neighbours."""
    summary: str
    """What it consists of, in a few words."""
    not_enforced: tuple[str, ...]
    """What programs can do in spite of it; docs/isolation.md has the same words."""
    confines_writes: bool = True
    """Whether programs can write only where they may; else no file that they could reach is trusted."""

    def __str__(self) -> str:
        """Return a few words for a report."""
        return f"{self.name} ({self.summary})"

    @property
    def in_full(self) -> str:
        """One line for those who run programs, with what these can do in spite of it."""
        return f"{self}; not enforced: {', '.join(self.not_enforced) or 'nothing'}"


class Watched(Protocol):
    """What is around a program, as far as its watch needs it."""

    @property
    def overhead_processes(self) -> int:
        """How many of the processes below the grader belong to the sandbox itself, not to the program."""
        ...

    @property
    def enforces_process_limit(self) -> bool:
        """Whether the kernel enforces the limit on the number of processes; else ``run.watch`` does."""
        ...

    def total_cpu_s(self, counted_s: float) -> float:
        """Return the CPU seconds of the run, given those of its processes and of what these waited for."""
        ...

    def hold_folders(self) -> None:
        """Open what ``finish`` must read; called now and then while the command runs."""
        ...


class Sandbox(Watched, Protocol):
    """What is around one command, from just before its start to after its end. Each is used once.

    Used in this order: ``command`` is started with ``environment`` in ``start_folder``, then ``confine``, then
    ``hold_folders`` any number of times while it runs; when all its processes have ended ``exit_status`` and
    ``finish``; ``close`` in any case.
    """

    @property
    def command(self) -> tuple[str, ...]:
        """The command to start: the program's, wrapped in what isolates it."""
        ...

    @property
    def start_folder(self) -> Path:
        """The folder to start it in."""
        ...

    @property
    def environment(self) -> Mapping[str, str]:
        """All its environment variables."""
        ...

    @property
    def inherited_descriptors(self) -> tuple[int, ...]:
        """File descriptors that it inherits beside its standard streams."""
        ...

    def confine(self, pid: int) -> None:
        """Set the limits of the process that was started, before anything of the student's runs, then let it go on.

        Raises JudgeError when the sandbox cannot be made.
        """
        ...

    def exit_status(self, code: int) -> int:
        """Return the program's exit status, given that of the started command; negative: the signal that ended it."""
        ...

    def finish(self) -> tuple[str, ...]:
        """Copy wanted files back and return the names of limits that the kernel enforced without ending the program.

        No process may be left in the sandbox.
        """
        ...

    def close(self) -> None:
        """Free what the sandbox holds. May be called at any time, and again."""
        ...


class Ending(Struct, frozen=True):
    """How a program ended, and what all its processes used."""

    code: int
    """Its exit status; negative: the signal that ended it."""
    cpu_s: float = 0.0
    memory: int = 0
    """Resident bytes of the largest process at its peak; 0 if that was too little to be measured."""
    start_error: int = 0
    """The errno with which the kernel refused to start it; 0: it was started."""


class SharedSandbox(Watched, Protocol):
    """The place of one run in a sandbox that stays; ``start`` comes first, ``close`` last."""

    @property
    def end_descriptor(self) -> int:
        """A descriptor that can be read when the run is over; it must not be closed."""
        ...

    def start(self, stdin: int, stdout: int, stderr: int) -> None:
        """Start the program on these descriptors, which may be closed then; JudgeError when there is no sandbox."""
        ...

    def init_pid(self) -> int:
        """Return the run's first process, below which the program's are; 0 when it has ended."""
        ...

    def stop(self) -> None:
        """Ask for the end of all processes of the run."""
        ...

    def wait(self) -> Ending:
        """Wait until no process of the run is left; JudgeError when the sandbox failed."""
        ...

    def finish(self) -> tuple[str, ...]:
        """Copy wanted files back and return the names of limits that the kernel enforced without ending the program."""
        ...

    def close(self) -> None:
        """Free what the run holds, and end it where it was given up."""
        ...


class Isolation:
    """A way to run commands isolated from the machine and from one another. Where it says nothing, nothing stays."""

    level: Level
    """What this isolation enforces and what not."""
    works_on_copies: bool = False
    """Whether a program works on copies of its folders, so that only wanted files ever change there."""

    def sandbox(self, invocation: Invocation) -> Sandbox:
        """Return the sandbox for one command; OSError when the kernel would not start that."""
        raise NotImplementedError

    def prepare(self, submission: str) -> None:
        """Begin to make what the first run of a submission needs, where that takes time.

        ``submission``: as its invocations name it. Raises JudgeError or OSError if nothing can be made.
        """

    def shared_sandbox(self, _invocation: Invocation) -> SharedSandbox | None:
        """Return a place in the sandbox of the invocation's submission; None if each run has one of its own.

        Raises OSError when the kernel would not start the command.
        """
        return None

    def home_in_sandbox(self, home: Path) -> str:
        """Return the path by which the program itself knows its home folder."""
        return str(home)

    def release_resources(self) -> None:
        """Free what is kept between runs; the next run makes it again."""


class Backend(Struct, frozen=True):
    """An isolation that can be tried on this machine. Modules of this folder list theirs as ``BACKENDS``."""

    level: Level
    create: Callable[[Sequence[Path]], Isolation]
    """Makes the isolation, not yet probed, given folders that no program may see; JudgeError when a tool is missing."""
    preference: int = 0
    """Of several backends of one level the one that is preferred most is tried first."""
    is_usable: Callable[[], bool] = lambda: True
    """Whether it suits the grader's own user at all; where not, it is left out without a message."""


_FIRST_UID, _UID_COUNT = 40_000, 19_000
"""User ids that no system gives to anybody."""


def sandbox_uid() -> int:
    """Return the user id of students' programs where the grader is root: each worker process has one of its own.

    So programs of two workers can neither see nor signal each other, nor use up what the kernel limits by user: timers,
    watches, queued signals, room in pipes.
    """
    return _FIRST_UID + os.getpid() % _UID_COUNT


class Choice(Struct):
    """The isolation that was chosen, and why no stronger one."""

    isolation: Isolation
    refused: list[str] = field(default_factory=list)
    """One line for each stronger level that this machine does not give."""
    slower: list[str] = field(default_factory=list)
    """One line for each quicker way to the same level that this machine does not give."""
