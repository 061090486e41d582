"""Judges a climb step by step: each step is held against the rules from the state that the program itself printed.

A program that takes the wrong one of two rows goes another way from there on, and no later line is the expected one. So
no expected line is asked for here: each check looks for the violations of one rule and at nothing else, whatever the
layout, and one fault is charged to one clause. Where all the climbs of a run are those of one wrong rule, as
``wrong_climbs`` makes them, no other rule's clause is charged. Expected outputs are read for their start states only.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice, pairwise

import hill_climbing
import nqueens
import wrong_climbs
from hill_climbing import ANY, State, words

from harness.model.finding import Finding
from harness.model.run import Run

ASKED = b"input.txt\noutput.txt\n"
"""As in spec.yaml: the answers to a program that asks for names."""
MAX_BYTES = 1_000_000
MAX_LINES = 20_000
"""What follows is not read: a right program prints a few ten thousand bytes on a few thousand lines."""
MAX_STATES = wrong_climbs.MOST_STATES
"""So many states of a block are judged. A right climb has 29 at most: each move loses one of 28 attacking pairs."""
MAX_WIDTH = 1_000
SHOWN = 200
"""So much of a line is read, and shown."""
MAX_FINDINGS = 3
"""So many findings are enough for a student to start with."""
ENOUGH = 4
"""Fewer climbs than these are not explained by a wrong rule: it may be chance."""

STATE, ENDING, BLANK, OTHER = "state", "ending", "blank", "other"
"""The kinds of lines."""

_STATE = re.compile(rb"(?<!\d)[0-8](?:[ ,\t]{0,9}[0-8]){7}(?!\d)")
_SUCCESS = re.compile(rb"suc+es|\bsolved\b|\bsolution found\b")
_FAILURE = re.compile(rb"fa(?:il|li)|\bstuck\b|\bunsolved\b|\bno(?:t a)? solution\b|\blocal (?:min|max|opt)")
_PROMPTS = re.compile(rb"\A(?:[^\n:?>]*(?:file|name|path)[^\n:?>]*[:?>]+[ \t]*\n?)+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of an output, and what it says."""

    number: int
    text: bytes
    states: tuple[State, ...]
    solved: bool | None

    @property
    def kind(self) -> str:
        """What it is, whatever its blanks and its letter case."""
        if self.states:
            return STATE
        if self.solved is not None:
            return ENDING
        return OTHER if self.text.strip() else BLANK


@dataclass(slots=True)
class Block:
    """What the program printed for one start state."""

    states: list[State] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    """The line of the output, counted from 1, that each of the states stands on; 0 for none."""
    solved: bool | None = None
    """Success or Failure; None where the block has neither."""
    contradicted: bool = False
    """Whether the other word came right after it."""


# The checks, one a clause; ``expected`` is the golden output.


def one_block_each(run: Run, expected: bytes | None) -> Iterator[Finding]:
    """See that each start state has its block, in the order of the input, whatever its steps and its layout."""
    starts = _starts(expected)
    printed = _split(_output(run), starts)
    for number, (start, block) in enumerate(zip(starts, printed, strict=False), 1):
        if not _begins(start, block):
            yield _finding(block, 0, f"Block {number} has to begin at start state {number}.", start)
            return
    if run.exit is None:  # it was ended, and is charged for that: what is lacking says nothing
        return
    if not printed:
        yield from _nothing(run, starts)
    elif len(printed) != len(starts):
        lacking = b"".join(map(_line, starts[len(printed) :][:1]))
        there, came = _many(len(starts), "start state"), _many(len(printed), "block")
        message = f"The input has {there}, the output {came} of states."
        yield Finding(message, expected=lacking or None)


def starts_first(run: Run, expected: bytes | None) -> Iterator[Finding]:
    """See that the first state of each block is the start state itself."""
    yield from _each(run, expected, _first)


def every_state(run: Run, expected: bytes | None) -> Iterator[Finding]:
    """See that no state of the way is left out, and none comes twice."""
    if run.exit is not None:  # else it was ended, and is charged for that
        yield from _unexplained("sequence", run, expected, _gaps)


def endings(run: Run, expected: bytes | None) -> Iterator[Finding]:
    """See that each block says Success or Failure as its own last state deserves, however the climb went."""
    lacking = list(_each(run, expected, _no_ending))
    yield from lacking or _unexplained("verdict", run, expected, _wrong_ending)


def steps(run: Run, expected: bytes | None, *, rule: str) -> Iterator[Finding]:
    """See that no step of any block violates ``rule``, and that every climb that can begin does.

    The rule ``attacks`` is violated by any step that is wrong: the states of its cases are chosen such that only wrong
    numbers of attacks lead to one.
    """
    if rule == "attacks" and _only_ties(_output(run), _starts(expected)):
        return

    def violations(start: State, block: Block) -> Iterator[Finding]:
        climb = _climbed(start, block)
        for fault in hill_climbing.faults(climb.states):
            if fault.index == len(climb.states) - 1 and rule != "improve" and _stands(block):
                continue  # it has not ended, and where it goes on for ever is another clause's matter
            if rule == "attacks" or fault.rule in (ANY, rule):
                yield _finding(climb, fault.index, fault.message, fault.right)

    yield from _unexplained(rule, run, expected, violations)


def _only_ties(output: bytes, starts: Sequence[State]) -> bool:
    """Whether all that is wrong is the choice among equals: no wrong number of attacks leads to that alone."""
    climbs = [_climbed(*pair).states for pair in _pairs(output, starts)]
    broken = {fault.rule for states in climbs for fault in hill_climbing.faults(states)}
    known = _explaining(output[:MAX_BYTES], tuple(starts))
    return broken in ({"queen-tie"}, {"row-tie"}) and "attacks" not in known


def states_exact(run: Run, expected: bytes | None) -> Iterator[Finding]:
    """See that a line with a state holds its digits, a blank between each two, and nothing else."""
    lines = [line for line in _lines(_output(run)) if line.states]
    if not lines:
        yield from _nothing(run, _starts(expected))
    # A line with two states, or a state and an ending, is another clause's matter.
    wrong = (one for one in lines if len(one.states) == 1 and one.solved is None and one.text != _bare(one.states[0]))
    for line in islice(wrong, MAX_FINDINGS):
        message = "A state is eight digits from 1 to 8, one blank between each two, nothing before or behind."
        yield Finding(message, f"line {line.number}", _line(line.states[0]), line.text[:SHOWN] + b"\n")


def words_exact(run: Run, expected: bytes | None) -> Iterator[Finding]:
    """See that a line that tells how a climb ended is Success or Failure and nothing else."""
    lines = _lines(_output(run))
    # Blocks without an end are another clause's matter.
    if not any(line.states or line.solved is not None for line in lines):
        yield from _nothing(run, _starts(expected))
    # A line with several states is another clause's matter.
    told = (line for line in lines if line.solved is not None and len(line.states) <= 1)
    for line in islice((one for one in told if one.text not in (b"Success", b"Failure")), MAX_FINDINGS):
        right = b"Success\n" if line.solved else b"Failure\n"
        message = "The word has to be exactly as in the handout, on a line of its own, nothing before or behind."
        yield Finding(message, f"line {line.number}", right, line.text[:SHOWN] + b"\n")


def layout(run: Run, expected: bytes | None) -> Iterator[Finding]:
    """See that there are only states and endings, at most one blank line between two blocks, newlines at the end."""
    lines = list(_lines(_output(run)))
    while lines and lines[-1].kind == BLANK:
        lines.pop()
    if not any(line.states for line in lines):
        yield from _nothing(run, _starts(expected))
    yield from islice(_misplaced(lines, _starts(expected)), MAX_FINDINGS)
    if b"\r" in _output(run)[:MAX_BYTES]:
        yield Finding("The lines end in a carriage return and a newline; a newline alone ends a line here.")


def oracle(args: tuple[str, ...], stdin: bytes) -> bytes | None:
    """Compute the whole output for the start states on ``stdin``; None where it holds anything else."""
    del args  # the same states are on stdin, however a program is told of them
    lines = stdin.splitlines()
    if not all(re.fullmatch(rb"[1-8](?: [1-8]){7}", line) for line in lines):
        return None
    return b"\n".join(_block(tuple(map(int, line.split()))) for line in lines)


def _block(start: State) -> bytes:
    states = _right(start)
    ending = b"Failure\n" if nqueens.attacking_pair(states[-1]) else b"Success\n"
    return b"".join(map(_line, states)) + ending


def _right(start: State) -> list[State]:
    """The climb as it must be."""
    states = [start]
    while improving := hill_climbing.choose(states[-1]).improving:
        states.append(hill_climbing.moved_best(states[-1], improving[0]))
    return states


# What is wrong with a block.

Faults = Callable[[State, Block], Iterator[Finding]]


def _each(run: Run, expected: bytes | None, faults: Faults) -> Iterator[Finding]:
    """The first findings of ``faults``, called for every block with the start state that it belongs to."""
    starts = _starts(expected)
    pairs = _pairs(_output(run), starts)
    if not pairs:
        yield from _nothing(run, starts)
    yield from islice((finding for start, block in pairs for finding in faults(start, block)), MAX_FINDINGS)


def _unexplained(rule: str, run: Run, expected: bytes | None, faults: Faults) -> Iterator[Finding]:
    """As ``_each``, but nothing where another rule's violation alone explains all of the output."""
    found = list(_each(run, expected, faults))
    if found:
        rules = _explaining(_output(run)[:MAX_BYTES], tuple(_starts(expected)))
        yield from found if rule in rules or not rules else ()


@lru_cache(maxsize=16)
def _explaining(output: bytes, starts: tuple[State, ...]) -> frozenset[str]:
    """The rules of which each alone explains all climbs of an output."""
    pairs = _pairs(output, starts)
    if len(pairs) < ENOUGH:
        return frozenset()
    rules = wrong_climbs.explaining([(_climbed(*pair).states, pair[1].solved) for pair in pairs])
    return frozenset(rules | ({"sequence"} if _only_left_out(pairs) else set()))


def _only_left_out(pairs: Sequence[tuple[State, Block]]) -> bool:
    """Whether the climbs are right but for states left out, or twice: the last in all that end alike or in none."""
    lacks_last: dict[bool, set[bool]] = {True: set(), False: set()}
    for start, block in pairs:
        right = _right(start)
        solved = nqueens.attacking_pair(right[-1]) is None
        if not _within(block.states, right) or block.solved not in (None, solved):
            return False
        if right[1:]:
            lacks_last[solved].add(block.states[-1:] != right[-1:])
    # Climbs that fail and lack their last state may as well have ended too early.
    solved_ones, failed_ones = lacks_last[True], lacks_last[False]
    return len(solved_ones) == 1 and len(failed_ones) <= 1 and (True in solved_ones or True not in failed_ones)


def _within(states: Sequence[State], right: Sequence[State]) -> bool:
    """Whether the states are some of the right ones, in order; each may come several times."""
    left = iter(_once(states))
    wanted = next(left, None)
    for state in right:
        if state == wanted:
            wanted = next(left, None)
    return wanted is None


def _once(states: Sequence[State]) -> list[State]:
    return [state for index, state in enumerate(states) if states[index - 1 : index] != [state]]


def _first(start: State, block: Block) -> Iterator[Finding]:
    if block.states[:1] != [start]:
        yield _finding(block, 0, "The first state of a block has to be the start state.", start)


def _gaps(start: State, block: Block) -> Iterator[Finding]:
    """The states that are left out, and those that come twice."""
    for index, (before, after) in enumerate(pairwise(block.states), 1):
        moved = hill_climbing.moved_columns(before, after)
        if not moved:
            yield _finding(block, index, "The same state is printed twice.")
        elif len(moved) > 1:
            text = f"Between {words(before)} and {words(after)} more than one queen has moved: print every state."
            yield _finding(block, index, text)
    right = _right(start)
    if _within(block.states, right):
        lacking = next((state for state in right[1:] if state not in block.states), None)
        # A climb that only ends too early says Failure, and is another clause's matter.
        left_out = lacking and (block.solved or block.states[-1:] == right[-1:])
        if lacking and left_out:
            text = f"Of the climb from {words(start)} the state {words(lacking)} is not printed."
            yield _finding(block, len(block.states) - 1, text, lacking)


def _no_ending(start: State, block: Block) -> Iterator[Finding]:
    if block.solved is None and not _stands(block):
        last = block.states[-1] if block.states else start
        text = f"After the last state, {words(last)}, there is neither Success nor Failure."
        yield _finding(block, len(block.states) - 1, text)
    elif block.contradicted:
        yield _finding(block, len(block.states) - 1, "After this state stand both Success and Failure.")


def _stands(block: Block) -> bool:
    """Whether a queen that cannot improve moves to where she stands, in place of the next one, and does so for ever."""
    last = block.states[-MAX_STATES:]
    if block.solved is not None or len(last) < MAX_STATES or set(last) != set(last[:1]):
        return False
    choice = hill_climbing.choose(last[0])
    return bool(choice.busiest) and choice.improving[:1] != choice.busiest[:1]


def _wrong_ending(start: State, block: Block) -> Iterator[Finding]:
    last = block.states[-1] if block.states else start
    pair = nqueens.attacking_pair(last)
    right, wrong = (b"Success\n", b"Failure\n") if pair is None else (b"Failure\n", b"Success\n")
    if block.solved is not None and block.solved != (pair is None):
        text = "no queen attacks another." if pair is None else f"queens attack each other:\n{_drawn(last, pair)}"
        yield Finding(f"In the last state, {words(last)}, {text}", _where(block, len(block.states) - 1), right, wrong)


def _drawn(state: State, pair: tuple[int, int]) -> str:
    """The board, the attacking pair marked."""
    rows = [["X" if state[column] == row else "." for column in range(8)] for row in range(1, 9)]
    for column in pair:
        if state[column]:  # row 0 is above the board
            rows[state[column] - 1][column] = "#"
    return "\n".join(" ".join(row) for row in rows)


def _misplaced(lines: Sequence[Line], starts: Sequence[State]) -> Iterator[Finding]:
    """The lines that are not where they may be."""
    # Blocks without an end are another clause's matter; they end with a state.
    endless = all(line.solved is None for line in lines)
    for before, line, after in zip((None, *lines), lines, (*lines[1:], None), strict=False):
        where, shown = f"line {line.number}", line.text[:SHOWN] + b"\n"
        if line.kind == OTHER:
            yield Finding("This line is neither a state nor Success or Failure.", where, None, shown)
        elif len(line.states) > 1:
            yield Finding("Each state has to be on a line of its own.", where, None, shown)
        elif line.kind == BLANK and not (before and _ends(before, endless=endless, after=after, starts=starts)):
            yield Finding("A blank line may only stand between two blocks, and one is enough.", where)


def _ends(line: Line, *, endless: bool, after: Line | None, starts: Sequence[State]) -> bool:
    """Whether a block ends here; with its last state where none has an end, or where the next block begins."""
    if line.kind == STATE:
        return endless or any(state in starts for state in (after.states[:1] if after else ()))
    return line.solved is not None and not endless


# Reading an output. Nothing in here minds blanks, letter case or other lines.


@lru_cache(maxsize=16)
def _lines(output: bytes) -> tuple[Line, ...]:
    """As much of an output as is read, line by line; rows that are counted from 0 are counted from 1."""
    texts = output[:MAX_BYTES].splitlines()[:MAX_LINES]
    found = [_states(text) for text in texts]
    digits = {row for states in found for state in states for row in state}
    base = 1 if 0 in digits and 8 not in digits else 0  # noqa: PLR2004 - there are eight rows
    lines: list[Line] = []
    begun = False
    for number, (text, states) in enumerate(zip(texts, found, strict=True), 1):
        kept = tuple(tuple(row + base for row in state) for state in states)
        solved = _solved(text, begun=begun or bool(kept))
        begun = (begun or bool(kept)) and solved is None
        lines.append(Line(number, text, kept, solved))
    return tuple(lines)


def _split(output: bytes, starts: Sequence[State]) -> list[Block]:
    """Cut an output into blocks, each up to its Success or Failure; where there is none, each from its start state."""
    lines = _lines(output)
    endless = all(line.solved is None for line in lines)
    printed: list[Block] = []
    current = Block()
    for line in lines:
        for state in line.states:
            jump = current.states and len(hill_climbing.moved_columns(current.states[-1], state)) > 1
            if current.states and (endless or jump) and state in starts[len(printed) + 1 : len(printed) + 2]:
                printed.append(current)
                current = Block()
            current.states.append(state)
            current.lines.append(line.number)
        if line.solved is not None:
            current.solved = line.solved
            printed.append(current)
            current = Block()
    printed += [current] if current.states else []
    if len(printed) > len(starts):
        printed = _with_one_ending(printed)
    while len(printed) > len(starts) and not printed[-1].states:  # endings that all stand together at the end
        printed.pop()
    return printed


def _with_one_ending(printed: Sequence[Block]) -> list[Block]:
    """The blocks, where the same climb ends twice: in Success and then in Failure, or the other way round."""
    kept: list[Block] = []
    for block in printed:
        if kept and not block.states and kept[-1].solved not in (None, block.solved):
            kept[-1].contradicted = True
        else:
            kept.append(block)
    return kept


def _pairs(output: bytes, starts: Sequence[State]) -> list[tuple[State, Block]]:
    """Each block with the start state that it belongs to."""
    # A block that begins at another start state is out of its order, which is another clause's matter; and so is one
    # that begins at no start state, as where a program goes on from its last climb, as long as any block does.
    pairs = [
        (block.states[0] if block.states and block.states[0] in starts else start, block)
        for start, block in zip(starts, _split(output, starts), strict=False)
    ]
    begun = [pair for pair in pairs if _begins(*pair)]
    return begun if any(block.states[:1] == [start] for start, block in begun) else pairs


def _begins(start: State, block: Block) -> bool:
    """Whether the block begins at its start state, or one move from it."""
    return not block.states or len(hill_climbing.moved_columns(start, block.states[0])) <= 1


def _output(run: Run) -> bytes:
    """Take what the program wrote: the first that holds a state of its files, stdout and stderr.

    On stdout it is taken without what the program asked the user before.
    """
    printed = _PROMPTS.sub(b"", run.stdout[:MAX_BYTES]) if run.stdin == ASKED else run.stdout
    written = (*(content for content in run.files.values() if content), printed, run.stderr)
    return next((content for content in written if _STATE.search(content[:MAX_BYTES])), printed)


def _climbed(start: State, block: Block) -> Block:
    """Read the block as one climb: begun at its start state, whether that was printed once, twice or not at all."""
    begin = next((index for index, state in enumerate(block.states[:2]) if state != start), min(2, len(block.states)))
    lines = block.lines[begin - 1 :] if begin else [0, *block.lines]
    return Block([start, *block.states[begin:]][:MAX_STATES], lines, block.solved)


def _states(line: bytes) -> list[State]:
    return [tuple(int(digit) for digit in re.findall(rb"[0-8]", one)) for one in _STATE.findall(line[:MAX_WIDTH])]


def _solved(line: bytes, *, begun: bool) -> bool | None:
    """What a line says of the end of a climb; other words than the handout's count only where a climb has begun."""
    word = line[:MAX_WIDTH].lower()
    plain = word.strip(b" \t\r.!:*-").split(b" ")[0] in (b"success", b"failure", b"succeeded", b"failed", b"fail")
    if not (begun or plain):
        return None
    return False if _FAILURE.search(word) else True if _SUCCESS.search(word) else None


def _starts(expected: bytes | None) -> list[State]:
    return [block.states[0] for block in _split(expected or b"", ()) if block.states]


# Saying it.


def _nothing(run: Run, starts: Sequence[State]) -> Iterator[Finding]:
    """What to say where no state came at all."""
    if _output(run).strip():
        message = "There is no state in what was printed: eight digits from 1 to 8."
    else:
        message = (
            "Nothing came, neither on standard output nor in a file output.txt. The input was in input.txt, "
            "on standard input, and named as first argument. If your program wants it otherwise, or names its output "
            "otherwise, say so in a file submission.yaml, for example: 'run: python3 queens.py {input} {output}'"
        )
    yield Finding(message, expected=b"".join(map(_line, starts[:1])) or None)


def _finding(block: Block, index: int, message: str, right: State | None = None) -> Finding:
    actual = _line(block.states[index]) if 0 <= index < len(block.states) else None
    return Finding(message, _where(block, index), None if right is None else _line(right), actual)


def _where(block: Block, index: int) -> str:
    line = block.lines[index] if 0 <= index < len(block.lines) else 0
    return f"line {line}" if line else ""


def _many(number: int, what: str) -> str:
    return f"{number} {what}" + ("" if number == 1 else "s")


def _line(state: State) -> bytes:
    return _bare(state) + b"\n"


def _bare(state: State) -> bytes:
    return words(state).encode()
