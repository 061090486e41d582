"""Goals of Prolog, judged from what they gave; nothing is run."""

from __future__ import annotations

from typing import Any

import pytest

from harness.grading.verdicts.calls.calls import judge_calls
from harness.grading.verdicts.calls.solutions import term
from harness.judge.checkers import Context
from harness.judge.messages.translator import sentence
from harness.model.result import CallResult, CallsReport, ValueRules
from harness.model.run import Run
from harness.spec.format.model import Call, Case


def messages(gave: list[Any], result: dict[str, Any] | None = None, **asked: Any) -> list[str]:
    case = Case(name="q", clause="q", calls=(Call(function="queens", args=(4, "Qs"), **asked),))
    shown = CallResult("queens", (4, "Qs"), solutions=tuple(gave), **(result or {}))
    judgement = judge_calls(case, CallsReport((shown,)), Context(Run(), {}), ValueRules(terms=True))
    return [sentence(finding) for finding in judgement.findings]


@pytest.mark.parametrize(
    ("expected", "gave", "order"),
    [
        ([[2, 4, 1, 3], [3, 1, 4, 2]], [[2, 4, 1, 3], [3, 1, 4, 2]], "given"),
        ([[2, 4, 1, 3], [3, 1, 4, 2]], [[3, 1, 4, 2], [2, 4, 1, 3]], "any"),
        ([], [], "given"),
        ([True], [True], "given"),
        (["point(1, 'a b')", "red"], [{"!repr": "point(1,'a b')"}, {"!repr": "red"}], "given"),
        (["X is 1+ 2"], [{"!repr": "X is 1+2"}], "given"),
        ([{"X": 1, "Y": "a"}], [{"bindings": {"X": 1, "Y": {"!repr": "a"}}}], "given"),
        (["*"], [{"!repr": "anything(_)"}], "given"),
        ([1, 1, 2], [1, 2, 1], "any"),
        (["(1+2)+3", "1 + (2+3)"], [{"!repr": "1+2+3"}, {"!repr": "1+(2+3)"}], "given"),
        (["12", "-1", "2.50"], [12, -1, 2.5], "given"),
        (["[1, a, [b]]"], [[1, {"!repr": "a"}, [{"!repr": "b"}]]], "given"),
        (["f('abc', (a, b))", "+(1, 2)"], [{"!repr": "f(abc,(a,b))"}, {"!repr": "1+2"}], "given"),
    ],
)
def test_the_right_solutions(expected: list[Any], gave: list[Any], order: str) -> None:
    assert messages(gave, solutions=tuple(expected), order=order) == []


@pytest.mark.parametrize(
    ("expected", "gave", "order", "message"),
    [
        ([1, 2], [2, 1], "given", "queens(4, Qs): solution 1 is 2, expected 1"),
        ([1, 2], [1], "given", "queens(4, Qs) gives 1 of 2 solutions; 2 is missing"),
        ([1], [1, 1], "any", "queens(4, Qs) gives 1, once more than it should"),
        ([1], [1, 3], "any", "queens(4, Qs) gives 3, which is wrong"),
        ([], [[]], "given", "queens(4, Qs) must fail and gave []"),
        (["red"], [{"!repr": '"red"'}], "given", 'queens(4, Qs): solution 1 is "red", expected red'),
        ([1], [1.0], "given", "queens(4, Qs): solution 1 is 1.0 (double), expected 1 (int)"),
        (["1+(2+3)"], [{"!repr": "1+2+3"}], "given", "queens(4, Qs): solution 1 is 1+2+3, expected 1+(2+3)"),
        (["a b"], [{"!repr": "ab"}], "given", "queens(4, Qs): solution 1 is ab, expected a b"),
    ],
)
def test_wrong_solutions_are_named(expected: list[Any], gave: list[Any], order: str, message: str) -> None:
    assert messages(gave, solutions=tuple(expected), order=order) == [message]


def test_how_the_search_ends() -> None:
    endless = {"stopped": "cpu"}
    said = ["queens(4, Qs) gave 1 solution and was still searching at its limit of CPU time; it must come to an end"]
    assert messages([1], endless) == said
    assert messages([1], endless, ends="*") == []
    raised = {"raised": "type_error", "message": "no"}
    assert messages([1], raised) == ["queens(4, Qs) raised type_error after one solution: no"]
    assert messages([1], raised, ends="*") == []
    assert messages([1], raised, solutions=(1,), raises="type_error") == []
    assert messages([], {}, raises="type_error") == ["queens(4, Qs) must raise type_error and did not"]


def test_choice_points_and_inferences() -> None:
    assert messages([1], {"choice": False}, deterministic=True) == []
    assert "leaves a choice point" in messages([1], {"choice": True}, deterministic=True)[0]
    assert "leaves no choice point" in messages([1], {"choice": False}, deterministic=False)[0]
    assert messages([1], {"inferences": 90}, inferences="..100") == []
    said = ["queens(4, Qs) took 190 inferences, asked for are ..100"]
    assert messages([1], {"inferences": 190}, inferences="..100") == said
    stopped = {"stopped": "inferences", "inferences": 101}
    assert messages([1], stopped, inferences="..100") == ["queens(4, Qs) took more than 100 inferences and was stopped"]


def test_blanks_in_terms() -> None:
    assert term("f( a , 'b  c' )") == {"!repr": "f(a,'b  c')"}
    assert term("a  is   b") == {"!repr": "a is b"}
    assert term([True, "x", 1]) == [{"!repr": "true"}, {"!repr": "x"}, 1]


@pytest.mark.parametrize(
    ("stdout", "asked", "is_named"),
    [
        (b"[2,4,1,3]\n[3,1,4,2]\n", {}, True),
        (b"trying\nQs = [2, 4, 1, 3]\n", {"order": "any"}, True),
        (b"[2,4,1]\n", {}, False),  # what is printed to find a mistake
        (b"[2,4,1,3]\n", {"stdout": "[2,4,1,3]\n"}, False),
    ],
)
def test_an_answer_that_is_printed_and_not_given_is_named(stdout: bytes, asked: dict[str, Any], is_named: bool) -> None:
    said = messages([], {"stdout": stdout}, solutions=([2, 4, 1, 3], [3, 1, 4, 2]), **asked)
    assert ("prints" in said[0]) is is_named
    if is_named:
        assert len(said) == 1
        assert said[0].endswith("and then says false: give the answer back in the variable, do not print it")
    printing = {"stdout": stdout}
    assert messages([[2, 4, 1, 3]], printing, solutions=([2, 4, 1, 3],)) == []


@pytest.mark.parametrize(
    ("gave", "after"),
    [
        ([], ""),
        ([[1]], " after one solution"),
        ([[2, 4, 1, 3], [3, 1, 4, 2]], " after 2 solutions"),
    ],
)
def test_of_an_error_it_is_said_which_solutions_came_before(gave: list[Any], after: str) -> None:
    (text,) = messages(gave, {"raised": "resource_error", "message": "Stack limit exceeded"})
    assert text == f"queens(4, Qs) raised resource_error{after}: Stack limit exceeded"
