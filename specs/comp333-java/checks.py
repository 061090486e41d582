"""Read eight queens out of whatever a program prints, as a person would, and check them.

The handout fixes no output, so numbers in one line, numbers down a column, pairs and drawn boards are all read. Traces
and snapshots on the way to a solution are passed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from _shared import nqueens
from _shared.attack_answers import summary, type_fault
from _shared.attack_faults import Answer, Pair, Words
from _shared.boards.eight import Board, N, Rows, Square
from _shared.boards.eight_numbers import is_of_other_size
from _shared.boards.eight_read import read
from _shared.boards.picture import ATTACK, board_picture
from harness.model.finding import COURSE, Finding
from harness.model.result import CallResult
from harness.model.run import Run


def solution(run: Run, expected: bytes | None, *, look: str) -> Iterator[Finding]:
    """Look at one property of the solutions printed, named by ``look``: prints, valid or order; or for anything.

    For ``order`` the golden is the output of the reference, whose first solution is the one to be found first.
    """
    if look not in ("anything", "prints", "valid", "order"):
        raise ValueError(look)
    if look == "anything":
        yield from [] if run.stdout.strip() else [Finding(NOTHING, "stdout")]
        return
    stderr = _EXCEPTION.split(run.stderr, maxsplit=1)[0]
    where = "stdout" if read(run.stdout) or not read(stderr) else "stderr"  # the wrong stream costs "prints" alone
    written = run.stdout if where == "stdout" else stderr
    if not read(written):
        denies = _DENIAL.search(written)
        column = None if denies else _column_without_queen(written)
        queens = _queens_of_other_size(written)
        if queens:
            text, kind = f"The program gives a board of {queens} queens, not of eight.", "other-size"
        elif column is not None:
            kind = "last-column-without-queen" if column == N - 1 else "column-without-queen"
            text = f"Column {column} has no queen: -1 stands there."
        else:
            text = _without_board(written)
            kind = "denies-solution" if denies else "no-board" if text == NO_BOARD else COURSE
        yield Finding(text, where, None, written[:500], kind=kind)
    elif look == "valid":
        yield from _valid(_claims(written), where)
    elif look == "order":
        yield from _order(_claims(written)[0], _claims(expected or b"")[0].readings()[0], where)
    elif where == "stderr":
        yield Finding("The eight queens are on stderr; print them with System.out.", where, None, written[:500])


def _without_board(written: bytes) -> str:
    """What an output without any arrangement says, as a sentence."""
    if not written.strip():
        return NOTHING
    if _DENIAL.search(written):
        return "The program says that there is no solution, but there is one for eight queens."
    return NO_BOARD


def _column_without_queen(written: bytes) -> int | None:
    """The first column at -1 of the last line with eight numbers; None if no such line has one."""
    lines = [[int(number) for number in _NUMBER.findall(line[:LONGEST])] for line in written.splitlines()[-LONGEST:]]
    boards = [numbers for numbers in lines if len(numbers) == N]
    return boards[-1].index(-1) if boards and -1 in boards[-1] else None


def _queens_of_other_size(written: bytes) -> int:
    """How many queens the last line of numbers has that is a right board of fewer or more than eight; 0 for none."""
    lines = [[*map(int, _ROW.findall(line))] for line in written.splitlines()[-LONGEST:] if _NUMBERS.fullmatch(line)]
    return next((len(rows) for rows in reversed(lines) if is_of_other_size(rows)), 0)


def _claims(stdout: bytes) -> list[Board]:
    """Tell which complete boards are meant as solutions: those called so, else all from the first right one on."""
    readings = read(stdout)
    boards = [board for board, _ in readings]
    called = [board for board, called_solution in readings if called_solution]
    if len(called) == len(boards) or (called and not any(map(Board.attack, called))):
        return called
    first = next((index for index, board in enumerate(boards) if not board.attack()), 0)
    if first > 0 and any(map(Board.attack, boards[first:])) and not boards[-1].attack():
        return boards[-1:]  # a trace: it begins with what is none and ends with the solution
    return boards[first:]


_EXCEPTION = re.compile(rb"(?m)^(?=Exception in thread )")
"""Where the virtual machine begins to tell of an uncaught exception: the numbers of its lines are no rows."""
NOTHING = "The program prints nothing, so that there is no arrangement of eight queens to look at."
NO_BOARD = "No arrangement of eight queens can be read from the output."
_NUMBER = re.compile(rb"-?\b\d\b")
_ROW = re.compile(rb"\d+")
LONGEST = 500
"""Characters of a line, and lines at the end, in which eight numbers are looked for."""
_NUMBERS = re.compile(rb"(?!.{%d})[\s,;:/|()\[\]{}<>\d]*" % (LONGEST + 1))
"""A line of nothing but numbers and what separates them."""
_DENIAL = re.compile(rb"(?i)\b(?:no|not|without|cannot|never|fail\w*|impossible|none)\b|n.t\b")
"""Words by which a sentence says that nothing was found."""


def _valid(claims: list[Board], where: str) -> Iterator[Finding]:
    for board in claims:
        pair = board.attack()
        if pair:
            (a, b), (c, d) = pair
            message = f"The queens at column {a}, row {b} and column {c}, row {d} (counted from 0) attack each other."
            squares = [(row, column) for column, row in board.queens]
            attacking = [(row, column) for column, row in pair]
            picture = board_picture(N, squares, ATTACK, pair=attacking, base=0, text=False)
            yield Finding(message, f"{where}, line {board.line + 1}", None, _draw(board, pair), picture=picture)
            return


def _draw(board: Board, pair: tuple[Square, Square]) -> bytes:
    """The board with a Q for each queen, and X for the two that attack each other; row 0 is at the top."""
    signs = dict.fromkeys(board.queens, "Q") | dict.fromkeys(pair, "X")
    lines = (" ".join(signs.get((column, row), ".") for column in range(N)) for row in range(N))
    return "\n".join(lines).encode() + b"\n"


def oracle(args: tuple[str, ...], stdin: bytes) -> bytes | None:  # noqa: ARG001
    """The first solution in lexicographic order, by the solver."""
    return " ".join(str(row - 1) for row in next(nqueens.solutions(N))).encode() + b"\n"


def _order(first: Board, wanted: Rows, where: str) -> Iterator[Finding]:
    """Hold the first solution against the one that rows tried from 0 upwards lead to.

    A wrong board is no solution, be it for a wrong check or a wrong drawing: that is another clause's.
    """
    readings = first.readings()
    if readings and not first.attack() and wanted not in readings:
        message = "Rows tried in numerical order lead to another solution first (rows by column, counted from 0)."
        yield Finding(message, f"{where}, line {first.line + 1}", _rows_text(wanted), _positions_text(first))


def _positions_text(board: Board) -> bytes:
    readings = board.readings()
    return _rows_text(readings[0]) if readings else b" ".join(b"(%d,%d)" % queen for queen in board.queens)


def _rows_text(rows: Rows) -> bytes:
    return " ".join(map(str, rows)).encode()


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
    faults = [fault for pair in pairs for fault in _conflict_faults(pair[0], board, pair[1], *pair[0].args[-2:])]
    answers = [_answer(result, board, looked_at) for result, looked_at in pairs]
    described = summary(faults[0], answers, words) if faults and len(answers) >= _MANY else None
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
    why = "no queen that it asks about is in this row or on a diagonal"
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
    yield Finding(
        f"{_called(result)} must return {str(attacker is not None).lower()}: {why}", "the returned value", None, text
    )


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
        yield Finding("getPositionsSnapshot must return a text", "the returned value")
        return
    full, *different = map(str, texts)
    if not _shows(full):
        message = f"for the positions {' '.join(map(str, SHOWN))} the text does not show them in this order"
        kind = "columns-missing" if len(re.findall(r"\d", full)) < N else COURSE
        yield Finding(message, "the returned value", _rows_text(SHOWN), full.encode("utf-8", "replace"), kind=kind)
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
