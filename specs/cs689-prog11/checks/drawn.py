"""Read the boards of a run, find queens that attack each other, and draw boards for a student."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from _shared import nqueens
from _shared.boards.drawing import Drawing
from _shared.boards.marks import Square
from _shared.boards.page import Page, page_of
from _shared.boards.picture import ATTACK, board_picture
from harness.model.finding import COURSE, Finding, Parameter
from harness.model.run import Run

from .shapes import drawn_shape, has_squares_beyond, said_shape

FIRST_ROW_EMPTY: dict[str, Parameter] = {"cause": "first-row-empty"}
"""Of boards that lack row 1 alone, for sizes without a solution, too: the search does not begin there."""


def board_faults(page: Page, drawing: Drawing) -> Iterator[Finding]:
    """Find two queens that attack each other, or else a wrong number of queens; or why that cannot be told."""
    size, queens = drawing.size, drawing.queens
    faulty = len(queens) != size or not drawing.safe()
    if faulty and (shape := drawn_shape(page, drawing)) is not None:
        lines = "\n".join(page.lines[drawing.first : drawing.last + 1]).encode()[:600]
        kind = "squares-beyond" if has_squares_beyond(page, drawing) else "other-shape"
        yield Finding(said_shape(size, shape), place_of_line(page, drawing.first), None, lines, kind=kind)
        return
    pair = next((pair for pair in combinations(queens, 2) if line_of_attack(*pair)), None)
    in_row, kind = Counter(row for row, _ in queens), COURSE
    if size > 2 and len(in_row) == size and set(in_row.values()) == {size - 1}:  # noqa: PLR2004 - where that differs
        pair, kind = None, "marks-swapped"
        message = f"The board for {size} has {len(queens)} queens and {size} empty squares: the two marks are swapped."
    elif pair is not None:
        (row, col), (other_row, other_col) = pair
        message = (
            f"The board for {size} is not safe: the queens in row {row + 1}, column {col + 1}"
            f" and in row {other_row + 1}, column {other_col + 1} (counted from 1, marked X) attack each other,"
            f" they share a {line_of_attack(*pair)}."
        )
    elif len(queens) != size:
        free = _free_square(size, queens) if len(queens) < size else None
        kind = "row-left-free" if free else "queens-missing" if len(queens) < size else kind
        message = f"The board for {size} shows {len(queens)} queens, not {size}."
        if size > 1 and lacks_first_row_alone(page):
            kind = str(FIRST_ROW_EMPTY["cause"])
            message += " The first row shows none, and each row below it has one."
        elif free and free[0] == 0:
            message += " The first row shows none."
        elif free:
            message += (
                f" Row {free[0] + 1} shows none, though no queen above attacks column {free[1] + 1} of it"
                " (counted from 1)."
            )
    else:
        return
    title = ATTACK if pair else f"The {len(queens)} queens as drawn."
    picture = board_picture(size, queens, title, pair=pair or (), text=False)
    drawn = drawn_board(size, queens, pair or ()).encode()
    params = FIRST_ROW_EMPTY if kind == FIRST_ROW_EMPTY["cause"] else {}
    where = place_of_line(page, drawing.first)
    yield Finding(message, where, None, drawn, kind=kind, picture=picture, params=params)


def lacks_first_row_alone(page: Page) -> bool:
    """Whether all boards of several rows have one queen in each row but the first, and none attacks another."""
    boards = [drawing for drawing in page.drawings if drawing.size > 1]
    rows = [[row for row, _ in drawing.queens] for drawing in boards]
    below = all(found == list(range(1, board.size)) for found, board in zip(rows, boards, strict=True))
    return below and all(board.safe() for board in boards)


def _free_square(size: int, queens: Sequence[Square]) -> Square | None:
    """A square of the first row without a queen that no queen above attacks; None if there is none."""
    empty = next(row for row in range(size) if all(row != queen[0] for queen in queens))
    squares = ((empty, col) for col in range(size))
    return next((to for to in squares if not any(line_of_attack(by, to) for by in queens if by[0] < to[0])), None)


def line_of_attack(first: Square, second: Square) -> str:
    """Name what two queens share, or nothing."""
    rows, cols = abs(first[0] - second[0]), abs(first[1] - second[1])
    if rows == 0:
        return "row"
    if cols == 0:
        return "column"
    return "diagonal" if rows == cols else ""


def drawn_board(size: int, queens: Sequence[Square], pair: Sequence[Square]) -> str:
    """Draw the board anew, whatever the student's style: Q for a queen, X for the two that attack each other."""
    marks = dict.fromkeys(queens, "Q") | dict.fromkeys(pair, "X")
    return "\n".join(" ".join(marks.get((row, col), ".") for col in range(size)) for row in range(size))


def place_of_line(page: Page, line: int) -> str:
    """The place of a line of the page in the output, in words."""
    return f"stdout, line {page.numbers[line] + 1}"


def page_of_run(run: Run) -> Page:
    """Read what a run printed."""
    return page_of(run.stdout, sizes_read(run))


def sizes_read(run: Run) -> list[int]:
    """The sizes that the run read from stdin, in order."""
    return [int(word) for word in run.stdin.split()]


def solvable_sizes(run: Run) -> list[int]:
    """Those of them that have a solution, each once."""
    return [size for size in dict.fromkeys(sizes_read(run)) if nqueens.COUNTS[size]]
