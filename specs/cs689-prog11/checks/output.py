"""Judges the randomised boards: reads a board drawn in almost any style, and is strict about what it then shows.

No board is expected, only a right one. ``_shared/boards/page.py`` reads the drawings off the output; each clause of the
spec then has a check of its own that looks at nothing else, so that one fault is charged to one clause.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from _shared import nqueens
from _shared.boards.marks import Square
from _shared.boards.page import Drawing, Page, blank_board, page_of
from _shared.boards.rows import LARGEST
from _shared.boards.words import denies, denies_solution, heading, sizes_named
from harness.model.finding import Finding
from harness.model.result import CallResult
from harness.model.run import Run

# The checks, one a clause.


def solution(run: Run, expected: bytes | None) -> Iterator[Finding]:
    """Require N queens on every board drawn for a size N that has a solution, no two attacking, and a board at all."""
    del expected
    page = _page(run)
    asked = _solvable(run)
    drawings = [drawing for drawing in page.drawings if drawing.size in asked]
    undrawn = [size for size in asked if size not in {drawing.size for drawing in drawings}]
    denied = any(denies_solution(page.lines[line]) and _concerns(page, line, undrawn) for line in page.text)
    if undrawn and (denied or not drawings):
        yield _no_board(page, undrawn[0])
    else:
        yield from _too_few(page, _sizes(run), asked)
    for drawing in drawings:
        yield from _faults(drawing)


def no_solution(run: Run, expected: bytes | None) -> Iterator[Finding]:
    """Require a sentence in place of a board where there is no solution, and none where a board is drawn."""
    del expected
    page = _page(run)
    hopeless = [size for size in _sizes(run) if size not in _solvable(run)]
    for drawing in page.drawings:
        if drawing.size in hopeless:
            message = f"{drawing.size} queens have no solution, but a board is drawn for them."
            wanted = b"a sentence that there is no solution"
            yield Finding(message, _where(drawing.first), wanted, _shown(page, drawing))
            return
    blank = next((line for size in hopeless if (line := blank_board(page, size)) is not None), None)
    if blank is not None:
        message = "Where there is no solution an empty board is drawn, too."
        wanted = b"a sentence that there is no solution, and no board"
        yield Finding(message, _where(blank), wanted, "\n".join(page.lines[blank : blank + LARGEST]).encode())
        return
    denials = [line for line in page.text if denies(page.lines[line])]
    boards = [drawing.size for drawing in page.drawings]
    # Where not every size was answered that is another clause's fault, and one sentence will do.
    complete = bool(boards) and boards == [size for size in _sizes(run) if size not in hopeless]
    if len(denials) < (len(hopeless) if complete else min(1, len(hopeless))):
        message = f"No sentence says that there is no solution for {_listed(list(dict.fromkeys(hopeless)))}."
        wanted = b'a sentence with "no" or "not", such as: No solution exists.'
        yield Finding(message, "stdout", wanted, run.stdout[:400])
    certain = [line for line in denials if denies_solution(page.lines[line]) and _concerns(page, line, _sizes(run))]
    if not hopeless and certain and len(page.drawings) >= len(_sizes(run)):
        message = "A board is drawn, and yet a sentence says that there is no solution."
        yield Finding(message, _where(certain[0]), b"", page.lines[certain[0]].encode())


def size_named(run: Run, expected: bytes | None) -> Iterator[Finding]:
    """Require the size somewhere between the end of the board before and the first row of the board that it names."""
    del expected
    page = _page(run)
    sizes = set(_sizes(run))
    start = 0
    for drawing in page.drawings:
        before = [page.lines[line] for line in page.text if start <= line < drawing.first]
        wanted = {drawing.size, *(() if drawing.size in sizes else sizes)}  # a board too large is another clause's
        if wanted.isdisjoint(sizes_named(before)):
            message = f"The size {drawing.size} is not printed before its board."
            found = "\n".join(before).encode()[-400:]
            yield Finding(message, _where(drawing.first), b"a line that names the size", found)
        start = drawing.last + 1
    named = sizes_named([page.lines[line] for line in page.text])
    missing = [size for size in dict.fromkeys(_sizes(run)) if size not in named]
    if missing and not page.drawings:
        message = f"The size {_listed(missing)} is not printed."
        yield Finding(message, "stdout", b"a line that names the size", run.stdout[:400])


def answered(run: Run, expected: bytes | None) -> Iterator[Finding]:
    """Require one answer a number, in the order read: boards or, where those cannot be read, lines naming the sizes."""
    del expected
    page = _page(run)
    sizes = _sizes(run)
    denials = [(line, 0) for line in page.text if denies_solution(page.lines[line])]
    events = sorted([(drawing.first, drawing.size) for drawing in page.drawings] + denials)
    answers = [size for _, size in events]
    fits = len(answers) == len(sizes) and all(answer in (0, size) for answer, size in zip(answers, sizes, strict=True))
    boards = [size for size in sizes if nqueens.COUNTS[size]]
    # Too few or too many sentences that there is no solution are another clause's.
    drawn = bool(boards) and boards == list(filter(None, answers))
    if fits or drawn or (sizes and sizes in _headings(page)):
        return
    told = [f"a board of size {answer}" if answer else "no solution" for answer in answers]
    message = f"Read: {_listed(sizes) or 'no number'}. Answered: {', '.join(told[:30]) or 'nothing that can be read'}."
    yield Finding(message, "stdout", _listed(sizes).encode(), _listed(answers).encode())


def printed(run: Run, expected: bytes | None) -> Iterator[Finding]:
    """Require any output at all: the program has run, whatever it says."""
    del expected
    if not run.stdout.strip():
        yield Finding("The program printed nothing.", "stdout", b"an answer for each size", run.stdout[:400])


# What is wrong with a board, told for a student.


def _faults(drawing: Drawing) -> Iterator[Finding]:
    size, queens = drawing.size, drawing.queens
    pair = next((pair for pair in combinations(queens, 2) if _line_of_attack(*pair)), None)
    if pair is not None:
        (row, col), (other_row, other_col) = pair
        message = (
            f"The board for {size} is not safe: the queens in row {row + 1}, column {col + 1}"
            f" and in row {other_row + 1}, column {other_col + 1} (marked X) attack each other,"
            f" they share a {_line_of_attack(*pair)}."
        )
    elif len(queens) != size:
        message = f"The board for {size} shows {len(queens)} queens, not {size}."
    else:
        return
    yield Finding(message, _where(drawing.first), None, _marked(size, queens, pair or ()).encode())


def _line_of_attack(one: Square, other: Square) -> str:
    """Name what two queens share, or nothing."""
    rows, cols = abs(one[0] - other[0]), abs(one[1] - other[1])
    if rows == 0:
        return "row"
    if cols == 0:
        return "column"
    return "diagonal" if rows == cols else ""


def _marked(size: int, queens: Sequence[Square], pair: Sequence[Square]) -> str:
    """Draw the board anew, whatever the student's style: Q for a queen, X for the two that attack each other."""
    marks = dict.fromkeys(queens, "Q") | dict.fromkeys(pair, "X")
    return "\n".join(" ".join(marks.get((row, col), ".") for col in range(size)) for row in range(size))


def _concerns(page: Page, line: int, sizes: Sequence[int]) -> bool:
    """Tell whether the size named last, there or above, is one of these; True where none is named."""
    named = (sizes_named(page.lines[above : above + 1]) for above in reversed(page.text) if above <= line)
    last = next(filter(None, named), None)
    return last is None or not last.isdisjoint(sizes)


def _no_board(page: Page, size: int) -> Finding:
    squares = f"{size} lines of {size} squares, with one mark for queens and another for empty squares"
    message = f"No board of size {size} was found. It would be {squares if size > 1 else 'a line with one queen'}."
    denial = next((line for line in page.text if denies_solution(page.lines[line])), None)
    if denial is not None:
        message = f"The program says that there is no solution for {size}, but there is one."
    where = "stdout" if denial is None else _where(denial)
    return Finding(message, where, None, "\n".join(page.lines[:20]).encode()[:600])


def _too_few(page: Page, sizes: Sequence[int], solvable: Sequence[int]) -> Iterator[Finding]:
    """Find a size that was answered more often than boards were drawn for it: sometimes the program finds none."""
    boards, answers = Counter(drawing.size for drawing in page.drawings), Counter(map(heading, _texts(page)))
    readable = [size for size in solvable if size > 1]  # the only square of size 1 may be drawn as nobody expects
    size = next((size for size in readable if boards[size] < min(sizes.count(size), answers[size])), None)
    if size is not None and boards[size]:
        message = f"Of {answers[size]} answers for size {size} only {boards[size]} had a board, and each must have one."
        yield Finding(message, "stdout", None, "\n".join(page.lines[:40]).encode()[:600])
    elif size is not None:
        yield _no_board(page, size)


def _texts(page: Page) -> Iterator[str]:
    return (page.lines[line] for line in page.text)


def _where(line: int) -> str:
    return f"stdout, line {line + 1}"


def _shown(page: Page, drawing: Drawing) -> bytes:
    return "\n".join(page.lines[drawing.first : drawing.last + 1]).encode()


def _listed(sizes: Sequence[int]) -> str:
    return " ".join(str(size) for size in sizes[:30])


def _page(run: Run) -> Page:
    return page_of(run.stdout, _sizes(run))


def _sizes(run: Run) -> list[int]:
    return [int(word) for word in run.stdin.split()]


def _solvable(run: Run) -> list[int]:
    return [size for size in dict.fromkeys(_sizes(run)) if nqueens.COUNTS[size]]


def _headings(page: Page) -> list[list[int]]:
    """Collect the sizes that lines are about: of all such lines, and of those alike but for their numbers."""
    found = [(line, size) for line in _texts(page) if (size := heading(line)) is not None]
    alike: dict[str, list[int]] = {"": [size for _, size in found]}
    for line, size in found:
        alike.setdefault(re.sub(r"\d+", "0", line), []).append(size)
    return list(alike.values())


# Many runs together.


_OFTEN = 25
"""So many boards for each solution of a size are enough for every solution to come up."""


def reached(runs: Sequence[Run]) -> Iterator[Finding]:
    """Require that runs differ, and that every solution comes up when boards of a size are drawn often enough.

    Where boards are missing or wrong another clause is charged; then it is enough that right ones are not all the same.
    """
    pages = [_page(run) for run in runs]
    if not any(page.drawings for page in pages):
        yield Finding("No board is drawn in any run, so that nothing shows that they are drawn at random.", "all runs")
        return
    right = any(len(drawing.queens) > 1 and not list(_faults(drawing)) for drawing in pages[0].drawings)
    if len(pages) > 1 and right and all(page.drawings == pages[0].drawings for page in pages):
        text = f"{len(runs)} runs at different times drew the same boards. Is the generator seeded with time(0)?"
        yield Finding(text, "all runs", b"other boards in each run", _marked_first(pages[0]))
        return
    found: dict[int, list[tuple[int, ...]]] = {}
    for drawing in (drawing for page in pages for drawing in page.drawings):
        found.setdefault(drawing.size, []).append(tuple(column + 1 for _, column in sorted(drawing.queens)))
    for size in sorted(set(_solvable(runs[0]))):
        boards, solutions = found.get(size, []), set(nqueens.solutions(size))
        asked = sum(_sizes(run).count(size) for run in runs)
        safe_ones = solutions.issuperset(boards)
        sound = safe_ones and len(boards) >= asked >= _OFTEN * len(solutions)
        if safe_ones and len(set(boards)) < (len(solutions) if sound else min(2, len(boards))):
            text = f"{len(boards)} boards of size {size} showed {len(set(boards))} of the {len(solutions)} solutions."
            missing = b"\n".join(" ".join(map(str, rows)).encode() for rows in sorted(solutions.difference(boards)))
            wanted = b"also, as the queens' columns from the first row on:\n" + missing
            yield Finding(text, "all runs", wanted if sound else None)


def _marked_first(page: Page) -> bytes:
    return _marked(page.drawings[0].size, page.drawings[0].queens, ()).encode()


# The routines called one by one.


def safe(results: Sequence[CallResult], params: Mapping[str, object]) -> Iterator[Finding]:
    """Require isSafe to tell whether a queen above stands in the column or on a diagonal of the square."""
    del params
    for result in results:
        board, row, col = result.args
        attacker = next((queen for queen in _true_squares(board) if _line_of_attack(queen, (row, col))), None)
        called = f"isSafe(board, {row}, {col})"
        if result.returned not in (True, False):  # 1 and 0 are as good; the type is the heading's
            yield Finding(f"{called} must return true or false.", "the returned value")
        elif attacker is None and not result.returned:
            text = f"{called} returned false, but no queen attacks that square (marked ?)."
            yield Finding(text, "the returned value", None, _asked(board, (row, col)))
        elif attacker is not None and result.returned:
            text = (
                f"{called} returned true, but the queen marked X shares its {_line_of_attack(attacker, (row, col))}"
                " with that square (marked ?)."
            )
            yield Finding(text, "the returned value", None, _asked(board, (row, col), attacker))


def placed(results: Sequence[CallResult], params: Mapping[str, object]) -> Iterator[Finding]:
    """Require a solution on the board behind the last call, with the queens that stood on it before, and true."""
    del params
    result = results[-1]
    before, row = result.args
    after: Any = result.after[0] if result.after else None
    size = len(before)
    if result.returned is not None and not result.returned:  # None: what it returns is the clause signatures'
        text = f"It must return true: from row {row} on (counted from 0) queens can be placed on this board."
        yield Finding(text, "the returned value", None, _asked(before))
    elif not _is_board(after, size):
        yield Finding("The board has changed its size.", "the board")
    else:
        queens = _true_squares(after)
        counts = Counter(queen for queen, _ in queens)
        lacking = [line for line in range(size) if counts[line] != 1]
        pair = next((pair for pair in combinations(queens, 2) if _line_of_attack(*pair)), None)
        if pair is not None:
            text = f"The queens marked X attack each other, they share a {_line_of_attack(*pair)}."
            yield Finding(text, "the board", None, _marked(size, queens, pair).encode())
        elif lacking:
            text = f"It returned true, but row {lacking[0]} (from 0) holds {counts[lacking[0]]} queens, not one."
            yield Finding(text, "the board", None, _marked(size, queens, ()).encode())
        elif not set(_true_squares(before)) <= set(queens):
            text = f"A queen above row {row} (counted from 0), where the call was to begin, has moved."
            yield Finding(text, "the board", _asked(before), _marked(size, queens, ()).encode())


def refused(results: Sequence[CallResult], params: Mapping[str, object]) -> Iterator[Finding]:
    """Require false from the last call, and a board as it was before."""
    del params
    result = results[-1]
    before, row = result.args
    after: Any = result.after[0] if result.after else None
    shown = _asked(before)
    if result.returned:
        text = f"It must return false: from row {row} on (counted from 0) the queens cannot be placed."
        yield Finding(text, "the returned value", None, shown)
    elif not _is_board(after, len(before)):
        yield Finding("The board has changed its size.", "the board")
    elif _true_squares(after) != _true_squares(before):
        text = "It returned false, but the board is not as it was: a queen that failed has to be taken off again."
        yield Finding(text, "the board", shown, _asked(after))


def _is_board(value: Any, size: int) -> bool:
    return isinstance(value, list) and [len(row) for row in value if isinstance(row, list)] == [size] * size


def _true_squares(board: Sequence[Any]) -> tuple[Square, ...]:
    return tuple((i, j) for i, row in enumerate(board) for j, square in enumerate(row) if square)


def _asked(board: Sequence[Any], square: Square | None = None, by: Square | None = None) -> bytes:
    """Draw the board with the square that is asked about, and the queen that attacks it."""
    marks = dict.fromkeys(_true_squares(board), "Q") | ({by: "X"} if by else {}) | ({square: "?"} if square else {})
    squares = range(len(board))
    return "\n".join(" ".join(marks.get((row, col), ".") for col in squares) for row in squares).encode()
