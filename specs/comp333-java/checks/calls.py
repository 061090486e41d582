"""Hold what single functions return against the queens that they are about."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from _shared.attack_answers import summary, type_fault
from _shared.attack_faults import Answer, Pair, Words
from _shared.boards.eight import N
from _shared.boards.eight_read import read
from harness.model.finding import LOSES_NONE, Finding, Parameter
from harness.model.result import CallResult

from .output import rows_text

SHOWN = (7, 3, 0, 2, 5, 1, 6, 4)
"""The rows of the first snapshot that the case ``snapshot`` asks for."""
CONFLICT_BOARD = (4, -1, 6, 0, 2, -1, -1, -1)
"""The rows of the queens in the cases on hasConflict."""
BOARD_BEFORE = (0, 4, 7, 5)
"""The rows of the first columns in the cases on hasConflictCumulative; later ones never matter."""


_SIDES = {0: "in the same row", -1: "on the diagonal to smaller rows", 1: "on the diagonal to larger rows"}
_ENDS = ("from column 0", "from column b - 1")
_IGNORED = {"b": "b-ignored", "bpos": "bpos-ignored"}
_CONFLICT = Words(
    "hasConflict", _SIDES, "column", "row", "from a neighbouring column", _ENDS, args={"a": "a-ignored"} | _IGNORED
)
_CUMULATIVE = Words("hasConflictCumulative", _SIDES, "column", "row", "from column b - 1", _ENDS, args=_IGNORED)
_MANY = 8
"""Calls from which on there are enough to say what the wrong answers have in common."""


def conflicts(results: Sequence[CallResult], params: Mapping[str, object]) -> Iterator[Finding]:
    """Hold each answer of hasConflict against the queens; 1 and 0 are as good, the type is the heading's matter."""
    del params
    columns = [range(result.args[0], result.args[0] + 1) for result in results]
    yield from _wrong_answers(results, CONFLICT_BOARD, columns, _CONFLICT)


def _wrong_answers(
    results: Sequence[CallResult], board: Sequence[int], columns: Sequence[range], words: Words
) -> Iterator[Finding]:
    """What is wrong with answers about the queens of these columns: what describes all, else each by itself."""
    pairs = [*zip(results, columns, strict=True)]
    findings = [next(_conflict_faults(result, board, at, *result.args[-2:]), None) for result, at in pairs]
    faults = [finding for finding in findings if finding is not None]
    answers = [_answer(result, board, looked_at) for result, looked_at in pairs]
    is_many = faults and len(answers) >= _MANY
    described = summary(findings, answers, words, range(len(results))) if is_many else None
    yield from faults if described is None else [described]


def _answer(result: CallResult, board: Sequence[int], columns: range) -> Answer:
    b, row = result.args[-2:]
    pairs = [Pair(a, b, board[a], row - board[a]) for a in columns if a < len(board)]
    return Answer(pairs, result.returned, N, result.args)


def tells_apart(results: Sequence[CallResult], params: Mapping[str, object]) -> Iterator[Finding]:
    """Some rows of a column are in conflict with a queen and some are not, wherever she stands."""
    answers = {str(result.returned).lower() for result in results}
    of_other_type = _of_other_type(results)
    if of_other_type is not None:
        yield of_other_type
    elif len(answers) == 1:
        message = f"hasConflict returns {answers.pop()} for every row of column 1, with a queen in column 0"
        yield Finding(message, "the returned values")
    elif all(any(conflicts([result], params)) for result in results):
        yield Finding(
            "hasConflict returns true for each row without a conflict, and false for each with one",
            "the returned values",
        )


def no_conflicts(results: Sequence[CallResult], params: Mapping[str, object]) -> Iterator[Finding]:
    """Hold the answers where nothing conflicts against the queens, of a function that has another answer elsewhere."""
    judge = conflicts_before if len(results[0].args) == 2 else conflicts  # noqa: PLR2004 - (b, bpos)
    answers = {str(result.returned).lower() for result in results}
    if len(answers) == 1 and _of_other_type(results) is None:
        text = f"{results[0].function} returns {answers.pop()} for every row, also for those with a conflict"
        yield Finding(text, "the returned values")
        return
    for result in results:
        yield from (fault for fault in judge([result], params) if result.returned not in (False, 0))


def conflicts_before(results: Sequence[CallResult], params: Mapping[str, object]) -> Iterator[Finding]:
    """Hold each answer of hasConflictCumulative against the queens of all columns before."""
    del params
    yield from _wrong_answers(results, BOARD_BEFORE, [range(result.args[0]) for result in results], _CUMULATIVE)


def _conflict_faults(result: CallResult, board: Sequence[int], columns: range, b: int, row: int) -> Iterator[Finding]:
    of_other_type = _of_other_type([result])
    if of_other_type is not None:
        yield of_other_type
        return
    attacker = next((a for a in columns if board[a] == row or abs(board[a] - row) == b - a), None)
    if result.returned == (attacker is not None):
        return
    why = _nobody_before(b, row, is_own=board[b : b + 1] == (row,))
    if len(columns) == 1:
        rows, away = abs(board[columns[0]] - row), b - columns[0]
        place = f"the queen of column {columns[0]} is in row {board[columns[0]]}"
        why = f"{place}: the columns differ by {away}, the rows by {rows}"
    if attacker is not None:
        sign = "+" if row > board[attacker] else "-"
        diagonal = f"on a diagonal, as {board[attacker]} {sign} {b - attacker} = {row}"
        line = "in this row" if board[attacker] == row else diagonal
        why = f"the queen of column {attacker}, in row {board[attacker]}, is {line}"
    text = str(result.returned).lower().encode("utf-8", "replace")[:80]
    message = f"{_called(result)} must return {str(attacker is not None).lower()}: {why}"
    params: dict[str, Parameter] = {} if attacker is None else {LOSES_NONE: True}
    yield Finding(message, "the returned value", None, text, params=params)


def _nobody_before(b: int, row: int, *, is_own: bool) -> str:
    """That no queen of the columns before attacks; ``is_own``: the queen of the column itself stands in the row."""
    why = f"no queen of a column before {b} is in row {row} or on a diagonal" if b else "there is no column before it"
    return f"{why}, and the queen of column {b} itself does not count" if is_own else why


def _of_other_type(results: Sequence[CallResult]) -> Finding | None:
    """What is said of the first call that returned neither true nor false; None if there is none."""
    faults = (type_fault(_called(result), result.returned) for result in results)
    return next((fault for fault in faults if fault is not None), None)


def _called(result: CallResult) -> str:
    return f"{result.function}({', '.join(map(str, result.args))})"


def snapshot(results: Sequence[CallResult], params: Mapping[str, object]) -> Iterator[Finding]:
    """The text of getPositionsSnapshot shows the rows in the order of the columns, in any form that can be read.

    Whether columns are left out shows in boards that differ in one column, or in which column is without a queen.
    Where no method sets a position, the board stays as it is, and is shown in the same way each time.
    """
    del params
    has_setter = any(result.args for result in results)
    texts = [result.returned for result in results if result.function == results[-1].function]
    if not all(isinstance(text, str) for text in texts):
        yield Finding("getPositionsSnapshot must return a text", "the returned value", kind="no-text")
        return
    full, *different = map(str, texts)
    if not _shows(full):
        kind = "columns-missing" if len(re.findall(r"\d", full)) < N else "other-numbers"
        how = "all of them" if kind == "columns-missing" else "them in this order"
        message = f"for the positions {' '.join(map(str, SHOWN))} the text does not show {how}"
        yield Finding(message, "the returned value", rows_text(SHOWN), full.encode("utf-8", "replace"), kind=kind)
    elif has_setter and len({full, *different}) < len(texts):
        message = "it must show all columns, also the last and those at -1: different positions gave the same text"
        again = next(text for text in different if [full, *different].count(text) > 1 or text == full)
        yield Finding(message, "the returned value", None, again.encode("utf-8", "replace"))


def _shows(text: str) -> bool:
    """Whether a text shows the rows ``SHOWN``, counted from 0 or from 1: as numbers in this order, or drawn."""
    boards = [board for board, _ in read(text.encode("utf-8", "replace"))]
    return any(_in_order(text, base) for base in (0, 1)) or any(SHOWN in board.readings() for board in boards)


def _in_order(text: str, base: int) -> bool:
    rest = text
    for row in SHOWN:
        _, number, rest = rest.partition(str(row + base))
        if not number:
            return False
    return True
