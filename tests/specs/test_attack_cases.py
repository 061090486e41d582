"""The start states of the case ``attacks``: each pair of columns, and each distance on each line, counts in some."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import combinations

import pytest

from harness.model.run import Run
from tests.specs.test_wrong_climbs import CASES, COLUMNS, ROWS, assignment, findings, starts

PAIRS = [*combinations(COLUMNS, 2)]
LINES = ("row", "falling diagonal", "rising diagonal")
Attack = tuple[int, int, str]
"""Two columns (from 0), and the line that their queens share."""


def attacked(state: list[int], column: int, row: int) -> Iterator[Attack]:
    for other in COLUMNS:
        across, down = other - column, state[other] - row
        if across and down in (0, across, -across):
            yield min(column, other), max(column, other), LINES[(0, across, -across).index(down)]


def block(start: list[str], unseen: Collection[Attack]) -> str:
    """What a program prints that counts all attacks but these."""

    def count(column: int, row: int) -> int:
        return sum(attack not in unseen for attack in attacked(state, column, row))

    state, lines = [*map(int, start)], []
    while True:
        lines.append(" ".join(map(str, state)))
        counts = [count(column, state[column]) for column in COLUMNS]
        for column in (column for column in COLUMNS if counts[column] == max(counts) > 0):
            fewest, row = min((count(column, row), row) for row in ROWS)
            if fewest < max(counts):
                state[column] = row
                break
        else:
            return "".join(f"{line}\n" for line in (*lines, "Failure" if any(counts) else "Success"))


def is_seen(unseen: Collection[Attack]) -> bool:
    """Whether the climb from some start state of the case shows that these attacks are not counted."""
    steps = assignment().functions["steps"]
    blocks = ((block(start, ()).encode(), block(start, unseen).encode()) for start in starts("attacks"))
    return any(list(steps(Run(printed, exit=0), golden, rule="attacks")) for golden, printed in blocks)


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("pair", PAIRS)
def test_two_columns_that_are_never_compared_on_a_line_are_seen(pair: tuple[int, int], line: str) -> None:
    assert is_seen({(*pair, line)})


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("distance", COLUMNS[1:])
def test_a_distance_that_is_left_out_on_a_line_is_seen(distance: int, line: str) -> None:
    assert is_seen({(a, b, line) for a, b in PAIRS if b - a == distance})


@pytest.mark.parametrize("lines", [LINES, LINES[1:]])
def test_columns_1_and_8_that_are_never_compared_cost_the_attacks_alone(lines: tuple[str, ...]) -> None:
    unseen = {(COLUMNS[0], COLUMNS[-1], line) for line in lines}
    printed = {case: "".join(block(start, unseen) for start in starts(case)) for case in CASES}
    found = {case: findings(case, output.encode()) for case, output in printed.items()}
    assert [case for case in CASES if found[case]] == ["attacks"]
    seen = "only the next 6 squares of each diagonal were looked at"
    assert (seen if len(lines) < len(LINES) else "up to 6 columns away only") in found["attacks"][0].message


@pytest.mark.parametrize("first_column", [0, 1])
def test_a_second_fault_beside_wrong_counts_is_charged_as_well(first_column: int) -> None:
    """Rows are subtracted from columns, and only the first queen with most attacks is tried."""

    def climb(start: list[str]) -> str:
        state, lines = [*map(int, start)], []

        def count(column: int, row: int) -> int:
            others = ((other + first_column, state[other]) for other in COLUMNS if other != column)
            near = column + first_column
            return sum(there == row or abs(row - near) == abs(there - other) for other, there in others)

        while True:
            lines.append(" ".join(map(str, state)))
            counts = [count(column, state[column]) for column in COLUMNS]
            column = counts.index(max(counts))
            fewest, row = min((count(column, row), row) for row in ROWS)
            if fewest >= max(counts):
                return "".join(f"{line}\n" for line in (*lines, "Failure" if any(counts) else "Success"))
            state[column] = row

    found = {case: findings(case, "".join(map(climb, starts(case))).encode()) for case in CASES}
    assert {case for case in CASES if found[case]} - {"next-queen-later"} == {"attacks", "next-queen"}
