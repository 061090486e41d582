"""A failed call says what there was before it, and only where that is known."""

from __future__ import annotations

from typing import Any

from harness.grading.verdicts.calls.before import arguments_before
from harness.grading.verdicts.calls.calls import judge_calls
from harness.judge.checkers import Context
from harness.model.finding import Finding, Parameter
from harness.model.result import CallResult, CallsReport
from harness.model.run import Run
from harness.spec.format.model import Call, Case

BOARD = [[0, 0], [0, 1]]
DRAWN = "[0, 0]\n[0, 1]"


def judged(case: Case, *results: CallResult, fields: dict[str, Any] | None = None) -> tuple[Finding, ...]:
    report = CallsReport(results, fields=fields or {})
    return judge_calls(case, report, Context(Run(), {})).findings


def case_of(*calls: Call, **more: Any) -> Case:
    return Case(name="one", clause="sum", calls=calls, **more)


def before(findings: tuple[Finding, ...]) -> Parameter | None:
    (finding,) = findings
    return finding.params.get("before")


def test_an_argument_is_shown_as_it_was() -> None:
    call = Call(function="f", args=(BOARD,), after=([[1, 0], [0, 1]],))
    result = CallResult("f", args=(BOARD,), after=([[0, 1], [0, 1]],))
    assert before(judged(case_of(call), result)) == DRAWN


def test_an_argument_that_must_not_change_is_not_shown_twice() -> None:
    call = Call(function="f", args=(BOARD,), after=(BOARD,))
    result = CallResult("f", args=(BOARD,), after=([[1, 1], [0, 1]],))
    assert before(judged(case_of(call), result)) is None


def test_what_may_be_anything_need_not_stay_as_it_was() -> None:
    for wanted, is_kept in (([1, 2], True), (["*", 2], False)):
        call, result = Call(function="f", args=([1, 2],), after=(wanted,)), CallResult("f", after=([1, 6],))
        (finding,) = judged(case_of(call), result)
        assert ("to_keep" in finding.params) == is_kept


def test_a_board_is_shown_where_the_returned_value_is_wrong() -> None:
    call = Call(function="f", args=(1, BOARD), returns=True)
    assert before(judged(case_of(call), CallResult("f", args=(1, BOARD), returned=False))) == DRAWN
    call = Call(function="f", args=(1,), returns=True)
    assert before(judged(case_of(call), CallResult("f", args=(1,), returned=False))) is None


def test_a_variable_has_the_value_that_the_call_before_left() -> None:
    calls = [Call(function="f", args=("$A",)), Call(function="f", args=("$A",)), Call(function="f", args=("$A",))]
    results = [CallResult("f", args=("$A",), after=([number],)) for number in (2, 3, 4)]
    pairs = list(zip(calls, results, strict=True))
    assert list(arguments_before({"A": [1]}, pairs)) == [([1],), ([2],), ([3],)]


def test_a_variable_is_unknown_after_a_call_that_did_not_get_it_unless_none_ever_did() -> None:
    first, between, last = Call(function="f", args=("$A",)), Call(function="g"), Call(function="f", args=("$A",))
    kept = CallResult("f", args=("$A",), after=([2],))
    pairs = [(first, kept), (between, CallResult("g")), (last, kept)]
    assert list(arguments_before({"A": [1]}, pairs)) == [([1],), (), ("$A",)]
    assert list(arguments_before({"A": [1]}, pairs[1:])) == [(), ([1],)]
    made = Call(function="g", keep="A"), CallResult("g", returned=[7])
    assert list(arguments_before({"A": [1]}, [made, pairs[2]])) == [(), ("$A",)]


def test_a_wrong_field_has_its_calls_and_its_first_value() -> None:
    case = case_of(Call(function="reset", args=(3,)), set_fields={"cols": [1, 2]}, get_fields={"cols": [1, 0]})
    (finding,) = judged(case, CallResult("reset", args=(3,)), fields={"cols": [0, 0]})
    assert finding.kind == "wrong-field"
    assert (finding.params["calls"], finding.params["before"]) == ("reset(3)", "[1, 2]")


def test_what_a_field_was_before_the_first_call_is_not_shown_beside_the_last_ones() -> None:
    tried, reset = (Call(function=name, args=(3,)) for name in ("tried", "reset"))
    calls = [*[tried] * 5, reset, reset]
    case = case_of(*calls, set_fields={"cols": [1, 2]}, get_fields={"cols": [1, 0]})
    results = [CallResult(call.function, args=(3,)) for call in calls]
    (finding,) = judged(case, *results, fields={"cols": [0, 0]})
    assert "before" not in finding.params
    assert finding.params["calls"] == "reset(3)\nreset(3)"
    assert finding.params["earlier"] == "...; " + "; ".join(["tried(3)"] * 4)


def earlier(*calls: Call) -> Parameter | None:
    """What the last of some calls, which gives 0 if 9 is expected, tells of those before."""
    steps = [*calls, Call(function="size", of="$s", returns=9)]
    results = [CallResult(call.function or call.new, args=call.args, returned=0) for call in steps]
    (finding,) = judged(case_of(*steps), *results)
    return finding.params.get("earlier")


def test_what_was_done_to_the_object_before_is_reported() -> None:
    made, pushed = Call(new="Stack", keep="s"), Call(function="push", of="$s", args=(3,))
    assert earlier(made, pushed, pushed) == "s = Stack(); s.push(3); s.push(3)"
    assert earlier(made, Call(function="fill", args=("$s", 2))) == "s = Stack(); fill(s, 2)"
    assert earlier() is None


def test_what_was_done_to_others_is_not_reported() -> None:
    made, other = Call(new="Stack", keep="s"), Call(new="Stack", keep="t")
    assert earlier(made, other, Call(function="push", of="$t", args=(3,))) == "s = Stack()"


def test_of_many_calls_the_last_ones_are_reported() -> None:
    pushes = [Call(function="push", of="$s", args=(number,)) for number in range(12)]
    assert earlier(Call(new="Stack", keep="s"), *pushes) == "...; " + "; ".join(f"s.push({n})" for n in range(4, 12))


def test_a_function_has_nothing_before_it() -> None:
    calls = Call(function="f", args=(1,)), Call(function="f", args=(2,), returns=3)
    (finding,) = judged(case_of(*calls), CallResult("f", args=(1,)), CallResult("f", args=(2,), returned=4))
    assert "earlier" not in finding.params


def test_a_list_that_a_call_before_changed_has_that_call() -> None:
    calls = Call(function="f", args=("$A",)), Call(function="f", args=("$A",), returns=3)
    for left, shown in (([2], "f(A)"), ([1], None)):
        results = [CallResult("f", args=("$A",), after=(left,)), CallResult("f", args=("$A",), returned=4)]
        (finding,) = judged(case_of(*calls, let={"A": [1]}), *results)
        assert finding.params.get("earlier") == shown


def test_a_list_of_which_nothing_is_known_is_not_said_to_be_changed() -> None:
    shows, helps = Call(function="show", args=("$A",)), Call(function="help")
    steps = [shows, helps, shows, helps, Call(function="count", args=("$A",), returns=3)]
    results = [CallResult(call.function, args=call.args, after=([1],) * len(call.args), returned=0) for call in steps]
    (finding,) = judged(case_of(*steps, let={"A": [1]}), *results)
    assert "earlier" not in finding.params


def test_what_is_not_judged_of_a_list_is_shown_as_it_was() -> None:
    call = Call(function="f", args=([7, 2, 1],), after=(["*", 1, 2],))
    (finding,) = judged(case_of(call), CallResult("f", args=([7, 2, 1],), after=([1, 2, 7],)))
    assert (finding.expected, finding.actual) == (b"[7, 1, 2]", b"[1, 2, 7]")
    (shorter,) = judged(case_of(call), CallResult("f", args=([7, 2, 1],), after=([1, 2],)))
    assert shorter.expected == b'["*", 1, 2]'
