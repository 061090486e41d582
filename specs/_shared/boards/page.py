"""Read boards that are drawn in almost any style off an output; checks then say what is wrong with them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice, product

from _shared import nqueens

from .cell_labels import without_coordinates
from .drawing import FRAME, Drawing, is_drawn, is_sentence
from .flat import flat_boards
from .lone_square import lone_square_at
from .marks import PLAIN_KINDS
from .row_labels import without_row_labels
from .rows import Reading, readings
from .sentences import separated
from .single_mark import single_board_at
from .tall import SOLVABLE, tall_boards
from .walk import WAYS, Rows, Watched, is_frame, labels_differ
from .words import denies_solution, sizes_named

MAX_BYTES = 400_000
"""What follows is not read: forty boards with squares of several lines fit in."""
MAX_LINES = 800
"""Lines in which boards with a row a line are looked for: a right program prints a few hundred."""
MAX_TALL_LINES = 3000
"""Lines in which boards with squares of several lines are looked for."""
MAX_PAGES = 64
"""Outputs whose boards are remembered: each is judged by several cases, and by all runs together."""


@dataclass(frozen=True, slots=True)
class Page:
    """An output taken apart: its lines, the boards drawn on it, and the numbers of all other lines, in order.

    Where that is needed to read the boards, a sentence on the first or the last line of a board is a line of its own.
    """

    lines: tuple[str, ...]
    drawings: tuple[Drawing, ...]
    text: tuple[int, ...]
    numbers: tuple[int, ...]
    """Of each line the number that it has in the output, counted from 0."""


_INVISIBLE = re.compile(
    "\x1b\\[[0-?]*[ -/]*[@-~]|\x1b[@-Z\\\\-_]|[\x00-\x08\x0e-\x1f\x7f\u200b-\u200f\u2060\ufe00-\ufe0f\ufeff]"
)
_NO_QUEEN = frozenset(["false", "empty"])


def page_of(output: bytes, sizes: Sequence[int]) -> Page:
    """Read all boards that are on what was printed, whatever sizes were asked for.

    A program draws all its boards alike. So the whole output is read with a row a line; if that does not explain it,
    with squares of several lines, and with sentences taken off the rows. The reading that explains most is meant.
    The sizes that were asked for only tell boards of less than four squares a side from other text. Each output is
    read once.
    """
    return _page_of(output[: MAX_BYTES + 1], tuple(sizes))


@lru_cache(maxsize=MAX_PAGES)
def _page_of(output: bytes, sizes: tuple[int, ...]) -> Page:
    readings_of_output = (_page(*reading, sizes) for reading in _readings_of(output, sizes))
    best = next(readings_of_output)
    # It is asked before the next reading is made: that takes longer than the first.
    while not _explains_all(best, sizes) and (page := next(readings_of_output, None)) is not None:
        best = max(best, page, key=lambda reading: _explained(reading, sizes))
    return best


_Lines = tuple[str, ...]


def _readings_of(output: bytes, sizes: Sequence[int]) -> Iterator[tuple[_Lines, Sequence[int], Mapping[int, Drawing]]]:
    """The readings of an output, the usual one first: its lines, their numbers, and boards of two squares and more."""
    lines, pieces, numbers = _lines_of(output)
    read = SOLVABLE.union(size for size in sizes if size > 0)
    yield pieces[:MAX_LINES], numbers[:MAX_LINES], flat_boards(pieces[:MAX_LINES])
    yield pieces, numbers, tall_boards(pieces, read)
    bare, marks = _without_labels(pieces, read)
    if bare is not None:
        yield pieces[:MAX_LINES], numbers[:MAX_LINES], flat_boards(bare[:MAX_LINES])
        yield pieces, numbers, tall_boards(bare, read)
    if marks is not None:
        yield marks[:MAX_LINES], numbers[:MAX_LINES], flat_boards(marks[:MAX_LINES])
    if len(pieces) > len(lines):
        yield lines[:MAX_LINES], range(len(lines[:MAX_LINES])), flat_boards(lines[:MAX_LINES])


@lru_cache(maxsize=MAX_PAGES)
def _lines_of(output: bytes) -> tuple[_Lines, _Lines, tuple[int, ...]]:
    """The lines of an output; those with sentences apart from the rows that they follow; and their numbers."""
    lines = tuple(_decoded(output))
    pieces, numbers = separated(lines)
    return lines, tuple(pieces), tuple(numbers)


@lru_cache(maxsize=MAX_PAGES)
def _without_labels(pieces: _Lines, sizes: AbstractSet[int]) -> tuple[_Lines | None, _Lines | None]:
    """The lines without the labels of rows, and without the coordinates of squares; None if there are none."""
    bare, marks = without_row_labels(pieces, sizes), without_coordinates(pieces, sizes)
    return None if bare is None else tuple(bare), None if marks is None else tuple(marks)


def _explains_all(page: Page, sizes: Sequence[int]) -> bool:
    """Whether there is a right board for each size that was asked for and has one, or for all that is drawn.

    Boards that are not right do as well where they are drawn so plainly that no other reading is meant.
    """
    if not page.drawings or not all(drawing.complete() for drawing in page.drawings):
        return False
    wanted = Counter(size for size in sizes if nqueens.COUNTS[size])
    drawn = Counter(drawing.size for drawing in page.drawings)
    right = all(drawing.safe() for drawing in page.drawings)
    if right and wanted == drawn:
        return True
    asked_for = wanted <= drawn <= Counter(sizes)
    return (right or (asked_for and _are_plain(page))) and not any(is_drawn(page.lines[line]) for line in page.text)


def _are_plain(page: Page) -> bool:
    """Whether each row is a line with as many marks as rows, and there are two marks of one character in all."""
    marks: set[str] = set()
    for drawing in page.drawings:
        rows = page.lines[drawing.first : drawing.last + 1]
        words = [row.split() for row in rows]
        if len(rows) != drawing.size or any(len(row) != drawing.size for row in words):
            return False
        marks.update(*words)
    return len(marks) == PLAIN_KINDS and all(len(mark) == 1 for mark in marks)


def _explained(page: Page, sizes: Sequence[int]) -> tuple[int, ...]:
    """How well a reading fits: lines of boards that are right, named above, complete; sizes asked for; lines of any."""
    complete = [drawing for drawing in page.drawings if drawing.complete()]
    right = [drawing for drawing in complete if drawing.safe()]
    asked = Counter(size for size in sizes if nqueens.COUNTS[size])
    drawn = Counter(drawing.size for drawing in page.drawings)
    counts = map(_count_lines, (right, list(_named(page)), complete))
    return *counts, (asked & drawn).total(), _count_lines(page.drawings)


def _named(page: Page) -> Iterator[Drawing]:
    """The boards whose size stands in the text right above them."""
    start = 0
    for drawing in page.drawings:
        if drawing.size in sizes_named([page.lines[line] for line in page.text if start <= line < drawing.first]):
            yield drawing
        start = drawing.last + 1


def _count_lines(drawings: Sequence[Drawing]) -> int:
    return sum(drawing.last - drawing.first + 1 for drawing in drawings)


def _page(lines: Sequence[str], numbers: Sequence[int], boards: Mapping[int, Drawing], sizes: Sequence[int]) -> Page:
    """Put the boards of an output and what is written around them in order."""
    solvable = [size for size in sizes if nqueens.COUNTS[size]]
    drawings: list[Drawing] = []
    text: list[int] = []
    answers, named, at = 0, set[int](), 0  # named: by the text since the last answer; both are for size 1 alone
    while at < len(lines):
        drawing = boards.get(at)
        if drawing is None and 1 in sizes:
            # By all answers, or by boards alone.
            due = sizes[answers : answers + 1] == (1,) or solvable[len(drawings) : len(drawings) + 1] == [1]
            drawing = single_board_at(lines, at, named=1 in named, due=due)
            if drawing is not None:
                drawing = _whole_square(lines, drawing, text)
            elif 1 in named:
                drawing = lone_square_at(lines, at, boards)
        if drawing is not None:
            drawings.append(drawing)
        else:
            text.append(at)
        if 1 in sizes:
            named = named | sizes_named(lines[at : at + 1]) if drawing is None else set()
            answers += drawing is not None or denies_solution(lines[at])
        at = at + 1 if drawing is None else drawing.last + 1
    return Page(tuple(lines), tuple(drawings), tuple(text), tuple(numbers))


def _whole_square(lines: Sequence[str], drawing: Drawing, text: list[int]) -> Drawing:
    """The only square with all the lines that it is drawn on; those above it are taken from the text."""
    first = last = drawing.first
    while len(lines[last]) > 1 and last + 1 < len(lines) and _is_piece(lines[last + 1], lines[drawing.first]):
        last += 1
    while len(lines[last]) > 1 and text and text[-1] == first - 1 and _is_piece(lines[first - 1], lines[drawing.first]):
        first = text.pop()
    return replace(drawing, first=first, last=last)


def _is_piece(line: str, row: str) -> bool:
    """Whether a line may be of the same square as the row below or above it."""
    alike = len(line.rstrip()) == len(row.rstrip()) and "".join(line.split()) != "".join(row.split())
    drawn = line.strip() and not is_sentence(line) and not re.search(r"\d", line)
    return bool(drawn) and (alike or FRAME.fullmatch(line) is not None)


def unread_lines(page: Page) -> list[int]:
    """The lines that are drawn, not written, and belong to no board that can be read: two or more below each other."""
    drawn = [line for line in page.text if is_drawn(page.lines[line])]
    beside = {line for line in drawn if {line - 1, line + 1} & set(drawn)}
    return [line for line in drawn if line in beside]


def blank_board(page: Page, size: int) -> int | None:
    """Find a board without queens: so many rows of so many squares, in any style, all alike or those of one colour."""
    bare = without_row_labels(page.lines, frozenset([size]))
    for lines in (page.lines, *([] if bare is None else [bare])):
        for line, way in product(page.text, WAYS):
            for style, row in readings(lines[line]).items():
                if len(row.marks) == size and _all_blank([row]) and not is_frame(lines[line])[way]:
                    rows = Rows(Watched(lines, line), style, size, way)
                    block = [reading for _, reading in islice(rows.walk(line, 1), size)]
                    if len(block) == size and _all_blank(block) and labels_differ(block):
                        return line
    return None


def _all_blank(rows: Sequence[Reading]) -> bool:
    squares = [((i + j) % 2, mark) for i, row in enumerate(rows) for j, mark in enumerate(row.marks)]
    kinds = [{mark for colour, mark in squares if colour == this} for this in (0, 1)]
    return all(len(kind) == 1 and _may_be_blank(*kind) for kind in kinds)


def _may_be_blank(mark: str) -> bool:
    """Whether it may be the mark of an empty square: a word by itself is more likely a part of a sentence."""
    if " " in mark.strip():
        return False  # several squares
    return not mark.isalnum() or len(set(mark)) == 1 or mark.casefold() in _NO_QUEEN


def _decoded(output: bytes) -> list[str]:
    """Split into lines, without what a terminal hides. What is not UTF-8 is taken for the old PC character set."""
    cut = output[:MAX_BYTES].replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    lines = cut.split(b"\n")[:MAX_TALL_LINES]
    try:
        return _INVISIBLE.sub("", b"\n".join(lines).decode()).split("\n")
    except UnicodeDecodeError:
        return [_INVISIBLE.sub("", _decoded_line(line)) for line in lines]


def _decoded_line(line: bytes) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError:
        return line.decode("cp437")
