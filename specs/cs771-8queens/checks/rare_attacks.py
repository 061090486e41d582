"""Rarer ways to count attacks wrongly: a few right climbs need not exclude them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

from .hill_climbing import SIZE, State
from .wrong_attacks import COLUMNS, Attacks, counting, is_attacked, is_on_diagonal

_NOT_SO = "the test of diagonals was not |Qi - Qj| = |i - j|"


def _other_diagonal_tests() -> Iterator[tuple[Attacks, str]]:
    """Two other distances of the four numbers than |Qi - Qj| and |i - j|, or sums of them; columns from 0 or from 1."""
    names = ("Qi", "Qj", "i", "j")
    for left, right in combinations(combinations(range(len(names)), 2), 2):
        texts = [" - ".join(names[place] for place in pair) for pair in (left, right)]
        if texts != ["Qi - Qj", "i - j"]:
            for first in (0, 1):
                yield _by_distances(left, right, first), f"{_NOT_SO}, but |{texts[0]}| = |{texts[1]}|"
    for first in (0, 1):
        yield _by_sums(first), f"{_NOT_SO}, but Qi + Qj = i + j"


def _by_distances(left: tuple[int, int], right: tuple[int, int], first: int) -> Attacks:
    """The first column has the number ``first``; the other numbers are places in Qi, Qj, i, j."""

    def attacks(state: State, column: int, row: int) -> int:
        others = [(row, state[queen], column + first, queen + first) for queen in COLUMNS if queen != column]
        return sum(
            near[0] == near[1] or abs(near[left[0]] - near[left[1]]) == abs(near[right[0]] - near[right[1]])
            for near in others
        )

    return attacks


def _by_sums(first: int) -> Attacks:
    def attacks(state: State, column: int, row: int) -> int:
        others = [queen for queen in COLUMNS if queen != column]
        return sum(state[queen] == row or state[queen] + row == queen + column + 2 * first for queen in others)

    return attacks


def _up_to() -> Iterator[tuple[Attacks, str]]:
    """Only so far, of the whole or of the diagonals."""
    for far in range(2, SIZE - 1):
        yield (
            counting(lambda across, down, far=far: abs(across) <= far and is_attacked(across, down)),  # type: ignore[misc]
            f"queens were compared with those up to {far} columns away only",
        )
        yield (
            counting(lambda across, down, far=far: down == 0 or abs(down) == abs(across) <= far),  # type: ignore[misc]
            f"only the next {far} squares of each diagonal were looked at",
        )


def _rows_on_one_side() -> Iterator[tuple[Attacks, str]]:
    """Rows are looked at on one side only, diagonals on both."""
    for side in (1, -1):
        yield (
            counting(lambda across, down, side=side: (down == 0 < across * side) or is_on_diagonal(across, down)),  # type: ignore[misc]
            f"of the queens in the same row those to the {'right' if side > 0 else 'left'} alone counted",
        )


RARE_ATTACKS: Mapping[Attacks, str] = dict((*_up_to(), *_rows_on_one_side(), *_other_diagonal_tests()))
"""Ways to count wrongly, and what is then to be seen."""

WEIGHTED_ATTACKS: Mapping[Attacks, str] = {
    counting(lambda across, down: 2 * (down == 0) + is_on_diagonal(across, down)): (
        "a queen in the same row counted twice"
    ),
    counting(lambda across, down: (down == 0) + 2 * is_on_diagonal(across, down)): (
        "a queen on a diagonal counted twice"
    ),
}
"""As before, but where one of two counts alone is so, the climbs of the cases on attacks are right."""
