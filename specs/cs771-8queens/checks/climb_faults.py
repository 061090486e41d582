"""Find what is wrong with a block of states, or with a line, and say it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from msgspec.structs import replace

from _shared import nqueens
from _shared.boards.picture import ATTACK, board_picture
from _shared.evidence import shared_line
from harness.model.finding import COURSE, Finding, Parameter
from harness.model.run import Run

from . import hill_climbing
from .climb_output import BLANK, MAX_STATES, OTHER, STATE, Block, Line, frozen, written
from .filmstrip import filmstrip
from .hill_climbing import State, right_climb, words

SHOWN = 200
"""So much of a line is read, and shown."""


_NO_LAST: dict[str, Parameter] = {"cause": "last-missing"}
"""A block without any state lacks its last one."""
UNFINISHED: dict[str, Parameter] = {"cause": "file-unfinished"}
"""A file that is empty, or breaks off, was not written to its end."""


def within(states: Sequence[State], right: Sequence[State]) -> bool:
    """Whether the states are some of the right ones, in order; each may come several times."""
    left = iter(once(states))
    wanted = next(left, None)
    for state in right:
        if state == wanted:
            wanted = next(left, None)
    return wanted is None


def once(states: Sequence[State]) -> list[State]:
    """The states without those that are the same as the one before."""
    return [state for index, state in enumerate(states) if states[index - 1 : index] != [state]]


def not_first(start: State, block: Block) -> Iterator[Finding]:
    """The first state, if it is not the start state."""
    if not block.states:
        text = f"The block of the start state {words(start)} holds no state: the start state itself comes first."
        yield Finding(text, f"line {block.end}" if block.end else "", line_of(start), kind="no-start", params=_NO_LAST)
    elif block.states[:1] != [start] and not frozen(start, block):
        yield finding_at(block, 0, "The first state of a block has to be the start state.", start)


def gaps(start: State, block: Block) -> Iterator[Finding]:
    """The states that are left out, and those that come twice."""
    if frozen(start, block):
        is_begun = block.states[0] == start
        lines = f"{len(block.states) - is_begun} lines{' after the start state' * is_begun}"
        text = f"All {lines} of the sequence from {words(start)} are its last state."
        finding = finding_at(block, int(is_begun), text, right_climb(start)[is_begun], kind="state-frozen")
        yield replace(finding, picture=None)  # a drawn climb would show one state as a step
        return
    for index, (before, after) in enumerate(pairwise(block.states), 1):
        moved = hill_climbing.moved_columns(before, after)
        if not moved:
            which = "last" if 1 < index == len(block.states) - 1 else "same"
            yield finding_at(block, index, f"The {which} state is printed twice.", kind="state-twice")
        elif len(moved) > 1:
            columns = ", ".join(str(column + 1) for column in moved)
            text = (
                f"From {words(before)} to {words(after)} the queens of columns {columns} have moved: print every state."
            )
            yield finding_at(block, index, text, kind="states-skipped")
    right = right_climb(start)
    if within(block.states, right):
        lacking = next((state for state in right[1:] if state not in block.states), None)
        # A climb that only ends too early says Failure, and is another clause's matter.
        left_out = lacking and (block.solved or block.states[-1:] == right[-1:])
        if lacking and left_out:
            is_last = lacking == right[-1]
            which = f"the last state, {words(lacking)}," if is_last else f"the state {words(lacking)}"
            text = f"Of the sequence from {words(start)} {which} is not printed."
            kind = "last-missing" if is_last else "state-missing"
            # The state that is printed in its place is right: it only comes before it.
            finding = finding_at(block, len(block.states) - 1, text, lacking, kind=kind)
            yield replace(finding, actual=None, params={"cause": kind})


def no_ending(start: State, block: Block) -> Iterator[Finding]:
    """A block that says neither Success nor Failure, or both."""
    if block.solved is None and not stands(block):
        last = block.states[-1] if block.states else start
        text = f"After the last state, {words(last)}, there is neither Success nor Failure."
        yield finding_at(block, len(block.states) - 1, text)
    elif block.early:
        text = f"Success or Failure stands {len(block.early) + 1} times in the climb from {words(start)}."
        text += " It belongs at the end, once."
        yield Finding(text, f"line {block.early[0]}", kind="verdict-twice")
    elif block.contradicted:
        yield finding_at(block, len(block.states) - 1, "After this state stand both Success and Failure.")


def stands(block: Block) -> bool:
    """Whether a queen that cannot improve moves to where she stands, instead of the next one, and does so for ever."""
    last = block.states[-MAX_STATES:]
    if block.solved is not None or len(last) < MAX_STATES or set(last) != set(last[:1]):
        return False
    choice = hill_climbing.choose(last[0])
    return bool(choice.busiest) and choice.improving[:1] != choice.busiest[:1]


def wrong_ending(start: State, block: Block) -> Iterator[Finding]:
    """Success where queens attack each other, Failure if none does."""
    last = block.states[-1] if block.states else start
    pair = nqueens.attacking_pair(last)
    is_on_board = all(row in hill_climbing.ROWS for row in last)
    goes_on = hill_climbing.choose(last).improving[:1] if block.solved and is_on_board else ()
    right = verdict_of(last)
    wrong = b"Failure\n" if pair is None else b"Success\n"
    if block.solved is not None and block.solved != (pair is None):
        shared = "" if pair is None else shared_line(last, pair, "column", "row")[1]
        text = "no queen attacks another." if pair is None else f"{shared}."
        if goes_on:  # neither word is right there
            right = f"{words(hill_climbing.moved_best(last, goes_on[0]))}\n".encode()
            text += " After this state another move has to follow."
        where, squares = _where(block, len(block.states) - 1), [(row - 1, column) for column, row in enumerate(last)]
        attacking = [] if pair is None else [squares[column] for column in pair]
        title = "The last state; row 1 is at the top." + f" {ATTACK}" * bool(attacking)
        picture = board_picture(hill_climbing.SIZE, squares, title, pair=attacking, text=False)
        yield Finding(f"In the last state, {words(last)}, {text}", where, right, wrong, picture=picture)


def verdict_of(state: State) -> bytes:
    """The line that has to follow a climb that ends with this state."""
    return b"Failure\n" if nqueens.attacking_pair(state) else b"Success\n"


def misplaced(lines: Sequence[Line], starts: Sequence[State]) -> Iterator[Finding]:
    """The lines that are not where they may be."""
    # Blocks without an end are another clause's matter; they end with a state.
    endless = all(line.solved is None for line in lines)
    for before, line, after in zip((None, *lines), lines, (*lines[1:], None), strict=False):
        where, shown = f"line {line.number}", line.text[:SHOWN] + b"\n"
        if line.kind == OTHER:
            yield Finding("This line is neither a state nor Success or Failure.", where, b"", shown)
        elif len(line.states) > 1:
            yield Finding("Each state has to be on a line of its own.", where, None, shown)
        elif line.kind == BLANK and not (before and _ends(before, endless=endless, after=after, starts=starts)):
            at = "is the first line" if before is None else "follows a line that ends no block"
            again = before is not None and before.kind == BLANK
            text = "Two blank lines follow each other" if again else f"A blank line {at}"
            text += "; one may be between two blocks."
            if before is not None and before.states and after is not None and after.solved is not None:
                text = "A blank line stands before Success or Failure. One may stand after it, between two blocks."
            yield Finding(text, where)


def _ends(line: Line, *, endless: bool, after: Line | None, starts: Sequence[State]) -> bool:
    """Whether a block ends here; with its last state if none has an end, or where the next block begins."""
    if line.kind == STATE:
        return endless or any(state in starts for state in (after.states[:1] if after else ()))
    return line.solved is not None and not endless


def nothing(run: Run, starts: Sequence[State]) -> Iterator[Finding]:
    """What to say if no state came at all."""
    if written(run).strip():
        message = "There is no state in what was printed: eight digits from 1 to 8."
        actual, kind = written(run)[:SHOWN], "no-state"
    else:
        actual, kind = b"", "no-output"
        status = f" The program ended with exit status {run.exit}." if run.exit else ""
        message = f"Nothing came, neither on standard output nor in a file output.txt.{status}"
        made = next((name for name, content in run.files.items() if not content), "")
        if made:
            message, kind = f"{made} was made and is empty.{status}", "file-empty"
    params = UNFINISHED if kind == "file-empty" else {}
    yield Finding(message, "", b"".join(map(line_of, starts[:1])) or None, actual, kind=kind, params=params)


def finding_at(block: Block, index: int, message: str, right: State | None = None, *, kind: str = COURSE) -> Finding:
    """The finding at a state of a block, counted from 0; ``right`` is the state that belongs there."""
    actual = line_of(block.states[index]) if 0 <= index < len(block.states) else None
    expected, picture = None if right is None else line_of(right), filmstrip(block.states, index, right)
    return Finding(message, _where(block, index), expected, actual, kind=kind, picture=picture)


def ended_at(block: Block, finding: Finding) -> Finding:
    """The finding that a state has to follow a block's last one, with the word that is there, if any."""
    word = {True: b"Success\n", False: b"Failure\n"}.get(block.solved) if block.solved is not None else None
    return replace(finding, where=f"line {block.end}" if word else finding.where, actual=word)


def _where(block: Block, index: int) -> str:
    line = block.lines[index] if 0 <= index < len(block.lines) else 0
    return f"line {line}" if line else ""


def many(number: int, what: str) -> str:
    """``1 block``, ``2 blocks``."""
    return f"{number} {what}" + ("" if number == 1 else "s")


def line_of(state: State) -> bytes:
    """A state as the handout wants it printed."""
    return bare(state) + b"\n"


def bare(state: State) -> bytes:
    """A state as it stands on its line, without the newline."""
    return words(state).encode()
