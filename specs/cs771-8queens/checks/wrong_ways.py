"""The wrong ways to climb that are known, each wrong in one rule."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Unpack

from .hill_climbing import ROWS, SIZE, State
from .rare_attacks import RARE_ATTACKS, WEIGHTED_ATTACKS
from .walks import (
    Walk,
    with_first_counts,
    with_largest_falling,
    with_loop_not_left,
    with_queens_left,
    with_row,
    with_success_of_queen,
    with_text_rows,
)
from .wrong_attacks import COLUMNS, WRONG_ATTACKS, Attacks, right_attacks
from .wrong_moves import (
    Move,
    Options,
    all_queens,
    attack_counts,
    attacking_queens,
    best_of_all,
    best_of_queen,
    busiest_queens,
    busiest_queens_of,
    first_better_row,
    first_that_improves,
    idlest_queens,
    next_queen_when_equal,
    queens_by_attacks,
)

MOST_STATES = 40
"""So many states of a climb are made: some of these climbs never end."""
LOOP_NOT_LEFT = "after a move the loop over the queens went on with the old n1"
TEXT_ROWS = "a row from the input (text) never equals a row that is tried (a number)"
FIRST_N1 = "n1, the largest number of attacks, was counted at the start state alone"
SUCCESS_OF_QUEEN = "Success depended on n2 (the moved queen's attacks), not on n1"
EXPLAINED = "explained"
"""The kind of findings where a way to climb explains all climbs, and no hint is of it alone."""
LEFT_QUEEN = "a queen that cannot improve was left in row 8"
KINDS = {
    LOOP_NOT_LEFT: "loop-not-left",
    TEXT_ROWS: "text-rows",
    FIRST_N1: "first-n1",
    LEFT_QUEEN: "not-put-back",
    SUCCESS_OF_QUEEN: "success-of-queen",
}
"""What is to be seen of ways that a clause has a hint for -> the kind of its findings."""


@dataclass(frozen=True)
class Way:
    """One way to climb; what is not said is done right."""

    rule: str
    """The clause that it violates."""
    seen: str
    """What is to be seen of it, as the rest of a sentence that begins with "as if"; empty for what has no name."""
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
    options: Options = field(default_factory=Options, compare=False)
    """How the usual choice of a move is changed; empty if it is another choice."""
    rare: bool = False
    """Whether a few right climbs need not exclude it."""
    walk: Callable[[State], Walk] | None = None
    """How it climbs, where a step depends on more than the state."""

    def after(self, state: State) -> State | None:
        """The next state; None if the climb ends."""
        if not self.sweeps:
            return moved(state, self.move(self.attacks, state))
        swept = state
        for column in COLUMNS:
            swept = moved(swept, best_of_queen(self.attacks, swept, column)) or swept
        return swept if swept != state else None


def _way(rule: str, seen: str, **options: Unpack[Options]) -> Way:
    """The right count and the usual choice of a move, except for these options."""
    return Way(rule, seen, right_attacks, first_that_improves(**options), options=options)


def moved(state: State, move: Move) -> State | None:
    """The state after a move; None for no move."""
    if move is None:
        return None
    column, row = move
    return with_row(state, column, row)


def _ways() -> Iterator[Way]:
    usual = first_that_improves()
    for attacks, seen in WRONG_ATTACKS.items():
        yield Way("attacks", seen, attacks, usual)
    for attacks, seen in (*RARE_ATTACKS.items(), *WEIGHTED_ATTACKS.items()):
        yield Way("attacks", seen, attacks, usual, rare=True)
    # As where the queen that moves counts as well, at her new place only.
    itself = "a queen counted as one of those that it attacks, at its new place"
    yield _way("attacks", itself, worse=-2)
    first, fewest = "the first queen that attacks any was moved", "the queen that attacks fewest was moved"
    last = "the last queen that attacks any was moved"
    for queens, seen in (
        (attacking_queens, first),
        (idlest_queens, fewest),
        (lambda *a: attacking_queens(*a)[:1], first),
        (lambda *a: attacking_queens(*a)[::-1], last),
    ):
        yield _way("queen-most", seen, queens=queens)
    for key in ("gain column row", "gain row column", "count column row", "count row column", "count gain column row"):
        best = "the best move of all queens was taken"
        yield Way("queen-most", best, right_attacks, best_of_all(queens=all_queens, key=key))
    yield Way("queen-most", "each queen in turn was moved", right_attacks, usual, sweeps=True)
    last = "the last of several queens with most attacks was moved"
    yield _way("queen-tie", last, queens=lambda *a: busiest_queens(*a)[::-1])
    only = "only the last of several queens with most attacks was tried"
    yield _way("queen-tie", only, queens=lambda *a: busiest_queens(*a)[-1:])
    for key in ("gain column row", "gain row column"):
        best = "the best move of all queens with most attacks was taken"
        yield Way("queen-tie", best, right_attacks, best_of_all(queens=busiest_queens, key=key))
    yield Way("row-best", "the first better row was taken, and not the best", right_attacks, first_better_row)
    for rows, seen in (
        (ROWS[1:], "row 1 was never tried"),
        (ROWS[:-1], "row 8 was never tried"),
        (ROWS[2:], "rows 1 and 2 were never tried"),
        (ROWS[:-2], "rows 7 and 8 were never tried"),
        (ROWS[1:-1], "rows 1 and 8 were never tried"),
        (range(SIZE), "rows 0 to 7 were tried instead of 1 to 8"),
    ):
        yield _way("row-best", seen, rows=rows)
    yield _way("row-best", "only rows without a queen were tried", free=True)
    last = "the last of several best rows was taken"
    yield _way("row-tie", last, key=lambda count, row, _own: (count, -row))
    for sign in (1, -1):
        nearest = "the nearest of several best rows was taken"
        yield _way("row-tie", nearest, key=lambda count, row, own, sign=sign: (count, abs(row - own), sign * row))  # type: ignore[misc]
    for worse, stays in product((0, SIZE), (True, False)):
        seen = f"a queen was moved also where that is no better{', or is even worse' * (worse > 0)}"
        yield replace(_way("improve", seen, worse=worse, stays=stays), patient=False)
    yield from _ways_to_end()


def _ways_to_end() -> Iterator[Way]:
    """Ways that end a climb too early, or go on where it has to end."""
    usual = first_that_improves()
    for most in (1, 2, 3):
        seen = f"only {('the first', 'two', 'three')[most - 1]} of the queens with most attacks could be moved"
        way = _way("next-queen", seen, queens=lambda *a, most=most: busiest_queens(*a)[:most])
        yield replace(way, rare=most > 1)
    yield _way(
        "next-queen",
        "after the first queen with most attacks the last was tried",
        queens=lambda *a: [*busiest_queens(*a)[:1], *busiest_queens(*a)[:0:-1]],
    )
    yield Way("next-queen", "", right_attacks, next_queen_when_equal)
    # Without the first column another queen of several comes first; without the last the next one's turn is left out.
    for rule, left_out in (("queen-tie", 0), ("next-queen", SIZE - 1)):
        others, name = [column for column in COLUMNS if column != left_out], f"the queen of column {left_out + 1}"
        for queens in (
            lambda *a, others=others: [queen for queen in busiest_queens(*a) if queen in others],
            busiest_queens_of(others, others),
        ):
            yield _way(rule, f"{name} was never tried", queens=queens)
        without = _way("queen-most", f"n1 was found without {name}", queens=busiest_queens_of(others))
        yield replace(without, rare=True)
    yield _way(
        "stop", "a queen with fewer attacks was moved where none with most could improve", queens=queens_by_attacks
    )
    one_left = "the sequence ended where each queen attacks one at most"
    yield Way("repeat", one_left, right_attacks, usual, solved_at=1)
    yield _way("repeat", one_left, queens=lambda *a: busiest_queens(*a) if max(attack_counts(*a)) > 1 else [])
    for renews, seen in (
        (True, FIRST_N1),
        (False, "after a move only the attacks of the queen that moved were counted again"),
    ):
        yield Way("repeat", seen, right_attacks, usual, walk=with_first_counts(renews=renews))
    for recounts, each in product((False, True), (True, False)):
        walk = with_loop_not_left(recounts=recounts, prints_each=each)
        yield Way("queen-tie", LOOP_NOT_LEFT, right_attacks, usual, walk=walk, rare=True)
    for recounts in (False, True):
        walk = with_queens_left(recounts=recounts)
        yield Way("improve", LEFT_QUEEN, right_attacks, usual, walk=walk, rare=True)
    falling = "the sequence ended where the largest number (n1) does not fall"
    yield Way("repeat", falling, right_attacks, usual, walk=with_largest_falling)
    for looks in (True, False):
        walk = with_success_of_queen(looks_at_start=looks)
        yield Way("verdict", SUCCESS_OF_QUEEN, right_attacks, usual, walk=walk)
    yield Way("attacks", TEXT_ROWS, right_attacks, usual, walk=with_text_rows)
    for moves in range(1, 7):  # more are not made with the inputs of its cases
        seen = f"the sequence ended after {moves} move{'s' * (moves != 1)}"
        yield Way("repeat", seen, right_attacks, usual, moves=moves)
        yield Way("repeat", seen, right_attacks, usual, moves=moves, notices=False)


WAYS = tuple(_ways())
