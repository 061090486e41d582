"""Take the coordinates out of squares that are printed with them, ``(0,1)*``, so that what is left is the board."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from .drawing import is_rule
from .rows import LARGEST, MAX_WIDTH

EMPTY = "."
"""Stands for a square with nothing but its coordinates."""
_COORDINATES = (
    re.compile(r"[\[(<{]\s*(\d)\s*(?:[,;:. ]|[\])]\s*[\[(])\s*(\d)\s*[\])>}]"),
    re.compile(r"(?<![\w,;:.])(\d)[,;:](\d)(?![\d,;:.])"),
    re.compile(r"[\[(<{]?(?<![^\W_])([A-Ha-h])([0-8])(?![^\W_])[\])>}]?"),
)
"""Such as ``(0,1)`` or ``[0][1]``, ``0,1`` and ``b3``."""
_BETWEEN = " \t|,;:=[](){}<>\u2502\u2503\u2551"
"""What is between squares, or between a square's coordinates and its mark."""


_Matches = tuple[re.Match[str], ...]


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of squares with coordinates, of which one is the row's and the others count its squares."""

    number: int
    row: int
    columns: tuple[int, ...]
    between: tuple[str, ...]
    """The text before the first coordinates, after each of them, and after the last."""


def without_coordinates(lines: Sequence[str], sizes: AbstractSet[int]) -> list[str] | None:
    """The same lines with marks alone in boards of these sizes that have coordinates; None if there are none.

    A queen stands behind or before the coordinates of her square, or in their place.
    """
    bare = list(lines)
    for pattern in _COORDINATES:
        for row_first in (True, False):
            for board in _boards(list(_lines(pattern, lines, row_first=row_first)), lines):
                rows = _rows(board) if len(board) in sizes else None
                for line, row in zip(board, rows or (), strict=False):
                    bare[line.number] = " ".join(row)
    return bare if bare != list(lines) else None


def _lines(pattern: re.Pattern[str], lines: Sequence[str], *, row_first: bool) -> Iterator[_Line]:
    for number, line in enumerate(lines):
        squares = _squares(pattern, line, row_first=row_first)
        if squares is not None:
            yield _Line(number, *squares)


@lru_cache(maxsize=8192)
def _squares(
    pattern: re.Pattern[str], line: str, *, row_first: bool
) -> tuple[int, tuple[int, ...], tuple[str, ...]] | None:
    """The row of a line of squares with coordinates, their columns, and what is between them; None if it is none."""
    matches = _matches(pattern, line) if len(line) <= MAX_WIDTH else ()
    if not 1 <= len(matches) <= LARGEST:
        return None
    pairs = [(_key(match[1]), _key(match[2])) for match in matches]
    rows, columns = zip(*(pair if row_first else pair[::-1] for pair in pairs), strict=True)
    if len(set(rows)) > 1 or not all(left < right for left, right in pairwise(columns)):
        return None
    ends = [0, *(match.end() for match in matches)]
    starts = [*(match.start() for match in matches), len(line)]
    return rows[0], columns, tuple(line[end:start].strip(_BETWEEN) for end, start in zip(ends, starts, strict=True))


@lru_cache(maxsize=8192)
def _matches(pattern: re.Pattern[str], line: str) -> _Matches:
    return tuple(pattern.finditer(line))


def _key(text: str) -> int:
    return int(text) if text.isdigit() else ord(text.lower()) - ord("a")


def _boards(board_lines: Sequence[_Line], lines: Sequence[str]) -> Iterator[list[_Line]]:
    """Lines below each other whose rows count up, or down."""
    board: list[_Line] = []
    for line in board_lines:
        steps = {below.row - above.row for above, below in zip(board, [*board[1:], line], strict=False)}
        apart = board and any(not is_rule(between) for between in lines[board[-1].number + 1 : line.number])
        if board and (apart or steps not in ({1}, {-1})):
            yield board
            board = []
        board.append(line)
    if board:
        yield board


def _rows(board: Sequence[_Line]) -> list[list[str]] | None:
    """The marks of a board's squares; None if they are not known."""
    size, first = len(board), min(column for line in board for column in line.columns)
    last = max(column for line in board for column in line.columns)
    if last - first >= size:
        return None
    if all(len(line.columns) == size for line in board):
        behind = any(line.between[-1] for line in board) or not any(line.between[0] for line in board)
        return [[_mark(text) for text in (line.between[1:] if behind else line.between[:-1])] for line in board]
    rows = [_in_their_place(line, first, size) for line in board]
    return None if None in rows else [row for row in rows if row is not None]


def _in_their_place(line: _Line, first: int, size: int) -> list[str] | None:
    """The row in which marks stand instead of coordinates; None if they are not as many as these are missing."""
    row: list[str] = []
    for text, column in zip(line.between, (*line.columns, first + size), strict=True):
        missing = column - first - len(row)
        marks = text.split()
        if len(marks) != missing:
            return None
        row += [*marks, EMPTY]
    return row[:size]


def _mark(text: str) -> str:
    return "".join(text.split()) or EMPTY
