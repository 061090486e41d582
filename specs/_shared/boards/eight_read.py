"""Find every board of eight queens in an output, and which of them are called solutions."""

from __future__ import annotations

import re
from functools import lru_cache

from .eight import Board, N
from .eight_drawn import drawn_boards
from .eight_numbers import boards_down_lines, boards_in_lines

MAX_BYTES = 2 * 1024**2  # bytes
MAX_LINES = 60_000  # more than the trace of a whole search, a line a step
_NOISE = re.compile(r"\x1b\[[0-9;]*m|[\ufe0e\ufe0f]")  # colours, and what makes a symbol an emoji or not
_CALLED = re.compile(r"solution|solved|result|final", re.IGNORECASE)
_NOT_CALLED = re.compile(r"\b(?:no|not)\b|n't|search|looking|trying|finding", re.IGNORECASE)


@lru_cache(maxsize=4)  # the cases of one submission all see the same output
def read(stdout: bytes) -> tuple[tuple[Board, bool], ...]:
    """All complete boards in the output in their order, and whether each is called a solution."""
    text = _NOISE.sub("", stdout[:MAX_BYTES].decode("utf-8", "replace"))
    lines = re.split(r"\r\n|\r|\n", text)
    lines = lines[:MAX_LINES] if len(stdout) <= MAX_BYTES else lines[:MAX_LINES][:-1]  # the last one may be cut
    used: set[int] = set()
    boards = [*drawn_boards(lines, used), *boards_in_lines(lines, used), *boards_down_lines(lines, used)]
    boards = sorted(filter(Board.complete, boards), key=lambda board: board.line)
    # 0 1 2 3 4 5 6 7 is the head of a table, unless nothing else can be a solution.
    boards = [board for board in boards if tuple(range(N)) not in board.readings()] or boards
    return tuple((board, _is_called(board.line, lines, used)) for board in boards)


def _is_called(number: int, lines: list[str], used: set[int]) -> bool:
    """Whether a line, or the next one above it that says anything, calls the board a solution."""
    above = number - 1
    while above >= 0 and above not in used and _says_nothing(lines[above]):
        above -= 1
    near = [lines[number]] + ([lines[above]] if above >= 0 and above not in used else [])
    return any(_CALLED.search(line) and not _NOT_CALLED.search(line) for line in near)


def _says_nothing(line: str) -> bool:
    """Whether a line is blank, a border, or the numbers or letters of a board's columns."""
    signs = "".join(re.findall(r"\w", line)).lower()
    return signs in ("", "01234567", "12345678", "abcdefgh")
