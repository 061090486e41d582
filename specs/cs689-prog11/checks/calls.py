"""Check the routines ``isSafe`` and ``solveNQueensUtil`` by the results of single calls."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from msgspec.structs import replace

from _shared.boards.marks import Square
from _shared.boards.picture import ATTACK, board_picture
from _shared.evidence import in_common
from harness.model.finding import COURSE, Finding
from harness.model.result import CallResult

from .drawn import drawn_board, line_of_attack

_MANY = 8
"""Squares from which on there are enough to say what the wrong answers have in common."""
_FEW = 4
"""Wrong answers that may have something in common by chance."""


def safe(results: Sequence[CallResult], params: Mapping[str, object]) -> Iterator[Finding]:
    """Require isSafe to tell whether a queen above stands in the column or on a diagonal of the square."""
    del params
    asked = [_Asked.of(result) for result in results if len(result.args) > 1]  # solveNQueens has one
    for is_attacked in (True, False):
        calls = [call for call in asked if call.is_attacked is is_attacked]
        wrong = [(call, finding) for call in calls if (finding := call.fault()) is not None]
        right = [call for call in calls if call.fault() is None]
        for number, (call, finding) in enumerate(wrong):
            if call.is_other_type or len(calls) < _MANY:
                yield finding
            elif not number:
                yield _with_summary(finding, [call for call, _ in wrong], right)


class _Asked(NamedTuple):
    """A call of isSafe, and which queens attack the square that it asks about."""

    board: Sequence[Any]
    square: Square
    attackers: tuple[Square, ...]
    returned: Any

    @classmethod
    def of(cls, result: CallResult) -> _Asked:
        board, row, col = result.args
        attackers = tuple(queen for queen in _true_squares(board) if line_of_attack(queen, (row, col)))
        return cls(board, (row, col), attackers, result.returned)

    @property
    def is_attacked(self) -> bool:
        return bool(self.attackers)

    @property
    def is_other_type(self) -> bool:
        return self.returned not in (True, False)  # 1 and 0 are as good; the type is the heading's

    def fault(self) -> Finding | None:
        """What is wrong with the answer; None if it is right."""
        size, queens = len(self.board), _true_squares(self.board)
        called = f"isSafe(board, {self.square[0]}, {self.square[1]})"
        if self.is_other_type:
            return Finding(f"{called} must return true or false.", "the returned value")
        if bool(self.returned) is not self.is_attacked:
            return None
        if not self.is_attacked:
            text = f"{called} returned false, but no queen attacks that square (marked ?)."
            title = "The board, and the square that the call asks about."
            picture = board_picture(size, queens, title, asked=self.square, base=0, text=False)
            drawn = _drawn_with_square(self.board, self.square)
            return Finding(text, "the returned value", None, drawn, picture=picture)
        attacker = self.attackers[0]
        line = line_of_attack(attacker, self.square)
        kind = "shares-column" if line == "column" else "shares-diagonal"
        text = (
            f"{called} returned true, but the {line} of that square (marked ?) holds the queen marked X, in row"
            f" {attacker[0]} (from 0)."
        )
        title = "The queen in red attacks the square that the call asks about."
        pair = attacker, self.square
        picture = board_picture(size, queens, title, pair=pair, asked=self.square, base=0, text=False)
        drawn = _drawn_with_square(self.board, self.square, attacker)
        return Finding(text, "the returned value", None, drawn, kind=kind, picture=picture)

    def parts(self) -> list[str]:
        """What is true of the queen that decides, as the rest of a sentence; nothing where it is not the only one."""
        queens = self.attackers or _true_squares(self.board)
        if len(queens) != 1:
            return []
        (row, col), (asked_row, asked_col) = queens[0], self.square
        down, aside = asked_row - row, col - asked_col
        side = "" if aside == 0 else "left" if aside < 0 else "right"
        between = [other for other, _ in _true_squares(self.board) if row < other < asked_row]
        return [
            *([f"on the diagonal to the upper {side}"] if side and abs(aside) == down else []),
            *(["in the column"] if not side else ["on a diagonal"] if abs(aside) == down else []),
            *(["fewer columns away than rows"] if abs(aside) < down else []),
            *(["more columns away than rows"] if abs(aside) > down else []),
            *(["above another queen"] if between else []),
            f"in row {row} (from 0)",
            "in the row just above" if down == 1 else "more than one row above",
            *([f"to the {side}"] if side else []),
        ]


def _with_summary(finding: Finding, wrong: Sequence[_Asked], right: Sequence[_Asked]) -> Finding:
    """The finding on the first of the wrong calls, with how many there are and what they have in common."""
    count, total = len(wrong), len(wrong) + len(right)
    what, answer = ("that a queen attacks", "true") if wrong[0].is_attacked else ("that no queen attacks", "false")
    parts = [[call.parts() for call in calls] for calls in (wrong, right)]
    shared = in_common(*parts) if count >= _FEW else ""
    queen = "the queen that attacks" if wrong[0].is_attacked else "the queen"
    seen = f" In all of them {queen} is {shared}, and in no other." if shared else ""
    kind = finding.kind if shared.endswith(("column", "diagonal")) else COURSE
    kind = "diagonal-to-one-side" if "diagonal to" in shared else "row-overlooked" if "row" in shared else kind
    kind = kind if right else "same-answer"
    message = f"isSafe returned {answer} for {count} of {total} squares {what}.{seen} {finding.message}"
    return replace(finding, message=message, kind=kind)


def placed(results: Sequence[CallResult], params: Mapping[str, object]) -> Iterator[Finding]:
    """Require a solution on the board behind the last call, with the queens that stood on it before, and true."""
    del params
    result = results[-1]
    before, row = result.args
    after: Any = result.after[0] if result.after else None
    size = len(before)
    if result.returned is not None and not result.returned:  # None: what it returns is the clause signatures'
        text = f"It must return true: from row {row} on (counted from 0) queens can be placed on this board."
        yield Finding(text, "the returned value", None, _drawn_with_square(before))
    elif not _is_board(after, size):
        yield Finding("The board has changed its size.", "the board")
    else:
        queens = _true_squares(after)
        counts = Counter(queen for queen, _ in queens)
        lacking = [line for line in range(size) if counts[line] != 1]
        pair = next((pair for pair in combinations(queens, 2) if line_of_attack(*pair)), None)
        if pair is not None:
            text = f"The queens marked X attack each other, they share a {line_of_attack(*pair)}."
            picture = board_picture(size, queens, ATTACK, pair=pair, base=0, text=False)
            yield Finding(text, "the board", None, drawn_board(size, queens, pair).encode(), picture=picture)
        elif lacking:
            text = f"It returned true, but row {lacking[0]} (from 0) holds {counts[lacking[0]]} queens, not one."
            yield Finding(text, "the board", None, drawn_board(size, queens, ()).encode())
        elif not set(_true_squares(before)) <= set(queens):
            text = f"A queen above row {row} (counted from 0), where the call was to begin, has moved."
            yield Finding(text, "the board", _drawn_with_square(before), drawn_board(size, queens, ()).encode())


def refused(results: Sequence[CallResult], params: Mapping[str, object]) -> Iterator[Finding]:
    """Require false from the last call, and a board as it was before."""
    del params
    result = results[-1]
    before, row = result.args
    after: Any = result.after[0] if result.after else None
    shown = _drawn_with_square(before)
    if result.returned:
        text = f"It must return false: from row {row} on (counted from 0) the queens cannot be placed."
        yield Finding(text, "the returned value", None, shown)
    elif not _is_board(after, len(before)):
        yield Finding("The board has changed its size.", "the board")
    elif _true_squares(after) != _true_squares(before):
        text = "It returned false, but the board is not as it was: a queen that failed has to be taken off again."
        yield Finding(text, "the board", shown, _drawn_with_square(after))


def _is_board(value: Any, size: int) -> bool:
    return isinstance(value, list) and [len(row) for row in value if isinstance(row, list)] == [size] * size


def _true_squares(board: Sequence[Any]) -> tuple[Square, ...]:
    return tuple((i, j) for i, row in enumerate(board) for j, square in enumerate(row) if square)


def _drawn_with_square(board: Sequence[Any], square: Square | None = None, by: Square | None = None) -> bytes:
    """Draw the board with the square that is asked about, and the queen that attacks it."""
    marks = dict.fromkeys(_true_squares(board), "Q") | ({by: "X"} if by else {}) | ({square: "?"} if square else {})
    squares = range(len(board))
    return "\n".join(" ".join(marks.get((row, col), ".") for col in squares) for row in squares).encode()
