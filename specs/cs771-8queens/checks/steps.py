"""Judges a climb step by step: each step is held against the rules from the state that the program itself printed.

A program that takes the wrong one of two rows goes another way from there on, and no later line is the expected one. So
no expected line is asked for here: each check looks for the violations of one rule and at nothing else, whatever the
layout, and one fault is charged to one clause. Where all the climbs of a run are those of one wrong rule, as
``wrong_climbs`` makes them, no other rule's clause is charged. Expected outputs are read for their start states only.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import islice

from _shared import nqueens
from harness.model.finding import Finding
from harness.model.run import Run

from . import hill_climbing, wrong_climbs
from .climb_faults import (
    SHOWN,
    bare,
    finding_at,
    gaps,
    line_of,
    many,
    misplaced,
    no_ending,
    not_first,
    nothing,
    right_climb,
    stands,
    within,
    wrong_ending,
)
from .climb_output import BLANK, MAX_BYTES, Block, begins, blocks_of, climbed, lines_of, pairs_of, starts_of, written
from .hill_climbing import ANY, State

MAX_FINDINGS = 3
"""So many findings are enough for a student to start with."""
ENOUGH = 4
"""Fewer climbs than these are not explained by a wrong rule: it may be chance."""

Faults = Callable[[State, Block], Iterator[Finding]]
"""What is wrong with the block of a start state."""


# The checks, one a clause; ``expected`` is the golden output.


def one_block_each(run: Run, expected: bytes | None) -> Iterator[Finding]:
    """See that each start state has its block, in the order of the input, whatever its steps and its layout."""
    starts = starts_of(expected)
    printed = blocks_of(written(run), starts)
    for number, (start, block) in enumerate(zip(starts, printed, strict=False), 1):
        if not begins(start, block):
            yield finding_at(block, 0, f"Block {number} has to begin at start state {number}.", start)
            return
    if run.exit is None:  # it was ended, and is charged for that: what is lacking says nothing
        return
    if not printed:
        yield from nothing(run, starts)
    elif len(printed) != len(starts):
        lacking = b"".join(map(line_of, starts[len(printed) :][:1]))
        there, came = many(len(starts), "start state"), many(len(printed), "block")
        message = f"The input has {there}, the output {came} of states."
        yield Finding(message, expected=lacking or None)


def starts_first(run: Run, expected: bytes | None) -> Iterator[Finding]:
    """See that the first state of each block is the start state itself."""
    yield from _each(run, expected, not_first)


def every_state(run: Run, expected: bytes | None) -> Iterator[Finding]:
    """See that no state of the way is left out, and none comes twice."""
    if run.exit is not None:  # else it was ended, and is charged for that
        yield from _unexplained("sequence", run, expected, gaps)


def endings(run: Run, expected: bytes | None) -> Iterator[Finding]:
    """See that each block says Success or Failure as its own last state deserves, however the climb went."""
    lacking = list(_each(run, expected, no_ending))
    yield from lacking or _unexplained("verdict", run, expected, wrong_ending)


def steps(run: Run, expected: bytes | None, *, rule: str) -> Iterator[Finding]:
    """See that no step of any block violates ``rule``, and that every climb that can begin does.

    The rule ``attacks`` is violated by any step that is wrong: the states of its cases are chosen such that only wrong
    numbers of attacks lead to one.
    """
    if rule == "attacks" and _only_ties(written(run), starts_of(expected)):
        return

    def violations(start: State, block: Block) -> Iterator[Finding]:
        climb = climbed(start, block)
        for fault in hill_climbing.faults(climb.states):
            if fault.index == len(climb.states) - 1 and rule != "improve" and stands(block):
                continue  # it has not ended, and where it goes on for ever is another clause's matter
            if rule == "attacks" or fault.rule in (ANY, rule):
                yield finding_at(climb, fault.index, fault.message, fault.right)

    yield from _unexplained(rule, run, expected, violations)


def _only_ties(output: bytes, starts: Sequence[State]) -> bool:
    """Whether all that is wrong is the choice among equals: no wrong number of attacks leads to that alone."""
    climbs = [climbed(*pair).states for pair in pairs_of(output, starts)]
    broken = {fault.rule for states in climbs for fault in hill_climbing.faults(states)}
    known = _explaining(output[:MAX_BYTES], tuple(starts))
    return broken in ({"queen-tie"}, {"row-tie"}) and "attacks" not in known


def states_exact(run: Run, expected: bytes | None) -> Iterator[Finding]:
    """See that a line with a state holds its digits, a blank between each two, and nothing else."""
    lines = [line for line in lines_of(written(run)) if line.states]
    if not lines:
        yield from nothing(run, starts_of(expected))
    # A line with two states, or a state and an ending, is another clause's matter.
    wrong = (one for one in lines if len(one.states) == 1 and one.solved is None and one.text != bare(one.states[0]))
    for line in islice(wrong, MAX_FINDINGS):
        message = "A state is eight digits from 1 to 8, one blank between each two, nothing before or behind."
        yield Finding(message, f"line {line.number}", line_of(line.states[0]), line.text[:SHOWN] + b"\n")


def words_exact(run: Run, expected: bytes | None) -> Iterator[Finding]:
    """See that a line that tells how a climb ended is Success or Failure and nothing else."""
    lines = lines_of(written(run))
    # Blocks without an end are another clause's matter.
    if not any(line.states or line.solved is not None for line in lines):
        yield from nothing(run, starts_of(expected))
    # A line with several states is another clause's matter.
    told = (line for line in lines if line.solved is not None and len(line.states) <= 1)
    for line in islice((one for one in told if one.text not in (b"Success", b"Failure")), MAX_FINDINGS):
        right = b"Success\n" if line.solved else b"Failure\n"
        message = "The word has to be exactly as in the handout, on a line of its own, nothing before or behind."
        yield Finding(message, f"line {line.number}", right, line.text[:SHOWN] + b"\n")


def layout(run: Run, expected: bytes | None) -> Iterator[Finding]:
    """See that there are only states and endings, at most one blank line between two blocks, newlines at the end."""
    lines = list(lines_of(written(run)))
    while lines and lines[-1].kind == BLANK:
        lines.pop()
    if not any(line.states for line in lines):
        yield from nothing(run, starts_of(expected))
    yield from islice(misplaced(lines, starts_of(expected)), MAX_FINDINGS)
    if b"\r" in written(run)[:MAX_BYTES]:
        yield Finding("The lines end in a carriage return and a newline; a newline alone ends a line here.")


def oracle(args: tuple[str, ...], stdin: bytes) -> bytes | None:
    """Compute the whole output for the start states on ``stdin``; None where it holds anything else."""
    del args  # the same states are on stdin, however a program is told of them
    lines = stdin.splitlines()
    if not all(re.fullmatch(rb"[1-8](?: [1-8]){7}", line) for line in lines):
        return None
    return b"\n".join(_block(tuple(map(int, line.split()))) for line in lines)


def _block(start: State) -> bytes:
    states = right_climb(start)
    ending = b"Failure\n" if nqueens.attacking_pair(states[-1]) else b"Success\n"
    return b"".join(map(line_of, states)) + ending


def _each(run: Run, expected: bytes | None, faults: Faults) -> Iterator[Finding]:
    """The first findings of ``faults``, called for every block with the start state that it belongs to."""
    starts = starts_of(expected)
    pairs = pairs_of(written(run), starts)
    if not pairs:
        yield from nothing(run, starts)
    yield from islice((finding for start, block in pairs for finding in faults(start, block)), MAX_FINDINGS)


def _unexplained(rule: str, run: Run, expected: bytes | None, faults: Faults) -> Iterator[Finding]:
    """As ``_each``, but nothing where another rule's violation alone explains all of the output."""
    found = list(_each(run, expected, faults))
    if found:
        rules = _explaining(written(run)[:MAX_BYTES], tuple(starts_of(expected)))
        yield from found if rule in rules or not rules else ()


@lru_cache(maxsize=16)
def _explaining(output: bytes, starts: tuple[State, ...]) -> frozenset[str]:
    """The rules of which each alone explains all climbs of an output."""
    pairs = pairs_of(output, starts)
    if len(pairs) < ENOUGH:
        return frozenset()
    rules = wrong_climbs.explaining([(climbed(*pair).states, pair[1].solved) for pair in pairs])
    return frozenset(rules | ({"sequence"} if _only_left_out(pairs) else set()))


def _only_left_out(pairs: Sequence[tuple[State, Block]]) -> bool:
    """Whether the climbs are right but for states left out, or twice: the last in all that end alike or in none."""
    lacks_last: dict[bool, set[bool]] = {True: set(), False: set()}
    for start, block in pairs:
        right = right_climb(start)
        solved = nqueens.attacking_pair(right[-1]) is None
        if not within(block.states, right) or block.solved not in (None, solved):
            return False
        if right[1:]:
            lacks_last[solved].add(block.states[-1:] != right[-1:])
    # Climbs that fail and lack their last state may as well have ended too early.
    solved_ones, failed_ones = lacks_last[True], lacks_last[False]
    return len(solved_ones) == 1 and len(failed_ones) <= 1 and (True in solved_ones or True not in failed_ones)
