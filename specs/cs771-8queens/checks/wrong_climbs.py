"""Whole wrong climbs of cs771-8queens, each wrong in one rule: a program that prints just these breaks that rule only.

A program that overlooks a diagonal goes astray at nearly every step, and each of these steps looks like the violation
of some rule or other. Where all that a program printed is what one of these ways of climbing prints, it has one fault.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import product

from .hill_climbing import ROWS, SIZE, State

Attacks = Callable[[State, int, int], int]
"""How many others the queen of a column (from 0) attacks from a row."""
Move = tuple[int, int] | None
"""The column (from 0) and the row of the next move; None where the climb ends."""

MOST_STATES = 40
"""So many states of a climb are made: some of these climbs never end."""

COLUMNS = range(SIZE)
ANY_MORE = 3 * SIZE
"""More attacks than a queen can have, however they are counted."""


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
            swept = _moved(swept, _alone(self.attacks, swept, column)) or swept
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
        after = None if _most(way, state) <= way.solved_at else way.after(state)
        end = after is None or len(states) > way.moves
        if after is not None and not end:
            states.append(after)
    solved = _most(way, states[-1]) <= way.solved_at and (way.notices or len(states) <= way.moves)
    return Climb(tuple(states), solved, not end)


def _most(way: Way, state: State) -> int:
    return max(_by_count(way.attacks, state))


@lru_cache(maxsize=1 << 14)
def _counted(attacks: Attacks, state: State) -> tuple[tuple[int, ...], ...]:
    """The attacks from row 0 and each row of each column: most of the time goes into counting, and most count alike."""
    return tuple(tuple(attacks(state, column, row) for row in (0, *ROWS)) for column in COLUMNS)


def _count(attacks: Attacks, state: State, column: int, row: int) -> int:
    return _counted(attacks, state)[column][row]


# What may be taken for an attack. Each looks at the queens of the other columns.


def _right(state: State, column: int, row: int) -> int:
    return sum(abs(state[one] - row) in (0, abs(one - column)) for one in COLUMNS if one != column)


def _seen(*kinds: str, columns: Sequence[int] = COLUMNS) -> Attacks:
    """Only attacks of these kinds, and only on queens of these columns."""

    def attacks(state: State, column: int, row: int) -> int:
        there = ((one - column, state[one] - row) for one in columns if one != column)
        return sum(_kind(across, down) in kinds for across, down in there)

    return attacks


def _kind(across: int, down: int) -> str:
    return "row" if down == 0 else "falling" if down == across else "rising" if down == -across else ""


def _on_one_side(side: int) -> Attacks:
    def attacks(state: State, column: int, row: int) -> int:
        there = ((one - column, state[one] - row) for one in COLUMNS if (one - column) * side > 0)
        return sum(_kind(across, down) != "" for across, down in there)

    return attacks


def _diagonals_on_one_side(side: int) -> Attacks:
    """As where the distance of the columns is taken with its sign."""

    def attacks(state: State, column: int, row: int) -> int:
        there = ((one - column, state[one] - row) for one in COLUMNS if one != column)
        return sum(down == 0 or (across * side > 0 and _kind(across, down) != "") for across, down in there)

    return attacks


def _diagonals_one_way(side: int) -> Attacks:
    """As where the distance of the rows is taken with its sign."""

    def attacks(state: State, column: int, row: int) -> int:
        there = ((one - column, state[one] - row) for one in COLUMNS if one != column)
        return sum(down == 0 or (down * side > 0 and _kind(across, down) != "") for across, down in there)

    return attacks


def _blocked(state: State, column: int, row: int) -> int:
    """A queen hides those behind it."""
    there = ((one - column, state[one] - row) for one in COLUMNS if one != column)
    return len({(across > 0, _kind(across, down)) for across, down in there if _kind(across, down)})


def _lines(state: State, column: int, row: int) -> int:
    """Each row and each diagonal counts once."""
    there = ((one - column, state[one] - row) for one in COLUMNS if one != column)
    return len({_kind(across, down) for across, down in there} - {""})


def _neighbours(state: State, column: int, row: int) -> int:
    """Only the queens of the columns beside."""
    return sum(abs(state[one] - row) <= 1 for one in (column - 1, column + 1) if one in COLUMNS)


def _near_diagonals(state: State, column: int, row: int) -> int:
    """Whole rows, but of the diagonals only the next squares."""
    there = ((abs(one - column), abs(state[one] - row)) for one in COLUMNS if one != column)
    return sum(down == 0 or down == across == 1 for across, down in there)


def _whole_slope(state: State, column: int, row: int) -> int:
    """As where the one distance is divided by the other in whole numbers."""
    there = ((abs(one - column), abs(state[one] - row)) for one in COLUMNS if one != column)
    return sum(down == 0 or down // across == 1 for across, down in there)


_MODELS: tuple[Attacks, ...] = (
    _seen("row"),
    _seen("falling", "rising"),
    _seen("row", "falling"),
    _seen("row", "rising"),
    _seen("falling"),
    _seen("rising"),
    _seen("row", "falling", "rising", columns=COLUMNS[1:]),
    _seen("row", "falling", "rising", columns=COLUMNS[:-1]),
    _on_one_side(1),
    _on_one_side(-1),
    _diagonals_on_one_side(1),
    _diagonals_on_one_side(-1),
    _diagonals_one_way(1),
    _diagonals_one_way(-1),
    _blocked,
    _lines,
    _neighbours,
    _near_diagonals,
    _whole_slope,
)


# Which queens are tried, in order.


def _by_count(attacks: Attacks, state: State) -> list[int]:
    return [_count(attacks, state, column, state[column]) for column in COLUMNS]


def _busiest(attacks: Attacks, state: State) -> list[int]:
    counts = _by_count(attacks, state)
    return [column for column in COLUMNS if counts[column] == max(counts)]


def _attacking(attacks: Attacks, state: State) -> list[int]:
    return [column for column, count in enumerate(_by_count(attacks, state)) if count]


def _idlest(attacks: Attacks, state: State) -> list[int]:
    counts = _by_count(attacks, state)
    fewest = min(count for count in counts if count)
    return [column for column in COLUMNS if counts[column] == fewest]


def _descending(attacks: Attacks, state: State) -> list[int]:
    counts = _by_count(attacks, state)
    return sorted(_attacking(attacks, state), key=lambda column: -counts[column])


# Which row a queen takes, and when it moves.


def _tries(
    queens: Callable[[Attacks, State], list[int]] = _busiest,
    *,
    rows: Sequence[int] = ROWS,
    key: Callable[[int, int, int], tuple[int, ...]] = lambda count, row, _own: (count, row),
    worse: int = -1,
    stays: bool = True,
    free: bool = False,
) -> Callable[[Attacks, State], Move]:
    """Try the queens in turn: each takes the row with the least ``key`` (attacks, row, its own row).

    It moves when that gives it at most ``worse`` more attacks. ``stays`` says whether its own row is among the rows,
    ``free`` whether only those are that no queen stands on.
    """

    def move(attacks: Attacks, state: State) -> Move:
        for column in queens(attacks, state):
            own = state[column]
            tried = [row for row in rows if (stays or row != own) and not (free and row in state)]
            choice = [(_count(attacks, state, column, row), row) for row in tried]
            count, row = min(choice, key=lambda one: key(one[0], one[1], own), default=(ANY_MORE, own))
            if count <= _count(attacks, state, column, own) + worse:
                return column, row
        return None

    return move


def _first_better(attacks: Attacks, state: State) -> Move:
    """The first row that is better, not the best."""
    for column in _busiest(attacks, state):
        for row in ROWS:
            if _count(attacks, state, column, row) < _count(attacks, state, column, state[column]):
                return column, row
    return None


def _least(*, queens: Callable[[Attacks, State], list[int]], key: str) -> Callable[[Attacks, State], Move]:
    """The move that is best by ``key`` of all moves of these queens, when it is an improvement."""

    def move(attacks: Attacks, state: State) -> Move:
        found = []
        for column in queens(attacks, state):
            own = _count(attacks, state, column, state[column])
            for row in ROWS:
                count = _count(attacks, state, column, row)
                if count < own:
                    values = {"gain": count - own, "count": count, "column": column, "row": row}
                    found.append((tuple(values[word] for word in key.split()), column, row))
        return min(found)[1:] if found else None

    return move


def _alone(attacks: Attacks, state: State, column: int) -> Move:
    """The best move of one queen, when it is an improvement."""
    return _tries(lambda *_: [column])(attacks, state)


def _all(_attacks: Attacks, _state: State) -> list[int]:
    return list(COLUMNS)


def _ways() -> Iterator[Way]:
    usual = _tries()
    for attacks in _MODELS:
        yield Way("attacks", attacks, usual)
    yield Way(
        "attacks", _right, _tries(worse=-2)
    )  # as where the queen that moves counts as well, at her new place only
    for queens in (_attacking, _idlest, lambda *a: _attacking(*a)[:1], lambda *a: _attacking(*a)[::-1]):
        yield Way("queen-most", _right, _tries(queens))
    for key in ("gain column row", "gain row column", "count column row", "count row column", "count gain column row"):
        yield Way("queen-most", _right, _least(queens=_all, key=key))
    yield Way("queen-most", _right, usual, sweeps=True)
    yield Way("queen-tie", _right, _tries(lambda *a: _busiest(*a)[::-1]))
    for key in ("gain column row", "gain row column"):
        yield Way("queen-tie", _right, _least(queens=_busiest, key=key))
    yield Way("row-best", _right, _first_better)
    for rows in (ROWS[1:], ROWS[:-1], range(SIZE)):
        yield Way("row-best", _right, _tries(rows=rows))
    yield Way("row-best", _right, _tries(free=True))
    yield Way("row-tie", _right, _tries(key=lambda count, row, _own: (count, -row)))
    for sign in (1, -1):
        nearest = _tries(key=lambda count, row, own, sign=sign: (count, abs(row - own), sign * row))  # type: ignore[misc]
        yield Way("row-tie", _right, nearest)
    for worse, stays in product((0, SIZE), (True, False)):
        yield Way("improve", _right, _tries(worse=worse, stays=stays), patient=False)
    yield from _ways_to_end()


def _ways_to_end() -> Iterator[Way]:
    """Ways that end a climb too early, or go on where it has to end."""
    usual = _tries()
    for most in (1, 2, 3):
        yield Way("next-queen", _right, _tries(lambda *a, most=most: _busiest(*a)[:most]))
    yield Way("next-queen", _right, _tries(lambda *a: [*_busiest(*a)[:1], *_busiest(*a)[:0:-1]]))
    yield Way("next-queen", _right, _next_when_equal)
    for left_out in (0, SIZE - 1):
        yield Way("next-queen", _right, _tries(lambda *a, out=left_out: [one for one in _busiest(*a) if one != out]))
    yield Way("stop", _right, _tries(_descending))
    yield Way("repeat", _right, usual, solved_at=1)
    yield Way("repeat", _right, _tries(lambda *a: _busiest(*a) if max(_by_count(*a)) > 1 else []))
    for moves in range(1, 11):
        yield Way("repeat", _right, usual, moves=moves)
        yield Way("repeat", _right, usual, moves=moves, notices=False)


def _next_when_equal(attacks: Attacks, state: State) -> Move:
    """The next queen is tried only when the one before could have moved without loss, not when it would have lost."""
    for column in _busiest(attacks, state):
        own = state[column]
        count, row = min((_count(attacks, state, column, row), row) for row in ROWS if row != own)
        most = _count(attacks, state, column, own)
        if count < most:
            return column, row
        if count > most:
            return None
    return None


_WAYS = tuple(_ways())
