"""What may be taken for an attack: ways to count the queens of other columns that a queen attacks, right and wrong."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from .hill_climbing import SIZE, State

Attacks = Callable[[State, int, int], int]
"""How many others the queen of a column (from 0) attacks from a row."""
COLUMNS = range(SIZE)


def right_attacks(state: State, column: int, row: int) -> int:
    """What an attack is."""
    return sum(abs(state[queen] - row) in (0, abs(queen - column)) for queen in COLUMNS if queen != column)


def _attacks_of_kinds(*kinds: str, columns: Sequence[int] = COLUMNS) -> Attacks:
    """Only attacks of these kinds, and only on queens of these columns."""

    def attacks(state: State, column: int, row: int) -> int:
        there = ((queen - column, state[queen] - row) for queen in columns if queen != column)
        return sum(_kind_of_attack(across, down) in kinds for across, down in there)

    return attacks


def _kind_of_attack(across: int, down: int) -> str:
    return "row" if down == 0 else "falling" if down == across else "rising" if down == -across else ""


def _attacks_on_one_side(side: int) -> Attacks:
    def attacks(state: State, column: int, row: int) -> int:
        there = ((queen - column, state[queen] - row) for queen in COLUMNS if (queen - column) * side > 0)
        return sum(_kind_of_attack(across, down) != "" for across, down in there)

    return attacks


def _diagonals_on_one_side(side: int) -> Attacks:
    """As where the distance of the columns is taken with its sign."""

    def attacks(state: State, column: int, row: int) -> int:
        there = ((queen - column, state[queen] - row) for queen in COLUMNS if queen != column)
        return sum(down == 0 or (across * side > 0 and _kind_of_attack(across, down) != "") for across, down in there)

    return attacks


def _diagonals_one_way(side: int) -> Attacks:
    """As where the distance of the rows is taken with its sign."""

    def attacks(state: State, column: int, row: int) -> int:
        there = ((queen - column, state[queen] - row) for queen in COLUMNS if queen != column)
        return sum(down == 0 or (down * side > 0 and _kind_of_attack(across, down) != "") for across, down in there)

    return attacks


def _unhidden_attacks(state: State, column: int, row: int) -> int:
    """A queen hides those behind it."""
    there = ((queen - column, state[queen] - row) for queen in COLUMNS if queen != column)
    return len({(across > 0, _kind_of_attack(across, down)) for across, down in there if _kind_of_attack(across, down)})


def _attacked_lines(state: State, column: int, row: int) -> int:
    """Each row and each diagonal counts once."""
    there = ((queen - column, state[queen] - row) for queen in COLUMNS if queen != column)
    return len({_kind_of_attack(across, down) for across, down in there} - {""})


def _attacks_on_neighbours(state: State, column: int, row: int) -> int:
    """Only the queens of the columns beside."""
    return sum(abs(state[queen] - row) <= 1 for queen in (column - 1, column + 1) if queen in COLUMNS)


def _near_diagonals(state: State, column: int, row: int) -> int:
    """Whole rows, but of the diagonals only the next squares."""
    there = ((abs(queen - column), abs(state[queen] - row)) for queen in COLUMNS if queen != column)
    return sum(down == 0 or down == across == 1 for across, down in there)


def _whole_slope(state: State, column: int, row: int) -> int:
    """As where the one distance is divided by the other in whole numbers."""
    there = ((abs(queen - column), abs(state[queen] - row)) for queen in COLUMNS if queen != column)
    return sum(down == 0 or down // across == 1 for across, down in there)


def _neighbouring_rows(state: State, column: int, row: int) -> int:
    """As where the distance of the rows is compared with 1, and not with that of the columns."""
    return sum(abs(state[queen] - row) <= 1 for queen in COLUMNS if queen != column)


def _diagonals_from_where_it_stands(state: State, column: int, row: int) -> int:
    """The row that is tried counts for attacks in the row alone."""
    others = [(abs(queen - column), queen) for queen in COLUMNS if queen != column]
    return sum(state[queen] == row or abs(state[queen] - state[column]) == across for across, queen in others)


_ONE_DIAGONAL = "queens were compared on one of the two diagonals only"
_ONE_SIDE = "queens were compared with those on one side only"
WRONG_ATTACKS: Mapping[Attacks, str] = {
    _attacks_of_kinds("row"): "no diagonal was looked at",
    _attacks_of_kinds("falling", "rising"): "no row was looked at",
    _attacks_of_kinds("row", "falling"): _ONE_DIAGONAL,
    _attacks_of_kinds("row", "rising"): _ONE_DIAGONAL,
    _attacks_of_kinds("falling"): f"{_ONE_DIAGONAL}, and no row was looked at",
    _attacks_of_kinds("rising"): f"{_ONE_DIAGONAL}, and no row was looked at",
    _attacks_of_kinds("row", "falling", "rising", columns=COLUMNS[1:]): "the queen of column 1 attacked nobody",
    _attacks_of_kinds("row", "falling", "rising", columns=COLUMNS[:-1]): "the queen of column 8 attacked nobody",
    _attacks_on_one_side(1): _ONE_SIDE,
    _attacks_on_one_side(-1): _ONE_SIDE,
    _diagonals_on_one_side(1): "diagonals were looked at on one side only: the distance of the columns has a sign",
    _diagonals_on_one_side(-1): "diagonals were looked at on one side only: the distance of the columns has a sign",
    _diagonals_one_way(1): "diagonals were looked at one way only: the distance of the rows has a sign",
    _diagonals_one_way(-1): "diagonals were looked at one way only: the distance of the rows has a sign",
    _unhidden_attacks: "a queen hid those that stand after it",
    _attacked_lines: "a row or diagonal with several queens on it counted once",
    _attacks_on_neighbours: "queens were compared with those of the next columns only",
    _near_diagonals: "only the next squares of each diagonal were looked at",
    _neighbouring_rows: "queens in neighbouring rows attacked each other, however far apart their columns are",
    _diagonals_from_where_it_stands: "diagonals were taken from the row where the queen stands, not from the row tried",
    _whole_slope: "the distances were divided, and the remainder was lost",
}
"""Ways to count wrongly, and what is then to be seen."""
