"""What explains all wrong squares after placeQueen or removeQueen is said, and nothing that other faults explain."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from harness.model.finding import Finding
from harness.model.result import CallResult
from harness.spec.loading.load import load
from tests.support import ROOT

Table = list[list[int]]
_SPEC = load(ROOT / "specs", "cse30-pa2", goldens=False)


def said(function: str, results: Sequence[CallResult]) -> list[Finding]:
    return list(_SPEC.functions[function](results, {}))


def table(n: int, queens: Sequence[tuple[int, int]], change: Callable[[int, int, int], int]) -> Table:
    """The table of queens, where an attacked square becomes ``change(what it holds, down, aside)``."""
    rows = [[0] * (n + 1) for _ in range(n + 1)]
    for i, j in queens:
        rows[i][j] += 1
        rows[i][0] = j
        for down in range(1, n - i + 1):
            for aside in (-down, 0, down):
                if 1 <= j + aside <= n:
                    rows[i + down][j + aside] = change(rows[i + down][j + aside], j - down, j + down)
    return rows


def right(n: int, queens: Sequence[tuple[int, int]]) -> Table:
    return table(n, queens, lambda value, _left, _right: value - 1)


def placed(n: int, queens: Sequence[tuple[int, int]], after: Table) -> list[CallResult]:
    """The call of placeQueen for the last of these queens."""
    return [CallResult("placeQueen", (right(n, queens[:-1]), *queens[-1]), after=(after,))]


def removed(before: Table, after: Table) -> list[CallResult]:
    """The calls of a case on removeQueen(B, 2, 4), of which the first alone is looked at."""
    call = CallResult("removeQueen", (before, 2, 4), after=(after,))
    again = CallResult("placeQueen", (after, 2, 4), after=(after,))
    return [call, again, CallResult("removeQueen", ("B", 2, 4), after=(before,))]


def squares_set(n: int, queens: Sequence[tuple[int, int]], value: int) -> Table:
    """The right table, but with one value on the squares that the last queen attacks."""
    rows, (i, j) = right(n, queens), queens[-1]
    for down in range(1, n - i + 1):
        for column in {j - down, j, j + down} & {*range(1, n + 1)}:
            rows[i + down][column] = value
    return rows


def test_a_value_that_is_set_where_one_is_to_be_taken_away_is_named() -> None:
    queens = [(1, 2), (2, 4)]
    (finding,) = said("attacks_noted", placed(4, queens, squares_set(4, queens, -1)))
    assert finding.kind == "value-set"
    assert "every square that the queen attacks is -1 after the call; each must be 1 less" in finding.message
    assert "value-set" in _SPEC.clauses["place-queen"].hints


def test_a_value_that_is_set_where_one_is_to_be_added_is_named() -> None:
    before, after = right(4, [(1, 2), (2, 4)]), squares_set(4, [(1, 2)], -1)
    for row, column in ((3, 3), (3, 4), (4, 2), (4, 4)):
        after[row][column] = 0
    after[3][2] = after[4][2] = -1  # the first queen's
    after[4][2] = 0
    (finding,) = said("undone", removed(before, after))
    assert finding.kind == "value-set"
    assert "every square that the queen attacked is 0; B[3][4] is 0 and must be -1" in finding.message
    assert "value-set" in _SPEC.clauses["remove-queen"].hints


@pytest.mark.parametrize(
    "queens",
    [[(1, 2)], [(1, 2), (2, 4)]],  # on an empty table both are the same; in the other nothing was changed
)
def test_what_does_nothing_sets_no_value(queens: Sequence[tuple[int, int]]) -> None:
    after = right(4, queens[:-1])
    i, j = queens[-1]
    after[i][j], after[i][0] = 1, j
    kinds = [finding.kind for finding in said("attacks_noted", placed(4, queens, after))]
    assert "value-set" not in kinds


@pytest.mark.parametrize("value", [[-1], {"!repr": "<x>"}, -1.0, None, "text"])
def test_what_is_no_number_is_no_value_that_is_set(value: object) -> None:
    queens = [(1, 2), (2, 4)]
    after = squares_set(4, queens, value)  # type: ignore[arg-type]
    kinds = [finding.kind for finding in said("attacks_noted", placed(4, queens, after))]
    assert "value-set" not in kinds


def test_squares_that_all_held_one_value_show_no_value_that_is_set() -> None:
    queens = [(1, 1), (2, 3), (3, 5)]
    before = right(5, queens[:-1])
    assert {before[4][4], before[5][5]} == {-1}
    kinds = [finding.kind for finding in said("attacks_noted", placed(5, queens, squares_set(5, queens, 0)))]
    assert "value-set" not in kinds


def test_a_square_that_keeps_its_attacks_is_not_set_to_0() -> None:
    before, after = right(4, [(1, 2), (2, 4)]), right(4, [(1, 2)])
    after[3][3] = -1  # it was not added to
    (finding,) = said("undone", removed(before, after))
    assert finding.kind != "value-set"


def test_what_was_noted_instead_of_a_column_is_shown() -> None:
    board = [[0], [2], [4], [1], [None]]
    call = CallResult("printBoard", (board,), after=(board,), stdout=b"(0, 2, 4, 1)\n")
    (finding,) = said("prints_columns", [call])
    assert (finding.kind, finding.expected) == ("row-0-printed", b"(2, 4, 1, None)\n")


@pytest.mark.parametrize("printed", [b"(0, 1)\n", b"[(0, 1)]\n"])
def test_a_pair_for_one_queen_may_be_its_row_and_column(printed: bytes) -> None:
    board = right(1, [(1, 1)])
    assert said("prints_columns", [CallResult("printBoard", (board,), after=(board,), stdout=printed)]) == []


def until_one_leaves(n: int) -> Callable[[int, int, int], int]:
    """A change that is made only while both diagonals are on the board."""
    return lambda value, left, right: value - (left >= 1 and right <= n)


def test_a_test_for_both_diagonals_is_named_where_the_call_shows_it() -> None:
    n, queens = 7, [(1, 3)]
    after = table(n, queens, until_one_leaves(n))
    for row in range(2, n + 1):
        after[row][3] = -1  # the column is right
    (finding,) = said("attacks_noted", placed(n, queens, after))
    assert finding.kind == "opposite-off-board"
    assert "opposite-off-board" in _SPEC.clauses["place-queen"].hints


@pytest.mark.parametrize(("n", "queen"), [(4, (1, 2)), (5, (1, 1)), (4, (2, 2))])
def test_a_small_board_does_not_show_which_test_stops_a_diagonal(n: int, queen: tuple[int, int]) -> None:
    after = table(n, [queen], until_one_leaves(n))
    for row in range(queen[0] + 1, n + 1):
        after[row][queen[1]] = -1
    kinds = [finding.kind for finding in said("attacks_noted", placed(n, [queen], after))]
    assert "opposite-off-board" not in kinds


def test_a_diagonal_that_ends_early_is_not_said_to_end_with_the_other() -> None:
    n, after = 7, right(7, [(1, 3)])
    after[5][7] = 0  # the last of them alone
    (finding,) = said("attacks_noted", placed(n, [(1, 3)], after))
    assert finding.kind == "some-squares"


@pytest.mark.parametrize(
    ("printed", "kinds"),
    [
        (b"(2, 4, 1, 3)\n", []),
        (b"(0, 2, 4, 1)\n", ["row-0-printed"]),
        (b"(0, 2, 4, 1, 3)\n", ["row-0-printed"]),
        (b"1: (2, 4, 1, 3)\n", []),
        (b"0 (2, 4, 1, 3)\n", []),
        (b"2 4 1 3\n[0, 2, 4, 1, 3]\n", ["line-differs"]),
        (b"(1, 3, 0, 2)\n", ["line-differs"]),
    ],
)
def test_a_board_that_is_printed_from_row_0_on_is_named(printed: bytes, kinds: Sequence[str]) -> None:
    board = right(4, [(1, 2), (2, 4), (3, 1), (4, 3)])
    found = said("prints_columns", [CallResult("printBoard", (board,), after=(board,), stdout=printed)])
    assert [finding.kind for finding in found] == [*kinds]


TEN = (1, 3, 6, 8, 10, 5, 9, 2, 4, 7)


@pytest.mark.parametrize(
    ("printed", "kinds"),
    [
        (b"(1, 3, 6, 8, 10, 5, 9, 2, 4, 7)\n", []),
        (b"136810592 47\n", []),  # in which form is another clause's matter
        (b"1\n3\n6\n8\n10\n5\n9\n2\n4\n7\n", []),
        (b"(1, 3, 6, 8, 1, 0, 5, 9, 2, 4, 7)\n", ["number-torn"]),
        (b"1 3 6 8 1 0 5 9 2 4 7\n", ["number-torn"]),
        (b"(1, 3, 6, 8, 1, 5, 9, 2, 4, 7)\n", ["line-differs"]),
    ],
)
def test_a_number_of_two_digits_that_is_printed_as_two_is_named(printed: bytes, kinds: Sequence[str]) -> None:
    board = right(10, [*enumerate(TEN, 1)])
    found = said("prints_columns", [CallResult("printBoard", (board,), after=(board,), stdout=printed)])
    assert [finding.kind for finding in found] == [*kinds]
    if kinds == ["number-torn"]:
        assert found[0].message == "printBoard(B) prints 10 as 2 numbers: 1, 0"
        assert "number-torn" in _SPEC.clauses["print-board"].hints
