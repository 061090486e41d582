"""Find the faults of a run's blocks, unless another rule's violation explains the whole output."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import groupby, islice, pairwise

from msgspec.structs import replace

from _shared import nqueens
from harness.model.finding import Finding, Parameter
from harness.model.run import Run

from . import hill_climbing, wrong_climbs
from .climb_faults import (
    ended_at,
    finding_at,
    many,
    nothing,
    once,
    within,
)
from .climb_output import MAX_BYTES, MAX_STATES, Block, begins, blocks_of, climbed, pairs_of, starts_of, written
from .hill_climbing import SIZE, State, moved_columns, right_climb
from .wrong_moves import attack_counts
from .wrong_ways import EXPLAINED, KINDS, WAYS

MAX_FINDINGS = 3
"""So many findings are enough for a student to start with."""
MIN_CLIMBS = 4
"""Fewer climbs than these are not explained by a wrong rule: it may be chance."""
Faults = Callable[[State, Block], Iterator[Finding]]
"""What is wrong with the block of a start state."""


_NO_MOVE = "No queen is moved from any start state of this input."
_ONLY_LATER = "In every start state here the first queen with most attacks cannot improve, and no other one is moved."
"""What starts have in common in which it is another queen's turn, so that no step shows who is moved usually."""
_STILL: dict[str, Parameter] = {"cause": "no-move"}
_STEP = re.compile(r"From (?P<state>[\d ]+) \(attacks: (?P<right>[\d ]+)")
"""How a sentence on a step begins that names the attacks of all queens."""
FIRST_MOVES = "The first move of every sequence is right: is everything counted again after it?"
"""What is added if no rule explains the climbs, and only later moves are wrong."""


_MISREAD: Mapping[str, Callable[[State], State]] = {
    "with its numbers from right to left": lambda start: start[::-1],
    "with its numbers one column further left": lambda start: (*start[1:], start[0]),
    "with its numbers one column further right": lambda start: (start[-1], *start[:-1]),
}
"""How a program may read a start state wrongly, as the end of a sentence."""


def misread(run: Run, expected: bytes | None) -> Finding | None:
    """That the climbs begin at other states than those of the input, and how these differ; None if some do not."""
    starts = starts_of(expected)
    pairs = [pair for pair in zip(starts, blocks_of(written(run), starts), strict=False) if pair[1].states]
    begun = [(start, block.states[0]) for start, block in pairs]
    if all(start == state for start, state in begun):
        return None
    known = next((how for how, read in _MISREAD.items() if all(read(start) == state for start, state in begun)), "")
    if len(begun) >= MIN_CLIMBS:
        same = [place for place in range(SIZE) if len({state[place] for _, state in begun}) == 1]
        at = {place for start, state in begun for place in moved_columns(start, state)}
        known = known or (f"with {begun[0][1][same[0]]} as number {same[0] + 1}" if at == {*same[:1]} else "")
    elsewhere = not any(begins(*pair) or pair[1].states[0] in (*starts, *right_climb(pair[0])) for pair in pairs)
    if not (known or elsewhere):
        return None
    start, block = next(pair for pair in pairs if pair[1].states[0] != pair[0])
    message = "No sequence begins at the start state that the input gives."
    finding = finding_at(block, 0, f"Every sequence begins at the start state {known}." if known else message, start)
    return replace(finding, kind="other-start", picture=None)


def starts_left_out(run: Run, expected: bytes | None) -> Finding | None:
    """That each block begins after the first move; None if any holds its start state, or begins elsewhere."""
    pairs = [pair for pair in pairs_of(written(run)[:MAX_BYTES], starts_of(expected)) if pair[1].states]
    if len(pairs) < MIN_CLIMBS or any(start in block.states for start, block in pairs):
        return None
    if any(len(moved_columns(start, block.states[0])) != 1 for start, block in pairs):
        return None
    message = "No block holds its start state: in the first state of each, one queen has moved already."
    start, block = pairs[0]
    return replace(finding_at(block, 0, message, start, kind="no-start"), picture=None)


def first_findings(run: Run, expected: bytes | None, faults: Faults) -> Iterator[Finding]:
    """The first findings of ``faults``, called for every block with the start state that it belongs to."""
    starts = starts_of(expected)
    pairs = pairs_of(written(run), starts)
    if not pairs:
        yield from nothing(run, starts)
    yield from islice((finding for start, block in pairs for finding in faults(start, block)), MAX_FINDINGS)


def unexplained_findings(rule: str, run: Run, expected: bytes | None, faults: Faults) -> Iterator[Finding]:
    """As ``first_findings``, but nothing if another rule's violation alone explains all of the output."""
    findings = list(first_findings(run, expected, faults))
    if findings:
        rules = explaining_rules(written(run)[:MAX_BYTES], starts_of(expected))
        first, *others = findings
        if rules.get(rule):
            text = f"{of_program(rules[rule])}. {with_own_counts(first.message, rules[rule])}"
            # What is known of one step is no hint where all are explained; and what follows from the same says no more.
            first, others = replace(first, message=text, kind=KINDS.get(rules[rule], EXPLAINED)), []
        if not rules and rule not in ("verdict", "sequence") and _only_first_moves(run, expected):
            later: dict[str, Parameter] = {"cause": "later-moves"}
            others = [replace(finding, kind="later-moves", params=later) for finding in others]
            first = replace(first, message=f"{first.message} {FIRST_MOVES}", kind="later-moves", params=later)
        twice = _standing_steps(run, expected) if not rules and rule != "sequence" else 0
        if twice:
            text = f"In {many(twice, 'step')} of the sequences no queen moves: the same state comes again."
            first = replace(first, message=f"{first.message} {text}")
        other_start = None if rules else misread(run, expected)
        if other_start is not None:
            yield other_start
        elif rule in rules or not rules:
            yield from _moves_nobody(run, expected) or (first, *others)


def of_program(seen: str) -> str:
    """That a program of which this is to be seen prints just these sequences."""
    return f"All sequences are those of a program in which {seen}"


def with_own_counts(message: str, seen: str) -> str:
    """What is said of a step, with the attacks as the program counts them, where one wrong count is known."""
    counts = {way.attacks for way in WAYS if way.rule == "attacks" and way.seen == seen and way.walk is None}
    step = _STEP.match(message)
    if step is None or len(counts) != 1:
        return message
    state = tuple(map(int, step["state"].split()))
    own = hill_climbing.words(attack_counts(counts.pop(), state))
    return f"{step[0]}, counted so: {own}{message[step.end() :]}" if own != step["right"] else message


def _only_first_moves(run: Run, expected: bytes | None) -> bool:
    """Whether the first move of every climb that has one is right, and later ones are not."""
    pairs = pairs_of(written(run)[:MAX_BYTES], starts_of(expected))
    climbs = [states for pair in pairs if (states := climbed(*pair).states)[1:]]
    begun = [(states, right) for states in climbs if (right := right_climb(states[0]))[2:]]
    return len(begun) >= MIN_CLIMBS and all(states[1] == right[1] for states, right in begun)


def _standing_steps(run: Run, expected: bytes | None) -> int:
    """How many states of climbs are the same as the one before; 0 where each is only printed twice."""
    climbs = [climbed(*pair).states for pair in pairs_of(written(run)[:MAX_BYTES], starts_of(expected))]
    if _is_any_twice(climbs):
        return 0
    return sum(before == after for states in climbs for before, after in pairwise(states))


def _moves_nobody(run: Run, expected: bytes | None) -> Sequence[Finding]:
    """That each block holds its start state alone, where there are enough to say so: else nothing."""
    pairs = pairs_of(written(run)[:MAX_BYTES], starts_of(expected))
    if len(pairs) < MIN_CLIMBS or any(climbed(*pair).states[1:] for pair in pairs):
        return ()
    due = no_move([start for start, _ in pairs])
    return [next((finding for pair in pairs for finding in due(*pair)), finding_at(pairs[0][1], 0, _NO_MOVE))]


def no_move(starts: Sequence[State]) -> Faults:
    """Find that no queen is moved from these start states, and what they have in common."""
    choices = [choice for start in starts if (choice := hill_climbing.choose(start)).improving]
    is_later = bool(choices) and all(choice.improving[0] != choice.busiest[0] for choice in choices)
    return partial(_no_move, seen=_ONLY_LATER if is_later else _NO_MOVE)


def _no_move(start: State, block: Block, seen: str) -> Iterator[Finding]:
    """What is seen, shown by this block; nothing if none has to move."""
    for fault in hill_climbing.faults((start,)):
        message = f"{seen} {fault.message}"
        finding = ended_at(block, finding_at(block, 0, message, fault.right or start))
        yield replace(finding, kind="no-move", params=_STILL, picture=None)


@lru_cache(maxsize=16)
def explaining_rules(output: bytes, starts: tuple[State, ...]) -> Mapping[str, str]:
    """The rules of which each alone explains all climbs of an output, each with what is to be seen of it.

    A state that is printed twice is a fault of its own: where nothing explains the climbs, those without it are tried.
    """
    pairs = pairs_of(output, starts)
    if pairs and pairs[-1][1].solved is None and len(pairs[-1][1].states) < MAX_STATES:
        has_words = any(block.solved is not None for _, block in pairs)
        pairs = pairs[:-1] if has_words else pairs  # the run may have been cut in it
    if len(pairs) < MIN_CLIMBS:
        return {}
    climbs = [(climbed(*pair).states, pair[1].solved) for pair in pairs]
    rules = wrong_climbs.explaining(climbs)
    # Climbs with Success too early are known to end there: no state after it is only left out.
    rules |= {"sequence": ""} if "verdict" not in rules and _only_left_out(pairs) else {}
    if not rules and _is_any_twice([states for states, _ in climbs]):
        rules = wrong_climbs.explaining([(once(states), solved) for states, solved in climbs])
        rules |= {"sequence": ""} if rules else {}
    return rules or wrong_climbs.explaining_together(climbs)


def _is_any_twice(climbs: Sequence[Sequence[State]]) -> bool:
    """Whether some state of the climbs comes twice in a row, and none three times."""
    lengths = [len([*group]) for states in climbs for _, group in groupby(states)]
    return max(lengths, default=0) == 2  # noqa: PLR2004 - twice


def _only_left_out(pairs: Sequence[tuple[State, Block]]) -> bool:
    """Whether the climbs are right except for states left out, or twice: the last in all that end alike or in none."""
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
