"""Read boards with a row a line, in many styles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, islice, takewhile

from .by_position import board_by_position, right_by_position
from .drawing import Drawing, is_rule
from .known_boards import KnownBoards
from .marks import FIRST_SOLVABLE, PLAIN_KINDS, is_motley, may_be_of_small_board, queens_on
from .rows import MAX_WIDTH, Reading, readings
from .walk import WAYS, Rows, Watched, is_frame, labels_differ

MAX_RUN = 12
"""So many boards may be below each other with nothing between them."""
_KNOWN = KnownBoards()


@lru_cache(maxsize=64)
def flat_boards(lines: tuple[str, ...]) -> Mapping[int, Drawing]:
    """Find the boards of two or more squares a side, by the line of their first row."""
    boards: dict[int, Drawing] = {}
    at, floor = 0, 0
    while at < len(lines):
        drawing = _board_at(lines, at, floor)
        if drawing is not None:
            drawing = boards[at] = right_by_position(lines, drawing) or drawing
            floor = drawing.last + 1
        at = at + 1 if drawing is None else drawing.last + 1
    taken = {line for board in boards.values() for line in range(board.first, board.last + 1)}
    at = 0
    while at < len(lines):
        drawing = None if at in taken else board_by_position(lines, at, taken)
        if drawing is not None:
            boards[at] = drawing
        at = at + 1 if drawing is None else drawing.last + 1
    return boards


def _board_at(lines: Sequence[str], at: int, floor: int) -> Drawing | None:
    """Read the board whose first row is the line ``at``; rows above ``floor`` belong to other boards."""
    if not lines[at].strip() or len(lines[at]) > MAX_WIDTH:
        return None
    known = _KNOWN.recall(lines, at, floor)
    if known is not None:
        return known[0]
    watched = Watched(lines, at)
    rows = _rows_that_go_on(watched, at)
    drawing = _likeliest(_readings_at(watched, rows, at, floor)) if rows else None
    _KNOWN.remember(lines, at, floor, watched, drawing)
    return drawing


def _likeliest(drawings: Iterator[Drawing]) -> Drawing | None:
    """Where squares are blank, the same lines can be read in several styles: a right board is meant."""
    first: Drawing | None = None
    for drawing in drawings:
        if drawing.complete() and drawing.safe() and (first is None or drawing.size == first.size):
            return drawing
        first = first or drawing
    return first


def _readings_at(lines: Watched, rows: Mapping[str, Reading], at: int, floor: int) -> Iterator[Drawing]:
    """The boards that begin on a line, by style."""
    for way in WAYS:
        if is_frame(lines.page[at])[way] or not all(lines.differ(way, earlier) for earlier in WAYS[:way]):
            continue
        for style, row in rows.items():
            if len(row.marks) < FIRST_SOLVABLE and way == WAYS[-1]:
                continue
            drawing = _board_in_style(Rows(lines, style, len(row.marks), way), at, floor)
            if drawing is not None:
                yield drawing


@lru_cache(maxsize=4096)
def _rows(line: str) -> dict[str, Reading]:
    """The line read as a row in the styles in which ``queens_on`` may see queens: columns need blank squares."""
    return {style: row for style, row in readings(line).items() if _may_have_queens(style, row)}


def _may_have_queens(style: str, row: Reading) -> bool:
    if len(row.marks) < FIRST_SOLVABLE:
        return not style.startswith("columns") and may_be_of_small_board(row.marks)
    if not style.startswith("columns") or style[8:11] == "1 0":
        return True
    kinds = set(row.marks)
    return len(kinds) == 1 or (len(kinds) == PLAIN_KINDS and " " in kinds)


@lru_cache(maxsize=4096)
def _sizes(line: str) -> frozenset[tuple[str, int]]:
    """The styles in which the line is a row, each with its number of squares."""
    return frozenset((style, len(row.marks)) for style, row in _rows(line).items())


def _rows_that_go_on(lines: Watched, at: int) -> dict[str, Reading]:
    """The line in each style in which the lines below it, too, are rows of as many squares, if no rule."""
    kept, below = _sizes(lines.page[at]), 1
    largest = max((size for _, size in kept), default=0)
    while below < largest and at + below < len(lines.page):
        line = lines.look(at + below)
        if not is_rule(line) and not kept <= (sizes := _sizes(line)):
            kept = frozenset(row for row in kept if row in sizes or row[1] <= below)
            largest = max((size for _, size in kept), default=0)
        below += 1
    return (
        {style: row for style, row in _rows(lines.page[at]).items() if (style, len(row.marks)) in kept} if kept else {}
    )


def _board_in_style(rows: Rows, at: int, floor: int) -> Drawing | None:
    size = rows.size
    below = rows.walk(at, 1)
    block: list[tuple[int, Reading]] = []
    motley = 0
    for line, row in islice(below, size):
        motley += is_motley(row.marks)
        if motley > 1 or (row.labels and block and not labels_differ([block[-1][1], row])):
            return None
        block.append((line, row))
    if len(block) < size or not labels_differ([row for _, row in block]):
        return None
    queens = queens_on(tuple(row.marks for _, row in block), rows.style)
    if queens is None:
        return None
    marks = {mark for _, row in block for mark in row.marks}
    run = chain(block, islice(below, (MAX_RUN - 1) * size))
    alike = sum(1 for _ in takewhile(lambda row: marks.issuperset(row[1].marks), run))
    above = next(rows.walk(at - 1, -1, floor), None)
    taller = alike % size or (above is not None and marks.issuperset(above[1].marks))
    return None if taller else Drawing(size, at, block[-1][0], queens)
