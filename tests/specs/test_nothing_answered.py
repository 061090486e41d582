"""A Prolog program that answers nothing earns nothing where there is no answer; one that answers does."""

from __future__ import annotations

from typing import Any

import pytest

from harness.model.result import CallResult
from harness.spec.loading.load import load
from tests.support import ROOT

FREE = {"!repr": "_"}


def faults(function: str, n: int, *answers: tuple[Any, ...]) -> int:
    """How many faults are found; the answers to 4, to 5 and to ``n``."""
    assignment = load(ROOT / "specs", "comp333-prolog", goldens=False)
    asked = zip((4, 5, n), answers, strict=True)
    results = tuple(CallResult("queens", (size, "Qs"), solutions=solutions) for size, solutions in asked)
    return len(list(assignment.functions[function](results, {"n": n})))


@pytest.mark.parametrize("n", [2, 3])
@pytest.mark.parametrize("function", ["right", "ends_after_answers"])
def test_to_have_no_answer_is_right_only_in_a_program_that_has_some(function: str, n: int) -> None:
    assert faults(function, n, (), (), ()) == 1
    assert faults(function, n, (FREE,), (), ()) == 1
    assert faults(function, n, ([],), ([],), ()) == 1
    assert faults(function, n, ([2, 4, 1, 3],), (), ()) == 0
    assert faults(function, n, (), ([1, 3, 5, 2, 4],), ()) == 0
    assert faults(function, n, (["1/2", "2/4"],), (), ()) == 0  # another form is charged elsewhere


def test_an_answer_to_the_smallest_board_counts_by_itself() -> None:
    assert faults("right", 1, (), (), ([1],)) == 0
    assert faults("ends_after_answers", 1, (), (), ([1],)) == 0


@pytest.mark.parametrize("function", ["once", "ends", "complete"])
@pytest.mark.parametrize("n", [4, 5, 6])
def test_empty_boards_are_no_answers(function: str, n: int) -> None:
    assignment = load(ROOT / "specs", "comp333-prolog", goldens=False)
    results = (CallResult("queens", (n, "Qs"), solutions=([],)),)
    assert len(list(assignment.functions[function](results, {"n": n}))) == 1
