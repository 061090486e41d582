"""Put sentences that are on the first or the last line of a board on lines of their own."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .drawing import is_sentence
from .matrices import unfolded

MIN_ROW = 4
"""Characters of a row, so that a number at the end of a sentence is none."""
_LABEL = re.compile(r"^\s*\d\d?|\d\d?\s*$")
"""A row's number beside it."""
MAX_ROWS = 40
"""Lines above or below that a piece of a line is held against."""


def separated(lines: Sequence[str]) -> tuple[list[str], list[int]]:
    """Put such sentences and the rows of matrices on lines of their own.

    Returns the lines, and of each the number that it had, counted from 0.
    """
    pieces: list[str] = []
    numbers: list[int] = []
    lines, own_numbers = unfolded(lines)
    above, below = _neighbours(lines)
    widths = list(map(len, lines))
    for number, line in enumerate(lines):
        # As long as its neighbours: the usual one.
        is_whole = above[number] == number or widths[number - 1] >= widths[number]
        if is_whole and (below[number] <= number + 1 or widths[number + 1] >= widths[number]):
            pieces.append(line)
            numbers.append(own_numbers[number])
            continue
        for piece in _pieces(line, lines[above[number] : number], lines[number + 1 : below[number]]):
            pieces.append(piece)
            numbers.append(own_numbers[number])
    return pieces, numbers


def _neighbours(lines: Sequence[str]) -> tuple[list[int], list[int]]:
    """Of each line the first one of those above, and the end of those below, that say nothing and stand next to it."""
    quiet = [bool(line) and not is_sentence(line) for line in lines]
    above, below = [0] * len(lines), [len(lines)] * len(lines)
    for number in range(1, len(lines)):
        above[number] = max(above[number - 1], number + 1 - MAX_ROWS) if quiet[number - 1] else number
    for number in range(len(lines) - 2, -1, -1):
        below[number] = min(below[number + 1], number + MAX_ROWS) if quiet[number + 1] else number + 1
    return above, below


def _pieces(line: str, above: Sequence[str], below: Sequence[str]) -> list[str]:
    width = max(map(len, above), default=0)
    if is_sentence(line[width:]) and _is_row(line[:width], above):
        return [line[:width], *_pieces_below(line[width:], below)]
    return _pieces_below(line, below)


def _pieces_below(line: str, below: Sequence[str]) -> list[str]:
    start = max(0, len(line) - max(map(len, below), default=0))
    if is_sentence(line[:start]) and _is_row(line[start:], below):
        return [line[:start], line[start:]]
    return [line]


def _is_row(piece: str, neighbours: Sequence[str]) -> bool:
    """Tell whether the piece has the signs of the lines next to it, and their length."""
    signs = {sign for line in neighbours for sign in line}
    return (
        len(piece) >= MIN_ROW
        and bool(piece.strip())
        and signs.issuperset(_LABEL.sub("", piece))
        and not is_sentence(piece)
    )
