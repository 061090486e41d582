"""What all wrong boards of a run have in common: queens of a board before, or a last row that nobody looked at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from math import prod

from msgspec.structs import replace

from _shared.boards.drawing import Drawing
from _shared.boards.marks import Square
from _shared.boards.page import Page
from _shared.boards.picture import board_picture
from harness.model.finding import KEPT_ELEMENTS, Finding, Parameter

from .drawn import board_faults, drawn_board, line_of_attack, place_of_line
from .shapes import has_more_rows

LAST_ROW: dict[str, Parameter] = {"cause": "last-row-attacked"}
"""Of boards, for sizes without a solution, too, in which only the queen of the last row is attacked."""
_MIN_ROWS = 3
"""On boards with fewer rows, the queen of the last row is the only one that any other can attack."""
_MIN_BOARDS = 2
"""So many boards have that in common: less may be chance."""
_LOW = 5
"""On boards with more rows, an isSafe that looks back a few rows alone fails in the last rows, too."""
_MOST_DRAWINGS = 100
"""So many boards of a run are looked at for queens of a board before."""
_MOST_CHOICES = 5_000
"""So many ways are tried to take one queen of each row."""


def common_fault(page: Page) -> Finding | None:
    """What all wrong boards have in common, as the finding on the first of them; None if nothing is known."""
    drawings = page.drawings[:_MOST_DRAWINGS]
    wrong = [drawing for drawing in drawings if _is_wrong(drawing)]
    left = list(_left_queens(drawings))
    if wrong and len(left) == len(wrong):
        kind = "queens-of-board-before" if len(left) >= _MIN_BOARDS else "queen-of-board-before"
        return replace(_of_left_queens(page, wrong[0], left[0]), kind=kind)
    first = next((fault for drawing in wrong[:1] for fault in board_faults(page, drawing)), None)
    if first is None or not only_last_row_is_attacked(page, _MIN_BOARDS, rows=_MIN_ROWS):
        return None
    text = f"{first.message} In each wrong board here only the queen of the last row is attacked."
    return replace(first, message=text, kind=str(LAST_ROW["cause"]), params=LAST_ROW)


def boards_are_right(page: Page) -> bool:
    """Whether there are boards, and each is right."""
    return bool(page.drawings) and not any(map(_is_wrong, page.drawings))


def only_last_row_is_attacked(page: Page, boards: int = 1, *, rows: int = 1) -> bool:
    """Whether so many boards with so many rows are wrong, and in each wrong one only the queen of the last row is.

    They are of two sizes, or one is so low that looking back a few rows is looking at all of them.
    """
    wrong = [drawing for drawing in page.drawings if _is_wrong(drawing)]
    high = [drawing for drawing in wrong if drawing.size >= rows]
    are_square = not any(has_more_rows(page, drawing) for drawing in wrong)
    sizes = {drawing.size for drawing in high}
    is_shown = len(sizes) > 1 or min(sizes, default=0) <= _LOW
    return len(high) >= boards and is_shown and are_square and all(map(_is_wrong_in_last_row, wrong))


def _is_wrong(drawing: Drawing) -> bool:
    return len(drawing.queens) != drawing.size or not drawing.safe()


def _is_wrong_in_last_row(drawing: Drawing) -> bool:
    last = drawing.size - 1
    pairs = (pair for pair in combinations(drawing.queens, 2) if line_of_attack(*pair))
    return drawing.complete() and all(last in (one[0], other[0]) for one, other in pairs)


def _left_queens(drawings: Sequence[Drawing]) -> Iterator[tuple[Square, ...]]:
    """Of each wrong board that is so: its queens that stand where a board before had queens, the others being right.

    None of these if the first board is wrong.
    """
    stood: set[Square] = set()
    for drawing in drawings:
        if not stood and _is_wrong(drawing):
            return
        left = _without_solution(drawing, stood) if _is_wrong(drawing) else ()
        if left:
            yield left
        stood |= {*drawing.queens}


def _without_solution(drawing: Drawing, stood: set[Square]) -> tuple[Square, ...]:
    """The queens without a solution that they hold; none if they hold none, or others stand nowhere before."""
    rows = [[queen for queen in drawing.queens if queen[0] == row] for row in range(drawing.size)]
    if prod(map(len, rows)) > _MOST_CHOICES:
        return ()
    for chosen in product(*rows):
        left = {*drawing.queens} - {*chosen}
        if left <= stood and not any(line_of_attack(*pair) for pair in combinations(chosen, 2)):
            return tuple(sorted(left))
    return ()


def _of_left_queens(page: Page, drawing: Drawing, left: Sequence[Square]) -> Finding:
    stand = "1 queen (marked X) stands" if len(left) == 1 else f"{len(left)} queens (marked X) stand"
    text = (
        f"The board for {drawing.size} shows {len(drawing.queens)} queens, not {drawing.size}: {stand}"
        " where an earlier board had a queen. The first board of the run is right."
    )
    drawn = drawn_board(drawing.size, drawing.queens, left).encode()
    title = "The queens in red stand where an earlier board had a queen."
    picture = board_picture(drawing.size, drawing.queens, title, pair=left, text=False)
    where = place_of_line(page, drawing.first)
    params: dict[str, Parameter] = {KEPT_ELEMENTS: True}
    return Finding(text, where, None, drawn, params=params, picture=picture)
