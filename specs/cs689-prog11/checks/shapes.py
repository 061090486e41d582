"""Boards that are not as wide as they are high: how many lines of how many squares are drawn."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby

from _shared.boards.drawing import Drawing
from _shared.boards.marks import Square, are_usual, queens_on
from _shared.boards.page import Page
from _shared.boards.words import heading

Shape = tuple[int, int]
"""Lines, and squares of each."""
_RULE = re.compile(r"\s*[-=+_|]+\s*")
"""A line between two rows of a board."""


def undrawn_shape(page: Page, size: int) -> Shape | None:
    """The shape of the first drawing that is as high as the board of this size, or as wide, but not both."""
    lines = [line for line in page.lines if not _RULE.fullmatch(line)]
    rows = [[] if heading(line) else _squares(line) for line in lines]
    grids = [list(group) for _, group in groupby(rows, key=len)]
    is_drawn = _is_long_row if size == 1 else _is_drawn
    shapes = ((len(grid), len(grid[0])) for grid in grids if is_drawn(grid))
    return next((shape for shape in shapes if size in shape and shape != (size, size)), None)


def drawn_shape(page: Page, drawing: Drawing) -> Shape | None:
    """The shape of what was read as a board with squares of several characters, where these are squares themselves.

    None if it has as many squares a line as lines, or if each may be a part of a square: then all queens are alike.
    """
    lines = page.lines[drawing.first : drawing.last + 1]
    rows = [_squares(line) for line in lines if not _RULE.fullmatch(line)]
    width = len(rows[0]) if rows else 0
    if len(rows) != drawing.size or width == drawing.size or {len(row) for row in rows} != {width}:
        return None
    queens = _queens(rows) if _is_drawn(rows) else ()
    part, rest = divmod(width, drawing.size)
    squares = {tuple(rows[i][j // part * part : (j // part + 1) * part]) for i, j in queens} if part else set()
    return (len(rows), width) if queens and (rest or len(squares) > 1) else None


def has_squares_beyond(page: Page, drawing: Drawing) -> bool:
    """Whether the lines have more squares than there are lines, and those up to their number are a whole board.

    One queen stands in each row and column of these, and none beyond: squares were added to rows of the right length.
    """
    lines = page.lines[drawing.first : drawing.last + 1]
    rows = [_squares(line) for line in lines if not _RULE.fullmatch(line)]
    size, width = len(rows), min(map(len, rows), default=0)
    queens = _queens(rows) if width > size == drawing.size and _is_drawn(rows) else ()
    return [row for row, _ in queens] == [*range(size)] == sorted(col for _, col in queens)


def has_more_rows(page: Page, drawing: Drawing) -> bool:
    """Whether there are more lines of as many squares than were read as rows: some may show blank squares alone."""
    lines = page.lines[drawing.first : drawing.last + 1]
    return sum(len(_squares(line)) == drawing.size for line in lines if not _RULE.fullmatch(line)) > drawing.size


def said_shape(size: int, shape: Shape) -> str:
    """That the board for a size has this shape, in a sentence."""
    if size == 1:
        return f"The board for 1 has a line of {shape[1]} squares, not of 1."
    return f"The board for {size} has {shape[0]} lines of {shape[1]} squares, not {size} of {size}."


def _squares(line: str) -> list[str]:
    """The marks in the squares of one character that the line shows, of two kinds at most; none for something else."""
    words = line.replace("|", " ").split()
    marks = list(words[0]) if len(words) == 1 else words
    return marks if all(len(mark) == 1 for mark in marks) and len(set(marks)) in (1, 2) else []


def _is_drawn(grid: Sequence[Sequence[str]]) -> bool:
    """Whether several lines of several squares are a board's: with usual marks, and not a word or number repeated."""
    kinds = {mark.casefold() for row in grid for mark in row}
    return min(len(grid), len(grid[0])) > 1 and len(set(map(tuple, grid))) > 1 and are_usual(kinds)


def _is_long_row(grid: Sequence[Sequence[str]]) -> bool:
    """Whether it is a line of several squares with one queen; what has letters and digits alone may be text."""
    if len(grid) != 1 or all(mark.isalnum() for mark in grid[0]):
        return False
    return len(_queens(grid)) == 1


def _queens(grid: Sequence[Sequence[str]]) -> tuple[Square, ...]:
    """The squares with a queen; none if the marks are no board's."""
    return queens_on(tuple(map(tuple, grid)), "") or ()
