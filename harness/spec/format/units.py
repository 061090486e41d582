"""Quantities as people write them in a spec: ``2 s``, ``64 MiB``, ``20x reference, at least 2 s``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import ClassVar, Self

from harness.model.patterns import lazy_regex
from harness.spec.yaml.location import Location, Problem

_NUMBER = r"(?=[0.]*[1-9])(\d+(?:\.\d+)?)"
"""Larger than nothing: below a limit of 0 no program is right."""
_SECONDS = {"ms": 0.001, "s": 1.0, "min": 60.0}
_BYTES = {"B": 1, "KB": 1000, "KiB": 1024, "MB": 1000**2, "MiB": 1024**2, "GB": 1000**3, "GiB": 1024**3}


class Seconds(float):
    """A duration in seconds, written ``250 ms``, ``2 s`` or ``1 min``."""

    pattern: ClassVar[str] = rf"^{_NUMBER} ?(ms|s|min)$"
    example: ClassVar[str] = "2 s"
    kind: ClassVar[str] = "a duration"
    units: ClassVar[tuple[str, ...]] = tuple(_SECONDS)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read the written form; ValueError when it is not one."""
        match = _full_match(cls.pattern, text)
        return cls(float(match[1]) * _SECONDS[match[2]])


class Bytes(int):
    """A size in bytes, written ``64 KiB``, ``16 MiB`` or ``1 GiB``."""

    pattern: ClassVar[str] = rf"^{_NUMBER} ?({'|'.join(_BYTES)})$"
    example: ClassVar[str] = "64 MiB"
    kind: ClassVar[str] = "a size"
    units: ClassVar[tuple[str, ...]] = tuple(_BYTES)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read the written form; ValueError when it is not one."""
        match = _full_match(cls.pattern, text)
        size = cls(float(match[1]) * _BYTES[match[2]])
        if not size:
            raise ValueError(text)
        return size


class RelativeTime(tuple[float, float]):
    """A CPU limit as ``(factor, floor in seconds)``, written ``20x reference, at least 2 s``."""

    __slots__ = ()
    pattern: ClassVar[str] = rf"^{_NUMBER}x reference(?:, at least {_NUMBER} ?(ms|s|min))?$"
    example: ClassVar[str] = "20x reference, at least 2 s"
    kind: ClassVar[str] = "a multiple of the reference's time"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read the written form; ValueError when it is not one. The floor is 2 s if none is written."""
        match = _full_match(cls.pattern, text)
        floor = float(match[2]) * _SECONDS[match[3]] if match[2] else 2.0
        return cls((float(match[1]), floor))


def _full_match(pattern: str, text: str) -> re.Match[str]:
    match = re.fullmatch(pattern, text)
    if match is None:
        raise ValueError(text)
    return match


class NothingFits(ValueError):
    """A range in which no number lies; its text says so."""


_CALL_RANGE = lazy_regex(r"(\d*)\.\.(\d*)")


def call_range(text: int | str) -> tuple[int, int | None]:
    """Parse the least and the most calls of ``120``, ``119..120``, ``1..`` or ``..8``; ValueError for anything else."""
    if isinstance(text, int) or text.isdecimal():
        return int(text), int(text)
    match = _CALL_RANGE.fullmatch(text)
    if match is None or not (match[1] or match[2]):
        raise ValueError(text)
    least, most = int(match[1] or 0), int(match[2]) if match[2] else None
    if most is not None and least > most:
        raise NothingFits(f"no number lies in {text}; write {most}..{least}")
    return least, most


def call_ranges(text: int | str) -> tuple[tuple[int, int | None], ...]:
    """Parse one or more such ranges: ``119..121 or 238..242``; ValueError for anything else."""
    return tuple(map(call_range, text.split(" or "))) if isinstance(text, str) else (call_range(text),)


def range_problems(
    location: Location, count: int | str, parse: Callable[[int | str], object] = call_range
) -> Iterator[Problem]:
    """A line for a number of calls that is none."""
    try:
        parse(count)
    except NothingFits as error:
        yield Problem(location, str(error))
    except ValueError:
        yield Problem(location, f'expected a number of calls such as 120, "119..120" or "1..", got {count!r}')
