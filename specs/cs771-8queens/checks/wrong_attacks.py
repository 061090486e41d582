"""What may be taken for an attack: ways to count the queens of other columns that a queen attacks, right and wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from .hill_climbing import SIZE, State

Attacks = Callable[[State, int, int], int]
"""How many others the queen of a column (from 0) attacks from a row."""
COLUMNS = range(SIZE)


def counting(attacked: Callable[[int, int], int], columns: Sequence[int] = COLUMNS) -> Attacks:
    """Count the queens of these columns that are attacked: at so many columns and rows from the queen, with signs."""

    def attacks(state: State, column: int, row: int) -> int:
        return sum(attacked(queen - column, state[queen] - row) for queen in columns if queen != column)

    return attacks


def is_attacked(across: int, down: int) -> bool:
    """Whether a queen so many columns and rows away is attacked."""
    return abs(down) in (0, abs(across))


def is_on_diagonal(across: int, down: int) -> bool:
    """Whether both distances are equal."""
    return abs(down) == abs(across)


right_attacks = counting(is_attacked)
"""What an attack is."""


def _unhidden_attacks(state: State, column: int, row: int) -> int:
    """A queen hides those behind it."""
    there = ((queen - column, state[queen] - row) for queen in COLUMNS if queen != column)
    return len({(across > 0, down / across) for across, down in there if is_attacked(across, down)})


def _attacked_lines(state: State, column: int, row: int) -> int:
    """Each row and each diagonal counts once."""
    there = ((queen - column, state[queen] - row) for queen in COLUMNS if queen != column)
    return len({down / across for across, down in there if is_attacked(across, down)})


def _diagonals_from_where_it_stands(state: State, column: int, row: int) -> int:
    """The row that is tried counts for attacks in the row alone."""
    others = [(abs(queen - column), queen) for queen in COLUMNS if queen != column]
    return sum(state[queen] == row or abs(state[queen] - state[column]) == across for across, queen in others)


def _without(column: int) -> Attacks:
    """The queen of a column is left out, as one that attacks and as one that is attacked."""
    count = counting(is_attacked, [other for other in COLUMNS if other != column])
    return lambda state, queen, row: 0 if queen == column else count(state, queen, row)


def _on_one_side() -> Iterator[tuple[Attacks, str]]:
    """As where the other columns are those from the next one on, or where a distance is taken with its sign."""
    for side in (1, -1):
        yield (
            counting(lambda across, down, side=side: across * side > 0 and is_attacked(across, down)),  # type: ignore[misc]
            f"queens were compared with those to the {'right' if side > 0 else 'left'} only",
        )
        yield (
            counting(lambda across, down, side=side: down == 0 or down == side * abs(across)),  # type: ignore[misc]
            "diagonals were looked at one way only: the distance of the rows has a sign",
        )
        yield (
            counting(lambda across, down, side=side: down == 0 or abs(down) == side * across),  # type: ignore[misc]
            "diagonals were looked at on one side only: the distance of the columns has a sign",
        )


_ONE_DIAGONAL = "queens were compared on one of the two diagonals only"
WRONG_ATTACKS: Mapping[Attacks, str] = {
    counting(lambda _, down: down == 0): "no diagonal was looked at",
    counting(is_on_diagonal): "no row was looked at",
    counting(lambda across, down: down in (0, across)): _ONE_DIAGONAL,
    counting(lambda across, down: down in (0, -across)): _ONE_DIAGONAL,
    counting(lambda across, down: down == across): f"{_ONE_DIAGONAL}, and no row was looked at",
    counting(lambda across, down: down == -across): f"{_ONE_DIAGONAL}, and no row was looked at",
    counting(is_attacked, COLUMNS[1:]): "the queen of column 1 attacked nobody",
    counting(is_attacked, COLUMNS[:-1]): "the queen of column 8 attacked nobody",
    _without(0): "the queen of column 1 was left out",
    _without(SIZE - 1): "the queen of column 8 was left out",
    **dict(_on_one_side()),
    counting(lambda across, down: abs(across) == 1 and abs(down) <= 1): (
        "queens were compared with those of the next columns only"
    ),
    counting(lambda across, down: down == 0 or abs(down) == abs(across) == 1): (
        "only the next squares of each diagonal were looked at"
    ),
    _unhidden_attacks: "a queen could not attack past another one",
    _attacked_lines: "a row or diagonal with several queens on it counted once",
    counting(lambda _, down: abs(down) <= 1): (
        "queens in neighbouring rows attacked each other, however far apart their columns are"
    ),
    _diagonals_from_where_it_stands: "diagonals were taken from the row where the queen stands, not from the row tried",
    counting(lambda across, down: down == 0 or abs(down) // abs(across) == 1): (
        "the distances were divided, and the remainder was lost"
    ),
}
"""Common ways to count wrongly, and what is then to be seen."""
