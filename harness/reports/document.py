"""What every report format gets: the grades and what they were made under."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from harness.ingest.discovery import Course
from harness.isolation.base import Level
from harness.model.grade import Grade


class Document(Struct, frozen=True):
    """One run of ``grade``, to be reported."""

    grades: Sequence[Grade]
    """Of a large class these are read anew each time that they are gone through."""
    level: Level
    course: Course
    broken_off: bool = False
    """Whether Ctrl-C ended the run before all was judged."""
    remarks: tuple[str, ...] = ()
    """Lines on the run as a whole: where its time went, what was taken over from an earlier one."""


def points(score: float, max_score: float) -> str:
    """``7.5/10``, as short as it can be said; nothing where nothing is to be had."""
    return f"{_short(score)}/{_short(max_score)}" if max_score else ""


def _short(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".")
