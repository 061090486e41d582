"""Put sentences that stand on the first or the last line of a board on lines of their own."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .drawing import is_sentence

MIN_ROW = 4
"""Characters of a row, so that a number at the end of a sentence is none."""
_LABEL = re.compile(r"^\s*\d\d?|\d\d?\s*$")
"""A row's number beside it."""
MAX_ROWS = 40
"""Lines above or below that a piece of a line is held against."""


def separated(lines: Sequence[str]) -> tuple[list[str], list[int]]:
    """Put such sentences on lines of their own; returns the lines, and of each the number that it had, from 0."""
    pieces: list[str] = []
    numbers: list[int] = []
    for number, line in enumerate(lines):
        for piece in _pieces(lines, number, line):
            pieces.append(piece)
            numbers.append(number)
    return pieces, numbers


def _pieces(lines: Sequence[str], number: int, line: str) -> list[str]:
    above = _neighbours(lines, range(number - 1, max(-1, number - MAX_ROWS), -1))
    width = max(map(len, above), default=0)
    if is_sentence(line[width:]) and _is_row(line[:width], above):
        return [line[:width], *_pieces_below(lines, number, line[width:])]
    return _pieces_below(lines, number, line)


def _pieces_below(lines: Sequence[str], number: int, line: str) -> list[str]:
    below = _neighbours(lines, range(number + 1, min(len(lines), number + MAX_ROWS)))
    start = max(0, len(line) - max(map(len, below), default=0))
    if is_sentence(line[:start]) and _is_row(line[start:], below):
        return [line[:start], line[start:]]
    return [line]


def _neighbours(lines: Sequence[str], numbers: range) -> list[str]:
    """The lines next to one that say nothing."""
    neighbours: list[str] = []
    for number in numbers:
        if is_sentence(lines[number]) or not lines[number]:
            break
        neighbours.append(lines[number])
    return neighbours


def _is_row(piece: str, neighbours: Sequence[str]) -> bool:
    """Tell whether the piece has the signs of the lines next to it, and their length."""
    signs = {sign for line in neighbours for sign in line}
    return (
        len(piece) >= MIN_ROW
        and bool(piece.strip())
        and signs.issuperset(_LABEL.sub("", piece))
        and not is_sentence(piece)
    )
