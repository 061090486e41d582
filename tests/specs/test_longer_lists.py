"""What is said of a program that goes on with longer lists is true of the answers that came before its limit."""

from __future__ import annotations

from itertools import combinations, permutations
from typing import Any

import pytest

from harness.model.finding import SHOWN_CALL, Finding
from harness.model.result import CallResult
from harness.spec.loading.load import load
from tests.support import ROOT

FOUR, FIVE, SIX = [2, 4, 1, 3], [1, 3, 5, 2, 4], [2, 4, 6, 1, 3, 5]
OTHER_FOUR = [3, 1, 4, 2]


def findings(function: str, *answers: Any, stopped: str = "its limit of CPU time") -> list[Finding]:
    functions = load(ROOT / "specs", "comp333-prolog", goldens=False).functions
    result = CallResult("queens", (4, "Qs"), solutions=answers, stopped=stopped)
    return list(functions[function]((result,), {"n": 4}))


@pytest.mark.parametrize(
    ("answers", "kinds"),
    [
        pytest.param((FOUR, OTHER_FOUR, FIVE, SIX), ["longer-and-longer"] * 2, id="longer-and-longer"),
        pytest.param((FOUR, OTHER_FOUR, FIVE, FIVE), ["wrong-length"] * 2, id="longer-once"),
        pytest.param((FOUR, OTHER_FOUR, SIX, FIVE), ["wrong-length"] * 2, id="longer-and-shorter"),
        pytest.param((FOUR, [1, 2, 3, 4], FIVE, SIX), ["all-attack", *["wrong-length"] * 2], id="attacks-before"),
        pytest.param((FOUR, OTHER_FOUR, FOUR), [], id="again-and-again"),
    ],
)
def test_lists_that_grow_are_said_to_grow(answers: tuple[Any, ...], kinds: list[str]) -> None:
    assert [finding.kind for finding in findings("right", *answers)] == kinds


def test_lists_that_end_are_not_said_to_grow() -> None:
    answers = (FOUR, OTHER_FOUR, FIVE, SIX)
    assert [finding.kind for finding in findings("right", *answers, stopped="")] == ["wrong-length"] * 2


def test_an_answer_that_came_twice_before_longer_lists_is_twice() -> None:
    (twice,) = findings("once", FOUR, FOUR, OTHER_FOUR, FIVE, FIVE, SIX)
    assert twice.message == "queens(4, Qs) gives the same answer 2 times"
    assert findings("once", FOUR, OTHER_FOUR, FIVE, FIVE, SIX) == []
    assert findings("once", FOUR, OTHER_FOUR, FOUR, OTHER_FOUR) == []  # it begins again, which is another clause's


def test_a_test_that_sees_too_few_attacks_takes_no_answer_away() -> None:
    places = [[*rows] for rows in permutations(range(1, 5))]
    one_way = [rows for rows in places if all(rows[b] - rows[a] != b - a for a, b in combinations(range(4), 2))]
    wrong = findings("right", *one_way, stopped="")
    assert {(finding.kind, finding.params.get("loses_none")) for finding in wrong} == {("one-diagonal", True)}
    others = findings("right", *one_way[:-1], stopped="")  # one that would come is missing
    assert others
    assert not any("loses_none" in finding.params for finding in others)


@pytest.mark.parametrize(
    ("four", "answers", "kinds"),
    [
        ([[FOUR, OTHER_FOUR]], [[]], ["boards-in-list"]),
        ([FOUR, OTHER_FOUR], [[]], ["too-short"]),
        ([[FOUR, OTHER_FOUR]], [], []),
        ([[FOUR, OTHER_FOUR]], [[[1, 2]]], ["boards-in-list"]),
        ([FOUR], [[[1, "a"]]], ["no-rows"]),
    ],
)
def test_a_list_of_all_boards_is_said_to_be_one(four: list[Any], answers: list[Any], kinds: list[str]) -> None:
    functions = load(ROOT / "specs", "comp333-prolog", goldens=False).functions
    of_four = CallResult("queens", (4, "Qs"), solutions=tuple(four))
    results = (of_four, CallResult("queens", (2, "Qs"), solutions=tuple(answers)))
    findings = [*functions["right"](results, {"n": 2})]
    assert [finding.kind for finding in findings] == kinds
    assert all(finding.params[SHOWN_CALL] == 1 for finding in findings)  # the goal for 2, and not that for 4


@pytest.mark.parametrize(
    ("answers", "kind"),
    [
        ([[FOUR, OTHER_FOUR]], "boards-in-list"),
        ([FOUR], "solution-left-out"),
        ([FOUR, [OTHER_FOUR]], "solution-left-out"),
    ],
)
def test_boards_in_a_list_are_not_said_to_be_left_out(answers: list[Any], kind: str) -> None:
    assignment = load(ROOT / "specs", "comp333-prolog", goldens=False)
    results = (CallResult("queens", (4, "Qs"), solutions=tuple(answers)),)
    (finding,) = assignment.functions["complete"](results, {"n": 4})
    assert finding.kind == kind
    assert (kind in assignment.clauses["all"].hints) is (kind != "solution-left-out")
