"""Wrong climbs in which a step depends on more than the state: on counts of an earlier one, or on who has moved."""

from __future__ import annotations

from collections.abc import Callable, Generator

from .hill_climbing import ROWS, State
from .wrong_attacks import COLUMNS, Attacks, right_attacks
from .wrong_moves import attack_count, attack_counts

Walk = Generator[State, None, bool]
"""The states after the start state; returns whether the program then calls the puzzle solved."""


def with_first_counts(*, renews: bool) -> Callable[[State], Walk]:
    """Move by numbers of attacks that are not all counted again after a move.

    ``renews`` says whether all are counted again, and only the largest number is that of the start state; else only
    that of the queen that has moved.
    """

    def walk(state: State) -> Walk:
        known = attack_counts(right_attacks, state)
        while (most := max(known)) > 0:
            counts = attack_counts(right_attacks, state) if renews else known
            moves = ((column, *_best(state, column)) for column in COLUMNS if counts[column] == most)
            column, fewest, row = next((move for move in moves if move[1] < most), (0, most, 0))
            if fewest == most:
                return False
            state = with_row(state, column, row)
            yield state
            if not renews:
                known[column] = fewest
        return True

    return walk


def with_loop_not_left(*, recounts: bool, prints_each: bool) -> Callable[[State], Walk]:
    """Move all queens that have the largest number of attacks, one after the other, before that number is found again.

    ``recounts`` says whether it is counted again who has that number; ``prints_each`` whether each move is printed, or
    the state after all of them.
    """

    def walk(state: State) -> Walk:
        while (most := max(counts := attack_counts(right_attacks, state))) > 0:
            has_moved = False
            for column in COLUMNS:
                count = attack_count(right_attacks, state, column, state[column]) if recounts else counts[column]
                fewest, row = _best(state, column)
                if count == most > fewest:
                    state, has_moved = with_row(state, column, row), True
                    if prints_each:
                        yield state
            if not has_moved:
                return False
            if not prints_each:
                yield state
        return True

    return walk


def with_queens_left(*, recounts: bool) -> Callable[[State], Walk]:
    """Leave a queen in the last row, which it tried last, if it cannot improve; the next one is tried then.

    ``recounts`` says whether it is counted again who has most attacks.
    """

    def walk(state: State) -> Walk:
        while (most := max(counts := attack_counts(right_attacks, state))) > 0:
            has_moved = False
            for column in COLUMNS:
                count = attack_count(right_attacks, state, column, state[column]) if recounts else counts[column]
                fewest, row = _best(state, column)
                has_moved = count == most > fewest
                state = with_row(state, column, row if has_moved else ROWS[-1]) if count == most else state
                if has_moved:
                    break
            if not has_moved:
                break
            yield state
        return max(attack_counts(right_attacks, state)) == 0

    return walk


def with_two_counts(standing: Attacks, tried: Attacks, *, stays: bool) -> Callable[[State], Walk]:
    """Count attacks in two ways: those of the queens where they stand, and those from the rows that are tried.

    ``stays`` says whether a queen's own row is among those that are tried.
    """

    def walk(state: State) -> Walk:
        while (most := max(counts := attack_counts(standing, state))) > 0:
            for column in (column for column in COLUMNS if counts[column] == most):
                rows = (row for row in ROWS if stays or row != state[column])
                fewest, row = min((attack_count(tried, state, column, row), row) for row in rows)
                if fewest < most:
                    break
            else:
                return False
            state = with_row(state, column, row)
            yield state
        return True

    return walk


def with_text_rows(state: State) -> Walk:
    """Compare rows that were read and never made numbers with those of tried and moved queens: they are never the same.

    The differences of the diagonals are those of numbers, as JavaScript takes them.
    """
    numbers: set[int] = set()
    while (most := max(counts := [_typed(state, column, numbers) for column in COLUMNS])) > 0:
        for column in (column for column in COLUMNS if counts[column] == most):
            tried = {*numbers, column}
            fewest, row = min((_typed(with_row(state, column, row), column, tried), row) for row in ROWS)
            if fewest < most:
                break
        else:
            return False
        state = with_row(state, column, row)
        numbers.add(column)
        yield state
    return True


def _typed(state: State, column: int, numbers: set[int]) -> int:
    """How many others a queen attacks, where rows of ``numbers`` are never those of other columns."""
    others = (other for other in COLUMNS if other != column)
    return sum(
        abs(state[other] - state[column]) == abs(other - column)
        or (state[other] == state[column] and (other in numbers) == (column in numbers))
        for other in others
    )


def with_success_of_queen(*, looks_at_start: bool) -> Callable[[State], Walk]:
    """Call the puzzle solved as soon as the queen that moves attacks nobody from its new row.

    ``looks_at_start`` says whether a start state without attacks is called solved, too.
    """

    def walk(state: State) -> Walk:
        if looks_at_start and not any(attack_counts(right_attacks, state)):
            return True
        fewest = 1
        while fewest > 0:
            move = _right_move(state)
            if move is None:
                return False
            fewest, column, row = move
            state = with_row(state, column, row)
            yield state
        return True

    return walk


def with_largest_falling(state: State) -> Walk:
    """End after a move that does not make the largest number of attacks smaller."""
    before = max(attack_counts(right_attacks, state)) + 1
    while 0 < (most := max(attack_counts(right_attacks, state))) < before:
        move = _right_move(state)
        if move is None:
            return False
        before, state = most, with_row(state, *move[1:])
        yield state
    return most == 0


def _right_move(state: State) -> tuple[int, int, int] | None:
    """The fewest attacks of the queen that has to move, its column and its new row; None if none can improve."""
    most = max(counts := attack_counts(right_attacks, state))
    moves = (
        (fewest, column, row)
        for column in COLUMNS
        if counts[column] == most
        for fewest, row in [_best(state, column)]
        if fewest < most
    )
    return next(moves, None)


def with_row(state: State, column: int, row: int) -> State:
    """The state with the queen of ``column`` (from 0) in another row."""
    return (*state[:column], row, *state[column + 1 :])


def _best(state: State, column: int) -> tuple[int, int]:
    """The fewest attacks of a queen, and the smallest row with so many."""
    return min((attack_count(right_attacks, state, column, row), row) for row in ROWS)
