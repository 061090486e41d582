"""What wrong answers of a function have in common is named, and nothing where it may be chance."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations

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
        (lambda queen, square: attacks(queen, square) and queen[0] > 0, "overlooks attacks from row 0: all"),
        (
            lambda queen, square: attacks(queen, square) and queen[1] != square[1],
            "overlooks attacks in the column: all",
        ),
        (lambda queen, square: attacks(queen, square) and queen[1] <= square[1], "on the diagonal to the upper right:"),
        (lambda queen, square: attacks(queen, square) and square[0] - queen[0] > 1, "from the row just above: all"),
        (lambda queen, square: attacks(queen, square) and square[0] - queen[0] == 1, "sees attacks only from the row"),
        (
            lambda queen, square: attacks(queen, square) and (queen[0] > 0 or queen[1] == square[1]),
            "overlooks attacks on diagonals from row 0: all",
        ),
        (lambda queen, square: not attacks(queen, square), "isSafe always returns the opposite of what is right: all"),
        (lambda queen, square: abs(queen[1] - square[1]) <= square[0] - queen[0], "all between the two diagonals"),
        (
            lambda queen, square: queen[1] == square[1] or abs(queen[0] - queen[1]) == abs(square[0] - square[1]),
            "compares each queen's column with its own row, not column with column: all",
        ),
        (lambda queen, _: queen[0] > 0, "isSafe gives the same answer whatever row is: all"),
        (lambda *_: False, "isSafe returns true each time: all"),
        (lambda queen, square: attacks(queen, square) and (queen[0] + queen[1]) % 2, "attacks. isSafe("),
    ],
)
def test_what_describes_all_answers(sees: Callable[[Square, Square], bool], common: str) -> None:
    assert common in said("cs689-prog11", "safe", safe_answers(sees))[0].message


@pytest.mark.parametrize(
    ("seen", "common"),
    [
        (lambda pair: pair[1] < 6, "overlooks attacks with the last column: all"),
        (lambda pair: pair[0] < 5, "overlooks attacks between the last two columns: all"),
        (lambda pair: pair[0] == 1, "sees attacks only with column 1: all"),
        (lambda pair: pair[1] - pair[0] == 1, "sees attacks only between neighbouring columns: all"),
        (lambda pair: pair[2] < 0, "overlooks attacks on rising diagonals: all"),
        (lambda pair: pair[:2] == (1, 2), "sees attacks only between columns 1 and 2: all"),
        (lambda pair: pair[0] % 2, "has to return false"),
    ],
)
def test_which_pairs_a_solution_is_not_looked_for(seen: Callable[[tuple[int, int, int]], bool], common: str) -> None:
    case = next(planned.case for planned in loaded("cmps12a-pa5").cases if planned.name == "is-solution-each-pair")
    results = []
    for (rows,) in (call.args for call in case.calls):
        pairs = [(i, j, rows[j] - rows[i]) for i, j in combinations(range(1, 7), 2)]
        finds = any(abs(pair[2]) == pair[1] - pair[0] and seen(pair) for pair in pairs)
        results.append(CallResult("isSolution", (rows,), returned=not finds))
    assert common in said("cmps12a-pa5", "right_answers", results)[0].message


def test_an_argument_that_is_not_looked_at() -> None:
    case = next(planned.case for planned in loaded("comp333-java").cases if planned.name == "conflict-all-calls")
    results = [CallResult("hasConflict", call.args, returned=call.args[0] == 0) for call in case.calls]
    assert [finding.kind for finding in said("comp333-java", "conflicts", results)] == ["argument-ignored"]


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
        (
            [[0, -1, -1, -1, 0], [-1, 0, -1, 0, -1], [0, 0, -1, 0, -1]],
            2,
            "the diagonal to the lower left goes on past column 1, to column 0; index -1 is the last column",
        ),
        ([[0, -1, -1, -1, 0], [-1, 0, -1, 0, -1], [0, 0, -1, 0, 0]], 2, "the diagonal .* past column 1, to column 0$"),
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
    own = CallResult("placeQueen", (clear, 1, 2), after=(first,))
    assert said("cse30-pa2", "undone", [removed, own, CallResult("removeQueen", (first, 1, 2), after=(clear,))]) == []
