"""Judges a climb step by step: each step is held against the rules from the state that the program itself printed.

A program that takes the wrong one of two rows goes another way from there on, and no later line is the expected one. So
no expected line is asked for here: each check looks for the violations of one rule and at nothing else, whatever the
layout, and one fault is charged to one clause. Expected outputs are read for their start states only.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

import hill_climbing
import nqueens
from hill_climbing import ANY, State, words

from harness.model.finding import Finding
from harness.model.run import Run

OUTPUT_FILES = ("output.txt", "output")
"""As in spec.yaml."""
MAX_BYTES = 1_000_000
MAX_LINES = 20_000
"""What follows is not read: a right program prints a few ten thousand bytes on a few thousand lines."""
MAX_STATES = 40
"""So many states of a block are judged. A right climb has 29 at most: each move loses one of 28 attacking pairs."""
MAX_WIDTH = 200
MAX_FINDINGS = 3
"""So many findings are enough for a student to start with."""

STATE, ENDING, BLANK, OTHER = "state", "ending", "blank", "other"
"""The kinds of lines."""

_STATE = re.compile(rb"(?<!\d)[1-8](?:[ ,\t]{0,9}[1-8]){7}(?!\d)")


@dataclass(slots=True)
class Block:
    """What the program printed for one start state."""

    states: list[State] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    """The line of the output, counted from 1, that each of the states stands on; 0 for none."""
    solved: bool | None = None
    """Success or Failure; None where the block has neither."""


# For ``normalise``.


def blocks(output: bytes) -> bytes:
    """Write the blocks of an output as the handout does, whatever their layout; other lines are left out."""
    text = bytearray()
    for block in _split(output, ()):
        states = [state for index, state in enumerate(block.states) if block.states[index - 1 : index] != [state]]
        ending = {True: b"Success\n", False: b"Failure\n", None: b""}[block.solved]
        text += b"".join(map(_line, states)) + ending + b"\n"
    return bytes(text)


# The checks, one a clause; ``expected`` is the golden output.


def one_block_each(run: Run, expected: bytes | None) -> Iterator[Finding]:
    """See that each start state has its block, in the order of the input, whatever its steps and its layout."""
    starts = _starts(expected)
    printed = _split(_output(run), starts)
    for number, (start, block) in enumerate(zip(starts, printed, strict=False), 1):
        if block.states and len(hill_climbing.moved_columns(start, block.states[0])) > 1:
            yield _finding(block, 0, f"Block {number} has to begin at start state {number}.", start)
            return
    if len(printed) != len(starts):
        lacking = b"".join(map(_line, starts[len(printed) :][:1]))
        message = f"The number of start states is {len(starts)}, the output has {len(printed)} blocks of states."
        yield Finding(message, expected=lacking or None)


def starts_first(run: Run, expected: bytes | None) -> Iterator[Finding]:
    """See that the first state of each block is the start state itself."""
    yield from _each(run, expected, _first)


def endings(run: Run, expected: bytes | None) -> Iterator[Finding]:
    """See that each block says Success or Failure as its own last state deserves, however the climb went."""
    yield from _each(run, expected, _ending)


def steps(run: Run, expected: bytes | None, *, rules: Sequence[str]) -> Iterator[Finding]:
    """See that no step of any block violates one of ``rules``, and that every climb that can begin does."""

    def violations(start: State, block: Block) -> Iterator[Finding]:
        climb = _climbed(start, block)
        for fault in hill_climbing.faults(climb.states):
            if fault.rule in (ANY, *rules):
                yield _finding(climb, fault.index, fault.message, fault.right)

    yield from _each(run, expected, violations)


def states_exact(run: Run, expected: bytes | None) -> Iterator[Finding]:
    """See that a line with a state holds its digits, a blank between each two, and nothing else."""
    del expected
    lines = [(number, line) for number, line in _lines(run) if _state(line) is not None]
    if not lines:
        yield Finding("There is no line with eight digits from 1 to 8.")
    wrong = ((number, line) for number, line in lines if line != _bare(_state(line)))
    for number, line in islice(wrong, MAX_FINDINGS):
        message = "A state is eight digits with one blank between each two and nothing before or behind them."
        yield Finding(message, f"line {number}", _bare(_state(line)) + b"\n", line[:MAX_WIDTH] + b"\n")


def words_exact(run: Run, expected: bytes | None) -> Iterator[Finding]:
    """See that a line that tells how a climb ended is Success or Failure and nothing else."""
    del expected
    lines = [(number, line) for number, line in _lines(run) if _solved(line) is not None]
    # Blocks without an end are another clause's matter.
    if not lines and not any(_state(line) for _, line in _lines(run)):
        yield Finding("There is neither a line Success nor a line Failure.")
    wrong = ((number, line) for number, line in lines if line not in (b"Success", b"Failure"))
    for number, line in islice(wrong, MAX_FINDINGS):
        right = b"Success\n" if _solved(line) else b"Failure\n"
        message = "The word has to be exactly as in the handout, with nothing before or behind it."
        yield Finding(message, f"line {number}", right, line[:MAX_WIDTH] + b"\n")


def layout(run: Run, expected: bytes | None) -> Iterator[Finding]:
    """See that there are only states and endings, at most one blank line between two blocks, newlines at the end."""
    del expected
    kinds = [(number, line, _kind(line)) for number, line in _lines(run)]
    while kinds and kinds[-1][2] == BLANK:
        kinds.pop()
    if not kinds:
        yield Finding("Nothing is printed.")
    yield from islice(_misplaced(kinds), MAX_FINDINGS)
    if b"\r" in _output(run)[:MAX_BYTES]:
        yield Finding("The lines end in a carriage return and a newline; a newline alone ends a line here.")


def oracle(args: tuple[str, ...], stdin: bytes) -> bytes | None:
    """Compute the whole output for the start states on ``stdin``; None where it holds anything else."""
    del args  # the same states are on stdin, however a program is told of them
    lines = stdin.splitlines()
    if not all(re.fullmatch(rb"[1-8](?: [1-8]){7}", line) for line in lines):
        return None
    return b"\n".join(_block(tuple(map(int, line.split()))) for line in lines)


def _block(state: State) -> bytes:
    text = _line(state)
    while improving := hill_climbing.choose(state).improving:
        state = hill_climbing.moved_best(state, improving[0])
        text += _line(state)
    return text + (b"Failure\n" if nqueens.attacking_pair(state) else b"Success\n")


# What is wrong with a block.


def _each(run: Run, expected: bytes | None, faults: Callable[[State, Block], Iterator[Finding]]) -> Iterator[Finding]:
    """The first findings of ``faults``, called for every block with the start state that it belongs to."""
    starts = _starts(expected)
    printed = _split(_output(run), starts)
    if not printed:
        yield Finding("There is no block of states.", expected=b"".join(map(_line, starts[:1])))
    # A block that begins at another start state is out of its order, which is another clause's matter.
    pairs = ((block.states[0] if block.states and block.states[0] in starts else start, block)
             for start, block in zip(starts, printed, strict=False))  # fmt: skip
    yield from islice((finding for start, block in pairs for finding in faults(start, block)), MAX_FINDINGS)


def _first(start: State, block: Block) -> Iterator[Finding]:
    if block.states[:1] != [start]:
        yield _finding(block, 0, "The first state of a block has to be the start state.", start)


def _ending(start: State, block: Block) -> Iterator[Finding]:
    last = block.states[-1] if block.states else start
    solved = nqueens.attacking_pair(last) is None
    right, wrong = (b"Success\n", b"Failure\n") if solved else (b"Failure\n", b"Success\n")
    index = len(block.states) - 1
    if block.solved is None:
        yield _finding(block, index, f"After the last state, {words(last)}, there is neither Success nor Failure.")
    elif block.solved != solved:
        why = "no queen attacks another" if solved else "queens attack each other"
        yield Finding(f"In the last state, {words(last)}, {why}.", _where(block, index), right, wrong)


def _misplaced(kinds: Sequence[tuple[int, bytes, str]]) -> Iterator[Finding]:
    """The lines that are not where they may be; each comes as number, text and kind."""
    # Blocks without an end are another clause's matter; they end with a state.
    endless = all(kind != ENDING for _, _, kind in kinds)
    for index, (number, line, kind) in enumerate(kinds):
        before = kinds[index - 1][2] if index else BLANK
        if kind == OTHER:
            yield Finding(
                "This line is neither a state nor an ending.", f"line {number}", None, line[:MAX_WIDTH] + b"\n"
            )
        elif kind == BLANK and before != (STATE if endless else ENDING):
            yield Finding("A blank line may only stand between two blocks, and one is enough.", f"line {number}")
        elif kind == STATE and index and before == STATE and _state(line) == _state(kinds[index - 1][1]):
            yield Finding("The same state is printed twice.", f"line {number}", None, line[:MAX_WIDTH] + b"\n")


# Reading an output. Nothing in here minds blanks, letter case or other lines.


def _split(output: bytes, starts: Sequence[State]) -> list[Block]:
    """Cut an output into blocks, each up to its Success or Failure; where there are none, each from its start state."""
    lines = _cut(output)
    endless = all(_solved(line) is None for line in lines)
    printed: list[Block] = []
    current = Block()
    for number, line in enumerate(lines, 1):
        state, solved = _state(line), _solved(line)
        if endless and current.states and state in starts[len(printed) + 1 : len(printed) + 2]:
            printed.append(current)
            current = Block()
        if state is not None:
            current.states.append(state)
            current.lines.append(number)
        if solved is not None:
            current.solved = solved
            printed.append(current)
            current = Block()
    return [*printed, current] if current.states else printed


def _cut(output: bytes) -> list[bytes]:
    """The lines of as much of an output as is read."""
    return output[:MAX_BYTES].splitlines()[:MAX_LINES]


def _output(run: Run) -> bytes:
    """Take what the program wrote, to a file or else to stdout."""
    return next((content for name in OUTPUT_FILES if (content := run.files.get(name))), run.stdout)


def _climbed(start: State, block: Block) -> Block:
    """Read the block as one climb: begun at its start state, whether that was printed once, twice or not at all."""
    begin = next((index for index, state in enumerate(block.states) if state != start), len(block.states))
    lines = block.lines[begin - 1 :] if begin else [0, *block.lines]
    return Block([start, *block.states[begin:]][:MAX_STATES], lines, block.solved)


def _state(line: bytes) -> State | None:
    found = _STATE.search(line[:MAX_WIDTH])
    return tuple(int(digit) for digit in re.findall(rb"[1-8]", found[0])) if found else None


def _solved(line: bytes) -> bool | None:
    word = line[:MAX_WIDTH].lower()
    return True if b"success" in word else False if b"fail" in word else None


def _lines(run: Run) -> Iterator[tuple[int, bytes]]:
    """The lines, without what ends them, and their numbers counted from 1."""
    return enumerate(_cut(_output(run)), 1)


def _kind(line: bytes) -> str:
    if _state(line) is not None:
        return STATE
    if _solved(line) is not None:
        return ENDING
    return OTHER if line.strip() else BLANK


def _starts(expected: bytes | None) -> list[State]:
    return [block.states[0] for block in _split(expected or b"", ()) if block.states]


# Saying it.


def _finding(block: Block, index: int, message: str, right: State | None = None) -> Finding:
    actual = _line(block.states[index]) if 0 <= index < len(block.states) else None
    return Finding(message, _where(block, index), None if right is None else _line(right), actual)


def _where(block: Block, index: int) -> str:
    line = block.lines[index] if 0 <= index < len(block.lines) else 0
    return f"line {line}" if line else ""


def _line(state: State) -> bytes:
    return _bare(state) + b"\n"


def _bare(state: State | None) -> bytes:
    return words(state or ()).encode()
