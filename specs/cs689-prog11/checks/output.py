"""Check what one run prints: a board for each size that has a solution, a sentence for each other size.

No board is expected, only a right one. ``_shared/boards/page.py`` reads the drawings off the output. Each clause of the
spec has a check of its own that looks at nothing else, so that one fault is charged to one clause.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import zip_longest

from _shared import nqueens
from _shared.boards.drawing import Drawing
from _shared.boards.page import MAX_BYTES, Page, blank_board, unread_lines
from _shared.boards.rows import LARGEST
from _shared.boards.words import denies, denies_solution, heading, sizes_named
from harness.model.finding import COURSE, ONE_A_LINE, READ_TWICE, Finding, Parameter
from harness.model.run import Run

from .drawn import (
    FIRST_ROW_EMPTY,
    board_faults,
    lacks_first_row_alone,
    page_of_run,
    place_of_line,
    sizes_read,
    solvable_sizes,
)
from .shapes import said_shape, undrawn_shape
from .whole_run import LAST_ROW, boards_are_right, common_fault, only_last_row_is_attacked

_ABOVE = 2
"""Lines above a board that are shown with it: the first of them names the size."""
_OTHER_SIZE: dict[str, Parameter] = {"cause": "other-size"}
"""Of boards of a size that came oftener than it was read, instead of another answer."""
_MIN_NAMED = 2
"""Of so many numbers the one that is named may be any."""
MOST_LISTED = 6
"""Sizes or answers that a sentence lists."""


def solution(run: Run, expected: bytes | None) -> Iterator[Finding]:
    """Require N queens on every board drawn for a size N that has a solution, no two attacking, and a board at all."""
    del expected
    page = page_of_run(run)
    solvable = solvable_sizes(run)
    drawings = [drawing for drawing in page.drawings if drawing.size in solvable]
    undrawn = [size for size in solvable if size not in {drawing.size for drawing in drawings}]
    denied = any(denies_solution(page.lines[line]) and _concerns(page, line, undrawn) for line in page.text)
    common = common_fault(page)
    if common is not None:
        yield common
    if undrawn and (denied or not drawings):
        yield _no_board(page, undrawn[0], sizes_read(run))
    else:
        yield from _too_few(page, sizes_read(run), solvable)
    for drawing in drawings if common is None else ():
        yield from board_faults(page, drawing)


def no_solution(run: Run, expected: bytes | None) -> Iterator[Finding]:
    """Require a sentence instead of a board if there is no solution, and none if a board is drawn."""
    del expected
    page = page_of_run(run)
    hopeless = [size for size in sizes_read(run) if size not in solvable_sizes(run)]
    for drawing in page.drawings:
        if drawing.size in hopeless:
            message = f"{drawing.size} queens have no solution, but a board is drawn for them."
            wanted = b"a sentence that there is no solution"
            last_row = LAST_ROW if only_last_row_is_attacked(page, boards=1) else {}
            params = FIRST_ROW_EMPTY if lacks_first_row_alone(page) else last_row
            yield Finding(message, place_of_line(page, drawing.first), wanted, _lines_of(page, drawing), params=params)
            return
    blank = next((line for size in hopeless if (line := blank_board(page, size)) is not None), None)
    if blank is not None:
        message = "If there is no solution, an empty board is drawn, too."
        wanted = b"a sentence that there is no solution, and no board"
        yield Finding(
            message, place_of_line(page, blank), wanted, "\n".join(page.lines[blank : blank + LARGEST]).encode()
        )
        return
    denials = [line for line in page.text if denies(page.lines[line])]
    on_stderr = sum(map(denies, _stderr_lines(run)))
    boards = [drawing.size for drawing in page.drawings]
    # Where not every size was answered that is another clause's fault, and one sentence will do.
    complete = bool(boards) and boards == [size for size in sizes_read(run) if size not in hopeless]
    if len(denials) + on_stderr < (len(hopeless) if complete else min(1, len(hopeless))):
        message = f"No sentence says that there is no solution for {_joined(list(dict.fromkeys(hopeless)))}."
        wanted = b'a sentence with "no" or "not", such as: No solution exists.'
        surplus = _surplus(page, sizes_read(run)) if len(boards) == len(sizes_read(run)) else 0
        if surplus:  # each answer is a board
            message = f"{message[:-1]}, but {boards.count(surplus)} boards of size {surplus} came."
        yield Finding(message, "stdout", wanted, run.stdout[:400], params=_OTHER_SIZE if surplus else {})
    certain = [line for line in denials if denies_solution(page.lines[line]) and _concerns(page, line, sizes_read(run))]
    if not hopeless and certain and len(page.drawings) >= len(sizes_read(run)):
        message = "A board is drawn, and yet a sentence says that there is no solution."
        yield Finding(message, place_of_line(page, certain[0]), b"", page.lines[certain[0]].encode())


def size_named(run: Run, expected: bytes | None) -> Iterator[Finding]:
    """Require the size somewhere between the end of the board before and the first row of the board that it names."""
    del expected
    page = page_of_run(run)
    read = sizes_read(run)
    sizes, drawn = set(read), Counter(drawing.size for drawing in page.drawings)
    start = 0
    for drawing, following in zip_longest(page.drawings, page.drawings[1:]):
        before = [page.lines[line] for line in page.text if start <= line < drawing.first]
        belongs = read.count(drawing.size) >= drawn[drawing.size]  # a board of another size is another clause's
        wanted = {drawing.size, *(() if belongs else sizes)}
        if wanted.isdisjoint(sizes_named(before)):
            end = len(page.lines) if following is None else following.first
            after = [page.lines[line] for line in page.text if drawing.last < line < end]
            late = ", but after it" * (not wanted.isdisjoint(sizes_named(after)))
            message = f"The size {drawing.size} is not printed before its board{late}."
            text_before = "\n".join(before).encode()[-400:]
            where = place_of_line(page, drawing.first)
            yield Finding(message, where, b"a line that names the size", text_before, params={"outcome": False})
        start = drawing.last + 1
    named = sizes_named([*_text_lines(page), *_stderr_lines(run)])  # with the message that there is no solution
    missing = [size for size in dict.fromkeys(read) if size not in named]
    if missing and not page.drawings:
        message = f"The size {_joined(missing)} is not printed."
        yield Finding(message, "stdout", b"a line that names the size", run.stdout[:400])


def answered(run: Run, expected: bytes | None) -> Iterator[Finding]:
    """Require one answer a number, in the order read: boards or, where those cannot be read, lines naming the sizes."""
    del expected
    page = page_of_run(run)
    sizes = sizes_read(run)
    denials = [(line, 0) for line in page.text if denies_solution(page.lines[line])]
    events = sorted([(drawing.first, drawing.size) for drawing in page.drawings] + denials)
    answers = [size for _, size in events]
    fits = _answer(sizes, answers)
    boards = [size for size in sizes if nqueens.COUNTS[size]]
    # Too few or too many sentences that there is no solution are another clause's.
    drawn = bool(boards) and boards == list(filter(None, answers))
    if fits or drawn or (sizes and sizes in _headings(page)):
        return
    texts = [f"a board of size {answer}" if answer else "no solution" for answer in answers]
    message = f"Read: {_joined(sizes) or 'no number'}. Answered: {', '.join(texts) or 'nothing that can be read'}."
    shown = [answer or sizes[min(at, len(sizes) - 1)] for at, answer in enumerate(answers)] if sizes else answers
    if len(answers) > MOST_LISTED:
        message = f"The input has {len(sizes)} numbers, and {len(answers)} answers came."
    twice = len(answers) > 1 and shown == [*sizes, *sizes[-1:]]
    if twice:
        message = f"One answer too many: the last number, {sizes[-1]}, was answered twice."
    params: dict[str, Parameter] = {"last_twice": True} if twice else {}
    stops = not twice and _stops_reading(page, sizes, answers)
    rows = [line.split() for line in run.stdin.splitlines() if line.split()]
    firsts = [int(row[0]) for row in rows]
    of_lines = not twice and len(firsts) < len(sizes) and _answer(firsts, answers) and _names_only(page, firsts)
    if stops or of_lines:
        which = f"the first {len(answers)}" if len(answers) > 1 else "the first"
        line = " on one line" if len(firsts) == 1 else ""
        message = f"The input has {len(sizes)} numbers{line}. The program answers {which} only."
    is_first_of_each = of_lines and len(firsts) > 1
    if is_first_of_each:
        message = "Several numbers stand on one line. The program answers only the first of each line."
    loses_first = not (twice or stops or of_lines) and _loses_first(page, sizes, answers)
    if loses_first:
        params[READ_TWICE] = True
        message = f"The first number, {sizes[0]}, is not answered, and all the others are."
        shown = sizes[1:]
    if (of_lines or (stops and len(answers) == 1)) and len(rows[0]) > 1:
        params[ONE_A_LINE] = True
    if twice or stops or of_lines:
        params["outcome"] = False  # no search has to do with it
    kind = "last-twice" if twice else "first-of-line" if is_first_of_each else COURSE
    yield Finding(message, "stdout", _joined(sizes).encode(), _joined(shown).encode(), kind=kind, params=params)


def _answer(sizes: Sequence[int], answers: Sequence[int]) -> bool:
    """Whether these are the answers to these sizes, in turn; 0: there is no solution."""
    return len(answers) == len(sizes) and all(answer in (0, size) for answer, size in zip(answers, sizes, strict=True))


def _stops_reading(page: Page, sizes: Sequence[int], answers: Sequence[int]) -> bool:
    """Whether the first numbers were answered in turn, and nothing that was printed is about one of the others."""
    count = len(answers)
    in_turn = 0 < count < len(sizes) and all(answer in (0, size) for answer, size in zip(answers, sizes, strict=False))
    return in_turn and _names_only(page, sizes[:count])


def _names_only(page: Page, sizes: Sequence[int]) -> bool:
    """Whether sizes are printed, and these alone."""
    named = sizes_named([*_text_lines(page)])
    return bool(named) and named <= {*sizes}


def _loses_first(page: Page, sizes: Sequence[int], answers: Sequence[int]) -> bool:
    """Whether all numbers but the first were answered, or are named in turn, whatever their boards look like."""
    named = len(sizes) > _MIN_NAMED and sizes[1:] != sizes[:-1] and sizes[1:] in _headings(page)
    return named or (len(sizes) > 1 and _answer(sizes[1:], answers))


def printed(run: Run, expected: bytes | None) -> Iterator[Finding]:
    """Require any output at all: the program has run, whatever it says."""
    del expected
    if not run.stdout.strip():
        yield Finding("The program printed nothing.", "stdout", b"an answer for each size", run.stdout[:400])


def _concerns(page: Page, line: int, sizes: Sequence[int]) -> bool:
    """Tell whether the size named last, there or above, is one of these; True if none is named."""
    named = (sizes_named(page.lines[above : above + 1]) for above in reversed(page.text) if above <= line)
    last = next(filter(None, named), None)
    return last is None or not last.isdisjoint(sizes)


def _surplus(page: Page, sizes: Sequence[int]) -> int:
    """The first size for which more boards are drawn than it was read; 0 for none."""
    drawn = Counter(drawing.size for drawing in page.drawings)
    return next((size for size in drawn if drawn[size] > sizes.count(size)), 0)


def _no_board(page: Page, size: int, sizes: Sequence[int]) -> Finding:
    squares = f"{size} lines of {size} squares, with one mark for queens and another for empty squares"
    message = f"No board of size {size} was found. It would be {squares if size > 1 else 'a line with one queen'}."
    unread, shape, surplus = unread_lines(page), undrawn_shape(page, size), _surplus(page, sizes)
    lines = page.lines[:20]
    where, kind, params = "stdout", "no-board", {}
    denials = (line for line in page.text if denies_solution(page.lines[line]))
    denial = next((line for line in denials if _concerns(page, line, [size])), None)
    if denial is not None:
        message = f"The program says that there is no solution for {size}, but there is one."
        where, kind = place_of_line(page, denial), "solution-denied"
        if boards_are_right(page) and page.drawings[0].first < denial:
            message += " The boards that are drawn are right."
            kind = "denied-later"
        kind = _of_denied_one(page, sizes) if size == 1 else kind
    elif shape:
        message, kind = said_shape(size, shape), "other-shape"
    elif surplus:
        drawn = [drawing for drawing in page.drawings if drawing.size == surplus]
        where = place_of_line(page, drawn[-1].first)
        lines = page.lines[max(0, drawn[-1].first - _ABOVE) : drawn[-1].last + 1]
        times = {0: "not read", 1: "read once"}.get(sizes.count(surplus), f"read {sizes.count(surplus)} times")
        message = f"No board of size {size} was found, but {len(drawn)} of size {surplus}, which was {times}."
        message += _in_order(sizes, [drawing.size for drawing in page.drawings])
        kind, params = "other-size", _OTHER_SIZE
    elif unread:
        message = (
            f"The board for {size} could not be read. It would be {squares}, and each square as large as the others."
        )
        where = place_of_line(page, unread[0])
        lines = page.lines[unread[0] : unread[0] + 40]
    return Finding(message, where, None, "\n".join(lines).encode()[:600], kind=kind, params=params)


def _of_denied_one(page: Page, sizes: Sequence[int]) -> str:
    """The kind of a denied solution for 1: whether it is denied alone is not known where nothing else was read."""
    others = {size for size in sizes if nqueens.COUNTS[size]} - {1}
    if not others:
        return "one-denied-first"
    is_alone = boards_are_right(page) and others <= {drawing.size for drawing in page.drawings}
    return "one-denied" if is_alone else "solution-denied"


def _too_few(page: Page, sizes: Sequence[int], solvable: Sequence[int]) -> Iterator[Finding]:
    """Find a size that was answered more often than boards were drawn for it: sometimes the program finds none."""
    boards, answers = Counter(drawing.size for drawing in page.drawings), Counter(map(heading, _text_lines(page)))
    readable = [size for size in solvable if size > 1]  # the only square of size 1 may be drawn as nobody expects
    size = next((size for size in readable if boards[size] < min(sizes.count(size), answers[size])), None)
    if size is not None and boards[size]:
        message = f"Of {answers[size]} answers for size {size} only {boards[size]} had a board, and each must have one."
        shown = "\n".join(page.lines[:40]).encode()[:600]
        yield Finding(message, "stdout", None, shown, kind="boards-missing")
    elif size is not None:
        yield _no_board(page, size, sizes)


def _in_order(sizes: Sequence[int], drawn: Sequence[int]) -> str:
    """A sentence on which sizes were read and drawn in which order, where that is short; else nothing."""
    if len(set(sizes)) == 1 or len(sizes) > MOST_LISTED:
        return ""
    if len(drawn) > 1 and set(drawn) == {sizes[0]}:
        return f" Read: {_joined(sizes)}. Each board has the size that was read first."
    return f" Read: {_joined(sizes)}. Drawn: {_joined(drawn)}." if len(drawn) <= MOST_LISTED else ""


def _stderr_lines(run: Run) -> list[str]:
    """What the program wrote on stderr, without the library's report of an exception: ``cannot create std::vector``."""
    return run.stderr[:MAX_BYTES].partition(b"terminate called ")[0].decode("utf-8", "replace").splitlines()


def _text_lines(page: Page) -> Iterator[str]:
    return (page.lines[line] for line in page.text)


def _lines_of(page: Page, drawing: Drawing) -> bytes:
    return "\n".join(page.lines[drawing.first : drawing.last + 1]).encode()


def _joined(sizes: Sequence[int]) -> str:
    return " ".join(str(size) for size in sizes[:30])


def _headings(page: Page) -> list[list[int]]:
    """Collect the sizes that lines are about: of all such lines, and of those alike except for their numbers."""
    headings = [(line, size) for line in _text_lines(page) if (size := heading(line)) is not None]
    alike: dict[str, list[int]] = {"": [size for _, size in headings]}
    for line, size in headings:
        alike.setdefault(re.sub(r"\d+", "0", line), []).append(size)
    return list(alike.values())
