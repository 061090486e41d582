"""Reads eight queens out of whatever a program prints, as a person would, and judges what was found.

The handout fixes no output, so numbers in one line, numbers down a column, pairs and drawn boards are all read. Traces
and snapshots on the way to a solution are passed over.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, groupby

import nqueens

from harness.model.finding import Finding
from harness.model.result import CallResult
from harness.model.run import Run

N = 8
COUNTING = ([*range(N)], [*range(1, N + 1)])

Rows = tuple[int, ...]
Square = tuple[int, int]
Cells = list[str]
OddOne = tuple[str, frozenset[str]]
Cutter = Callable[[str], Cells | None]


@dataclass(frozen=True, slots=True)
class Board:
    """Queens as read from the output."""

    line: int
    """Where it begins, counted from 0."""
    queens: tuple[Square, ...]
    """``(column, row)`` of each queen, both counted from 0."""
    turnable: bool = False
    """Whether columns and rows may be meant the other way round, as in drawings and pairs."""
    drawn: bool = False
    """Whether it is a drawing: row 0 may then be meant at the top or at the bottom."""

    def complete(self) -> bool:
        """Whether all queens are placed; a trace shows other boards too."""
        return len(self.queens) == N

    def readings(self) -> list[Rows]:
        """Tell the rows by column in each way that the board may be meant; a way that leaves a column empty is none."""
        turned = tuple((row, column) for column, row in self.queens)
        upside_down = tuple((column, N - 1 - row) for column, row in self.queens)
        meant = [self.queens, *([turned] if self.turnable else []), *([upside_down] if self.drawn else [])]
        ways = [sorted(way) for way in meant]
        return [tuple(row for _, row in way) for way in ways if [column for column, _ in way] == list(range(N))]

    def attack(self) -> tuple[Square, Square] | None:
        """Find two queens that attack each other."""
        return next((pair for pair in combinations(self.queens, 2) if _attacks(*pair)), None)


def _attacks(one: Square, other: Square) -> bool:
    across, down = abs(one[0] - other[0]), abs(one[1] - other[1])
    return across == 0 or down in (0, across)


# Judging


def solution(run: Run, expected: bytes | None, *, look: str) -> Iterator[Finding]:
    """Look at one property of the solutions printed, named by ``look``: prints, valid or order; or for anything.

    For ``order`` the golden is the output of the reference, whose first solution is the one to be found first.
    """
    if look not in ("anything", "prints", "valid", "order"):
        raise ValueError(look)
    if look == "anything":
        yield from [] if run.stdout.strip() else [Finding(NOTHING, "stdout")]
        return
    where = "stdout" if read(run.stdout) or not read(run.stderr) else "stderr"  # the wrong stream costs "prints" alone
    written = run.stdout if where == "stdout" else run.stderr
    if not read(written):
        told = "No arrangement of eight queens can be read from the output." if written.strip() else NOTHING
        yield Finding(told, where, None, written[:500])
    elif look == "valid":
        yield from _valid(_claims(written), where)
    elif look == "order":
        yield from _order(_claims(written)[0], _claims(expected or b"")[0].readings()[0], where)
    elif where == "stderr":
        yield Finding("The eight queens are on stderr; print them with System.out.", where, None, written[:500])


def _claims(stdout: bytes) -> list[Board]:
    """Tell which complete boards are meant as solutions: those called so, else all from the first right one on."""
    found = read(stdout)
    boards = [board for board, _ in found]
    called = [board for board, called_solution in found if called_solution]
    if len(called) == len(boards) or (called and not any(map(Board.attack, called))):
        return called
    first = next((index for index, board in enumerate(boards) if not board.attack()), 0)
    if first > 0 and any(map(Board.attack, boards[first:])) and not boards[-1].attack():
        return boards[-1:]  # a trace: it begins with what is none and ends with the solution
    return boards[first:]


NOTHING = "The program prints nothing, so that there is no arrangement of eight queens to look at."


def _valid(claims: list[Board], where: str) -> Iterator[Finding]:
    for board in claims:
        pair = board.attack()
        if pair:
            (a, b), (c, d) = pair
            told = f"The queens at column {a}, row {b} and column {c}, row {d} (counted from 0) attack each other."
            yield Finding(told, f"{where}, line {board.line + 1}", None, _draw(board, pair))
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
        told = "Rows tried in numerical order lead to another solution first (rows by column, counted from 0)."
        yield Finding(told, f"{where}, line {first.line + 1}", _rows_text(wanted), _tell(first))


def _tell(board: Board) -> bytes:
    readings = board.readings()
    return _rows_text(readings[0]) if readings else b" ".join(b"(%d,%d)" % queen for queen in board.queens)


def _rows_text(rows: Rows) -> bytes:
    return " ".join(map(str, rows)).encode()


# Reading

LOOKED_AT = 2 * 1024**2  # bytes
LINES = 60_000  # more than the trace of a whole search, a line a step
_NOISE = re.compile(r"\x1b\[[0-9;]*m|[\ufe0e\ufe0f]")  # colours, and what makes a symbol an emoji or not
_CALLED = re.compile(r"solution|solved|result|final", re.IGNORECASE)
_NOT_CALLED = re.compile(r"\b(?:no|not)\b|n't|search|looking|trying|finding", re.IGNORECASE)


@lru_cache(maxsize=4)  # the cases of one submission all see the same output
def read(stdout: bytes) -> tuple[tuple[Board, bool], ...]:
    """All complete boards in the output in their order, and whether each is called a solution."""
    text = _NOISE.sub("", stdout[:LOOKED_AT].decode("utf-8", "replace"))
    lines = re.split(r"\r\n|\r|\n", text)
    lines = lines[:LINES] if len(stdout) <= LOOKED_AT else lines[:LINES][:-1]  # the last one may be cut
    used: set[int] = set()
    boards = [*_drawn(lines, used), *_in_lines(lines, used), *_down_lines(lines, used)]
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


# Reading drawn boards

_BARS = re.compile(r"[|\u2502\u2503\u2551\u00a6]")
_GROUPS = re.compile(r"[\[({<]([^\[\](){}<>]*)[\])}>]")
_TOKENS = re.compile(r"[^\s,;|\u2502\u2503\u2551\[\](){}]+")
_BORDER = re.compile(r"\s*\S{8,}\s*")
EMPTY_KINDS = 2  # black and white fields may look different
LONGEST_CELL = 8  # letters
FEW_SIGNS = 6  # different ones in a line of a board whose empty fields are blanks


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
    pieces = [piece.strip() for piece in _GROUPS.findall(line)]
    return pieces if len(pieces) == N else None


def _stuck(line: str) -> Cells | None:
    return next((list(token) for token in _TOKENS.findall(line) if len(token) == N), None)


def _columns(start: int, step: int) -> Cutter:
    """Take single characters, ``step`` apart: for boards whose empty fields are blanks."""

    def cut(line: str) -> Cells | None:
        padded = line.ljust(start + step * N)
        outside = re.search(r"\w", padded[start + step * N :]) or _BORDER.fullmatch(line)
        return None if outside else [padded[start + step * field] for field in range(N)]

    return cut


_CUTTERS: tuple[Cutter, ...] = (_bars(1), _bars(0), _groups, _tokens(0), _tokens(1), _stuck)


def _drawn(lines: list[str], used: set[int]) -> Iterator[Board]:
    """Find drawn boards, and note their lines in ``used``."""
    for cut in (*_CUTTERS, *_by_position(lines)):
        cells = {n: row for n, line in enumerate(lines) if n not in used and line.strip() and (row := cut(line))}
        odd = {n: parts for n, row in cells.items() if (parts := _odd_one(row))}
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


def _alphabet(blocks: Iterable[list[int]], odd: Mapping[int, OddOne]) -> tuple[set[str], set[str]]:
    """Learn from lines with one queen each how queens look, and how empty fields do."""
    marks: set[str] = set()
    empties: set[str] = set()
    for block in blocks:
        for start in range(0, len(block) - N + 1, N):
            eight = [odd[number] for number in block[start : start + N]]
            some_marks = {mark for mark, _ in eight}
            some_empties = {empty for _, others in eight for empty in others}
            if len(some_empties) <= EMPTY_KINDS and not some_marks & some_empties:
                marks |= some_marks
                empties |= some_empties
    return marks - empties, empties


def _odd_one(row: Cells) -> OddOne | None:
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
    seen: set[tuple[int, int]] = set()
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
            if even and all(line.count(mark) == 1 for line in eight) and (places[0], step) not in seen:
                seen.add((places[0], step))
                yield _columns(places[0], step)


# Reading numbers

_INT = re.compile(r"(?<![\w.)\]])-\d+|\d+")
_CHESS = re.compile(r"(?<![^\W_])([a-hA-H])([1-8])(?![^\W_])")  # a1 is column 1, row 1
_DIGITS = re.compile(r"(?<![\w.])\d{8}(?![\w.])")
_RUN = re.compile(r"(?<![\w.])-?\d+(?:(?:[\s,;/|]+-?|\s*(?:->?|\u2192)\s*)\d+){7,}(?![\w.])")


def _ints(text: str) -> list[int]:
    return [int(number) for number in _INT.findall(text) if len(number) <= N]


def _from_rows(line: int, rows: Sequence[int], *, turnable: bool = False) -> Board | None:
    """Read eight numbers as rows by column; -1 is a column without a queen."""
    if not all(-1 <= row <= N for row in rows):
        return None
    base = 1 if 0 not in rows and N in rows else 0
    queens = tuple((column, row - base) for column, row in enumerate(rows) if row >= 0)
    return Board(line, queens, turnable=turnable)


def _in_lines(lines: list[str], used: set[int]) -> Iterator[Board]:
    """Find boards that stand in one line, and note the line in ``used``."""
    for number, line in enumerate(lines):
        if number not in used and re.search(r"\d", line):
            turnable, found = _rows_in(line)
            boards = [board for rows in found if (board := _from_rows(number, rows, turnable=turnable))]
            used.update([number] if boards else [])
            yield from boards


def _rows_in(line: str) -> tuple[bool, list[list[int]]]:
    """Read rows from one line: in brackets, stuck together, one after the other, or (True) paired with the columns."""
    bracketed = [eight for group in _GROUPS.findall(line) if len(eight := _trimmed(_ints(group))) == N]
    stuck = [[int(digit) for digit in digits] for digits in _DIGITS.findall(line)]
    runs = [_ints(run.group()) for run in _RUN.finditer(line)]
    in_turn = [_trimmed(run)[-N:] for run in runs if len(run) in (N, N + 1)]  # nine: the number of the solution first
    if bracketed or stuck or in_turn:
        return False, bracketed or stuck or in_turn
    numbers = _ints(_plain(line))
    for pairs in (numbers[-2 * N :], numbers[: 2 * N]):
        rows = _rows_of_table([pairs[index : index + 2] for index in range(0, len(pairs), 2)])
        if rows:
            return True, [rows]
    return False, [numbers] if sorted(numbers) in COUNTING else []


def _trimmed(ints: list[int]) -> list[int]:
    """Eight of nine numbers where an array that is one too long keeps -1 at an end."""
    if len(ints) == N + 1 and -1 in (ints[0], ints[-1]):
        return ints[:-1] if ints[-1] == -1 else ints[1:]
    return ints


def _plain(line: str) -> str:
    """Write the squares of chess, such as a1, as two numbers."""
    return _CHESS.sub(lambda found: f" {ord(found[1].lower()) - ord('a') + 1} {found[2]} ", line)


def _down_lines(lines: list[str], used: set[int]) -> Iterator[Board]:
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
    others = [column for column in columns if column not in COUNTING]
    return others[0] if len(others) == 1 < len(columns) else None


SHOWN = (7, 3, 0, 2, 5, 1, 6, 4)
"""The rows of the first snapshot that the case ``snapshot`` asks for."""


CONFLICT_BOARD = (4, -1, 6, 0, 2, -1, -1, -1)
"""The rows of the queens in the cases on hasConflict."""
BOARD_BEFORE = (0, 4, 7, 5)
"""The rows of the first columns in the cases on hasConflictCumulative; those behind never matter."""


def conflicts(results: Sequence[CallResult], params: Mapping[str, object]) -> Iterator[Finding]:
    """Hold each answer of hasConflict against the queens; 1 and 0 are as good, the type is the heading's matter."""
    del params
    for result in results:
        a, b, row = result.args
        yield from _told_conflict(result, CONFLICT_BOARD, range(a, a + 1), b, row)


def tells_apart(results: Sequence[CallResult], params: Mapping[str, object]) -> Iterator[Finding]:
    """Some rows of a column are in conflict with a queen and some are not, wherever she stands."""
    answers = {str(result.returned).lower() for result in results}
    if len(answers) == 1:
        told = f"hasConflict returns {answers.pop()} for every row of column 1, with a queen in column 0"
        yield Finding(told, "the returned values")
    elif all(any(conflicts([result], params)) for result in results):
        yield Finding("hasConflict returns true for each row without a conflict, and false for each with one",
                      "the returned values")  # fmt: skip


def conflicts_before(results: Sequence[CallResult], params: Mapping[str, object]) -> Iterator[Finding]:
    """Hold each answer of hasConflictCumulative against the queens of all columns before."""
    del params
    for result in results:
        b, row = result.args
        yield from _told_conflict(result, BOARD_BEFORE, range(b), b, row)


def _told_conflict(result: CallResult, board: Sequence[int], columns: range, b: int, row: int) -> Iterator[Finding]:
    attacker = next((a for a in columns if board[a] == row or abs(board[a] - row) == b - a), None)
    if result.returned == (attacker is not None):
        return
    why = "no queen that it asks about is in this row or on a diagonal"
    if attacker is not None:
        line = "in this row" if board[attacker] == row else "on a diagonal"
        why = f"the queen of column {attacker}, in row {board[attacker]}, is {line}"
    called = f"{result.function}({', '.join(map(str, result.args))})"
    text = str(result.returned).lower().encode("utf-8", "replace")[:80]
    yield Finding(f"{called} must return {str(attacker is not None).lower()}: {why}", "the returned value", None, text)


def snapshot(results: Sequence[CallResult], params: Mapping[str, object]) -> Iterator[Finding]:
    """The text of getPositionsSnapshot shows the rows in the order of the columns, in any form that can be read.

    Whether columns are left out is told by boards that differ in one column, or in which column is without a queen.
    """
    del params
    texts = [result.returned for result in results if "snapshot" in result.function.lower()]
    if not all(isinstance(text, str) for text in texts):
        yield Finding("getPositionsSnapshot must return a text", "the returned value")
        return
    full, *others = map(str, texts)
    if not _shows(full):
        told = f"for the positions {' '.join(map(str, SHOWN))} the text does not show them in this order"
        yield Finding(told, "the returned value", _rows_text(SHOWN), full.encode("utf-8", "replace"))
    elif len({full, *others}) < len(texts):
        told = "it must show all columns, also the last and those at -1: different positions gave the same text"
        again = next(text for text in others if [full, *others].count(text) > 1 or text == full)
        yield Finding(told, "the returned value", None, again.encode("utf-8", "replace"))


def _shows(text: str) -> bool:
    """Whether a text shows the rows ``SHOWN``, counted from 0 or from 1: as numbers in this order, or drawn."""
    boards = [board for board, _ in read(text.encode("utf-8", "replace"))]
    return any(_in_order(text, base) for base in (0, 1)) or any(SHOWN in board.readings() for board in boards)


def _in_order(text: str, base: int) -> bool:
    rest = text
    for row in SHOWN:
        _, found, rest = rest.partition(str(row + base))
        if not found:
            return False
    return True
