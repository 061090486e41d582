"""Whole wrong climbs of cs771-8queens, each wrong in one rule: a program that prints just these breaks that rule only.

A program that overlooks a diagonal goes astray at nearly every step, and each of these steps looks like the violation
of some rule or other. Where all that a program printed is what one of these ways of climbing prints, it has one fault.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from .hill_climbing import State
from .walks import Walk
from .wrong_moves import attack_counts
from .wrong_ways import MOST_STATES, WAYS, Way


@dataclass(frozen=True)
class Climb:
    """What one way of climbing prints."""

    states: tuple[State, ...]
    solved: bool
    cut: bool
    """Whether the climb had not ended with the last of these states."""


def explaining(climbs: Sequence[tuple[Sequence[State], bool | None]]) -> dict[str, str]:
    """Find the rules of which each alone explains all of these climbs: their states, the first given, and their ends.

    Each has what is to be seen of the first way that explains them. An end that a program did not print (None) is no
    fault of its climb.
    """
    ways = [way for way in WAYS if all(explaining_way(way, tuple(states), solved) for states, solved in climbs)]
    return {way.rule: way.seen for way in reversed(ways)}


def explaining_way(way: Way, states: tuple[State, ...], solved: bool | None) -> bool:
    """Whether one way explains a climb and its end; None for an end that was not printed."""
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
        state = states[-1]
        after = None if _most_attacks(way, state) <= way.solved_at else way.after(state)
        end = after is None or len(states) > way.moves
        if after is not None and not end:
            states.append(after)
    solved = _most_attacks(way, states[-1]) <= way.solved_at and (way.notices or len(states) <= way.moves)
    return Climb(tuple(states), solved, not end)


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
