"""Read eight queens written as numbers: in one line, down a column of lines, or as pairs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import groupby

from _shared import nqueens

from .eight import COUNTING, IN_BRACKETS, Board, N

_INT = re.compile(r"(?<![\w.)\]])-\d+|\d+")
_CHESS = re.compile(r"(?<![^\W_])([a-hA-H])([1-8])(?![^\W_])")  # a1 is column 1, row 1
_DIGITS = re.compile(r"(?<![\w.])\d{8}(?![\w.])")
_RUN = re.compile(r"(?<![\w.])-?\d+(?:(?:[\s,;/|]+-?|\s*(?:->?|\u2192)\s*)\d+){7,}(?![\w.])")

_FIRST_OF_NINE = tuple(row - 1 for row in next(nqueens.solutions(N + 1)))
"""Rows from 0, as a search in numerical order finds them that takes one queen too many."""
_FEWEST = 4
"""Queens of the smallest board that a line of numbers may mean: any number is a board of one."""


def boards_in_lines(lines: list[str], used: set[int]) -> Iterator[Board]:
    """Find boards that are in one line, and note the line in ``used``."""
    are_nine = cache(lambda: any(_is_of_nine(_ints(run[0])) for line in lines for run in _RUN.finditer(line)))
    for number, line in enumerate(lines):
        if number not in used and re.search(r"\d", line):
            turnable, candidates = _rows_in(line, are_nine)
            boards = [board for rows in candidates if (board := _from_rows(number, rows, turnable=turnable))]
            used.update([number] if boards else [])
            yield from boards


def _rows_in(line: str, are_nine: Callable[[], bool]) -> tuple[bool, list[list[int]]]:
    """Read rows from one line: in brackets, stuck together, one after the other, or (True) paired with the columns."""
    bracketed = [eight for group in IN_BRACKETS.findall(line) if len(eight := _trimmed(_ints(group))) == N]
    stuck = [[int(digit) for digit in digits] for digits in _DIGITS.findall(line)]
    runs = [_ints(run.group()) for run in _RUN.finditer(line)]
    # Nine: the number of the solution or the size first, unless they are nine queens.
    eights = [run for run in runs if len(run) in (N, N + 1)]
    in_turn = [
        _trimmed(run)[-N:] for run in eights if not is_of_other_size(run) or not (_is_of_nine(run) or are_nine())
    ]
    if bracketed or stuck or in_turn:
        return False, bracketed or stuck or in_turn
    numbers = _ints(_plain(line))
    for pairs in (numbers[-2 * N :], numbers[: 2 * N]):
        rows = _rows_of_table([pairs[index : index + 2] for index in range(0, len(pairs), 2)])
        if rows:
            return True, [rows]
    return False, [numbers] if sorted(numbers) in COUNTING else []


def is_of_other_size(rows: Sequence[int]) -> bool:
    """Whether rows are those of a right board of fewer or more queens than eight."""
    return len(rows) != N and len(rows) >= _FEWEST and _is_right(rows)


def _is_of_nine(rows: Sequence[int]) -> bool:
    """Whether rows are those of nine queens for certain: the last eight are no right board, or it is the first."""
    return len(rows) == N + 1 and _is_right(rows) and (not _is_right(rows[1:]) or tuple(rows) == _FIRST_OF_NINE)


def _is_right(rows: Sequence[int]) -> bool:
    """Whether rows, counted from 0 or 1, are those of a right board of as many queens."""
    counts = sorted(rows) in ([*range(len(rows))], [*range(1, len(rows) + 1)])
    return counts and nqueens.attacking_pair(rows) is None


def _trimmed(ints: list[int]) -> list[int]:
    """Eight of nine numbers where an array that is one too long keeps -1 at an end."""
    if len(ints) == N + 1 and -1 in (ints[0], ints[-1]):
        return ints[:-1] if ints[-1] == -1 else ints[1:]
    return ints


def _plain(line: str) -> str:
    """Write the squares of chess, such as a1, as two numbers."""
    return _CHESS.sub(lambda match: f" {ord(match[1].lower()) - ord('a') + 1} {match[2]} ", line)


def boards_down_lines(lines: list[str], used: set[int]) -> Iterator[Board]:
    """Find boards with one queen a line: a number each, or a table in which the columns are numbered."""
    plain = [(number, _plain(line)) for number, line in enumerate(lines) if number not in used and line.strip()]
    for _, group in groupby(plain, key=lambda item: re.sub(r"\s+", "", _INT.sub("#", item[1]))):
        block = [(number, _ints(line)) for number, line in group]
        singles = len(block[0][1]) == 1 and len(block) % N == 0
        start = 0
        while start + N <= len(block):
            table = [ints for _, ints in block[start : start + N]]
            rows = [ints[0] for ints in table if ints] if singles else _rows_of_table(table)
            board = _from_rows(block[start][0], rows, turnable=not singles) if rows and len(rows) == N else None
            if board:
                yield board
            start += N if board or singles else 1


def _rows_of_table(table: list[list[int]]) -> list[int] | None:
    """Find the rows in a table of eight lines: the one column that does not just count up."""
    if len(table) != N or len({len(ints) for ints in table}) != 1:
        return None
    columns = [list(column) for column in zip(*table, strict=True)]
    uncounted = [column for column in columns if column not in COUNTING]
    return uncounted[0] if len(uncounted) == 1 < len(columns) else None


def _from_rows(line: int, rows: Sequence[int], *, turnable: bool = False) -> Board | None:
    """Read eight numbers as rows by column; -1 is a column without a queen."""
    if not all(-1 <= row <= N for row in rows):
        return None
    base = 1 if 0 not in rows and N in rows else 0
    queens = tuple((column, row - base) for column, row in enumerate(rows) if row >= 0)
    return Board(line, queens, turnable=turnable)


def _ints(text: str) -> list[int]:
    return [int(number) for number in _INT.findall(text) if len(number) <= N]
