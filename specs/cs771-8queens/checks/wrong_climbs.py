"""Whole wrong climbs of cs771-8queens, each wrong in one rule: a program that prints just these breaks that rule only.

A program that overlooks a diagonal goes astray at nearly every step, and each of these steps looks like the violation
of some rule or other. Where all that a program printed is what one of these ways of climbing prints, it has one fault.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import takewhile

from .hill_climbing import State, right_climb
from .walks import Walk
from .wrong_moves import attack_counts
from .wrong_pairs import Pair, two_counts, two_faults
from .wrong_ways import MOST_STATES, WAYS, Way

MIN_WRONG = 3
"""Fewer wrong climbs than these are not explained by two faults: it may be chance."""


@dataclass(frozen=True)
class Climb:
    """What one way of climbing prints."""

    states: tuple[State, ...]
    solved: bool
    cut: bool
    """Whether the climb had not ended with the last of these states."""


Climbs = Sequence[tuple[Sequence[State], bool | None]]
"""The states of each climb, the first given, and its end: None for one that was not printed, which is no fault."""


def explaining(climbs: Climbs) -> dict[str, str]:
    """Find the rules of which each alone explains all of these climbs.

    Each has what is to be seen of it: what all ways have in common that violate it so, or nothing.
    """
    ways = [way for way in WAYS if all(explaining_way(way, tuple(states), solved) for states, solved in climbs)]
    rules = dict.fromkeys(way.rule for way in ways)
    return {rule: _in_common([way.seen for way in ways if way.rule == rule]) for rule in rules}


def explaining_together(climbs: Climbs) -> dict[str, str]:
    """As ``explaining``, for climbs that no rule alone explains: by one of two counts, or by two rules together."""
    wrong = sum(list(states) != right_climb(states[0]) for states, _ in climbs)
    return _together(two_counts(), climbs) or (_together(two_faults(), climbs) if wrong >= MIN_WRONG else {})


def _together(pairs: Sequence[Pair], climbs: Climbs) -> dict[str, str]:
    """The rules that some of those violate that explain the climbs; what is to be seen of those that all violate."""
    seen = [pair.seen for pair in pairs if _explains(pair.way, climbs)]
    rules = dict.fromkeys(rule for texts in seen for rule in texts)
    shared = {
        rule: _in_common([texts[rule] for texts in seen]) for rule in rules if all(rule in texts for texts in seen)
    }
    return {
        rule: ", and ".join(filter(None, (shared[rule], *(shared[other] for other in shared if other != rule))))
        if shared.get(rule)
        else ""
        for rule in rules
    }


def _explains(way: Way, climbs: Climbs) -> bool:
    """As ``explaining_way`` for all, but first moves come first: most ways go wrong there."""
    begun = all(_begins(way, states) for states, _ in climbs)
    return begun and all(explaining_way(way, tuple(states), solved) for states, solved in climbs)


def _begins(way: Way, states: Sequence[State]) -> bool:
    if way.walk is not None:
        after = next(way.walk(states[0]), None)
    else:
        after = way.after(states[0]) if _most_attacks(way, states[0]) > way.solved_at else None
    return after == states[1] if states[1:] else after in (None, states[0])


def _in_common(seen: Sequence[str]) -> str:
    """The parts, up to commas, with which all begin."""
    parts = zip(*(text.split(", ") for text in seen), strict=False)
    return ", ".join(same[0] for same in takewhile(lambda same: len({*same}) == 1, parts))


def explaining_way(way: Way, states: tuple[State, ...], solved: bool | None) -> bool:
    """Whether one way explains a climb and its end; None for an end that was not printed."""
    if way.walk is None and len(states) > 1 and _after(way, states[0]) != states[1]:
        return False  # most ways differ at once
    climb = climbed(way, states[0])
    if way.patient or solved:
        return states == climb.states and solved in (None, climb.solved)
    return states == climb.states[: len(states)] and (climb.cut or (states == climb.states and not climb.solved))


@cache
def climbed(way: Way, start: State) -> Climb:
    """Climb from ``start``."""
    if way.walk is not None:
        return _walked(way.walk(start), start)
    states, end = [start], False
    while not end and len(states) < MOST_STATES:
        after = _after(way, states[-1])
        end = after is None or len(states) > way.moves
        if after is not None and not end:
            states.append(after)
    solved = _most_attacks(way, states[-1]) <= way.solved_at and (way.notices or len(states) <= way.moves)
    return Climb(tuple(states), solved, not end)


@lru_cache(maxsize=1 << 14)
def _after(way: Way, state: State) -> State | None:
    """The next state; None if the climb ends."""
    return None if _most_attacks(way, state) <= way.solved_at else way.after(state)


def _walked(walk: Walk, start: State) -> Climb:
    """A climb; a start state that comes twice is read as one, as a program may print it twice."""
    states = [start]
    while len(states) <= MOST_STATES:
        try:
            states.append(next(walk))
        except StopIteration as end:
            return Climb(_read_once(states), bool(end.value), cut=False)
    return Climb(_read_once(states), solved=False, cut=True)


def _read_once(states: list[State]) -> tuple[State, ...]:
    return tuple(states[states[:1] == states[1:2] :][:MOST_STATES])


def _most_attacks(way: Way, state: State) -> int:
    return max(attack_counts(way.attacks, state))
