"""Judges the randomised boards: reads a board drawn in almost any style, and is strict about what it then shows.

No board is expected, only a right one. The output is read once into drawings (see ``_page``); each clause of the spec
then has a check of its own that looks at nothing else, so that one fault is charged to one clause.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, combinations, islice, product, takewhile
from math import gcd
from typing import Any

import nqueens

from harness.model.finding import Finding
from harness.model.result import CallResult
from harness.model.run import Run

MAX_BYTES = 100_000
"""What follows is not read: a right program prints a few thousand bytes."""
MAX_LINES = 800
MAX_WIDTH = 250
MAX_RUN = 12
"""So many boards may stand below each other with nothing between them."""
MAX_KINDS = 3
"""Kinds of marks on a board: queens, and light and dark squares. More are text."""
MAX_MARK = 8
"""Characters of a square, for example ``false``."""
PLAIN_KINDS = 2
"""A plain board has marks for queens and for empty squares."""
LARGEST = 8
FIRST_SOLVABLE = 4
"""The smallest size but 1 with a solution."""

Square = tuple[int, int]
"""Row and column, counted from 0."""
Row = tuple[str, ...]
"""The marks of one row's squares; an empty square that is drawn as a blank is ``" "``."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A drawn board: the lines (counted from 0) of its first and last row, and the squares with a queen."""

    size: int
    first: int
    last: int
    queens: tuple[Square, ...]


@dataclass(frozen=True, slots=True)
class Page:
    """An output taken apart: its lines, the boards drawn on it, and the numbers of all other lines, in order."""

    lines: tuple[str, ...]
    drawings: tuple[Drawing, ...]
    text: tuple[int, ...]


# The checks, one a clause.


def solution(run: Run, expected: bytes | None) -> Iterator[Finding]:
    """Require N queens on every board drawn for a size N that has a solution, no two attacking, and a board at all."""
    del expected
    page = _page(run)
    asked = _solvable(run)
    drawings = [drawing for drawing in page.drawings if drawing.size in asked]
    undrawn = [size for size in asked if size not in {drawing.size for drawing in drawings}]
    denied = any(_denies_solution(page.lines[line]) and _concerns(page, line, undrawn) for line in page.text)
    if undrawn and (denied or not drawings):
        yield _no_board(page, undrawn[0])
    else:
        yield from _too_few(page, _sizes(run), asked)
    for drawing in drawings:
        yield from _faults(drawing)


def no_solution(run: Run, expected: bytes | None) -> Iterator[Finding]:
    """Require a sentence in place of a board where there is no solution, and none where a board is drawn."""
    del expected
    page = _page(run)
    hopeless = [size for size in _sizes(run) if size not in _solvable(run)]
    for drawing in page.drawings:
        if drawing.size in hopeless:
            message = f"{drawing.size} queens have no solution, but a board is drawn for them."
            wanted = b"a sentence that there is no solution"
            yield Finding(message, _where(drawing.first), wanted, _shown(page, drawing))
            return
    blank = next((line for size in hopeless if (line := _blank_board(page, size)) is not None), None)
    if blank is not None:
        message = "Where there is no solution an empty board is drawn, too."
        wanted = b"a sentence that there is no solution, and no board"
        yield Finding(message, _where(blank), wanted, "\n".join(page.lines[blank : blank + LARGEST]).encode())
        return
    denials = [line for line in page.text if _denies(page.lines[line])]
    boards = [drawing.size for drawing in page.drawings]
    # Where not every size was answered that is another clause's fault, and one sentence will do.
    complete = bool(boards) and boards == [size for size in _sizes(run) if size not in hopeless]
    if len(denials) < (len(hopeless) if complete else min(1, len(hopeless))):
        message = f"No sentence says that there is no solution for {_listed(list(dict.fromkeys(hopeless)))}."
        wanted = b'a sentence with "no" or "not", such as: No solution exists.'
        yield Finding(message, "stdout", wanted, run.stdout[:400])
    certain = [line for line in denials if _denies_solution(page.lines[line]) and _concerns(page, line, _sizes(run))]
    if not hopeless and certain and len(page.drawings) >= len(_sizes(run)):
        message = "A board is drawn, and yet a sentence says that there is no solution."
        yield Finding(message, _where(certain[0]), b"", page.lines[certain[0]].encode())


def _blank_board(page: Page, size: int) -> int | None:
    """Find a board without queens: so many rows of so many squares, in any style, with one and the same mark."""
    for line, frame in product(page.text, _FRAMES):
        for style, row in _readings(page.lines[line]).items():
            if len(row.marks) == size and not frame.fullmatch(page.lines[line]):
                block = [found for _, found in islice(_Rows(page.lines, style, size, frame).walk(line, 1), size)]
                marks = "".join(chain.from_iterable(found.marks for found in block))
                if len(marks) == size * size and len(set(marks)) == 1 and _labels_differ(block):
                    return line
    return None


def size_named(run: Run, expected: bytes | None) -> Iterator[Finding]:
    """Require the size somewhere between the end of the board before and the first row of the board that it names."""
    del expected
    page = _page(run)
    sizes = set(_sizes(run))
    start = 0
    for drawing in page.drawings:
        before = [page.lines[line] for line in page.text if start <= line < drawing.first]
        wanted = {drawing.size, *(() if drawing.size in sizes else sizes)}  # a board too large is another clause's
        if wanted.isdisjoint(_named(before)):
            message = f"The size {drawing.size} is not printed before its board."
            found = "\n".join(before).encode()[-400:]
            yield Finding(message, _where(drawing.first), b"a line that names the size", found)
        start = drawing.last + 1
    named = _named([page.lines[line] for line in page.text])
    missing = [size for size in dict.fromkeys(_sizes(run)) if size not in named]
    if missing and not page.drawings:
        message = f"The size {_listed(missing)} is not printed."
        yield Finding(message, "stdout", b"a line that names the size", run.stdout[:400])


def answered(run: Run, expected: bytes | None) -> Iterator[Finding]:
    """Require one answer a number, in the order read: boards or, where those cannot be read, lines naming the sizes."""
    del expected
    page = _page(run)
    sizes = _sizes(run)
    denials = [(line, 0) for line in page.text if _denies_solution(page.lines[line])]
    events = sorted([(drawing.first, drawing.size) for drawing in page.drawings] + denials)
    answers = [size for _, size in events]
    fits = len(answers) == len(sizes) and all(answer in (0, size) for answer, size in zip(answers, sizes, strict=True))
    boards = [size for size in sizes if nqueens.COUNTS[size]]
    # Too few or too many sentences that there is no solution are another clause's.
    drawn = bool(boards) and boards == list(filter(None, answers))
    if fits or drawn or (sizes and sizes in _headings(page)):
        return
    told = [f"a board of size {answer}" if answer else "no solution" for answer in answers]
    message = f"Read: {_listed(sizes) or 'no number'}. Answered: {', '.join(told[:30]) or 'nothing that can be read'}."
    yield Finding(message, "stdout", _listed(sizes).encode(), _listed(answers).encode())


def printed(run: Run, expected: bytes | None) -> Iterator[Finding]:
    """Require any output at all: the program has run, whatever it says."""
    del expected
    if not run.stdout.strip():
        yield Finding("The program printed nothing.", "stdout", b"an answer for each size", run.stdout[:400])


# What is wrong with a board, told for a student.


def _faults(drawing: Drawing) -> Iterator[Finding]:
    size, queens = drawing.size, drawing.queens
    pair = next((pair for pair in combinations(queens, 2) if _line_of_attack(*pair)), None)
    if pair is not None:
        (row, col), (other_row, other_col) = pair
        message = (
            f"The board for {size} is not safe: the queens in row {row + 1}, column {col + 1}"
            f" and in row {other_row + 1}, column {other_col + 1} (marked X) attack each other,"
            f" they share a {_line_of_attack(*pair)}."
        )
    elif len(queens) != size:
        message = f"The board for {size} shows {len(queens)} queens, not {size}."
    else:
        return
    yield Finding(message, _where(drawing.first), None, _marked(size, queens, pair or ()).encode())


def _line_of_attack(one: Square, other: Square) -> str:
    """Name what two queens share, or nothing."""
    rows, cols = abs(one[0] - other[0]), abs(one[1] - other[1])
    if rows == 0:
        return "row"
    if cols == 0:
        return "column"
    return "diagonal" if rows == cols else ""


def _marked(size: int, queens: Sequence[Square], pair: Sequence[Square]) -> str:
    """Draw the board anew, whatever the student's style: Q for a queen, X for the two that attack each other."""
    marks = dict.fromkeys(queens, "Q") | dict.fromkeys(pair, "X")
    return "\n".join(" ".join(marks.get((row, col), ".") for col in range(size)) for row in range(size))


def _concerns(page: Page, line: int, sizes: Sequence[int]) -> bool:
    """Tell whether the size named last, there or above, is one of these; True where none is named."""
    named = (_named(page.lines[above : above + 1]) for above in reversed(page.text) if above <= line)
    last = next(filter(None, named), None)
    return last is None or not last.isdisjoint(sizes)


def _no_board(page: Page, size: int) -> Finding:
    squares = f"{size} lines of {size} squares, with one mark for queens and another for empty squares"
    message = f"No board of size {size} was found. It would be {squares if size > 1 else 'a line with one queen'}."
    denial = next((line for line in page.text if _denies_solution(page.lines[line])), None)
    if denial is not None:
        message = f"The program says that there is no solution for {size}, but there is one."
    where = "stdout" if denial is None else _where(denial)
    return Finding(message, where, None, "\n".join(page.lines[:20]).encode()[:600])


def _too_few(page: Page, sizes: Sequence[int], solvable: Sequence[int]) -> Iterator[Finding]:
    """Find a size that was answered more often than boards were drawn for it: sometimes the program finds none."""
    boards, answers = Counter(drawing.size for drawing in page.drawings), Counter(map(_heading, _texts(page)))
    readable = [size for size in solvable if size > 1]  # the only square of size 1 may be drawn as nobody expects
    size = next((size for size in readable if boards[size] < min(sizes.count(size), answers[size])), None)
    if size is not None and boards[size]:
        message = f"Of {answers[size]} answers for size {size} only {boards[size]} had a board, and each must have one."
        yield Finding(message, "stdout", None, "\n".join(page.lines[:40]).encode()[:600])
    elif size is not None:
        yield _no_board(page, size)


def _texts(page: Page) -> Iterator[str]:
    return (page.lines[line] for line in page.text)


def _where(line: int) -> str:
    return f"stdout, line {line + 1}"


def _shown(page: Page, drawing: Drawing) -> bytes:
    return "\n".join(page.lines[drawing.first : drawing.last + 1]).encode()


def _listed(sizes: Sequence[int]) -> str:
    return " ".join(str(size) for size in sizes[:30])


def _sizes(run: Run) -> list[int]:
    return [int(word) for word in run.stdin.split()]


def _solvable(run: Run) -> list[int]:
    return [size for size in dict.fromkeys(_sizes(run)) if nqueens.COUNTS[size]]


# What a line of text says.

_HARMLESS = re.compile(
    r"\bno(t|ne)?\s+(more|less|fewer|greater|larger|bigger|smaller|longer)\b"  # a prompt: not more than 8
    r"|\bno\s*(\.\s*(?=\d|of\b)|[#:]|of\b)|\b(board|size|solution|case|test)\s+no\s+(?=\d)"  # number: Board No. 4
    r"|\b(no|none)\b(\s+\w+){0,4}\s+(attack|threat|captur|share|conflict)\w*"  # no two queens attack each other
    r"|\b(do|does|can|may|will|must)\s*(not|n['\u2019`]t)\s+(attack|threat|captur|share|conflict)\w*"
    r"|\b(can|may|must)(not|'t)\s+(attack|threat|captur|share|conflict)\w*"
    r"|\b(whether )?or not\b",
    re.IGNORECASE,
)
_DENIAL = re.compile(
    r"\b(no|not|none|non|nope|never|nothing|neither|nor|cannot|zero|im?possible|unsolvable|insoluble|unable|infeasible"
    r"|fail(s|ed|ure)?|nonexistent)\b|n['\u2019`]t\b|\b(dont|doesnt|cant|isnt|arent|couldnt)\b"
    r"|(?<![\d.])0\s+(\S+\s+)?solutions?|solutions?\s*[:=]\s*0\b",
    re.IGNORECASE,
)
_ABOUT_SOLUTIONS = re.compile(
    r"sol|possib|exist|plac|found|find|answer|arrang|config|way|feasib|fail|unable|valid|board", re.IGNORECASE
)
_RANGE = re.compile(
    r"[\[(<]\s*1\s*(?:-|\u2013|to|,|\.\.+|\u2026)\s*8\b|\b(?:between|from|range)\s*:?\s*1\s*(?:and|to|-|\u2013|\.\.+)\s*8\b"
    r"|\b1\s*<=?\s*\w+\s*<=?\s*8\b|<=?\s*8\b|\b(?:than|to|until|max\w*|most)\s+8\b",
    re.IGNORECASE,
)
_ROW = re.compile(r"\b(row|col|column)\s+#?\d", re.IGNORECASE)
_PRODUCT = re.compile(r"(?<!\d)([1-8])\s*[xX*\u00d7]\s*\1(?!\d)")
"""A size such as ``8 x 8``."""
_WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight")


def _denies(line: str) -> bool:
    """Tell whether the line has a no in it, other than in a phrase that says nothing of solutions."""
    return len(line) <= MAX_WIDTH and _DENIAL.search(_HARMLESS.sub(" ", line)) is not None


def _denies_solution(line: str) -> bool:
    """Tell whether the line says of solutions that there is none; ``no input`` does not."""
    return _denies(line) and _ABOUT_SOLUTIONS.search(line) is not None


def _named(lines: Sequence[str]) -> set[int]:
    """Collect the sizes that some line names, in digits or in words. A line of column labels names none."""
    return {size for line in lines if not _labels(line) for size in _numbers(line)}


def _numbers(line: str) -> set[int]:
    line = _ROW.sub(" ", _RANGE.sub(" ", line))
    digits = {int(word) for word in re.findall(r"(?<![\d.])[1-8](?!\d|\.\d)", line)}
    words = {_WORDS.index(word) + 1 for word in re.findall(r"[a-z]+", line.lower()) if word in _WORDS}
    return digits | words


def _heading(line: str) -> int | None:
    """Take the size that a line is about: the only one that it names, among words or all by itself."""
    sizes = _numbers(line)
    if len(sizes) != 1 or not (re.search(r"[^\W\d_]|[=#:]", line) or line.strip().isdigit()):
        return None
    return sizes.pop()


def _headings(page: Page) -> list[list[int]]:
    """Collect the sizes that lines are about: of all such lines, and of those alike but for their numbers."""
    found = [(line, size) for line in _texts(page) if (size := _heading(line)) is not None]
    alike: dict[str, list[int]] = {"": [size for _, size in found]}
    for line, size in found:
        alike.setdefault(re.sub(r"\d+", "0", line), []).append(size)
    return list(alike.values())


def _labels(line: str) -> bool:
    """Tell whether there is nothing but two or more numbers or letters, such as stand above or below a board."""
    if _PRODUCT.search(line):
        return False
    words = re.findall(r"[^\s|+\u2502\u2503\u2551]+", line)
    return len(words) > 1 and all(re.fullmatch(r"\d{1,2}|[A-Za-z]", word) for word in words)


# How a drawing is found on the page.

_INVISIBLE = re.compile(
    "\x1b\\[[0-?]*[ -/]*[@-~]|\x1b[@-Z\\\\-_]|[\x00-\x08\x0e-\x1f\x7f\u200b-\u200f\u2060\ufe00-\ufe0f\ufeff]"
)
_ANY_FRAME = re.compile(r"[-+=_|~*#.:\s\u2500-\u257f]*")
_FRAMES = (_ANY_FRAME, re.compile(r"\s*(\S)\1\1+\s*|\s*"), re.compile(r"\s*"))
"""What is passed over between rows: any rules and corners; as marks may be such, one repeated; or nothing."""


def _page(run: Run) -> Page:
    lines = tuple(_decoded(run.stdout))
    asked = _sizes(run)
    solvable = [size for size in asked if nqueens.COUNTS[size]]
    boards = _boards(lines, frozenset(asked))
    drawings: list[Drawing] = []
    text: list[int] = []
    answers, named, at = 0, set[int](), 0  # named: by the text since the last answer
    while at < len(lines):
        found = boards.get(at)
        if found is None and 1 in asked:
            due = 1 in (*asked[answers:][:1], *solvable[len(drawings) :][:1])  # by all answers, or by boards alone
            found = _single_board_at(lines, at, named=1 in named, due=due)
        if found is not None:
            drawings.append(found)
        else:
            text.append(at)
            named |= _named(lines[at : at + 1])
        if found is not None:
            named = set[int]()
        if found is not None or _denies_solution(lines[at]):
            answers += 1
        at = at + 1 if found is None else found.last + 1
    return Page(lines, tuple(drawings), tuple(text))


def _boards(lines: Sequence[str], asked: AbstractSet[int]) -> dict[int, Drawing]:
    """Find the boards of two or more squares a side, by the line of their first row. Those asked for go first."""
    boards: dict[int, Drawing] = {}
    at, floor = 0, 0
    while at < len(lines):
        found = _board_at(lines, at, floor, asked)
        if found is not None:
            boards[at] = found
            floor = found.last + 1
        at = at + 1 if found is None else found.last + 1
    taken = {line for board in boards.values() for line in range(board.first, board.last + 1)}
    at = 0
    while at < len(lines):
        found = None if at in taken else _board_by_position(lines, at, taken)
        if found is not None:
            boards[at] = found
        at = at + 1 if found is None else found.last + 1
    return boards


def _decoded(output: bytes) -> Iterator[str]:
    """Split into lines, without what a terminal hides. What is not UTF-8 is taken for the old PC character set."""
    cut = output[:MAX_BYTES].replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    for line in cut.split(b"\n")[:MAX_LINES]:
        try:
            decoded = line.decode()
        except UnicodeDecodeError:
            decoded = line.decode("cp437")
        yield _INVISIBLE.sub("", decoded)


def _board_at(lines: Sequence[str], at: int, floor: int, asked: AbstractSet[int]) -> Drawing | None:
    """Read the board whose first row is the line ``at``; rows above ``floor`` belong to other boards."""
    if not lines[at].strip() or len(lines[at]) > MAX_WIDTH:
        return None
    for frame in _FRAMES:
        if frame.fullmatch(lines[at]):
            continue
        for style, row in sorted(_readings(lines[at]).items(), key=lambda one: len(one[1].marks) not in asked):
            if len(row.marks) < FIRST_SOLVABLE and frame is _FRAMES[-1]:
                continue
            found = _board_in_style(_Rows(lines, style, len(row.marks), frame), at, floor)
            if found is not None:
                return found
    return None


@dataclass(frozen=True, slots=True)
class _Rows:
    """The rows of a page as one style reads them, each with ``size`` squares; frames between them are passed over."""

    lines: Sequence[str]
    style: str
    size: int
    frame: re.Pattern[str]

    def walk(self, at: int, step: int, floor: int = 0) -> Iterator[tuple[int, Reading]]:
        while floor <= at < len(self.lines):
            line = self.lines[at]
            row = None if self.frame.fullmatch(line) else _readings(line).get(self.style)
            if row is not None and len(row.marks) == self.size:
                yield at, row
            elif not _ANY_FRAME.fullmatch(line):
                return
            at += step


def _board_in_style(rows: _Rows, at: int, floor: int) -> Drawing | None:
    size = rows.size
    below = rows.walk(at, 1)
    block = list(islice(below, size))
    if len(block) < size or not _labels_differ([row for _, row in block]):
        return None
    queens = _queens([row.marks for _, row in block], rows.style)
    if queens is None:
        return None
    marks = {mark for _, row in block for mark in row.marks}
    run = chain(block, islice(below, (MAX_RUN - 1) * size))
    alike = sum(1 for _ in takewhile(lambda found: marks.issuperset(found[1].marks), run))
    above = next(rows.walk(at - 1, -1, floor), None)
    taller = alike % size or (above is not None and marks.issuperset(above[1].marks))
    return None if taller else Drawing(size, at, block[-1][0], queens)


def _labels_differ(rows: Sequence[Reading]) -> bool:
    return all(len(set(labels)) == len(labels) for labels in zip(*(row.labels for row in rows), strict=True))


# Which marks are queens.

_LONE_QUEEN = re.compile(r"(?<![^\W_])[Qq](?![^\W_])|[\u2654\u2655\u265a\u265b\U0001f451]")
_QUEEN = re.compile(
    r"[\[({<\"'*=-]?(q{1,3}|queen)\d?[\])}>\"'*=-]?|[\u2654\u2655\u265a\u265b\U0001f451]\d?", re.IGNORECASE
)
_USUAL = frozenset(["q", "queen", "1", "*", "x", "o", "#", "@", "+", "t", "true", "y", "♔", "♕", "♚", "♛", "👑"])
_TRUTHS = {frozenset({"0", "1"}): "1", frozenset({"false", "true"}): "true", frozenset("ft"): "t", frozenset("ny"): "y"}
_EMPTY = frozenset(
    [".", "_", "-", "0", "f", "false", "n", ",", ":", "·", "•", "#", "░", "▒", "▓", "█", "■", "□", "⬛", "⬜"]
)


def _queens(grid: Sequence[Row], style: str) -> tuple[Square, ...] | None:
    """Find the squares with a queen, or None where the marks make no board."""
    counts = Counter(mark.casefold() for row in grid for mark in row)
    if style.startswith("columns") and not _blanks_are_squares(grid, style):
        return None
    marks = _queen_marks(counts, len(grid))
    if not marks:
        return None
    return tuple((i, j) for i, row in enumerate(grid) for j, mark in enumerate(row) if mark.casefold() in marks)


def _blanks_are_squares(grid: Sequence[Row], style: str) -> bool:
    """Tell blank squares from blanks between marks: no other empty square, or all blanks on squares of one colour."""
    kinds = {mark for row in grid for mark in row}
    colours = {(i + j) % 2 for i, row in enumerate(grid) for j, mark in enumerate(row) if mark == " "}
    return (
        len(grid) >= FIRST_SOLVABLE
        and " " in kinds
        and (len(kinds) == PLAIN_KINDS or (len(colours) == 1 and style.startswith("columns 1 0")))
    )


def _queen_marks(counts: Counter[str], size: int) -> set[str]:
    """Find the marks that stand for queens: a Q if there is one, else a true one, else the one there are N of."""
    kinds = set(counts)
    queens = {mark for mark in kinds if _QUEEN.fullmatch(mark)}
    if not _may_be_board(kinds, size):
        return set()
    if queens:
        return queens if len(kinds - queens) <= MAX_KINDS else set()
    if frozenset(kinds) in _TRUTHS:
        return {_TRUTHS[frozenset(kinds)]}
    empty, empties = counts.most_common(1)[0]
    rest = kinds - {empty}
    if empties == size * (size - 1) and all(counts[mark] == 1 for mark in rest):
        return rest  # every queen has a number or letter of her own
    if len(kinds) > MAX_KINDS or any(mark.isdigit() and mark not in "01" for mark in kinds):
        return set()
    candidates = kinds - {" "}
    exact = {mark for mark in candidates if counts[mark] == size}
    return {min(exact or candidates, key=lambda mark: (mark in _EMPTY, counts[mark], mark))}


def _may_be_board(kinds: set[str], size: int) -> bool:
    """Tell whether these marks may be a board's, not text's: two or three lines are soon mistaken for a small board."""
    if len(kinds) > PLAIN_KINDS:
        return size >= FIRST_SOLVABLE and not any(_BARS.fullmatch(mark) for mark in kinds)
    usual = bool(kinds & _USUAL and kinds & (_EMPTY | {" ", "x", "*"}))
    return len(kinds) == PLAIN_KINDS and (usual or size >= FIRST_SOLVABLE)


# How one line is read as a row, in many styles.


@dataclass(frozen=True, slots=True)
class Reading:
    """A line read as a row: its marks, and the labels beside them."""

    marks: Row
    labels: tuple[str, ...]


_LEFT = (
    re.compile(r"\s*(?:row\s*)?(\d\d?|[A-Za-z])()", re.IGNORECASE),
    re.compile(r"\s*(?:row\s*)?(\d\d?|[A-Za-z])\s*(->|=>|[:.)\]>=-])", re.IGNORECASE),
)
_RIGHT = re.compile(r"(?<![^\W_])(\d\d?|[A-Za-z])\s*$")
_BARS = re.compile("[|\u00a6\u2502\u2503\u2551]")
_FRAMED = re.compile("\\s*[|\u00a6\u2502\u2503\u2551\\[({#*<](.*)[|\u00a6\u2502\u2503\u2551\\])}#*>,;]\\s*")
_PICTURE = re.compile("[\u2580-\U0001ffff]")
_BRACKETS = re.compile(r"\[([^\[\]]*)\]|\(([^()]*)\)|\{([^{}]*)\}|<([^<>]*)>")


@lru_cache(maxsize=4096)
def _readings(line: str) -> dict[str, Reading]:
    """Read the line as a row in every style, by the style's name: the most squares first, then the plainest style."""
    if len(line) > MAX_WIDTH:
        return {}
    bodies = list(_bodies(line))
    found: dict[str, Reading] = {}
    for read in (_by_bars, _by_brackets, _by_commas, _by_blanks, _by_separator, _by_character, _by_columns):
        for where, labels, body in bodies:
            for style, marks in read(body):
                if 1 <= len(marks) <= LARGEST and max(map(len, marks)) <= MAX_MARK:
                    found[f"{style} {where}"] = Reading(tuple(mark or " " for mark in marks), labels)
    return dict(sorted(found.items(), key=lambda item: -len(item[1].marks)))


def _bodies(line: str) -> Iterator[tuple[str, tuple[str, ...], str]]:
    """Take off labels and outer frame: yields what was taken off, the labels, and the rest."""
    starts = [(str(which), found[1], found.end()) for which, left in enumerate(_LEFT) if (found := left.match(line))]
    for left_kind, left_label, start in [("", "", 0), *starts]:
        ends = [("", "", len(line))]
        if (right := _RIGHT.search(line, start)) is not None:
            ends.append(("right", right[1], right.start()))
        for right_kind, right_label, end in ends:
            labels = tuple(label for label in (left_label, right_label) if label)
            body = line[start:end]
            yield f"{left_kind}{right_kind}", labels, body
            if (inner := _FRAMED.fullmatch(body)) is not None:
                yield f"{left_kind}{right_kind} framed", labels, inner[1]


def _by_bars(body: str) -> Iterator[tuple[str, list[str]]]:
    parts = [part.strip() for part in _BARS.split(body)]
    first, last = bool(_BARS.match(body)), bool(_BARS.match(body[-1:]))
    inner = body.strip()
    if _BARS.match(inner) and _BARS.match(inner[-1]):
        yield "bars around", parts[1:-1]
    if len(parts) > 1 and not first:
        yield "bars after", parts[:-1] if last else parts
    if len(parts) > 1 and not last:
        yield "bars before", parts[1:] if first else parts


def _by_brackets(body: str) -> Iterator[tuple[str, list[str]]]:
    if _BRACKETS.search(body) and not _BRACKETS.sub("", body).strip():
        yield "brackets", ["".join(groups).strip() for groups in _BRACKETS.findall(body)]


def _by_commas(body: str) -> Iterator[tuple[str, list[str]]]:
    if "," in body or ";" in body:
        parts = [part.strip() for part in re.split("[,;]", re.sub(r"[\[\](){}]", " ", body))]
        yield "commas", parts
        yield "commas after", parts[:-1] if not parts[-1] else parts


def _by_blanks(body: str) -> Iterator[tuple[str, list[str]]]:
    yield "blanks", body.split()


def _by_separator(body: str) -> Iterator[tuple[str, list[str]]]:
    """Split single marks with the same single character between any two of them."""
    marks = body.strip()
    between = set(marks[1::2])
    if len(marks) % 2 and len(between) == 1 and between.isdisjoint(marks[::2]):
        yield f"separator {marks[1]}", list(marks[::2])


def _by_character(body: str) -> Iterator[tuple[str, list[str]]]:
    marks = body.strip()
    if len(marks.split()) == 1:
        yield "characters", list(marks)
    elif _PICTURE.search(marks) and not _BARS.search(marks):
        yield "pictures", list("".join(marks.split()))  # of two widths, with blanks that make up for it


def _by_columns(body: str) -> Iterator[tuple[str, list[str]]]:
    """Cut columns of equal width, perhaps behind one more blank: blanks may be empty squares."""
    if " " in body and len(body) <= LARGEST * MAX_MARK and not _BARS.search(body):
        for width in range(1, MAX_MARK):
            for start in (0, 1):
                if not body[:start].strip():
                    columns = range(start, len(body), width)
                    yield f"columns {width} {start}", [body[at : at + width].strip() for at in columns]


def _board_by_position(lines: Sequence[str], at: int, taken: Container[int]) -> Drawing | None:
    """Read the queens' columns from their distance to the margin, the last resort: one queen's mark on each line."""
    spots: list[tuple[int, int]] = []
    alone = _alone(lines[at])
    mark = re.compile(re.escape(alone)) if alone else _LONE_QUEEN
    for line in range(at, min(at + 4 * LARGEST, len(lines))):
        text = lines[line]
        found = [] if line in taken else [match.start() for match in mark.finditer(text)]
        if len(found) == 1 and (not alone or _alone(text) == alone) and len(text) <= MAX_WIDTH:
            spots.append((line, found[0]))
        elif line in taken or not _ANY_FRAME.fullmatch(text):
            break
    size = len(spots)
    before = lines[at - 1] if at and at - 1 not in taken else ""
    above = _alone(before) == alone if alone else len(mark.findall(before)) == 1
    if not FIRST_SOLVABLE <= size <= LARGEST or above:
        return None
    margin = min(spot for _, spot in spots)
    step = gcd(*(spot - margin for _, spot in spots)) or 1
    queens = tuple((row, (spot - margin) // step) for row, (_, spot) in enumerate(spots))
    columns = {col for _, col in queens}
    kinds = set("".join(lines[line] for line, _ in spots).split())
    if not alone and len(set("".join(kinds))) <= PLAIN_KINDS:
        return None  # nothing but marks: then they are too few or too many for a board
    if max(columns) >= size or len(columns) < size - bool(alone):
        return None  # marks in few columns are more likely boards of size 1 below each other
    return Drawing(size, at, spots[-1][0], queens)


def _alone(line: str) -> str:
    """Take the mark that stands alone on the line, frames and a row's number set aside."""
    words = re.sub(r"^\s*\d\d?\b[:.)]?(?=.*\S)|[|\u2502\u2503\u2551]", " ", line).split()
    return words[0] if len(words) == 1 and len(words[0]) == 1 and words[0] not in ":;,!?=" else ""


# A board of one square is hardly to be told from other text: its mark, and that size 1 is due, have to say it.

_LIGHT = frozenset("\u2591\u25a1\u2b1c\u25fb\u25fd\u25ab\u25cc")
_SINGLE = re.compile(r"[b-zB-Z*@#+&$%1\u2190-\u24ff\u2580-\U0001ffff]|true|yes")


def _single_board_at(lines: Sequence[str], at: int, *, named: bool, due: bool) -> Drawing | None:
    """Read the board of size 1 whose only row is the line ``at``. A lone 1 is a board only below the size."""
    single = _single(lines[at])
    if single is None or not (named or due):
        return None
    mark, labelled = single
    below = next((line for line in lines[at + 1 : at + 4] if not _ANY_FRAME.fullmatch(line)), "")
    label = not labelled and (_single(below) or ("", False))[1]  # the column's number above a labelled row
    if mark == "1" and (not named or label):
        return None
    return Drawing(1, at, at, ((0, 0),))


@lru_cache(maxsize=4096)
def _single(line: str) -> tuple[str, bool] | None:
    """Take the mark on a line with only one, and whether a label 0, 1, a or A stands beside it."""
    if len(line.strip()) > 1 and len(set(line.strip())) == 1 and not _QUEEN.fullmatch(line.strip()):
        return None  # a rule above or below the board
    if _PRODUCT.fullmatch(line.strip()) or line.strip().startswith("#1"):
        return None
    for reading in _readings(line).values():
        mark = reading.marks[0].casefold()
        queen = mark not in _LIGHT and (_SINGLE.fullmatch(mark) or _QUEEN.fullmatch(mark))
        if queen and len(reading.marks) == 1 and set(reading.labels) <= {"0", "1", "a", "A"}:
            return mark, bool(reading.labels)
    return None

# Many runs together.


_OFTEN = 25
"""So many boards for each solution of a size are enough for every solution to come up."""


def reached(runs: Sequence[Run]) -> Iterator[Finding]:
    """Require that runs differ, and that every solution comes up when boards of a size are drawn often enough.

    Where boards are missing or wrong another clause is charged; then it is enough that right ones are not all the same.
    """
    pages = [_page(run) for run in runs]
    if not any(page.drawings for page in pages):
        yield Finding("No board is drawn in any run, so that nothing shows that they are drawn at random.", "all runs")
        return
    right = any(len(drawing.queens) > 1 and not list(_faults(drawing)) for drawing in pages[0].drawings)
    if len(pages) > 1 and right and all(page.drawings == pages[0].drawings for page in pages):
        text = f"{len(runs)} runs at different times drew the same boards. Is the generator seeded with time(0)?"
        yield Finding(text, "all runs", b"other boards in each run", _marked_first(pages[0]))
        return
    found: dict[int, list[tuple[int, ...]]] = {}
    for drawing in (drawing for page in pages for drawing in page.drawings):
        found.setdefault(drawing.size, []).append(tuple(column + 1 for _, column in sorted(drawing.queens)))
    for size in sorted(set(_solvable(runs[0]))):
        boards, solutions = found.get(size, []), set(nqueens.solutions(size))
        asked = sum(_sizes(run).count(size) for run in runs)
        safe_ones = solutions.issuperset(boards)
        sound = safe_ones and len(boards) >= asked >= _OFTEN * len(solutions)
        if safe_ones and len(set(boards)) < (len(solutions) if sound else min(2, len(boards))):
            text = f"{len(boards)} boards of size {size} showed {len(set(boards))} of the {len(solutions)} solutions."
            missing = b"\n".join(" ".join(map(str, rows)).encode() for rows in sorted(solutions.difference(boards)))
            wanted = b"also, as the queens' columns from the first row on:\n" + missing
            yield Finding(text, "all runs", wanted if sound else None)


def _marked_first(page: Page) -> bytes:
    return _marked(page.drawings[0].size, page.drawings[0].queens, ()).encode()


# The routines called one by one.


def safe(results: Sequence[CallResult], params: Mapping[str, object]) -> Iterator[Finding]:
    """Require isSafe to tell whether a queen above stands in the column or on a diagonal of the square."""
    del params
    for result in results:
        board, row, col = result.args
        attacker = next((queen for queen in _true_squares(board) if _line_of_attack(queen, (row, col))), None)
        called = f"isSafe(board, {row}, {col})"
        if result.returned not in (True, False):  # 1 and 0 are as good; the type is the heading's
            yield Finding(f"{called} must return true or false.", "the returned value")
        elif attacker is None and not result.returned:
            text = f"{called} returned false, but no queen attacks that square (marked ?)."
            yield Finding(text, "the returned value", None, _asked(board, (row, col)))
        elif attacker is not None and result.returned:
            text = (
                f"{called} returned true, but the queen marked X shares its {_line_of_attack(attacker, (row, col))}"
                " with that square (marked ?)."
            )
            yield Finding(text, "the returned value", None, _asked(board, (row, col), attacker))


def placed(results: Sequence[CallResult], params: Mapping[str, object]) -> Iterator[Finding]:
    """Require a solution on the board behind the last call, with the queens that stood on it before, and true."""
    del params
    result = results[-1]
    before, row = result.args
    after: Any = result.after[0] if result.after else None
    size = len(before)
    if result.returned is not None and not result.returned:  # None: what it returns is the clause signatures'
        text = f"It must return true: from row {row} on (counted from 0) queens can be placed on this board."
        yield Finding(text, "the returned value", None, _asked(before))
    elif not _is_board(after, size):
        yield Finding("The board has changed its size.", "the board")
    else:
        queens = _true_squares(after)
        counts = Counter(queen for queen, _ in queens)
        lacking = [line for line in range(size) if counts[line] != 1]
        pair = next((pair for pair in combinations(queens, 2) if _line_of_attack(*pair)), None)
        if pair is not None:
            text = f"The queens marked X attack each other, they share a {_line_of_attack(*pair)}."
            yield Finding(text, "the board", None, _marked(size, queens, pair).encode())
        elif lacking:
            text = f"It returned true, but row {lacking[0]} (from 0) holds {counts[lacking[0]]} queens, not one."
            yield Finding(text, "the board", None, _marked(size, queens, ()).encode())
        elif not set(_true_squares(before)) <= set(queens):
            text = f"A queen above row {row} (counted from 0), where the call was to begin, has moved."
            yield Finding(text, "the board", _asked(before), _marked(size, queens, ()).encode())


def refused(results: Sequence[CallResult], params: Mapping[str, object]) -> Iterator[Finding]:
    """Require false from the last call, and a board as it was before."""
    del params
    result = results[-1]
    before, row = result.args
    after: Any = result.after[0] if result.after else None
    shown = _asked(before)
    if result.returned:
        text = f"It must return false: from row {row} on (counted from 0) the queens cannot be placed."
        yield Finding(text, "the returned value", None, shown)
    elif not _is_board(after, len(before)):
        yield Finding("The board has changed its size.", "the board")
    elif _true_squares(after) != _true_squares(before):
        text = "It returned false, but the board is not as it was: a queen that failed has to be taken off again."
        yield Finding(text, "the board", shown, _asked(after))


def _is_board(value: Any, size: int) -> bool:
    return isinstance(value, list) and [len(row) for row in value if isinstance(row, list)] == [size] * size


def _true_squares(board: Sequence[Any]) -> tuple[Square, ...]:
    return tuple((i, j) for i, row in enumerate(board) for j, square in enumerate(row) if square)


def _asked(board: Sequence[Any], square: Square | None = None, by: Square | None = None) -> bytes:
    """Draw the board with the square that is asked about, and the queen that attacks it."""
    marks = dict.fromkeys(_true_squares(board), "Q") | ({by: "X"} if by else {}) | ({square: "?"} if square else {})
    squares = range(len(board))
    return "\n".join(" ".join(marks.get((row, col), ".") for col in squares) for row in squares).encode()
