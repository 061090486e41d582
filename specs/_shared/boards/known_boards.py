"""Boards that were read before: a program draws the same few solutions again and again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from .drawing import Drawing
from .walk import Watched

_MAX_PLACES = 2048
_MAX_ALIKE = 64
"""Places that are remembered, and those of them that begin alike."""


@dataclass(frozen=True, slots=True)
class _Place:
    """A place at which a board was looked for: all that was looked at, and what was found.

    Numbers of lines are counted from the place.
    """

    around: tuple[str, ...]
    first: int
    floor: int | None
    """The floor, where the search came so far up."""
    end: int | None
    """The end of the page, where the search came so far down."""
    drawing: Drawing | None

    def is_at(self, lines: Sequence[str], at: int, floor: int) -> bool:
        """Whether the search would see the very same at this line."""
        first = at + self.first
        if self.end is not None and at + self.end != len(lines):
            return False
        if first < floor if self.floor is None else at + self.floor != floor:
            return False
        return tuple(lines[first : first + len(self.around)]) == self.around


class KnownBoards:
    """What was found at places that begin alike; all is forgotten when it gets too much."""

    def __init__(self) -> None:
        """Nothing is known yet."""
        self._places: dict[tuple[str, ...], list[_Place]] = {}
        self._count = 0

    def recall(self, lines: Sequence[str], at: int, floor: int) -> tuple[Drawing | None] | None:
        """What a search at this line would find, in a tuple; None if it has to be made."""
        for place in self._places.get(_beginning(lines, at), ()):
            if place.is_at(lines, at, floor):
                return (_moved(place.drawing, at),)
        return None

    def remember(self, lines: Sequence[str], at: int, floor: int, seen: Watched, drawing: Drawing | None) -> None:
        """Keep what a search found, with all that it saw."""
        if self._count >= _MAX_PLACES:
            self._places, self._count = {}, 0
        place = _Place(
            tuple(lines[seen.first : seen.last + 1]),
            seen.first - at,
            floor - at if seen.first <= floor else None,
            len(lines) - at if seen.last + 1 >= len(lines) else None,
            _moved(drawing, -at),
        )
        alike = self._places.setdefault(_beginning(lines, at), [])
        if len(alike) < _MAX_ALIKE:
            alike.append(place)
            self._count += 1


def _beginning(lines: Sequence[str], at: int) -> tuple[str, ...]:
    return tuple(lines[max(0, at - 1) : at + 3])


def _moved(drawing: Drawing | None, by: int) -> Drawing | None:
    return None if drawing is None else replace(drawing, first=drawing.first + by, last=drawing.last + by)
