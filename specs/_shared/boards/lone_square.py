"""Read the only square of the smallest board where it is drawn on several lines, none of which is its row alone."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence

from .drawing import FRAME, Drawing, is_sentence
from .marks import MAX_KINDS, PLAIN_KINDS
from .rows import BARS, readings
from .words import sizes_named

_MOST_LINES = 7
_MOST_COLUMNS = 24
"""Lines and columns of a square at most."""
_ROYAL = re.compile("[Qq]+(?![^\\W_])|[\u2654\u2655\u265a\u265b\U0001f451]")
_SOLID = frozenset("#*@+")
"""Signs of rules that, filling several lines, are a mark."""
_NO_MARK = re.compile(r"[\W_0f\u2591\u2592\u25a1\u2b1c\u25fb\u25fd\u25ab\u25cc]*", re.IGNORECASE)
"""What may fill an empty square."""
_RULE = re.compile(r"[-+=_|\s\u2500-\u257f]*")
_CELL = re.compile(r"\[[^\[\]]*\]|\([^()]*\)")
_SIDES = 2
_NEXT_SIZE = re.compile(r"\s*[2-8]\s*")
_MOST_DIGITS = frozenset("1")


def lone_square_at(lines: Sequence[str], at: int, taken: Container[int]) -> Drawing | None:
    """Read a square with a queen that begins on a line, below text or a blank line.

    ``taken``: lines on which other boards begin.
    """
    above = lines[at - 1] if at else ""
    if not lines[at].strip() or not (is_sentence(above) or sizes_named([above]) or not above.strip()):
        return None
    last = at
    while last + 1 < len(lines) and lines[last + 1].strip() and not _is_text(lines[last + 1]):
        last += 1
        if last in taken or last - at >= _MOST_LINES:
            return None
    square = [line.rstrip() for line in lines[at : last + 1]]
    return Drawing(1, at, last, ((0, 0),)) if len(square) > 1 and _holds_queen(square) else None


def _is_text(line: str) -> bool:
    """Whether a line says something, if only the next size."""
    return is_sentence(line) or _NEXT_SIZE.fullmatch(line) is not None


def _holds_queen(square: Sequence[str]) -> bool:
    """Whether what fills the square is one queen, in any form that is not that of an empty square."""
    if max(map(len, square)) > _MOST_COLUMNS or any(is_sentence(line) for line in square):
        return False
    if any(len(BARS.findall(line)) > _SIDES or len(_CELL.findall(line)) > 1 for line in square) or _is_grid(square):
        return False
    signs = {sign for line in square for sign in line if not sign.isspace()}
    if any(sign.isdigit() and sign not in _MOST_DIGITS for sign in signs):
        return False
    royal = [list(_ROYAL.finditer(line)) for line in square]
    if any(royal):
        return max(map(len, royal)) == 1
    if len(signs) == 1:
        return bool(signs & _SOLID) and len(set(square)) == 1
    inside = "".join(line for line in square if not FRAME.fullmatch(line))
    return bool(inside) and not _NO_MARK.fullmatch(inside)


def _is_grid(lines: Sequence[str]) -> bool:
    """Whether the lines may be the rows of a board of several squares, whose size is wrong then."""
    without_rules = [line for line in lines if not _RULE.fullmatch(line)]
    return any(len(rows) > 1 and _has_as_many_marks(rows) for rows in (lines, without_rules))


def _has_as_many_marks(rows: Sequence[str]) -> bool:
    """Whether each of the lines has as many marks as there are lines, and these are of so few kinds as a board's."""
    styles = [readings(row) for row in rows]
    for style in set(styles[0]).intersection(*styles[1:]):
        marks = [read[style].marks for read in styles]
        kinds = {mark for row in marks for mark in row}
        if all(len(row) == len(rows) for row in marks) and PLAIN_KINDS <= len(kinds) <= MAX_KINDS:
            return True
    return False
