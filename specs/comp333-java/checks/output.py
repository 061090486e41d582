"""Read eight queens out of whatever a program prints, as a person would, and check them.

The handout fixes no output, so numbers in one line, numbers down a column, pairs and drawn boards are all read. Traces
and snapshots on the way to a solution are passed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from _shared import nqueens
from _shared.boards.eight import Board, N, Rows, Square
from _shared.boards.eight_numbers import is_of_other_size
from _shared.boards.eight_read import read
from _shared.boards.picture import ATTACK, board_picture
from _shared.boards.words import denies
from harness.model.finding import COURSE, LACKS_ANSWER, Finding, Parameter
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
        denied = _is_denied(written)
        column = None if denied else _column_without_queen(written)
        queens, missing = _queens_of_other_size(written), None if denied else _missing_end(written)
        if missing and not (queens and missing == _ANY):
            text, kind = f"7 of the 8 rows are printed; {missing} is missing.", "row-missing"
        elif queens:
            text, kind = f"The program gives a board of {queens} queens, not of eight.", "other-size"
        elif column is not None:
            kind = "last-column-without-queen" if column == N - 1 else "column-without-queen"
            text = f"Column {column} has no queen: -1 stands there."
        else:
            text = _without_board(written, denied=denied)
            kind = "denies-solution" if denied else "no-board" if text == NO_BOARD else COURSE
        params: dict[str, Parameter] = {} if kind in ("no-board", "row-missing", COURSE) else {LACKS_ANSWER: True}
        yield Finding(text, where, None, written[:500], kind=kind, params=params)
    elif look == "valid":
        yield from _valid(_claims(written), where)
    elif look == "order":
        yield from _order(_claims(written)[0], _claims(expected or b"")[0].readings()[0], where)
    elif where == "stderr":
        yield Finding("The eight queens are on stderr; print them with System.out.", where, None, written[:500])


def _without_board(written: bytes, *, denied: bool) -> str:
    """What an output without any arrangement says, as a sentence."""
    if not written.strip():
        return NOTHING
    if denied:
        return "The program says that there is no solution, but there is one for eight queens."
    return NO_BOARD


def _is_denied(written: bytes) -> bool:
    """Whether a line says that nothing was found, such as ``0 solutions``."""
    return any(denies(line) for line in written.decode(errors="replace").splitlines()[-LONGEST:])


def _column_without_queen(written: bytes) -> int | None:
    """The first column at -1 of the last line with eight numbers; None if no such line has one."""
    lines = [[int(number) for number in _NUMBER.findall(line[:LONGEST])] for line in written.splitlines()[-LONGEST:]]
    boards = [numbers for numbers in lines if len(numbers) == N]
    return boards[-1].index(-1) if boards and -1 in boards[-1] else None


def _missing_end(written: bytes) -> str:
    """Which row of a right board the last line with numbers lacks: ``the last one``, ``one``; empty for none."""
    lines = [line for line in written.splitlines()[-LONGEST:] if _ROW.search(line)]
    last = lines[-1].rpartition(b":")[2] if lines else b""
    printed = tuple(map(int, _ROW.findall(last))) if _NUMBERS.fullmatch(last) else ()
    boards = [tuple(row - 1 + base for row in rows) for rows in nqueens.solutions(N) for base in (0, 1)]
    for board in boards[:2]:  # the solution that is asked for, counted from 0 and from 1
        if printed in (board[:-1], board[1:]):
            return "the last one" if printed == board[:-1] else "the first one"
    return _ANY if any(printed in (board[:-1], board[1:]) for board in boards) else ""


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
_ANY = "one"
_NUMBERS = re.compile(rb"(?!.{%d})[\s,;:/|()\[\]{}<>\d]*" % (LONGEST + 1))
"""A line of nothing but numbers and what separates them."""


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
        yield Finding(message, f"{where}, line {first.line + 1}", rows_text(wanted), _positions_text(first))


def _positions_text(board: Board) -> bytes:
    readings = board.readings()
    return rows_text(readings[0]) if readings else b" ".join(b"(%d,%d)" % queen for queen in board.queens)


def rows_text(rows: Rows) -> bytes:
    """Rows as they are shown, in one line."""
    return " ".join(map(str, rows)).encode()
