"""Check the routines ``isSafe`` and ``solveNQueensUtil`` by the results of single calls."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from msgspec.structs import replace

from _shared.attack_answers import summary, type_fault
from _shared.attack_faults import NEAREST, Answer, Pair, Words
from _shared.boards.marks import Square
from _shared.boards.picture import ATTACK, board_picture
from harness.model.finding import HINT, Finding, Parameter
from harness.model.result import CallResult

from .drawn import drawn_board, line_of_attack

_MANY = 8
"""Squares from which on there are enough to say what the wrong answers have in common."""
_WORDS = Words(
    "isSafe",
    {0: "in the column", 1: "on the diagonal to the upper left", -1: "on the diagonal to the upper right"},
    "row",
    "column",
    "from the row just above",
    ("from the topmost queen", NEAREST),
    args={"row": "row-ignored", "col": "col-ignored"},
    values=("false", "true"),
)


def safe(results: Sequence[CallResult], params: Mapping[str, object]) -> Iterator[Finding]:
    """Require isSafe to tell whether a queen above stands in the column or on a diagonal of the square."""
    del params
    asked = [_Asked.of(result) for result in results if len(result.args) > 1]  # solveNQueens has one
    faults = [call.fault() for call in asked]
    wrong = [(call, fault) for call, fault in zip(asked, faults, strict=True) if fault is not None]
    if not wrong or len(asked) < _MANY or any(fault.kind == "other-type" for _, fault in wrong):
        yield from (fault for _, fault in wrong)
        return
    described = summary(faults, [call.answer() for call in asked], _WORDS)
    if described is not None:
        yield described
        return
    for is_attacked, what, returned in ((True, "that a queen attacks", "true"), (False, "that none attacks", "false")):
        alike = [fault for call, fault in wrong if call.is_attacked is is_attacked]
        count, total = len(alike), sum(call.is_attacked is is_attacked for call in asked)
        counted = f"isSafe returned {returned} for {count} of {total} squares {what}."
        yield from (replace(fault, message=f"{counted} {fault.message}") for fault in alike[:1])


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

    def fault(self) -> Finding | None:
        """What is wrong with the answer; None if it is right."""
        size, queens = len(self.board), _true_squares(self.board)
        called = f"isSafe(board, {self.square[0]}, {self.square[1]})"
        of_other_type = type_fault(called, self.returned)
        if of_other_type is not None:
            return of_other_type
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
        place = f"in row {attacker[0]}, column {attacker[1]} (counted from 0)"
        text = f"{called} returned true, but the {line} of that square (marked ?) holds the queen marked X, {place}."
        title = "The queen in red attacks the square that the call asks about."
        pair = attacker, self.square
        picture = board_picture(size, queens, title, pair=pair, asked=self.square, base=0, text=False)
        drawn = _drawn_with_square(self.board, self.square, attacker)
        return Finding(text, "the returned value", None, drawn, kind=kind, picture=picture)

    def answer(self) -> Answer:
        """The call as one of a function that looks for attacks, queens from the top."""
        row, col = self.square
        pairs = [Pair(above, row, at, col - at) for above, at in _true_squares(self.board)]
        return Answer(pairs, self.returned, len(self.board), self.square, str(self.board))


def placed(results: Sequence[CallResult], params: Mapping[str, object]) -> Iterator[Finding]:
    """Require a solution on the board behind the last call, with the queens that stood on it before, and true."""
    del params
    result = results[-1]
    before, row = result.args
    after: Any = result.after[0] if result.after else None
    size = len(before)
    if result.returned is not None and not result.returned:  # None: what it returns is the clause signatures'
        yield _wrong_return(result, "queens can be placed", {HINT: "last-row-refused"} if row + 1 == size else {})
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
            text = (
                f"It returned true, but row {lacking[0]} (counted from 0) holds {counts[lacking[0]]} queens, not one."
            )
            yield Finding(text, "the board", None, drawn_board(size, queens, ()).encode())
        elif not set(_true_squares(before)) <= set(queens):
            text = f"A queen above row {row} (counted from 0), where the call was to begin, has moved."
            yield Finding(text, "the board", _drawn_with_square(before), drawn_board(size, queens, ()).encode())


def refused(results: Sequence[CallResult], params: Mapping[str, object]) -> Iterator[Finding]:
    """Require false from the last call, and a board as it was before."""
    del params
    result = results[-1]
    before = result.args[0]
    after: Any = result.after[0] if result.after else None
    if result.returned:
        yield _wrong_return(result, "no queens can be placed", {})
    elif not _is_board(after, len(before)):
        yield Finding("The board has changed its size.", "the board")
    elif _true_squares(after) != _true_squares(before):
        text = "It returned false, but the board is not as it was: a queen that failed has to be taken off again."
        yield Finding(text, "the board", _drawn_with_square(before), _drawn_with_square(after))


def _wrong_return(result: CallResult, why: str, params: Mapping[str, Parameter]) -> Finding:
    """That a call of the search returns the opposite, with the board before it."""
    board, row = result.args
    came, expected = ("true", "false") if result.returned else ("false", "true")
    called = f"{result.function}(board, {row}) returned {came}, expected {expected}"
    text = f"{called}: from row {row} on (counted from 0) {why}."
    picture = board_picture(len(board), _true_squares(board), "The board before the call.", base=0)
    place, sides = "the returned value", (expected.encode(), came.encode())
    return Finding(text, place, *sides, kind="opposite", params=params, picture=picture)


def _is_board(value: Any, size: int) -> bool:
    return isinstance(value, list) and [len(row) for row in value if isinstance(row, list)] == [size] * size


def _true_squares(board: Sequence[Any]) -> tuple[Square, ...]:
    return tuple((i, j) for i, row in enumerate(board) for j, square in enumerate(row) if square)


def _drawn_with_square(board: Sequence[Any], square: Square | None = None, by: Square | None = None) -> bytes:
    """Draw the board with the square that is asked about, and the queen that attacks it."""
    marks = dict.fromkeys(_true_squares(board), "Q") | ({by: "X"} if by else {}) | ({square: "?"} if square else {})
    squares = range(len(board))
    return "\n".join(" ".join(marks.get((row, col), ".") for col in squares) for row in squares).encode()
