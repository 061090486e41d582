"""One command to run, and its limits: all that the runner needs, and nothing of what is expected."""

from __future__ import annotations

import math
import os
from functools import lru_cache
from pathlib import Path
from typing import Protocol

from msgspec import Struct

from harness.model.observation import Exchange

_MIB = 1024**2
HOME_SIZE = 64 * _MIB
"""Bytes that a run may write into its home, where that is limited: isolation levels A and B."""
_PROCESSES = 64 + 2 * (os.cpu_count() or 1)  # a virtual machine starts threads for each core
_WHOLE_NUMBERS = ("memory", "output", "processes", "disk", "open_files")


class LimitSettings(Protocol):
    """Limits as a case or a whole spec sets them; None: not set there."""

    @property
    def cpu(self) -> float | None:
        """CPU seconds."""
        ...

    @property
    def wall(self) -> float | None:
        """Elapsed (wall-clock) seconds."""
        ...


class ResolvedLimits(Struct, frozen=True):
    """The limits of one run, each of them set: times in seconds, sizes in bytes, numbers."""

    cpu: float = 5.0
    wall: float = 15.0
    memory: int = 1024 * _MIB
    output: int = 16 * _MIB
    processes: int = _PROCESSES
    disk: int = 128 * _MIB
    open_files: int = 256
    idle: float = math.inf
    """Elapsed seconds with next to no CPU time; exceeding it counts as exceeding ``wall``."""

    @classmethod
    @lru_cache(maxsize=64)
    def resolve(cls, *settings: LimitSettings) -> ResolvedLimits:
        """Take each limit from the first settings that have it; without a wall limit it follows from the CPU limit."""

        def first(name: str) -> float | None:
            return next((value for source in settings if (value := getattr(source, name)) is not None), None)

        default = cls()
        cpu = first("cpu") or default.cpu
        wall = first("wall") or max(10.0, 3 * cpu)
        rest = (int(first(name) or getattr(default, name)) for name in _WHOLE_NUMBERS)
        return cls(float(cpu), float(wall), *rest)

    def exceeded_by(self, cpu_s: float) -> bool:
        """Whether these CPU seconds are more than a run may use."""
        return cpu_s > self.cpu


class Invocation(Struct, frozen=True):
    """A command, its folders, its input and its limits."""

    command: tuple[str, ...]
    workdir: Path
    """The working folder; the command may change it."""
    home: Path
    """An empty folder for HOME and TMPDIR."""
    limits: ResolvedLimits
    stdin: bytes = b""
    dialogue: tuple[Exchange, ...] = ()
    any_prompt: bool = False
    """Whether a dialogue goes on where the program waits at, or ends with, another text than the one awaited."""
    clock: str = ""
    """The start time of a fake clock, in libfaketime's notation; empty: the real clock."""
    collect: tuple[str, ...] = ()
    """Files of the working folder to keep as the run left them; ``*``: all of them. Other changes may be lost."""
    collect_home: tuple[str, ...] = ()
    """Files of the home to keep."""
    resident_javac: str = ""
    """The words that start a quicker javac of ours, outside of a sandbox; empty: there is none."""
    submission: str = ""
    """A name of the submission's own: runs of the same name may share a sandbox that stays. Empty: they share none."""
