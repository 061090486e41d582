"""The document that every report format renders: the grades of a run and the conditions that they were made under."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from harness.ingest.discovery import Course
from harness.isolation.base import Level
from harness.model.grade import Grade


class Document(Struct, frozen=True):
    """One run of ``grade``."""

    grades: Sequence[Grade]
    """Those of a large class are read from the gradebook each time that they are iterated over."""
    level: Level
    course: Course
    interrupted: bool = False
    """Whether Ctrl-C ended the run before all was judged."""
    remarks: tuple[str, ...] = ()
    """Lines about the run as a whole, such as what was taken over from an earlier one."""


def points(score: float, max_score: float) -> str:
    """``7.5/10``, with as few digits as possible; empty where there are no points to get."""
    return f"{_short(score)}/{_short(max_score)}" if max_score else ""


def _short(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".")
