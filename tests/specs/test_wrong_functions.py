"""What wrong answers of a function have in common is named, and nothing where it may be chance."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache

import pytest
from msgspec.structs import replace

from harness.model.finding import Finding
from harness.model.result import CallResult
from harness.spec.loading.load import load
from tests.support import ROOT

Square = tuple[int, int]


loaded = lru_cache(lambda name: load(ROOT / "specs", name, goldens=False))


def said(name: str, function: str, results: Sequence[CallResult]) -> list[Finding]:
    return list(loaded(name).functions[function](results, {}))


def attacks(queen: Square, square: Square) -> bool:
    """Whether a queen above stands in the column or on a diagonal."""
    down, aside = square[0] - queen[0], abs(square[1] - queen[1])
    return down > 0 and aside in (0, down)


def safe_answers(sees: Callable[[Square, Square], bool]) -> list[CallResult]:
    """The answers of an isSafe that sees these queens, about each square below each queen of a board of 6."""
    size = range(6)
    asked = [
        ([[(row, column) == queen for column in size] for row in size], queen, (below, at))
        for queen in [(row, column) for row in (0, 1, 2) for column in (1, 4)]
        for below in range(queen[0] + 1, 6)
        for at in size
    ]
    return [CallResult("isSafe", (board, *square), returned=not sees(queen, square)) for board, queen, square in asked]


@pytest.mark.parametrize(
    ("sees", "common"),
    [
        (lambda queen, square: attacks(queen, square) and queen[0] > 0, "is in row 0 (from 0)"),
        (lambda queen, square: attacks(queen, square) and queen[1] != square[1], "is in the column"),
        (lambda queen, square: attacks(queen, square) and queen[1] <= square[1], "on the diagonal to the upper right"),
        (lambda queen, square: attacks(queen, square) and square[0] - queen[0] > 1, "in the row just above"),
        (lambda *_: False, "of 52 squares that a queen attacks. isSafe("),
        (lambda queen, square: attacks(queen, square) and (queen[0] + queen[1]) % 2, "attacks. isSafe("),
    ],
)
def test_which_queens_are_overlooked(sees: Callable[[Square, Square], bool], common: str) -> None:
    first = said("cs689-prog11", "safe", safe_answers(sees))[0]
    assert common in first.message


def test_a_right_function_is_right() -> None:
    assert said("cs689-prog11", "safe", safe_answers(attacks)) == []
    assert said("cmps12a-pa5", "step_taken", [permuted([1, 3, 2], [2, 1, 3])]) == []
    assert said("cse30-pa2", "attacks_noted", [placed([[0, -1, -1, -1, 0], [0, 0, -1, 0, -1], [0, 0, -1, 0, 0]])]) == []


def permuted(before: Sequence[int], after: Sequence[int]) -> CallResult:
    return CallResult("nextPermutation", ([9, *before],), after=([9, *after],))


@pytest.mark.parametrize(
    ("before", "after", "kind"),
    [
        ([2, 3, 1], [3, 2, 1], "rest-not-reversed"),
        ([1, 3, 2], [3, 2, 1], "wrong-swap"),
        ([1, 3, 2], [2, 3, 1], "rest-not-reversed"),
        ([2, 1, 3], [3, 1, 2], "wrong-pivot"),
        ([1, 3, 2], [1, 3, 2], ""),
        ([1, 3, 2], [1, 1, 2], ""),
    ],
)
def test_the_wrong_step_of_a_permutation(before: list[int], after: list[int], kind: str) -> None:
    assert [finding.kind for finding in said("cmps12a-pa5", "step_taken", [permuted(before, after)])] == [kind][
        : bool(kind)
    ]


def placed(below: Sequence[Sequence[int]], column: int = 2) -> CallResult:
    """A call of placeQueen for row 1 of a board of 4, which leaves these rows below the queen."""
    first = [column, *(int(at == column) for at in range(1, 5))]
    return CallResult("placeQueen", ([[0] * 5] * 5, 1, column), after=([[0] * 5, first, *below],))


@pytest.mark.parametrize(
    ("below", "column", "where"),
    [
        (
            [[0, 0, 0, -1, -1], [0, 0, -1, 0, -1], [0, 0, 0, 0, -1]],
            4,
            "1 of the 3 squares on the diagonal to the lower left",
        ),
        ([[0, -1, 0, -1, 0], [0, 0, 0, 0, -1], [0, 0, 0, 0, 0]], 2, "3 of the 3 squares in the column below are wrong"),
        ([[0, 0, -1, -1, 0], [0, 0, -1, 0, -1], [0, 0, -1, 0, 0]], 2, ""),  # one square is no line
        ([[0, 0, 0, 0, 0], [0, 0, 0, 0, 0], [0, 0, 0, 0, 0]], 2, ""),
    ],
)
def test_where_squares_are_wrong(below: list[list[int]], column: int, where: str) -> None:
    findings = said("cse30-pa2", "attacks_noted", [placed(below, column)])
    assert re.match(where, findings[0].message if findings else "")


@pytest.mark.parametrize("rows", [0, 1, 300])
def test_a_table_of_another_size_is_wrong_and_nothing_is_said_of_its_squares(rows: int) -> None:
    before, after = [[0] * 5] * 5, [[0] * (rows + 1)] * (rows + 1)
    call = CallResult("placeQueen", (before, 3, 2), after=(after,))
    assert said("cse30-pa2", "attacks_noted", [call]) == []
    calls = [call, call, replace(call, args=(after, 3, 2))]  # the third is given what the second leaves
    assert [finding.kind for finding in said("cse30-pa2", "undone", calls)] == ["square"]


def test_what_a_wrong_place_queen_does_may_be_undone() -> None:
    clear, first = [[0] * 5] * 5, [[0] * 5, [2, 0, 1, 0, 0], *[[0, 0, -1, -1, 0]] * 3]
    removed = CallResult("removeQueen", (first, 1, 2), after=([*clear[:4], [0, -1, 0, 0, 0]],))
    own = CallResult("placeQueen", ("$C", 1, 2), after=(first,))  # another call may have changed the table
    assert said("cse30-pa2", "undone", [removed, own, CallResult("removeQueen", (first, 1, 2), after=(clear,))]) == []
