"""Whole wrong climbs of cs771-8queens, each wrong in one rule: a program that prints just these breaks that rule only.

A program that overlooks a diagonal goes astray at nearly every step, and each of these steps looks like the violation
of some rule or other. Where all that a program printed is what one of these ways of climbing prints, it has one fault.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product

from .hill_climbing import ROWS, SIZE, State
from .wrong_attacks import COLUMNS, WRONG_ATTACKS, Attacks, right_attacks
from .wrong_moves import (
    Move,
    all_queens,
    attack_counts,
    attacking_queens,
    best_of_all,
    best_of_queen,
    busiest_queens,
    first_better_row,
    first_that_improves,
    idlest_queens,
    next_queen_when_equal,
    queens_by_attacks,
)

MOST_STATES = 40
"""So many states of a climb are made: some of these climbs never end."""


@dataclass(frozen=True)
class Way:
    """One way to climb; what is not said is done right."""

    rule: str
    """The clause that it violates."""
    attacks: Attacks
    move: Callable[[Attacks, State], Move]
    solved_at: int = 0
    """The program takes a state with so many attacks of its busiest queen for a solution."""
    moves: int = MOST_STATES
    """After so many moves it gives up."""
    notices: bool = True
    """False: after its last move it no longer looks whether it has solved the puzzle."""
    patient: bool = True
    """False: the climb may go round in circles, and a program may stop anywhere in it."""
    sweeps: bool = False
    """Each queen in turn moves where that is better for her, and only then is the next state printed."""

    def after(self, state: State) -> State | None:
        """The next state; None where the climb ends."""
        if not self.sweeps:
            return _moved(state, self.move(self.attacks, state))
        swept = state
        for column in COLUMNS:
            swept = _moved(swept, best_of_queen(self.attacks, swept, column)) or swept
        return swept if swept != state else None


def _moved(state: State, move: Move) -> State | None:
    if move is None:
        return None
    column, row = move
    return (*state[:column], row, *state[column + 1 :])


@dataclass(frozen=True)
class Climb:
    """What one way of climbing prints."""

    states: tuple[State, ...]
    solved: bool
    cut: bool
    """Whether the climb had not ended with the last of these states."""


def explaining(climbs: Sequence[tuple[Sequence[State], bool | None]]) -> set[str]:
    """Find the rules of which each alone explains all of these climbs: their states, the first given, and their ends.

    An end that a program did not print (None) is no fault of its climb.
    """
    return {way.rule for way in _WAYS if all(_explains(way, tuple(states), solved) for states, solved in climbs)}


def _explains(way: Way, states: tuple[State, ...], solved: bool | None) -> bool:
    climb = climbed(way, states[0])
    if way.patient or solved:
        return states == climb.states and solved in (None, climb.solved)
    return states == climb.states[: len(states)] and (climb.cut or (states == climb.states and not climb.solved))


@cache
def climbed(way: Way, start: State) -> Climb:
    """Climb from ``start``."""
    states, end = [start], False
    while not end and len(states) < MOST_STATES:
        state = states[-1]
        after = None if _most_attacks(way, state) <= way.solved_at else way.after(state)
        end = after is None or len(states) > way.moves
        if after is not None and not end:
            states.append(after)
    solved = _most_attacks(way, states[-1]) <= way.solved_at and (way.notices or len(states) <= way.moves)
    return Climb(tuple(states), solved, not end)


def _most_attacks(way: Way, state: State) -> int:
    return max(attack_counts(way.attacks, state))


def _ways() -> Iterator[Way]:
    usual = first_that_improves()
    for attacks in WRONG_ATTACKS:
        yield Way("attacks", attacks, usual)
    # As where the queen that moves counts as well, at her new place only.
    yield Way("attacks", right_attacks, first_that_improves(worse=-2))
    for queens in (
        attacking_queens,
        idlest_queens,
        lambda *a: attacking_queens(*a)[:1],
        lambda *a: attacking_queens(*a)[::-1],
    ):
        yield Way("queen-most", right_attacks, first_that_improves(queens))
    for key in ("gain column row", "gain row column", "count column row", "count row column", "count gain column row"):
        yield Way("queen-most", right_attacks, best_of_all(queens=all_queens, key=key))
    yield Way("queen-most", right_attacks, usual, sweeps=True)
    yield Way("queen-tie", right_attacks, first_that_improves(lambda *a: busiest_queens(*a)[::-1]))
    for key in ("gain column row", "gain row column"):
        yield Way("queen-tie", right_attacks, best_of_all(queens=busiest_queens, key=key))
    yield Way("row-best", right_attacks, first_better_row)
    for rows in (ROWS[1:], ROWS[:-1], range(SIZE)):
        yield Way("row-best", right_attacks, first_that_improves(rows=rows))
    yield Way("row-best", right_attacks, first_that_improves(free=True))
    yield Way("row-tie", right_attacks, first_that_improves(key=lambda count, row, _own: (count, -row)))
    for sign in (1, -1):
        nearest = first_that_improves(key=lambda count, row, own, sign=sign: (count, abs(row - own), sign * row))  # type: ignore[misc]
        yield Way("row-tie", right_attacks, nearest)
    for worse, stays in product((0, SIZE), (True, False)):
        yield Way("improve", right_attacks, first_that_improves(worse=worse, stays=stays), patient=False)
    yield from _ways_to_end()


def _ways_to_end() -> Iterator[Way]:
    """Ways that end a climb too early, or go on where it has to end."""
    usual = first_that_improves()
    for most in (1, 2, 3):
        yield Way("next-queen", right_attacks, first_that_improves(lambda *a, most=most: busiest_queens(*a)[:most]))
    yield Way(
        "next-queen",
        right_attacks,
        first_that_improves(lambda *a: [*busiest_queens(*a)[:1], *busiest_queens(*a)[:0:-1]]),
    )
    yield Way("next-queen", right_attacks, next_queen_when_equal)
    for left_out in (0, SIZE - 1):
        yield Way(
            "next-queen",
            right_attacks,
            first_that_improves(lambda *a, out=left_out: [queen for queen in busiest_queens(*a) if queen != out]),
        )
    yield Way("stop", right_attacks, first_that_improves(queens_by_attacks))
    yield Way("repeat", right_attacks, usual, solved_at=1)
    yield Way(
        "repeat",
        right_attacks,
        first_that_improves(lambda *a: busiest_queens(*a) if max(attack_counts(*a)) > 1 else []),
    )
    for moves in range(1, 11):
        yield Way("repeat", right_attacks, usual, moves=moves)
        yield Way("repeat", right_attacks, usual, moves=moves, notices=False)


_WAYS = tuple(_ways())
