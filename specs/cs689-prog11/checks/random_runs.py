"""Check that boards are drawn at random, by many runs together."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from _shared import nqueens
from _shared.boards.page import Page
from harness.model.finding import HIDES_GLOBAL, OWN_FAULT, Finding, Parameter
from harness.model.run import Run

from .drawn import board_faults, drawn_board, page_of_run, sizes_read, solvable_sizes

_BOARDS_PER_SOLUTION = 25
"""So many boards for each solution of a size are enough for every solution to come up."""
_MANY_RUNS = 10
"""So many runs are not alike by chance, even where a wrong search can show two boards of a size alone."""


def reached(runs: Sequence[Run]) -> Iterator[Finding]:
    """Require that runs differ, and that every solution comes up when boards of a size are drawn often enough.

    Where boards are missing or wrong another clause is charged; then it is enough that right ones are not all the same,
    and that no run repeats what another one drew.
    """
    pages = _pages_that_decide(runs)
    if not any(page.drawings for page in pages):
        yield _nothing_drawn(runs)
        return
    if _repeats_draws(pages):
        yield _same_boards(pages, is_sure=True)
        return
    right = any(len(drawing.queens) > 1 and not list(board_faults(pages[0], drawing)) for drawing in pages[0].drawings)
    if len(pages) > 1 and right and all(page.drawings == pages[0].drawings for page in pages):
        yield _same_boards(pages)
        return
    boards_by_size = _boards_by_size(pages)
    for size in sorted(set(solvable_sizes(runs[0]))):
        boards, solutions = boards_by_size.get(size, []), _solutions(size)
        expected_boards = sum(sizes_read(run).count(size) for run in runs)
        all_safe = solutions.issuperset(boards)
        complete = all_safe and len(boards) >= expected_boards >= _BOARDS_PER_SOLUTION * len(solutions)
        if all_safe and len(set(boards)) < (len(solutions) if complete else min(2, len(boards))):
            text = f"{len(boards)} boards of size {size} showed {len(set(boards))} of the {len(solutions)} solutions."
            missing = b"\n".join(" ".join(map(str, rows)).encode() for rows in sorted(solutions.difference(boards)))
            wanted = b"also, as the queens' columns from the first row on:\n" + missing
            yield Finding(text, "all runs", wanted if complete else None)


def independent(runs: Sequence[Run]) -> Iterator[Finding]:
    """Require more boards than columns where each run has a second of its own and shows one board.

    A generator that is seeded before each draw draws the same column for every row: a first column for each board.
    """
    size = max(solvable_sizes(runs[0]))
    # Of so many different boards, in runs that differ, nothing is wrong.
    pages = _pages_until(runs, lambda boards: len({*boards.get(size, [])}) > size)
    boards = _boards_by_size(pages).get(size, [])
    if not any(page.drawings for page in pages):
        yield _nothing_drawn(runs)
    elif _repeats_draws(pages):
        yield _same_boards(pages, is_sure=True)
    elif len(pages) < len(runs) or not _solutions(size).issuperset(boards) or len(boards) < len(runs):
        return  # boards that are wrong or missing are charged elsewhere
    elif len(set(boards)) == 1:
        yield _same_boards(pages)
    elif len(runs) > 2 * size >= 2 * len(set(boards)):
        text = f"{len(runs)} runs at different times drew only {len(set(boards))} different boards of size {size}."
        yield Finding(text, "all runs", kind="seeded-often")


def _repeats_draws(pages: Sequence[Page]) -> bool:
    """Whether the boards of a size differ within a run, and all runs show the same ones, right or wrong.

    Then numbers are drawn, and each run draws them from the same seed: no fault of the search does that.
    """
    first = pages[0].drawings
    if len(pages) < _MANY_RUNS or any(page.drawings != first for page in pages):
        return False
    squares = {(drawing.size, frozenset(drawing.queens)) for drawing in first if len(drawing.queens) > 1}
    return len(squares) > len({size for size, _ in squares})


def _same_boards(pages: Sequence[Page], *, is_sure: bool = False) -> Finding:
    """``is_sure``: no other fault explains it, whatever else is wrong with the boards."""
    remedy = "In initBoard, seed the generator that draws the columns: rand by srand(time(0)), others by seed(time(0))."
    text = f"{len(pages)} runs at different times drew the same boards. {remedy}"
    # Where initBoard is known to seed nothing, it is one cause; what it seeds may be a generator of its own.
    params: dict[str, Parameter] = {"cause": "call-missing initBoard", HIDES_GLOBAL: True}
    if is_sure:
        params[OWN_FAULT] = True
    shown = _largest_board(pages[0])
    return Finding(text, "all runs", b"other boards in each run", shown, kind="same-boards", params=params)


def _nothing_drawn(runs: Sequence[Run]) -> Finding:
    silent = not any(run.stdout.strip() for run in runs)
    text = "No board is drawn in any run, so that nothing shows that they are drawn at random."
    return Finding(text, "all runs", params={"silent": silent})


_Boards = dict[int, list[tuple[int, ...]]]
"""The boards of each size, each as the columns of its queens from the first row on."""


def _pages_that_decide(runs: Sequence[Run]) -> list[Page]:
    """Read the runs up to that from which on nothing can be wrong: tall squares take a while to read."""
    solvable = solvable_sizes(runs[0])
    expected_boards = {size: sum(sizes_read(run).count(size) for run in runs) for size in solvable}

    def is_decided(boards: _Boards) -> bool:
        return all(_is_enough(size, boards.get(size, []), expected_boards[size]) for size in solvable)

    return _pages_until(runs, is_decided)


def _pages_until(runs: Sequence[Run], is_decided: Callable[[_Boards], bool]) -> list[Page]:
    """Read the runs up to that from which on they differ, and their boards decide."""
    pages: list[Page] = []
    boards: _Boards = {}
    for run in runs:
        pages.append(page_of_run(run))
        for size, more in _boards_by_size(pages[-1:]).items():
            boards.setdefault(size, []).extend(more)
        if any(page.drawings != pages[0].drawings for page in pages) and is_decided(boards):
            break
    return pages


def _is_enough(size: int, boards: Sequence[tuple[int, ...]], expected_boards: int) -> bool:
    """Whether as many solutions came up as ever have to, or a board is wrong: that is another clause's."""
    solutions, different = _solutions(size), {*boards}
    has_many = expected_boards >= _BOARDS_PER_SOLUTION * len(solutions)
    enough = len(solutions) if has_many else min(2, len(solutions))
    return not different <= solutions or len(different) >= enough


@lru_cache
def _solutions(size: int) -> frozenset[tuple[int, ...]]:
    return frozenset(nqueens.solutions(size))


def _boards_by_size(pages: Sequence[Page]) -> _Boards:
    boards: _Boards = {}
    for drawing in (drawing for page in pages for drawing in page.drawings):
        boards.setdefault(drawing.size, []).append(tuple(column + 1 for _, column in sorted(drawing.queens)))
    return boards


def _largest_board(page: Page) -> bytes:
    """The first board of the largest size, as one of size 1 is always the same."""
    drawing = max(page.drawings, key=lambda drawing: drawing.size)
    return drawn_board(drawing.size, drawing.queens, ()).encode()
