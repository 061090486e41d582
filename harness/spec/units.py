"""Quantities as people write them in a spec: ``2 s``, ``64 MiB``, ``20x reference, at least 2 s``."""

from __future__ import annotations

import re
from typing import ClassVar, Self

_NUMBER = r"(\d+(?:\.\d+)?)"
_SECONDS = {"ms": 0.001, "s": 1.0, "min": 60.0}
_BYTES = {"B": 1, "KB": 1000, "KiB": 1024, "MB": 1000**2, "MiB": 1024**2, "GB": 1000**3, "GiB": 1024**3}


class Seconds(float):
    """A duration in seconds, written ``250 ms``, ``2 s`` or ``1 min``."""

    pattern: ClassVar[str] = rf"^{_NUMBER} ?(ms|s|min)$"
    example: ClassVar[str] = "2 s"
    kind: ClassVar[str] = "a duration"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read the written form; ValueError when it is not one."""
        found = _match(cls.pattern, text)
        return cls(float(found[1]) * _SECONDS[found[2]])


class Bytes(int):
    """A size in bytes, written ``64 KiB``, ``16 MiB`` or ``1 GiB``."""

    pattern: ClassVar[str] = rf"^{_NUMBER} ?({'|'.join(_BYTES)})$"
    example: ClassVar[str] = "64 MiB"
    kind: ClassVar[str] = "a size"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read the written form; ValueError when it is not one."""
        found = _match(cls.pattern, text)
        return cls(float(found[1]) * _BYTES[found[2]])


class RelativeTime(tuple[float, float]):
    """A CPU limit as ``(factor, floor in seconds)``, written ``20x reference, at least 2 s``."""

    __slots__ = ()
    pattern: ClassVar[str] = rf"^{_NUMBER}x reference(?:, at least {_NUMBER} ?(ms|s|min))?$"
    example: ClassVar[str] = "20x reference, at least 2 s"
    kind: ClassVar[str] = "a multiple of the reference's time"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read the written form; ValueError when it is not one. The floor is 2 s where none is written."""
        found = _match(cls.pattern, text)
        floor = float(found[2]) * _SECONDS[found[3]] if found[2] else 2.0
        return cls((float(found[1]), floor))


QUANTITIES = (Seconds, Bytes, RelativeTime)


def _match(pattern: str, text: str) -> re.Match[str]:
    found = re.fullmatch(pattern, text)
    if found is None:
        raise ValueError(text)
    return found


_LIMITS = re.compile(r"(\d*)\.\.(\d*)")


def call_range(wanted: int | str) -> tuple[int, int | None]:
    """The least and the most calls of ``120``, ``119..120``, ``1..`` or ``..8``; ValueError for anything else."""
    if isinstance(wanted, int) or wanted.isdecimal():
        return int(wanted), int(wanted)
    found = _LIMITS.fullmatch(wanted)
    if found is None or not (found[1] or found[2]):
        raise ValueError(wanted)
    return int(found[1] or 0), int(found[2]) if found[2] else None
