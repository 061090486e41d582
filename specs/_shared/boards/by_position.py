"""Read a board by where its queens stand on their lines, the last resort."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from functools import lru_cache
from math import gcd

from .drawing import Drawing, is_rule
from .marks import FIRST_SOLVABLE, LONE_QUEEN, PLAIN_KINDS
from .rows import LARGEST, MAX_WIDTH


def board_by_position(lines: Sequence[str], at: int, taken: Container[int]) -> Drawing | None:
    """Read the queens' columns from their distance to the margin, the last resort: one queen's mark on each line."""
    spots: list[tuple[int, int]] = []
    alone = _alone(lines[at])
    for line in range(at, min(at + 4 * LARGEST, len(lines))):
        text = lines[line]
        positions = () if line in taken else _positions(alone, text)
        if len(positions) == 1 and (not alone or _alone(text) == alone) and len(text) <= MAX_WIDTH:
            spots.append((line, positions[0]))
        elif line in taken or not is_rule(text):
            break
    size = len(spots)
    if not FIRST_SOLVABLE <= size <= LARGEST:
        return None
    before = lines[at - 1] if at and at - 1 not in taken else ""
    above = _alone(before) == alone if alone else len(_positions("", before)) == 1
    if above:
        return None
    margin = min(spot for _, spot in spots)
    step = gcd(*(spot - margin for _, spot in spots)) or 1
    queens = tuple((row, (spot - margin) // step) for row, (_, spot) in enumerate(spots))
    columns = {col for _, col in queens}
    kinds = set("".join(lines[line] for line, _ in spots).split())
    if not alone and len(set("".join(kinds))) <= PLAIN_KINDS:
        return None  # nothing but marks: then they are too few or too many for a board
    if max(columns) >= size or len(columns) < size - bool(alone):
        return None  # marks in few columns are more likely boards of size 1 below each other
    return Drawing(size, at, spots[-1][0], queens)


def right_by_position(lines: Sequence[str], drawing: Drawing) -> Drawing | None:
    """The board as distances give it, if it is right so: with a queen in each column they leave no doubt."""
    if drawing.safe() and drawing.complete():
        return None
    other = board_by_position(lines, drawing.first, ())
    right = other is not None and other.size == drawing.size and other.complete() and other.safe()
    return other if right else None


@lru_cache(maxsize=8192)
def _positions(mark: str, line: str) -> tuple[int, ...]:
    """Where a mark stands on the line; where queens stand alone if it is empty."""
    pattern = re.compile(re.escape(mark)) if mark else LONE_QUEEN
    return tuple(match.start() for match in pattern.finditer(line))


@lru_cache(maxsize=8192)
def _alone(line: str) -> str:
    """Take the mark that is alone on the line, frames and a row's number set aside."""
    words = re.sub(r"^\s*\d\d?\b[:.)]?(?=.*\S)|[|\u2502\u2503\u2551]", " ", line).split()
    return words[0] if len(words) == 1 and len(words[0]) == 1 and words[0] not in ":;,!?=" else ""
