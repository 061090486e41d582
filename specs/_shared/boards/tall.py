"""Boards whose squares are several lines high, with or without rules, cut by rows and columns of equal size.

No line of such a board is a row by itself. What lies in a square, all its lines together, is the square's mark.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import groupby, product

from .drawing import Drawing, is_rule, is_sentence, says_something
from .marks import FIRST_SOLVABLE, MAX_KINDS_OF_BLOCKS, Square, block_queens
from .rows import BARS, LARGEST, MAX_WIDTH
from .words import labels, names_size, sizes_named

SOLVABLE = frozenset(range(FIRST_SOLVABLE, LARGEST + 1))
LINES_PER_ROW = range(1, 7)
"""Lines of a square, with the rule below it."""
MAX_IN_VAIN = 400
"""Lines at which a board was looked for and is not: after so many the output is no drawing."""
_LINES_ABOVE = 4
"""A size, a blank line and a rule may be above a board."""
MIN_LINES = 3
"""Lines of a board by itself."""
MAX_SIGNS = 10
"""Different characters of a board's lines besides digits and blanks."""
MAX_DIGITS = 3
"""Different digits on one line, the row's label among them."""

Cells = tuple[str, ...]
Cut = Callable[[str], Cells | None]
"""Divides a line into the pieces of its squares; None if the line cannot be divided so."""
_LABEL = re.compile(r"\s*(\d\d?|[A-Za-z])[:.)]?(?=\s|[|\u2502\u2503\u2551])")
_SIDES = 2
_SIZE = re.compile(r"\s*[1-8]\s*")
_CORNERS = re.compile("[|\u00a6+\u2500-\u257f]")


def tall_boards(lines: Sequence[str], sizes: AbstractSet[int]) -> dict[int, Drawing]:
    """Find the boards of these sizes, of two or more squares a side, by their first line; the size named last first.

    No board goes on beyond a line of text or a size. What is between two such is read once, however often it comes.
    """
    boards: dict[int, Drawing] = {}
    in_vain = 0
    named: AbstractSet[int] = frozenset()
    heights: AbstractSet[int] = frozenset()  # of the squares of the last right board: all are drawn alike
    for first, part in _parts(lines):
        if in_vain >= MAX_IN_VAIN:
            break
        found = _boards_of_part(part, sizes, named, heights)
        boards |= {first + drawing.first: _moved(drawing, first) for drawing in found.drawings}
        in_vain += found.in_vain
        named, heights = found.named, found.heights
    return boards


@dataclass(frozen=True, slots=True)
class _Found:
    """What is on a part of a page, and what the reading of the next part needs to know."""

    drawings: tuple[Drawing, ...]
    in_vain: int
    named: AbstractSet[int]
    heights: AbstractSet[int]


def _parts(lines: Sequence[str]) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Divide a page at its lines of text; yields where each part begins, and its lines."""
    for is_text, group in groupby(enumerate(lines), key=lambda line: _is_text(line[1])):
        numbers, part = zip(*group, strict=True)
        if is_text:
            yield from ((number, (line,)) for number, line in zip(numbers, part, strict=True))
        else:
            yield numbers[0], part


def _is_text(line: str) -> bool:
    return _signs(line) is None or _SIZE.fullmatch(line) is not None


def _moved(drawing: Drawing, by: int) -> Drawing:
    return replace(drawing, first=drawing.first + by, last=drawing.last + by)


@lru_cache(maxsize=1024)
def _boards_of_part(
    lines: Sequence[str], sizes: AbstractSet[int], named: AbstractSet[int], heights: AbstractSet[int]
) -> _Found:
    boards: list[Drawing] = []
    at = floor = in_vain = 0
    while at < len(lines) and in_vain < MAX_IN_VAIN:
        drawing = _like_the_last(lines, at, floor, sizes, named, heights) if heights else None
        if drawing is None and _may_begin(lines[at]):
            drawing = _as_named(lines, at, floor, sizes, named)
            in_vain += drawing is None
        if drawing is not None and (drawing.complete() or _may_be_wrong_board(drawing)):
            boards.append(drawing)
            if _is_right(drawing):
                heights = frozenset([-(-(drawing.last + 1 - drawing.first) // drawing.size)])
            at = floor = drawing.last + 1
        else:
            named = frozenset(sizes_named(lines[at : at + 1])) or named
            at += 1
    return _Found(tuple(boards), in_vain, named, heights)


def _as_named(
    lines: Sequence[str], at: int, floor: int, sizes: AbstractSet[int], named: AbstractSet[int]
) -> Drawing | None:
    """The board that begins on a line, of the size named last if that can be: no board is cut out of a larger one."""
    drawing = tall_board_at(lines, at, floor, named & sizes)
    if drawing is not None and drawing.complete():
        return drawing
    other = tall_board_at(lines, at, floor, sizes)
    if drawing is None or not _may_be_wrong_board(drawing):
        return other
    return other if other is not None and other.complete() and other.last >= drawing.last else drawing


def _like_the_last(
    lines: Sequence[str],
    at: int,
    floor: int,
    sizes: AbstractSet[int],
    named: AbstractSet[int],
    heights: AbstractSet[int],
) -> Drawing | None:
    """Read a right board with squares as high as the last one's, that begins here or some lines below.

    A program draws all its boards alike, and this way takes a tenth of the time.
    """
    for start in range(at, min(at + _LINES_ABOVE, len(lines))):
        if _may_begin(lines[start]):
            drawing = tall_board_at(lines, start, floor, named & sizes or sizes, heights)
            if drawing is not None and _is_right(drawing):
                return drawing
        named = frozenset(sizes_named(lines[start : start + 1])) or named
    return None


def _may_begin(line: str) -> bool:
    return bool(line.strip()) and not is_sentence(line) and not _SIZE.fullmatch(line)


def _is_right(drawing: Drawing) -> bool:
    return drawing.complete() and drawing.safe()


def _may_be_wrong_board(drawing: Drawing) -> bool:
    """Tell a board with too few or too many queens from other drawings: its squares are several lines high."""
    lines = drawing.last - drawing.first + 1
    some_queens = drawing.size // 2 <= len(drawing.queens) <= 2 * drawing.size
    return drawing.size >= FIRST_SOLVABLE and lines >= 2 * drawing.size - 1 and some_queens


def tall_board_at(
    lines: Sequence[str], at: int, floor: int, sizes: Iterable[int], heights: Iterable[int] = LINES_PER_ROW
) -> Drawing | None:
    """Read the board whose first line is ``at``: of one of these sizes, with a queen in each row if that can be.

    Of several readings the one that explains the most lines is meant. Lines above ``floor`` belong to other boards.
    ``heights``: lines of a square that are tried.
    """
    if at > floor and _goes_on(lines[at - 1], lines[at]):
        return None
    best: Drawing | None = None
    for end, size, per_row in _windows(lines, at, sizes, heights):
        if best is not None and best.last != end - 1 and (best.complete() or size < FIRST_SOLVABLE <= best.size):
            break
        for queens in _queens_of(lines[at:end], size, per_row):
            drawing = Drawing(size, at, end - 1, queens)
            if best is None or _likelihood(drawing) > _likelihood(best):
                best = drawing
        if best is not None and _is_right(best):
            break
    return best


def _likelihood(drawing: Drawing) -> tuple[bool, bool, int, bool]:
    return drawing.size >= FIRST_SOLVABLE, drawing.complete(), drawing.last, drawing.safe()


def _goes_on(above: str, line: str) -> bool:
    """Tell whether a line goes on with the board of the line above it, so that none begins there."""
    return len(above) == len(line) and not (is_rule(above) or says_something(above) or _counts(above))


def _counts(line: str) -> bool:
    """Tell whether the line holds labels of columns, which are all different."""
    words = line.split()
    return labels(line) and len(set(words)) == len(words)


def _windows(
    lines: Sequence[str], at: int, sizes: Iterable[int], heights: Iterable[int]
) -> Iterator[tuple[int, int, int]]:
    """The boards that may begin on a line: the line after each, squares a side and lines a square.

    The likeliest first: those with a solution, then the longest, then the most squares. Where the lines go on alike
    the board is all of them, or a part of as many lines as its neighbours: none is cut out of a larger one.
    """
    run, room = _run(lines, at), len(lines) - at
    found = [
        (at + length, size, per_row)
        for size, per_row in product(sizes, heights)
        if size > 1 and size * per_row <= room + 1
        # The rule below the last row may be left out.
        for length in range(size * per_row, size * per_row - min(per_row, 2), -1)
        if MIN_LINES <= length <= room and (length >= run or run % length == 0)
    ]
    yield from sorted(found, key=lambda window: (window[1] < FIRST_SOLVABLE, -window[0], -window[1], window[2]))


def _run(lines: Sequence[str], at: int) -> int:
    """How many lines from one on are equally long, and neither rules nor text."""
    last = at
    while last < len(lines) and len(lines[last]) == len(lines[at]) and not is_rule(lines[last]):
        last += 1
    return last - at


@lru_cache(maxsize=4096)
def _queens_of(lines: Sequence[str], size: int, per_row: int) -> tuple[tuple[Square, ...], ...]:
    """The queens on a board of these lines, in each way in which it can be read, up to a right one, the likeliest."""
    window = _window(lines)
    ways: list[tuple[Square, ...]] = []
    for queens in () if window is None else _queens(window, size, per_row):
        ways.append(queens)
        if _is_right(Drawing(size, 0, len(lines) - 1, queens)):
            break
    return tuple(ways)


def _window(lines: Sequence[str]) -> list[str] | None:
    """The lines that may be a board's; None if they are text."""
    signs: set[str] = set()
    for line in lines:
        line_signs = _signs(line)
        if line_signs is None or len(signs := signs | line_signs) > MAX_SIGNS:
            return None
    return [line.expandtabs() for line in lines]


@lru_cache(maxsize=4096)
def _signs(line: str) -> frozenset[str] | None:
    """The characters of a line that may be a board's marks; None if the line is text."""
    signs = {sign for sign in line if not sign.isspace()}
    digits = {sign for sign in signs if sign.isdigit()}
    if len(line) > MAX_WIDTH or says_something(line) or names_size(line) or len(digits) > MAX_DIGITS:
        return None
    return frozenset(sign for sign in signs - digits if not _CORNERS.match(sign))


def _queens(window: Sequence[str], size: int, per_row: int) -> Iterator[tuple[Square, ...]]:
    rows = [window[start : start + per_row] for start in range(0, len(window), per_row)]
    grids = (_grid(rows, cut) for cut in _cuts(window, size))
    return filter(None, (block_queens(grid) for grid in grids if grid))


def _grid(rows: Sequence[Sequence[str]], cut: Cut) -> list[list[Cells]] | None:
    """Divide the rows into squares, each known by its pieces of the lines in which squares differ."""
    per_row = len(rows[0])
    live: list[list[Cells]] = []
    for offset in range(per_row):
        lines = [row[offset] if offset < len(row) else "" for row in rows]
        pieces = [cut(line) for line in lines]
        if all(_dead(line, piece) for line, piece in zip(lines, pieces, strict=True)):
            continue
        kinds = {square for piece in pieces if piece for square in piece}
        if None in pieces or len(kinds) > MAX_KINDS_OF_BLOCKS:
            return None
        live.append([piece for piece in pieces if piece is not None])
    return [list(zip(*row, strict=True)) for row in zip(*live, strict=True)] if live else None


def _dead(line: str, pieces: Cells | None) -> bool:
    """Tell whether all squares look alike on the line, as on a rule."""
    return (is_rule(line) and "*" not in line) or (pieces is not None and len(set(pieces)) == 1)


def _cuts(window: Sequence[str], size: int) -> Iterator[Cut]:
    bars = Counter(len(BARS.findall(line)) for line in window)
    for count in (size + 1, size, size - 1):
        if count and bars[count] >= size:
            yield _between_bars(size, count)
    widths = {max(len(line.rstrip()) for line in window), max(map(len, window))}
    bare = [_LABEL.sub(lambda label: " " * len(label[0]), line, count=1) for line in window]
    starts = {len(line) - len(line.lstrip()) for line in bare if line.strip()}
    bar_places = [[bar.start() for bar in BARS.finditer(line)] for line in window]
    bar_starts = {places[0] for places in bar_places if places}
    inner_starts = {2 * places[0] - places[1] + 1 for places in bar_places if len(places) > 1}  # one square before
    lefts = {0, *(min(some) for some in (starts, bar_starts, inner_starts) if some and min(some) >= 0)}
    for left, width, closing in product(sorted(lefts, reverse=True), sorted(widths), (1, 0, -1)):
        pitch, rest = divmod(width - left - closing, size)
        if pitch > 0 and not rest:
            yield partial(_columns, left, pitch, size)
    for left, width, closing in product(sorted(lefts | _inside_frame(window)), sorted(widths), (2, 1, 0)):
        inner = width - left - closing
        # What is between squares need not follow the last one.
        for pitch in range(-(-inner // size), -(-inner // (size - 1))):
            yield partial(_solid_columns, left, pitch, size)


def _inside_frame(window: Sequence[str]) -> set[int]:
    """Where squares begin that have a bar to the left and to the right of a row, but none between them."""
    rows = [places for line in window if len(places := [bar.start() for bar in BARS.finditer(line)]) > 0]
    framed = len({tuple(places) for places in rows}) == 1 and len(rows[0]) == _SIDES
    return {rows[0][0] + 1, rows[0][0] + 2} if framed else set()


def _between_bars(size: int, bars: int) -> Cut:
    """Cut at the bars; of as many as squares one stands at an edge of the board."""

    def cut(line: str) -> Cells | None:
        pieces = [piece.strip() for piece in BARS.split(line)]
        if len(pieces) != bars + 1:
            return ("",) * size if is_rule(line) else None
        if bars == size:
            before, after = BARS.match(line), BARS.match(line[-1:])
            return None if before is None and after is None else tuple(pieces[1:] if before else pieces[:-1])
        return tuple(pieces[1:-1] if bars > size else pieces)

    return cut


def _solid_columns(left: int, pitch: int, size: int, line: str) -> Cells | None:
    """Cut columns of equal width, of which none holds several marks: they would be several squares."""
    pieces = _columns(left, pitch, size, line)
    return None if pieces is None or any(len(piece.split()) > 1 for piece in pieces) else pieces


@lru_cache(maxsize=8192)
def _columns(left: int, pitch: int, size: int, line: str) -> Cells | None:
    """Cut columns of equal width; bars and corners between them count as blanks."""
    end = left + pitch * size
    if len({(place - left) % pitch for bar in BARS.finditer(line) if left <= (place := bar.start()) < end - 1}) > 1:
        return None
    bare = _CORNERS.sub(" ", line)
    if bare[end:].strip() and _LABEL.match(bare[end:] + " ") is None:
        return None
    padded = bare.ljust(end)
    return tuple(padded[at : at + pitch] for at in range(left, end, pitch))
