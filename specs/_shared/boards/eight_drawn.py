"""Read drawn boards of eight queens: a mark a square, whatever the marks and whatever is between them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping

from .eight import COUNTING, IN_BRACKETS, Board, N

Cells = list[str]
OddCell = tuple[str, frozenset[str]]
Cutter = Callable[[str], Cells | None]
_BARS = re.compile(r"[|\u2502\u2503\u2551\u00a6]")
_TOKENS = re.compile(r"[^\s,;|\u2502\u2503\u2551\[\](){}]+")
_BORDER = re.compile(r"\s*\S{8,}\s*")
EMPTY_KINDS = 2  # black and white fields may look different
LONGEST_CELL = 8  # letters
FEW_SIGNS = 6  # different ones in a line of a board whose empty fields are blanks


def drawn_boards(lines: list[str], used: set[int]) -> Iterator[Board]:
    """Find drawn boards, and note their lines in ``used``."""
    for cut in (*_CUTTERS, *_by_position(lines)):
        cells = {n: row for n, line in enumerate(lines) if n not in used and line.strip() and (row := cut(line))}
        odd = {n: parts for n, row in cells.items() if (parts := _odd_cell(row))}
        marks, empties = _alphabet(_blocks(lines, odd, cells), odd)
        rows = [n for n, row in cells.items() if marks and set(row) <= marks | empties]
        for block in _blocks(lines, rows, cells):
            # A border of the same signs as an empty field looks like a row: then only rows with a queen count.
            whole = [block] if len(block) % N == 0 else _blocks(lines, [n for n in block if n in odd], cells)
            for eight in (part[i : i + N] for part in whole if len(part) % N == 0 for i in range(0, len(part), N)):
                used.update(eight)
                yield _board([lines[n] for n in eight], [cells[n] for n in eight], marks, eight[0])


def _board(lines: list[str], rows: list[Cells], marks: set[str], number: int) -> Board:
    """Turn eight lines of fields into a board; where the numbers of the lines fall, row 0 is at the bottom."""
    heads = [re.match(r"\W*(\d)\b", line) for line in lines]
    upwards = [int(head[1]) for head in reversed(heads) if head] in COUNTING
    from_top = reversed(rows) if upwards else rows
    queens = [(column, row) for row, cells in enumerate(from_top) for column, cell in enumerate(cells) if cell in marks]
    return Board(number, tuple(queens), turnable=True, drawn=True)


def _alphabet(blocks: Iterable[list[int]], odd: Mapping[int, OddCell]) -> tuple[set[str], set[str]]:
    """Learn from lines with one queen each how queens look, and how empty fields do."""
    marks: set[str] = set()
    empties: set[str] = set()
    for block in blocks:
        for start in range(0, len(block) - N + 1, N):
            eight = [odd[number] for number in block[start : start + N]]
            some_marks = {mark for mark, _ in eight}
            some_empties = {empty for _, empty_cells in eight for empty in empty_cells}
            if len(some_empties) <= EMPTY_KINDS and not some_marks & some_empties:
                marks |= some_marks
                empties |= some_empties
    return marks - empties, empties


def _odd_cell(row: Cells) -> OddCell | None:
    """Find the one field of a line that is not like the others, and what the others look like."""
    counts = Counter(row)
    once = [cell for cell, count in counts.items() if count == 1]
    if len(once) != 1 or len(counts) > 1 + EMPTY_KINDS or "-1" in counts or max(map(len, row)) > LONGEST_CELL:
        return None
    return once[0], frozenset(counts) - set(once)


def _blocks(lines: list[str], numbers: Iterable[int], cells: Mapping[int, Cells]) -> Iterator[list[int]]:
    """Group lines that follow each other with nothing but blank lines and borders between."""
    block: list[int] = []
    for number in numbers:
        between = range(block[-1] + 1, number) if block else ()
        if any(n in cells or re.search(r"\w", lines[n]) for n in between):
            yield block
            block = []
        block.append(number)
    if block:
        yield block


def _by_position(lines: list[str]) -> Iterator[Cutter]:
    """Guess where the columns are when empty fields are blanks: eight lines, each with one and the same mark."""
    tried: set[tuple[int, int]] = set()
    rows = [line for line in lines if line.strip() and not _BORDER.fullmatch(line)]
    signs = [set(line) - {" ", "\t"} for line in rows]
    for start in range(len(rows) - N + 1):
        if not all(len(some) <= FEW_SIGNS for some in signs[start : start + N]):
            continue
        for mark in set.intersection(*signs[start : start + N]):
            eight = rows[start : start + N]
            places = sorted(line.find(mark) for line in eight)
            step = places[1] - places[0]
            even = step > 0 and places == list(range(places[0], places[0] + step * N, step))
            if even and all(line.count(mark) == 1 for line in eight) and (places[0], step) not in tried:
                tried.add((places[0], step))
                yield _columns(places[0], step)


def _columns(start: int, step: int) -> Cutter:
    """Take single characters, ``step`` apart: for boards whose empty fields are blanks."""

    def cut(line: str) -> Cells | None:
        padded = line.ljust(start + step * N)
        outside = re.search(r"\w", padded[start + step * N :]) or _BORDER.fullmatch(line)
        return None if outside else [padded[start + step * field] for field in range(N)]

    return cut


def _bars(skipped: int) -> Cutter:
    """Cut at vertical bars; ``skipped`` pieces stand in front of the first field."""

    def cut(line: str) -> Cells | None:
        pieces = [piece.strip() for piece in _BARS.split(line)]
        return pieces[skipped : skipped + N] if N + skipped <= len(pieces) <= N + 2 else None

    return cut


def _tokens(skipped: int) -> Cutter:
    """Cut at blanks and the like; ``skipped`` tokens, the number of the line, stand in front of the first field."""

    def cut(line: str) -> Cells | None:
        pieces = _TOKENS.findall(line)
        return pieces[skipped : skipped + N] if N + skipped <= len(pieces) <= N + 2 else None

    return cut


def _groups(line: str) -> Cells | None:
    pieces = [piece.strip() for piece in IN_BRACKETS.findall(line)]
    return pieces if len(pieces) == N else None


def _stuck(line: str) -> Cells | None:
    return next((list(token) for token in _TOKENS.findall(line) if len(token) == N), None)


_CUTTERS: tuple[Cutter, ...] = (_bars(1), _bars(0), _groups, _tokens(0), _tokens(1), _stuck)
