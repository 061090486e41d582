"""Facts about one finished process tree. No opinion is in here."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from msgspec import Struct, field

from harness.model.output import Output


class Limit(Enum):
    """The limit that ended a run."""

    CPU = "cpu"
    WALL = "wall"
    MEMORY = "memory"
    OUTPUT = "output"
    PROCESSES = "processes"


class Observation(Struct, frozen=True):
    """What came of one command."""

    command: tuple[str, ...]
    stdout: Output = b""
    stderr: bytes = b""
    exit: int | None = None
    """The exit status; None when a signal ended the process."""
    signal: int | None = None
    """The signal that ended it by itself; None when we killed it (then ``ended_by`` says why)."""
    ended_by: Limit | None = None
    cpu_s: float = 0.0
    """CPU seconds, user and system, of the whole process tree."""
    wall_s: float = 0.0
    memory: int = 0
    """Peak resident bytes, as far as they could be seen: the kernel counts from the harness's own size."""
    files: Mapping[str, bytes] = field(default_factory=dict)
    """The files asked for, as far as the run made them."""
    left: tuple[str, ...] = ()
    """Every regular file in the folder afterwards, where it was asked for."""
    not_started: str = ""
    """Why the kernel did not start the command (``Permission denied``); empty when it did."""
    processes: int = 0
    """The most processes and threads at a time that were seen, now and then looked at."""
    open_files: int = 0
    """The most files that were seen to be open in one process."""
    refused: tuple[str, ...] = ()
    """The limits that the kernel refused to pass, without ending it: ``processes``, ``disk``, ``home``, ``file``."""
    stuck_at: int | None = None
    """The step of a dialogue whose prompt never came; None otherwise."""
