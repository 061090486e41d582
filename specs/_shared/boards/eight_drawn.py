"""Boards of eight queens that are drawn: read by the reader of all drawings, then held as queens by column and row."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from .cell_labels import without_coordinates
from .drawing import Drawing
from .eight import COUNTING, Board, N
from .flat import flat_boards
from .row_labels import without_row_labels
from .sentences import separated
from .tall import tall_boards

MAX_LINES = 2500
"""Lines at the beginning, and as many at the end, in which drawings are looked for; a trace may be longer."""
_LABEL = re.compile(r"\W*(\d)\b")
_ASKED = frozenset([N])


def drawn_boards(lines: Sequence[str], used: set[int]) -> Iterator[Board]:
    """Find drawn boards with a queen in each row, and note their lines in ``used``."""
    middle = max(MAX_LINES, len(lines) - MAX_LINES)
    for start, part in ((0, lines[:MAX_LINES]), (middle, lines[middle:])):
        pieces, numbers = separated(part)
        for drawing in max(_readings(pieces), key=lambda drawings: (len(drawings), sum(map(Drawing.safe, drawings)))):
            used.update(start + number for number in numbers[drawing.first : drawing.last + 1])
            yield _board(pieces, drawing, start + numbers[drawing.first])


def _readings(pieces: Sequence[str]) -> Iterator[list[Drawing]]:
    """The boards of eight, read with and without labels or coordinates, with a row a line or several."""
    bare, marks = without_row_labels(pieces, _ASKED), without_coordinates(pieces, _ASKED)
    for lines in (pieces, *(other for other in (bare, marks) if other is not None)):
        for boards in (flat_boards(tuple(lines)), tall_boards(lines, _ASKED)):
            yield [drawing for drawing in boards.values() if _is_eight(drawing)]


def _is_eight(drawing: Drawing) -> bool:
    return drawing.size == N and drawing.complete()


def _board(lines: Sequence[str], drawing: Drawing, number: int) -> Board:
    """Count the rows from the bottom where the numbers beside them fall."""
    labels = [_LABEL.match(line) for line in lines[drawing.first : drawing.last + 1]]
    upwards = [int(label[1]) for label in reversed(labels) if label] in COUNTING
    queens = tuple((column, N - 1 - row if upwards else row) for row, column in drawing.queens)
    return Board(number, queens, turnable=True, drawn=True)
