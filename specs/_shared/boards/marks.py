"""Which marks of a drawn board are queens."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache

from .rows import BARS, Row

FIRST_SOLVABLE = 4
"""The smallest size but 1 with a solution."""
MAX_KINDS = 3
"""Kinds of marks on a board: queens, and light and dark squares. More are text."""
PLAIN_KINDS = 2
"""A plain board has marks for queens and for empty squares."""
Square = tuple[int, int]
"""Row and column, counted from 0."""

LONE_QUEEN = re.compile(r"(?<![^\W_])[Qq](?![^\W_])|[\u2654\u2655\u265a\u265b\U0001f451]")
QUEEN = re.compile(
    r"[\[({<\"'*=-]?(q{1,3}|queen)\d?[\])}>\"'*=-]?|[\u2654\u2655\u265a\u265b\U0001f451]\d?", re.IGNORECASE
)
_USUAL = frozenset(["q", "queen", "1", "*", "x", "o", "#", "@", "+", "t", "true", "y", "♔", "♕", "♚", "♛", "👑"])
_TRUTHS = {frozenset({"0", "1"}): "1", frozenset({"false", "true"}): "true", frozenset("ft"): "t", frozenset("ny"): "y"}
_EMPTY = frozenset(
    [".", "_", "-", "0", "f", "false", "n", ",", ":", "·", "•", "#", "░", "▒", "▓", "█", "■", "□", "⬛", "⬜"]
)
_USUALLY_EMPTY = _EMPTY | {" ", "x", "*"}


@lru_cache(maxsize=4096)
def queens_on(grid: Sequence[Row], style: str) -> tuple[Square, ...] | None:
    """Find the squares with a queen, or None if the marks make no board."""
    counts = Counter(mark.casefold() for row in grid for mark in row)
    if style.startswith("columns") and not _blanks_are_squares(grid, style):
        return None
    marks = _queen_marks(counts, len(grid))
    if not marks:
        return None
    return tuple((i, j) for i, row in enumerate(grid) for j, mark in enumerate(row) if mark.casefold() in marks)


def _blanks_are_squares(grid: Sequence[Row], style: str) -> bool:
    """Tell blank squares from blanks between marks: no other empty square, or all blanks on squares of one colour."""
    kinds = {mark for row in grid for mark in row}
    colours = {(i + j) % 2 for i, row in enumerate(grid) for j, mark in enumerate(row) if mark == " "}
    return (
        len(grid) >= FIRST_SOLVABLE
        and " " in kinds
        and (len(kinds) == PLAIN_KINDS or (len(colours) == 1 and style.startswith("columns 1 0")))
    )


def _queen_marks(counts: Counter[str], size: int) -> set[str]:
    """Find the marks that stand for queens: a Q if there is one, else a true one, else the one there are N of."""
    kinds = set(counts)
    queens = {mark for mark in kinds if QUEEN.fullmatch(mark)}
    if not _may_be_board(kinds, size):
        return set()
    if queens:
        return queens if len(kinds - queens) <= MAX_KINDS else set()
    if frozenset(kinds) in _TRUTHS:
        return {_TRUTHS[frozenset(kinds)]}
    empty, empties = counts.most_common(1)[0]
    rest = kinds - {empty}
    if empties == size * (size - 1) and all(counts[mark] == 1 for mark in rest):
        return rest  # every queen has a number or letter of her own
    if len(kinds) > MAX_KINDS or any(mark.isdigit() and mark not in "01" for mark in kinds):
        return set()
    candidates = kinds - {" "}
    exact = {mark for mark in candidates if counts[mark] == size}
    return {min(exact or candidates, key=lambda mark: (mark in _EMPTY, counts[mark], mark))}


def _may_be_board(kinds: set[str], size: int) -> bool:
    """Tell whether these marks may be a board's, not text's: two or three lines are soon mistaken for a small board."""
    if len(kinds) > PLAIN_KINDS:
        return size >= FIRST_SOLVABLE and not any(BARS.fullmatch(mark) for mark in kinds)
    return len(kinds) == PLAIN_KINDS and (are_usual(kinds) or size >= FIRST_SOLVABLE)


def are_usual(kinds: set[str]) -> bool:
    """Whether one of these marks, in lower case, usually stands for a queen, and one for an empty square."""
    return bool(kinds & _USUAL and kinds & _USUALLY_EMPTY)


def may_be_of_small_board(row: Row) -> bool:
    """Whether a row may be of a board with two or three squares a side: there both marks are usual ones."""
    kinds = {mark.casefold() for mark in row}
    if len(row) == 1 or len(kinds) > PLAIN_KINDS:
        return False
    return are_usual(kinds) or (len(kinds) == 1 and kinds <= _USUAL | _USUALLY_EMPTY)


@lru_cache(maxsize=8192)
def is_motley(row: Row) -> bool:
    """Whether a row has so many kinds of marks that no board has two such rows, even if each queen has her own."""
    kinds = {mark.casefold() for mark in row}
    return len(kinds) > MAX_KINDS and sum(not QUEEN.fullmatch(mark) for mark in kinds) > max(
        MAX_KINDS, len(row) // 2 + 1
    )


Block = tuple[str, ...]
"""What is in a square of several lines."""
_ROYAL = re.compile("[Qq\u2654\u2655\u265a\u265b\U0001f451]")
_EMPTY_KINDS = 2
MAX_KINDS_OF_BLOCKS = 2 * _EMPTY_KINDS
"""Light and dark squares, with and without a queen."""


def block_queens(grid: Sequence[Sequence[Block]]) -> tuple[Square, ...] | None:
    """Find the squares with a queen on a board of blocks, or None if it is no board's."""
    squares = {(i, j): block for i, row in enumerate(grid) for j, block in enumerate(row)}
    counts = Counter(squares.values())
    if not PLAIN_KINDS <= len(counts) <= MAX_KINDS_OF_BLOCKS:
        return None
    royal = {block for block in counts if _ROYAL.search("".join(block))}
    queens = royal or _odd_blocks(squares, counts, len(grid))
    if not queens or not 1 <= len(counts) - len(queens) <= _EMPTY_KINDS or len(queens) > _EMPTY_KINDS:
        return None
    return tuple(square for square, block in squares.items() if block in queens)


def _odd_blocks(squares: Mapping[Square, Block], counts: Counter[Block], size: int) -> set[Block]:
    """Find the marks of queens that look unusual: of two kinds, or those unlike most on squares of their colour."""
    if size < FIRST_SOLVABLE:
        return set()
    if len(counts) == PLAIN_KINDS:
        few = {block for block in counts if counts[block] == size} or {min(counts, key=lambda block: counts[block])}
        return few if len(few) == 1 else set()
    colours = [Counter(block for (i, j), block in squares.items() if (i + j) % 2 == colour) for colour in (0, 1)]
    empty = {colour.most_common(1)[0][0] for colour in colours}
    return set(counts) - empty
