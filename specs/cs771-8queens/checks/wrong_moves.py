"""Which queens are tried in which order, which row a queen takes, and when she moves: right and wrong ways."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TypedDict, Unpack

from .hill_climbing import ROWS, SIZE, State
from .wrong_attacks import COLUMNS, Attacks

Move = tuple[int, int] | None
"""The column (from 0) and the row of the next move; None if the climb ends."""
ANY_MORE = 3 * SIZE
"""More attacks than a queen can have, however they are counted."""


@lru_cache(maxsize=1 << 14)
def _counted(attacks: Attacks, state: State) -> tuple[tuple[int, ...], ...]:
    """The attacks from row 0 and each row of each column: most of the time goes into counting, and most count alike."""
    return tuple(tuple(attacks(state, column, row) for row in (0, *ROWS)) for column in COLUMNS)


def attack_count(attacks: Attacks, state: State, column: int, row: int) -> int:
    """How many others the queen of a column attacks from a row."""
    return _counted(attacks, state)[column][row]


def attack_counts(attacks: Attacks, state: State) -> list[int]:
    """How many others each queen attacks."""
    return [attack_count(attacks, state, column, state[column]) for column in COLUMNS]


def busiest_queens(attacks: Attacks, state: State) -> list[int]:
    """The columns of the queens that attack most."""
    counts = attack_counts(attacks, state)
    return [column for column in COLUMNS if counts[column] == max(counts)]


def busiest_queens_of(columns: Sequence[int], tried: Sequence[int] = COLUMNS) -> Callable[[Attacks, State], list[int]]:
    """The columns of the queens tried that attack as many as the busiest of ``columns``: n1 without the others."""

    def queens(attacks: Attacks, state: State) -> list[int]:
        counts = attack_counts(attacks, state)
        most = max(counts[column] for column in columns)
        return [column for column in tried if counts[column] == most > 0]

    return queens


def attacking_queens(attacks: Attacks, state: State) -> list[int]:
    """The columns of the queens that attack any."""
    return [column for column, count in enumerate(attack_counts(attacks, state)) if count]


def idlest_queens(attacks: Attacks, state: State) -> list[int]:
    """The columns of the queens that attack fewest of those that attack any."""
    counts = attack_counts(attacks, state)
    fewest = min(count for count in counts if count)
    return [column for column in COLUMNS if counts[column] == fewest]


def queens_by_attacks(attacks: Attacks, state: State) -> list[int]:
    """The columns of the queens that attack any, those that attack most first."""
    counts = attack_counts(attacks, state)
    return sorted(attacking_queens(attacks, state), key=lambda column: -counts[column])


class Options(TypedDict, total=False):
    """How ``first_that_improves`` chooses, other than usually."""

    queens: Callable[[Attacks, State], list[int]]
    """The columns of the queens that are tried, in order."""
    rows: Sequence[int]
    key: Callable[[int, int, int], tuple[int, ...]]
    """What is least for the best row: of its attacks, the row, the queen's own row."""
    worse: int
    """So many attacks more than now are no hindrance."""
    stays: bool
    """Whether the queen's own row is among those that are tried."""
    free: bool
    """Whether only those are that no queen stands on."""


def first_that_improves(**options: Unpack[Options]) -> Callable[[Attacks, State], Move]:
    """Move the first queen that gets better; each takes the row with the least ``key``."""
    queens, rows, key = (options.get("queens", busiest_queens), options.get("rows", ROWS), options.get("key", _least))
    worse, stays, free = options.get("worse", -1), options.get("stays", True), options.get("free", False)

    def move(attacks: Attacks, state: State) -> Move:
        for column in queens(attacks, state):
            own = state[column]
            tried = [row for row in rows if (stays or row != own) and not (free and row in state)]
            choice = [(attack_count(attacks, state, column, row), row) for row in tried]
            count, row = min(choice, key=lambda option: key(option[0], option[1], own), default=(ANY_MORE, own))
            if count <= attack_count(attacks, state, column, own) + worse:
                return column, row
        return None

    return move


def _least(count: int, row: int, _own: int) -> tuple[int, ...]:
    return count, row


def first_better_row(attacks: Attacks, state: State) -> Move:
    """Move to the first row that is better, not to the best."""
    for column in busiest_queens(attacks, state):
        for row in ROWS:
            if attack_count(attacks, state, column, row) < attack_count(attacks, state, column, state[column]):
                return column, row
    return None


def best_of_all(*, queens: Callable[[Attacks, State], list[int]], key: str) -> Callable[[Attacks, State], Move]:
    """Make the move that is best by ``key`` of all moves of these queens, when it is an improvement."""

    def move(attacks: Attacks, state: State) -> Move:
        moves = []
        for column in queens(attacks, state):
            own = attack_count(attacks, state, column, state[column])
            for row in ROWS:
                count = attack_count(attacks, state, column, row)
                if count < own:
                    values = {"gain": count - own, "count": count, "column": column, "row": row}
                    moves.append((tuple(values[word] for word in key.split()), column, row))
        return min(moves)[1:] if moves else None

    return move


def best_of_queen(attacks: Attacks, state: State, column: int) -> Move:
    """The best move of one queen, when it is an improvement."""
    return first_that_improves(queens=lambda *_: [column])(attacks, state)


def all_queens(_attacks: Attacks, _state: State) -> list[int]:
    """All columns."""
    return list(COLUMNS)


def next_queen_when_equal(attacks: Attacks, state: State) -> Move:
    """Try the next queen only when the one before could have moved without loss, not when it would have lost."""
    for column in busiest_queens(attacks, state):
        own = state[column]
        count, row = min((attack_count(attacks, state, column, row), row) for row in ROWS if row != own)
        most = attack_count(attacks, state, column, own)
        if count < most:
            return column, row
        if count > most:
            return None
    return None
