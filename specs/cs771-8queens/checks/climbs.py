"""Check climbs step by step: each step is held against the rules from the state that the program itself printed.

A program that takes the wrong one of two rows goes another way from there on, and no later line is the expected one. So
no expected line is asked for here: each check looks for the violations of one rule and at nothing else, whatever the
layout, and one fault is charged to one clause. Where all the climbs of a run are those of one wrong rule, as
``wrong_climbs`` makes them, no other rule's clause is charged. Expected outputs are read for their start states only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec.structs import replace

from harness.model.finding import COURSE, Finding
from harness.model.run import Run

from . import hill_climbing
from .after_solution import goes_on_after_solution, is_shown, own_faults
from .climb_faults import (
    UNFINISHED,
    ended_at,
    finding_at,
    gaps,
    line_of,
    many,
    not_first,
    nothing,
    stands,
    verdict_of,
)
from .climb_output import (
    MAX_BYTES,
    MAX_STATES,
    Block,
    begins,
    blocks_of,
    broken_off,
    climbed,
    frozen,
    pairs_of,
    starts_of,
    written,
)
from .endings import UNFINISHED_RUN, cut_off, endless, lacks_climbs
from .explained import explaining_rules, first_findings, misread, no_move, starts_left_out, unexplained_findings
from .hill_climbing import ANY, Fault, State, right_climb

_MAY_GO_ON = ("improve", "next-queen", "stop")
"""The rules whose cases need states at which a program may go on for ever: that is charged once."""
_AFTER_MOVE = "The expected line is the state after move {}; above it, the start state is missing."
"""Added where a climb is printed without its start state: each line stands where another one belongs."""


def one_block_each(run: Run, expected: bytes | None) -> Iterator[Finding]:  # noqa: C901 - a fault a branch
    """See that each start state has its block, in the order of the input, whatever its steps and its layout."""
    starts = starts_of(expected)
    if (goes_on := goes_on_after_solution(run, expected)) is not None:
        run = goes_on.before
        if len(blocks_of(written(run), starts)) == 1:  # that it comes to another start state is not shown
            yield goes_on.finding
    printed = blocks_of(written(run), starts)
    for number, (start, block) in enumerate(zip(starts, printed, strict=False), 1):
        if not begins(start, block):
            message = f"Block {number} has to begin at start state {number}."
            if number > 1 and block.states[:1] == printed[number - 2].states[-1:]:
                message += f" It begins at the last state of block {number - 1}."
            elsewhere = finding_at(block, 0, message, start, kind="begins-elsewhere")
            yield misread(run, expected) or elsewhere
            return
        if block.left_over:
            count = len(block.left_over)
            what = "the last state" if count == 1 else f"{count} states"
            message = f"Block {number} begins with {what} of block {number - 1} once more. Its own states follow."
            where, stands_there = f"line {block.left_at}", line_of(block.left_over[0])
            yield Finding(message, where, line_of(start), stands_there, kind="begins-elsewhere")
            return
    if run.exit is None:  # it was ended, and is charged for that: what is lacking says nothing
        return
    if not printed:
        yield from nothing(run, starts)
    elif len(printed) < len(starts) and (part := broken_off(run)):
        text = "The end is missing: the file breaks off in the middle of a line."
        yield Finding(text, actual=part, kind="end-missing", params=UNFINISHED)
    elif len(printed) != len(starts):
        lacking = b"".join(map(line_of, starts[len(printed) :][:1]))
        there, came = many(len(starts), "start state"), many(len(printed), "block")
        message, surplus = f"The input has {there}, the output {came} of states.", ""
        kind = "blocks-missing" if len(printed) + 1 == len(starts) else "blocks-cut" if lacking else "blocks-extra"
        if not lacking and len(printed) > 1:
            surplus = _surplus(printed[-2], printed[-1], len(printed))
        params = {"last_twice": True} if surplus else {}
        yield Finding(message + surplus, expected=lacking or None, kind=kind, params=params)


def _surplus(before: Block, last: Block, number: int) -> str:
    """What the last of too many blocks is, as another sentence; empty if nothing is to be seen."""
    if last.states == before.states:
        return f" Block {number} is block {number - 1} once more."
    only_end = len(last.states) == 1 and last.states == before.states[-1:]
    return f" Block {number} is the last state of block {number - 1} alone." if only_end else ""


def starts_first(run: Run, expected: bytes | None) -> Iterator[Finding]:
    """See that the first state of each block is the start state itself."""
    goes_on = goes_on_after_solution(run, expected)
    run = run if goes_on is None else goes_on.before
    findings = [*first_findings(run, expected, not_first)]
    other_start = misread(run, expected) if findings else None
    if findings and other_start is None and (left_out := starts_left_out(run, expected)) is not None:
        findings = [left_out]
    yield from [other_start] if other_start is not None else findings


def every_state(run: Run, expected: bytes | None) -> Iterator[Finding]:
    """See that no state of the way is left out, and none comes twice."""
    if run.exit is not None:  # else it was ended, and is charged for that
        yield from unexplained_findings("sequence", run, expected, gaps)


def steps(run: Run, expected: bytes | None, *, rule: str) -> Iterator[Finding]:
    """See that no step of any block violates ``rule``, and that every climb that can begin does.

    The rule ``attacks`` is violated by any step that is wrong: the states of its cases are chosen such that only wrong
    numbers of attacks lead to one.
    """
    goes_on = goes_on_after_solution(run, expected)
    if goes_on is None:
        stays = rule == "stop" and _stays_at_solution(run, expected)
        yield from endless(run, expected) if stays else _steps(run, expected, rule)
        return
    faults = list(own_faults([*_steps(goes_on.before, expected, rule)])) if rule != "stop" else []
    yield from faults
    if not faults and not (rule != "stop" and is_shown(rule, goes_on.before, expected)):
        yield goes_on.finding


def _steps(run: Run, expected: bytes | None, rule: str) -> Iterator[Finding]:
    cut = cut_off(run, expected)
    if rule == "attacks" and _only_ties(written(run), starts_of(expected), cut):
        return

    if _stands_still(written(run), starts_of(expected), cut):
        starts = [start for start, _ in pairs_of(written(run), starts_of(expected))]
        yield from first_findings(run, expected, no_move(starts))
        return

    def violations(start: State, block: Block) -> Iterator[Finding]:
        if frozen(start, block):
            return
        climb = climbed(start, block)
        for fault in hill_climbing.faults(tuple(climb.states)):
            if fault.ends and block is cut:
                continue
            if fault.index == len(climb.states) - 1 and rule != "improve" and stands(block):
                continue  # it has not ended, and where it goes on for ever is another clause's matter
            if rule == "attacks" or fault.rule in (ANY, rule):
                yield _violation(climb, block, fault)

    findings = list(unexplained_findings(rule, run, expected, violations))
    yield from (list(endless(run, expected)) if findings and rule == "improve" else []) or findings
    if not findings and lacks_climbs(run, expected, may_go_on=rule in _MAY_GO_ON):
        yield UNFINISHED_RUN


def _violation(climb: Block, block: Block, fault: Fault) -> Finding:
    """The finding on a fault of a climb, as it is read from a block."""
    if fault.ends:
        finding = finding_at(climb, fault.index, fault.message, fault.right, kind="ends-early")
        finding = ended_at(block, finding)
    else:
        lacks_start = climb.states[1:] and not climb.lines[0]
        after = f" {_AFTER_MOVE.format(fault.index)}" if lacks_start else ""
        finding = finding_at(climb, fault.index, fault.message + after, fault.right, kind=fault.kind or COURSE)
    due = verdict_of(climb.states[fault.index - 1]) if fault.rule == "stop" else finding.expected
    return replace(finding, expected=due)


def _stands_still(output: bytes, starts: tuple[State, ...], cut: Block | None) -> bool:
    """Whether no climb has a move, though some begin at a state from which there are several.

    One that goes on for ever is left aside, and so are states in which no queen attacks more than one.
    """
    pairs = [pair for pair in pairs_of(output, starts) if pair[1] is not cut or len(cut.states) >= MAX_STATES]
    if cut is not None and (not pairs or len({*cut.states}) > 1):
        return False
    begun = [start for start, _ in pairs] or list(starts)
    moves = any(right_climb(start)[2:] and max(hill_climbing.choose(start).counts) > 1 for start in begun)
    stand = all(len({*climbed(*pair).states}) == 1 for pair in pairs)
    return moves and stand and not any(stands(block) for _, block in pairs)


def _stays_at_solution(run: Run, expected: bytes | None) -> bool:
    """Whether the last climb prints a solved start state for ever, without the word that others have.

    Where no climb has a word, its start state may as well be read again and again.
    """
    cut = cut_off(run, expected)
    has_words = any(block.solved is not None for _, block in pairs_of(written(run), starts_of(expected)))
    if cut is None or len(cut.states) < MAX_STATES or not has_words:
        return False
    return len({*cut.states}) == 1 and not any(hill_climbing.choose(cut.states[0]).counts)


def _only_ties(output: bytes, starts: tuple[State, ...], cut: Block | None) -> bool:
    """Whether all that is wrong is the choice among equals: no wrong number of attacks leads to that alone."""
    climbs = [(climbed(*pair).states, pair[1] is cut) for pair in pairs_of(output, starts)]
    faults = ((fault, is_cut) for states, is_cut in climbs for fault in hill_climbing.faults(tuple(states)))
    broken = {fault.rule for fault, is_cut in faults if not (is_cut and fault.ends)}
    if broken not in ({"queen-tie"}, {"row-tie"}):
        return False
    return "attacks" not in explaining_rules(output[:MAX_BYTES], starts)


def oracle(args: tuple[str, ...], stdin: bytes) -> bytes | None:
    """Compute the whole output for the start states on ``stdin``; None if it holds anything else."""
    del args  # the same states are on stdin, however a program gets them
    lines = stdin.splitlines()
    if not all(re.fullmatch(rb"[1-8](?: [1-8]){7}", line) for line in lines):
        return None
    return b"\n".join(_block_text(tuple(map(int, line.split()))) for line in lines)


def _block_text(start: State) -> bytes:
    states = right_climb(start)
    return b"".join(map(line_of, states)) + verdict_of(states[-1])
