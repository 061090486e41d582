"""The limits of one run, all of them known."""

from __future__ import annotations

import math
import os
from functools import lru_cache
from typing import Protocol

from msgspec import Struct

_MIB = 1024**2
HOME = 64 * _MIB
"""Bytes of the home, where it is limited: levels A and B."""
_PROCESSES = 64 + 2 * (os.cpu_count() or 1)  # a virtual machine starts threads for each core
_COUNTED = ("memory", "output", "processes", "disk", "open_files")


class Layer(Protocol):
    """Limits as somebody sets them, a case or a whole spec; None: not set here."""

    @property
    def cpu(self) -> float | None:
        """CPU seconds."""
        ...

    @property
    def wall(self) -> float | None:
        """Elapsed seconds."""
        ...


class ResolvedLimits(Struct, frozen=True):
    """The limits of one run, all of them known: seconds, bytes and numbers."""

    cpu: float = 5.0
    wall: float = 15.0
    memory: int = 1024 * _MIB
    output: int = 16 * _MIB
    processes: int = _PROCESSES
    disk: int = 128 * _MIB
    open_files: int = 256
    idle: float = math.inf
    """Elapsed seconds with next to no CPU time; passing it counts as passing ``wall``."""

    @classmethod
    @lru_cache(maxsize=64)
    def of(cls, *layers: Layer) -> ResolvedLimits:
        """The first layer that sets a limit decides; the wall limit follows the CPU limit where none is set."""

        def first(name: str) -> float | None:
            return next((value for layer in layers if (value := getattr(layer, name)) is not None), None)

        usual = cls()
        cpu = first("cpu") or usual.cpu
        wall = first("wall") or max(10.0, 3 * cpu)
        rest = (int(first(name) or getattr(usual, name)) for name in _COUNTED)
        return cls(float(cpu), float(wall), *rest)
