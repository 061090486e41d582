"""Read boards that are drawn in almost any style off an output; checks then say what is wrong with them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain, islice, product, takewhile
from math import gcd

from _shared import nqueens

from .cell_labels import without_coordinates
from .drawing import FRAME, Drawing, is_drawn, is_sentence
from .lone_square import lone_square_at
from .marks import FIRST_SOLVABLE, LONE_QUEEN, PLAIN_KINDS, QUEEN, queens_on
from .row_labels import without_row_labels
from .rows import LARGEST, MAX_WIDTH, Reading, readings
from .sentences import separated
from .tall import SOLVABLE, tall_boards
from .words import PRODUCT, denies_solution, sizes_named

MAX_BYTES = 400_000
"""What follows is not read: forty boards with squares of several lines fit in."""
MAX_LINES = 800
"""Lines in which boards with a row a line are looked for: a right program prints a few hundred."""
MAX_TALL_LINES = 3000
"""Lines in which boards with squares of several lines are looked for."""
MAX_PAGES = 64
"""Outputs whose boards are remembered: each is judged by several cases, and by all runs together."""
MAX_RUN = 12
"""So many boards may stand below each other with nothing between them."""


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
_FRAMES = (FRAME, re.compile(r"\s*(\S)\1\1+\s*|\s*"), re.compile(r"\s*"))
"""What is passed over between rows: any rules and corners; as marks may be such, one repeated; or nothing."""


def page_of(output: bytes, sizes: Sequence[int]) -> Page:
    """Read all boards that stand on what was printed, whatever sizes were asked for.

    A program draws all its boards alike. So the whole output is read with a row a line; where that does not explain it,
    with squares of several lines, and with sentences taken off the rows. The reading that explains most is meant.
    The sizes that were asked for only tell boards of less than four squares a side from other text. Each output is
    read once.
    """
    return _page_of(output[: MAX_BYTES + 1], tuple(sizes))


@lru_cache(maxsize=MAX_PAGES)
def _page_of(output: bytes, sizes: tuple[int, ...]) -> Page:
    readings_of_output = (_page(*reading, sizes) for reading in _readings_of(output, sizes))
    best = next(readings_of_output)
    for page in readings_of_output:
        if _explains_all(best, sizes):
            break
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
    """The lines of an output; those with sentences apart from the rows that they stand behind; and their numbers."""
    lines = tuple(_decoded(output))
    pieces, numbers = separated(lines)
    return lines, tuple(pieces), tuple(numbers)


@lru_cache(maxsize=MAX_PAGES)
def _without_labels(pieces: _Lines, sizes: AbstractSet[int]) -> tuple[_Lines | None, _Lines | None]:
    """The lines without the labels of rows, and without the coordinates of squares; None where there are none."""
    bare, marks = without_row_labels(pieces, sizes), without_coordinates(pieces, sizes)
    return None if bare is None else tuple(bare), None if marks is None else tuple(marks)


def _explains_all(page: Page, sizes: Sequence[int]) -> bool:
    """Whether there is a right board for each size that was asked for and has one, or for all that is drawn."""
    right = all(drawing.complete() and drawing.safe() for drawing in page.drawings)
    wanted = Counter(size for size in sizes if nqueens.COUNTS[size])
    drawn = Counter(drawing.size for drawing in page.drawings)
    return bool(drawn) and right and (wanted == drawn or not any(is_drawn(page.lines[line]) for line in page.text))


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
    answers, named, at = 0, set[int](), 0  # named: by the text since the last answer
    while at < len(lines):
        drawing = boards.get(at)
        if drawing is None and 1 in sizes:
            due = 1 in (*sizes[answers:][:1], *solvable[len(drawings) :][:1])  # by all answers, or by boards alone
            drawing = _single_board_at(lines, at, named=1 in named, due=due)
            if drawing is not None:
                drawing = _whole_square(lines, drawing, text)
            elif 1 in named:
                drawing = lone_square_at(lines, at, boards)
        if drawing is not None:
            drawings.append(drawing)
        else:
            text.append(at)
            named |= sizes_named(lines[at : at + 1])
        if drawing is not None:
            named = set[int]()
        if drawing is not None or denies_solution(lines[at]):
            answers += 1
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
        for line, frame in product(page.text, _FRAMES):
            for style, row in readings(lines[line]).items():
                if len(row.marks) == size and not frame.fullmatch(lines[line]):
                    block = [reading for _, reading in islice(_Rows(lines, style, size, frame).walk(line, 1), size)]
                    if len(block) == size and _all_blank(block) and _labels_differ(block):
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


@lru_cache(maxsize=MAX_PAGES)
def flat_boards(lines: tuple[str, ...]) -> Mapping[int, Drawing]:
    """Find the boards of two or more squares a side, by the line of their first row."""
    boards: dict[int, Drawing] = {}
    at, floor = 0, 0
    while at < len(lines):
        drawing = _board_at(lines, at, floor)
        if drawing is not None:
            drawing = boards[at] = _right_by_position(lines, drawing) or drawing
            floor = drawing.last + 1
        at = at + 1 if drawing is None else drawing.last + 1
    taken = {line for board in boards.values() for line in range(board.first, board.last + 1)}
    at = 0
    while at < len(lines):
        drawing = None if at in taken else _board_by_position(lines, at, taken)
        if drawing is not None:
            boards[at] = drawing
        at = at + 1 if drawing is None else drawing.last + 1
    return boards


def _decoded(output: bytes) -> Iterator[str]:
    """Split into lines, without what a terminal hides. What is not UTF-8 is taken for the old PC character set."""
    cut = output[:MAX_BYTES].replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    for line in cut.split(b"\n")[:MAX_TALL_LINES]:
        try:
            decoded = line.decode()
        except UnicodeDecodeError:
            decoded = line.decode("cp437")
        yield _INVISIBLE.sub("", decoded)


def _board_at(lines: Sequence[str], at: int, floor: int) -> Drawing | None:
    """Read the board whose first row is the line ``at``; rows above ``floor`` belong to other boards.

    Where squares are blank, the same lines can be read in several styles: a right board is meant.
    """
    first: Drawing | None = None
    for drawing in _readings_at(lines, at, floor):
        if drawing.complete() and drawing.safe() and (first is None or drawing.size == first.size):
            return drawing
        first = first or drawing
    return first


def _readings_at(lines: Sequence[str], at: int, floor: int) -> Iterator[Drawing]:
    """The boards that begin on a line, by style."""
    if not lines[at].strip() or len(lines[at]) > MAX_WIDTH:
        return
    rows = _rows_that_go_on(lines, at)
    for frame in _FRAMES if rows else ():
        if frame.fullmatch(lines[at]):
            continue
        for style, row in rows.items():
            if len(row.marks) < FIRST_SOLVABLE and frame is _FRAMES[-1]:
                continue
            drawing = _board_in_style(_Rows(lines, style, len(row.marks), frame), at, floor)
            if drawing is not None:
                yield drawing


def _rows_that_go_on(lines: Sequence[str], at: int) -> dict[str, Reading]:
    """The line in each style in which the lines below it, too, are rows of as many squares, if no rule."""
    rows = readings(lines[at])
    for below in range(at + 1, min(at + LARGEST, len(lines))):
        if rows and not FRAME.fullmatch(lines[below]):
            others = readings(lines[below])
            rows = {
                style: row
                for style, row in rows.items()
                if len(row.marks) <= below - at
                or ((other := others.get(style)) is not None and len(other.marks) == len(row.marks))
            }
    return rows


@dataclass(frozen=True, slots=True)
class _Rows:
    """The rows of a page as one style reads them, each with ``size`` squares; frames between them are passed over."""

    lines: Sequence[str]
    style: str
    size: int
    frame: re.Pattern[str]

    def walk(self, at: int, step: int, floor: int = 0) -> Iterator[tuple[int, Reading]]:
        while floor <= at < len(self.lines):
            line = self.lines[at]
            row = None if self.frame.fullmatch(line) else readings(line).get(self.style)
            if row is not None and len(row.marks) == self.size:
                yield at, row
            elif not FRAME.fullmatch(line):
                return
            at += step


def _board_in_style(rows: _Rows, at: int, floor: int) -> Drawing | None:
    size = rows.size
    below = rows.walk(at, 1)
    block = list(islice(below, size))
    if len(block) < size or not _labels_differ([row for _, row in block]):
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


def _labels_differ(rows: Sequence[Reading]) -> bool:
    return all(len(set(labels)) == len(labels) for labels in zip(*(row.labels for row in rows), strict=True))


def _board_by_position(lines: Sequence[str], at: int, taken: Container[int]) -> Drawing | None:
    """Read the queens' columns from their distance to the margin, the last resort: one queen's mark on each line."""
    spots: list[tuple[int, int]] = []
    alone = _alone(lines[at])
    mark = re.compile(re.escape(alone)) if alone else LONE_QUEEN
    for line in range(at, min(at + 4 * LARGEST, len(lines))):
        text = lines[line]
        positions = [] if line in taken else [match.start() for match in mark.finditer(text)]
        if len(positions) == 1 and (not alone or _alone(text) == alone) and len(text) <= MAX_WIDTH:
            spots.append((line, positions[0]))
        elif line in taken or not FRAME.fullmatch(text):
            break
    size = len(spots)
    before = lines[at - 1] if at and at - 1 not in taken else ""
    above = _alone(before) == alone if alone else len(mark.findall(before)) == 1
    if not FIRST_SOLVABLE <= size <= LARGEST or above:
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


def _right_by_position(lines: Sequence[str], drawing: Drawing) -> Drawing | None:
    """The board as told by distances, if it is right so: with a queen in each column they leave no doubt."""
    if drawing.safe() and drawing.complete():
        return None
    other = _board_by_position(lines, drawing.first, ())
    right = other is not None and other.size == drawing.size and other.complete() and other.safe()
    return other if right else None


def _alone(line: str) -> str:
    """Take the mark that stands alone on the line, frames and a row's number set aside."""
    words = re.sub(r"^\s*\d\d?\b[:.)]?(?=.*\S)|[|\u2502\u2503\u2551]", " ", line).split()
    return words[0] if len(words) == 1 and len(words[0]) == 1 and words[0] not in ":;,!?=" else ""


# A board of one square is hardly to be told from other text: its mark, and that size 1 is due, have to say it.

_LIGHT = frozenset("\u2591\u25a1\u2b1c\u25fb\u25fd\u25ab\u25cc")
_SINGLE = re.compile(r"[b-zB-Z*@#+&$%1\u2190-\u24ff\u2580-\U0001ffff]|true|yes")


def _single_board_at(lines: Sequence[str], at: int, *, named: bool, due: bool) -> Drawing | None:
    """Read the board of size 1 whose only row is the line ``at``. A lone 1 is a board only below the size."""
    single = _single(lines[at])
    if single is None or not (named or due):
        return None
    mark, labelled = single
    below = next((line for line in lines[at + 1 : at + 4] if not FRAME.fullmatch(line)), "")
    label = not labelled and (_single(below) or ("", False))[1]  # the column's number above a labelled row
    if mark == "1" and (not named or label):
        return None
    return Drawing(1, at, at, ((0, 0),))


@lru_cache(maxsize=4096)
def _single(line: str) -> tuple[str, bool] | None:
    """Take the mark on a line with only one, and whether a label 0, 1, a or A stands beside it."""
    if len(line.strip()) > 1 and len(set(line.strip())) == 1 and not QUEEN.fullmatch(line.strip()):
        return None  # a rule above or below the board
    if PRODUCT.fullmatch(line.strip()) or line.strip().startswith("#1"):
        return None
    for reading in readings(line).values():
        mark = reading.marks[0].casefold()
        queen = mark not in _LIGHT and (_SINGLE.fullmatch(mark) or QUEEN.fullmatch(mark))
        if queen and len(reading.marks) == 1 and set(reading.labels) <= {"0", "1", "a", "A"}:
            return mark, bool(reading.labels)
    return None
