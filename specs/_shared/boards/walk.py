"""Walk over the rows of a board in one style, and tell what of a page was looked at on the way."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from .drawing import FRAME
from .rows import Reading, readings

_FRAMES = (FRAME, re.compile(r"\s*(\S)\1\1+\s*|\s*"), re.compile(r"\s*"))
"""What is passed over between rows: any rules and corners; as marks may be such, one repeated; or nothing."""
WAYS = range(len(_FRAMES))
"""The ways to pass over such lines, by their number; a rule ends a walk in none."""


@lru_cache(maxsize=8192)
def is_frame(line: str) -> tuple[bool, ...]:
    """Whether a line is passed over, in each of the ways."""
    return tuple(frame.fullmatch(line) is not None for frame in _FRAMES)


class Watched:
    """Lines of which is known between which two numbers they were looked at."""

    __slots__ = ("first", "last", "page")

    def __init__(self, page: Sequence[str], at: int) -> None:
        """``at``: the line that counts as looked at from the beginning."""
        self.page = page
        self.first = self.last = at

    def look(self, at: int) -> str:
        """Look at a line."""
        if at > self.last:
            self.last = at
        elif at < self.first:
            self.first = at
        return self.page[at]

    def differ(self, way: int, other: int) -> bool:
        """Whether a line that was looked at is passed over in one of two ways alone."""
        frames = map(is_frame, self.page[self.first : self.last + 1])
        return any(frame[way] != frame[other] for frame in frames)


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows of a page as one style reads them, each with ``size`` squares; frames between them are passed over."""

    lines: Watched
    style: str
    size: int
    way: int

    def walk(self, at: int, step: int, floor: int = 0) -> Iterator[tuple[int, Reading]]:
        """The rows from a line on, by their line, to the first line that is neither a row nor a frame."""
        look, style, size, way = self.lines.look, self.style, self.size, self.way
        end = len(self.lines.page)
        while floor <= at < end:
            row, goes_on = _row(look(at), style, size, way)
            if row is not None:
                yield at, row
            elif not goes_on:
                return
            at += step


@lru_cache(maxsize=16384)
def _row(line: str, style: str, size: int, way: int) -> tuple[Reading | None, bool]:
    """The line as a row, if it is one; whether the rows may go on below another one."""
    frames = is_frame(line)
    row = None if frames[way] else readings(line).get(style)
    return row if row is not None and len(row.marks) == size else None, frames[0]


def labels_differ(rows: Sequence[Reading]) -> bool:
    """Whether no two rows have the same label."""
    if not rows or not rows[0].labels:  # rows in one style have as many each
        return True
    return all(len(set(labels)) == len(labels) for labels in zip(*(row.labels for row in rows), strict=True))
