"""Read the answers of ``queens(N, Qs)``, and write and draw them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from _shared import nqueens
from _shared.boards.picture import ATTACK, board_picture
from harness.model.picture import Picture
from harness.model.result import CallResult

Rows = tuple[int, ...]
Results = tuple[CallResult, ...]
Params = Mapping[str, Any]

FREE = {"!repr": "_"}  # a variable without a value
EMPTY: tuple[object, ...] = (FREE, [])
"""Answers that say nothing but yes."""
LONGEST = 200
"""Characters of an answer that are shown."""


def answers_of(results: Results) -> list[Any]:
    """The answers to the first goal."""
    return list(results[0].solutions or ())


def has_answer(result: CallResult) -> bool:
    """Whether a goal was answered by more than yes."""
    return any(answer not in EMPTY for answer in result.solutions or ())


def rows_of(answer: Any) -> Rows | None:
    """The rows of an answer; None if it is no list of whole numbers."""
    return tuple(answer) if isinstance(answer, list) and all(type(row) is int for row in answer) else None


def base_of(n: int, answers: list[Any]) -> int:
    """Tell what rows are counted from, 1 or 0: what makes more answers right, or at least their rows."""
    boards = {rows for answer in answers if (rows := rows_of(answer)) is not None}

    def fitting(base: int) -> tuple[int, int]:
        solved = sum(rows in boards for rows in solutions_of(n, base))
        return solved, sum(all(base <= row < base + n for row in rows) for rows in boards)

    return max((1, 0), key=fitting)


def solutions_of(n: int, base: int) -> list[Rows]:
    """All solutions, as they have to be answered."""
    return [tuple(row - 1 + base for row in rows) for rows in nqueens.solutions(n)]


def as_prolog(answer: Any) -> str:
    """As Prolog writes it."""
    if isinstance(answer, dict):
        return str(answer.get("!repr", answer))
    if isinstance(answer, (list, tuple)):
        return f"[{','.join(map(as_prolog, answer))}]"
    return str(answer)


def shown(answer: Any) -> str:
    """As Prolog writes it; a long one is cut."""
    text = as_prolog(answer)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."


def board_text(n: int, base: int, answer: Any) -> bytes | None:
    """The board with the attacking queens as X; None if it is no board, as the sentence has the answer itself."""
    rows = rows_of(answer)
    pair = nqueens.attacking_pair(rows) if rows is not None and len(rows) == n else None
    if rows is None or pair is None or not all(base <= row < base + n for row in rows):
        return None

    def square(row: int, column: int) -> str:
        return "." if rows[column] != row else "X" if column in pair else "Q"

    return "\n".join(" ".join(square(row, at) for at in range(n)) for row in range(base, base + n)).encode()


def picture_of(n: int, base: int, answer: Any) -> Picture | None:
    """The board as a drawing, where two queens attack each other."""
    rows = rows_of(answer)
    pair = nqueens.attacking_pair(rows) if rows is not None and len(rows) == n else None
    if rows is None or pair is None:
        return None
    squares = [(row - base, column) for column, row in enumerate(rows)]
    return board_picture(n, squares, ATTACK, pair=[squares[at] for at in pair], base=base, text=False)
