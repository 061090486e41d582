"""Calls of a student's functions: every fault is found, what is open is left open, what is ours is not theirs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from harness.grading.verdicts.calls.calls import judge_calls
from harness.grading.verdicts.judgement import RIGHT, Judgement
from harness.judge.checkers import Context
from harness.judge.messages.translator import in_words, sentence, translator
from harness.language.driver import drivers
from harness.model.finding import OF_COST, Finding
from harness.model.result import CallResult, CallsReport
from harness.model.run import Run
from harness.model.verdict import Verdict
from harness.spec.format.model import Call, Case


def judged(
    calls: Sequence[Call],
    came: Sequence[CallResult],
    *,
    ended: str | None = None,
    fields: dict[str, Any] | None = None,
    functions: dict[str, Any] | None = None,
    **case: Any,
) -> Judgement:
    entry = Case(name="c", clause="right", calls=tuple(calls), **case)
    context = Context(Run(params={"n": 4}), functions or {})
    return judge_calls(entry, CallsReport(tuple(came), fields or {}, ended), context)


def sentences(found: Judgement) -> list[str]:
    return [sentence(entry) for entry in found.findings]


ADD = Call(function="add", args=(2, 3), returns=5)
GAVE = CallResult("add", (2, 3), 5)


def test_the_right_value_is_right() -> None:
    assert judged([ADD], [GAVE]) == RIGHT


@pytest.mark.parametrize(
    ("value", "wanted"), [(6, "5"), (None, "5"), ("5", "5 (int)"), (5.0, "5 (int)"), (True, "5"), ([5], "5 (int)")]
)
def test_another_value_is_wrong_and_shown(value: Any, wanted: str) -> None:
    found = judged([ADD], [CallResult("add", (2, 3), value)])
    assert (found.verdict, found.kept, found.comparable) == (Verdict.WA, 0.0, False)
    (finding,) = found.findings
    assert sentence(finding).startswith("add(2, 3) returned ")
    assert sentence(finding).endswith(f", expected {wanted}")
    assert (finding.where.part, finding.expected) == ("returned-value", wanted.encode())


def test_what_was_said_on_loading_is_reported_first_where_something_is_wrong() -> None:
    entry = Case(name="c", clause="right", calls=(ADD,))
    said = "sum.pl:3:4: Syntax error: Operator expected"
    wrong, right = (CallsReport((replace(GAVE, returned=value),), loading=said) for value in (6, 5))
    context = Context(Run(), {})
    messages = sentences(judge_calls(entry, wrong, context))
    assert messages == [f"when the files were loaded, this was said: {said}", "add(2, 3) returned 6, expected 5"]
    assert judge_calls(entry, right, context) == RIGHT


def test_the_name_is_reported_as_the_student_wrote_it() -> None:
    call = Call(function="(?i)addUp|sumUp", returns=5)
    assert sentences(judged([call], [CallResult("SUMUP", (), 6)])) == ["SUMUP() returned 6, expected 5"]
    assert sentences(judged([call], [CallResult("", (), 6)])) == ["addUp() returned 6, expected 5"]


def test_a_value_that_is_not_asked_for_is_free_and_null_can_be_asked_for() -> None:
    assert Call(function="f").returns is UNSET
    assert judged([Call(function="f")], [CallResult("f", (), 99)]) == RIGHT
    assert judged([Call(function="f", returns=None)], [CallResult("f", (), None)]) == RIGHT
    assert sentences(judged([Call(function="f", returns=None)], [CallResult("f", (), 0)])) == [
        "f() returned 0, expected null"
    ]


def test_several_calls_are_each_judged() -> None:
    calls = [ADD, Call(function="add", args=(1, 1), returns=2), ADD]
    results = [CallResult("add", (2, 3), 1), CallResult("add", (1, 1), 2), CallResult("add", (2, 3), 0)]
    assert sentences(judged(calls, results)) == ["add(2, 3) returned 1, expected 5", "add(2, 3) returned 0, expected 5"]


def test_repeated_calls_are_reported() -> None:
    call = Call(function="next", repeat=3, returns=1)
    assert sentences(judged([call], [CallResult("next", (), 2)])) == ["next(), called 3 times, returned 2, expected 1"]


AFTER = Call(function="swap", args=([1, 2],), after=([2, 1],))


def test_changed_arguments() -> None:
    assert judged([AFTER], [CallResult("swap", ([1, 2],), None, ([2, 1],))]) == RIGHT
    found = judged([AFTER], [CallResult("swap", ([1, 2],), None, ([1, 2],))])
    (finding,) = found.findings
    assert sentence(finding) == "swap([1, 2]) leaves argument 1 as it was"
    assert (finding.where.part, finding.expected, finding.actual) == ("arguments", b"[2, 1]", b"[1, 2]")


def test_an_argument_that_has_to_stay_is_said_to() -> None:
    call = Call(function="isSolution", args=([0, 1, 2],), after=([0, 1, 2],))
    found = judged([call], [CallResult("isSolution", ([0, 1, 2],), returned=True, after=([0, 2, 4],))])
    assert sentences(found) == ["isSolution([0, 1, 2]) must leave argument 1 as it was"]


def test_an_argument_may_be_open() -> None:
    call = Call(function="f", args=([1, 2], 3), after=(["*", 9], "*"))
    assert judged([call], [CallResult("f", ([1, 2], 3), None, ([7, 9], 0))]) == RIGHT
    assert sentences(judged([call], [CallResult("f", ([1, 2], 3), None, ([7, 8], 0))])) == [
        "after f([1, 2], 3) argument 1 is not what it must be"
    ]


@pytest.mark.parametrize(("expected", "free"), [(["*", 1, 2], [0]), ([7, 1, 2], None)])
def test_which_items_of_an_argument_may_be_anything_is_noted(expected: list[Any], free: list[int] | None) -> None:
    call = Call("next", args=([7, 2, 1],), after=(expected,))
    case = Case(name="n", clause="c", calls=(call,))
    report = CallsReport((CallResult("next", ([7, 2, 1],), after=([7, 2, 1],)),))
    (finding,) = judge_calls(case, report, Context(Run(), {})).findings
    assert finding.params.get("free_items") == free


def test_of_a_table_the_first_wrong_square_is_reported_and_what_is_open_is_shown_as_it_came() -> None:
    call = Call(function="place", args=("$B", 1), after=(["*", [1, 1], [0, -1]], 1))
    (finding,) = judged([call], [CallResult("place", ("$B", 1), None, ([[5, 5], [1, 1], [-1, -1]], 1))]).findings
    assert sentence(finding) == "after place(B, 1) B is not what it must be: B[2][0] is -1 and must be 0"
    assert (finding.expected, finding.actual) == (b"[5, 5]\n[1, 1]\n[0, -1]", b"[5, 5]\n[1, 1]\n[-1, -1]")
    (message,) = sentences(judged([call], [CallResult("place", ("$B", 1), None, ([[5, 5], [1]], 1))]))
    assert message == "after place(B, 1) B is not what it must be"


@pytest.mark.parametrize(
    ("after", "text"),
    [
        ([[0, 0], [0, 0]], "place(B, 1) leaves B as it was"),
        ([[0, 1], [0, 0]], "place(B, 1) does not change B[1][0]; B[1][0] is 0 and must be -1"),
        ([[1, 1], [-1, 0]], "place(B, 1) also changes B[0][0]: B[0][0] is 1 and must be 0"),
        ([[1, 1], [0, 0]], "place(B, 1) changes B[0][0] and not B[1][0]; B[0][0] is 1 and must be 0"),
        ([[0, 2], [-1, 0]], "after place(B, 1) B is not what it must be: B[0][1] is 2 and must be 1"),
    ],
)
def test_what_a_call_changes_in_a_table_and_what_it_leaves_is_reported(after: list[list[int]], text: str) -> None:
    call = Call(function="place", args=("$B", 1), after=([[0, 1], [-1, 0]], "*"))
    came = CallResult("place", ("$B", 1), None, (after, 1))
    assert sentences(judged([call], [came], let={"B": [[0, 0], [0, 0]]})) == [text]


@pytest.mark.parametrize(
    ("returned", "after", "is_copy"),
    [
        ([[7, 7], [1, -1]], [[0, 0], [0, 0]], True),
        ([[0, 0], [1, 0]], [[0, 0], [0, 0]], False),  # what is returned is wrong, too
        ([[7, 7], [1, -1]], [[0, 0], [0, 1]], False),  # the argument is changed
        (None, [[0, 0], [0, 0]], False),
    ],
)
def test_a_call_that_changes_a_copy_and_returns_it_is_said_to_do_so(
    returned: object, after: list[list[int]], is_copy: bool
) -> None:
    call = Call(function="place", args=("$B", 1), after=(["*", [1, -1]], "*"))
    came = CallResult("place", ("$B", 1), returned, (after, 1))
    (message,) = sentences(judged([call], [came], let={"B": [[0, 0], [0, 0]]}))
    said = "place(B, 1) returns what B must become, but leaves B as it was: change B itself, not a copy"
    assert (message == said) is is_copy


def test_a_number_that_is_returned_and_not_changed_is_no_copy() -> None:
    call = Call(function="increase", args=(1,), after=(2,))
    (message,) = sentences(judged([call], [CallResult("increase", (1,), 2, (1,))]))
    assert message == "increase(1) leaves argument 1 as it was"


def test_arguments_that_nobody_reported_are_never_taken_for_right() -> None:
    assert judged([Call(function="f", after=("*",))], [CallResult("f")]) == RIGHT
    (message,) = sentences(judged([AFTER], [CallResult("swap", ([1, 2],))]))
    assert message == "after swap([1, 2]) argument 1 is not what it must be: nothing is known of it"


def test_what_a_call_prints() -> None:
    call = Call(function="show", stdout="(1, 2)\n")
    assert judged([call], [CallResult("show", stdout=b"(1, 2)\n")]) == RIGHT
    (finding,) = judged([call], [CallResult("show", stdout=b"(1,2)\n")]).findings
    assert sentence(finding).startswith("show(): ")
    assert in_words(finding).startswith("stdout of the call, line")


def test_what_is_not_asked_for_may_be_printed() -> None:
    assert judged([ADD], [CallResult("add", (2, 3), 5, stdout=b"debug\n")]) == RIGHT


@pytest.mark.parametrize("name", ["ValueError", "*"])
def test_an_exception_that_must_come(name: str) -> None:
    call = Call(function="f", raises=name)
    assert judged([call], [CallResult("f", raised="ValueError", message="no")]) == RIGHT
    assert sentences(judged([call], [CallResult("f")])) == [f"f() must raise {name} and did not"]


@pytest.mark.parametrize("wanted", [None, "KeyError"])
def test_an_exception_that_must_not_come_is_a_run_time_error(wanted: str | None) -> None:
    found = judged([Call(function="f", raises=wanted)], [CallResult("f", raised="ValueError", message="no such row")])
    assert (found.verdict, sentences(found)) == (
        Verdict.RTE,
        ["f() raised ValueError: no such row" + ("; it must raise KeyError" if wanted else "")],
    )


def test_an_exception_without_a_text() -> None:
    assert sentences(judged([ADD], [CallResult("add", (2, 3), raised="KeyError")])) == ["add(2, 3) raised KeyError"]


def test_a_function_that_is_not_there() -> None:
    found = judged([ADD, ADD], [CallResult("", missing="there is no function add"), GAVE])
    assert (found.verdict, sentences(found)) == (Verdict.WA, ["there is no function add"])
    assert found.absent


@pytest.mark.parametrize(
    ("missing", "params"),
    [
        ("there is no function f or g", {"what": "function", "function": "f or g"}),
        ("there is no function f in a b.py", {"what": "function", "function": "f", "file": "a b.py"}),
        (
            "there is no function f in p.py; the class Solver has one, but it must be a function of the module",
            {"what": "function", "function": "f", "file": "p.py", "class_name": "Solver"},
        ),
        (
            "there is no function f in p.py (p.py ended early: ValueError: oh)",
            {
                "what": "function",
                "function": "f",
                "file": "p.py",
                "more": " (p.py ended early: ValueError: oh)",
                "detail": "driver-ended-early",
                "error": "ValueError: oh",
            },
        ),
        (
            "there is no predicate hue/1; there is hue/2, hue/3, with another number of arguments; Prolog said: x",
            {
                "what": "predicate",
                "function": "hue/1",
                "others": "hue/2, hue/3",
                "more": "; Prolog said: x",
                "detail": "driver-said",
                "error": "x",
            },
        ),
        ("there is no compiled class in the submission", {"what": "compiled class"}),
    ],
)
def test_what_is_missing_is_reported_by_its_parts(missing: str, params: dict[str, str]) -> None:
    found = judged([ADD], [CallResult("", missing=missing)])
    (finding,) = found.findings
    assert (finding.kind, dict(finding.params)) == ("function-missing", params)
    assert sentence(finding) == missing
    assert found.absent


def test_of_many_spellings_that_were_looked_for_the_first_is_reported() -> None:
    names = " or ".join(["getSnapshot", *(f"anotherName{number}" for number in range(40))])
    found = judged([ADD], [CallResult("", missing=f"there is no static method {names} in the class A")])
    assert sentences(found) == ["there is no static method getSnapshot in the class A"]


def test_a_function_that_cannot_be_called_so_is_not_absent() -> None:
    found = judged([ADD], [CallResult("", missing="add(String) cannot be called with (2, 3)")])
    assert (found.verdict, found.absent) == (Verdict.WA, False)


def test_a_process_that_ended_is_a_run_time_error_at_its_call() -> None:
    found = judged([ADD, Call(function="quit")], [GAVE], ended="the call ended the whole program (exit status 1)")
    assert found.verdict is Verdict.RTE
    assert sentences(found) == ["quit(): the call ended the whole program (exit status 1)"]


def test_a_process_that_ended_after_the_last_call_is_no_pass() -> None:
    found = judged([ADD], [GAVE], ended="the program crashed by signal 11")
    assert (found.verdict, sentences(found)) == (Verdict.RTE, ["add(2, 3): the program crashed by signal 11"])


@pytest.mark.parametrize(
    ("end", "verdict"),
    [
        ({"limit": "cpu"}, Verdict.TLE),
        ({"limit": "wall"}, Verdict.TLE),
        ({"limit": "memory"}, Verdict.MLE),
        ({"limit": "output"}, Verdict.OLE),
        ({"limit": "processes"}, Verdict.RTE),
        ({"limit": "what a student wrote"}, Verdict.RTE),
        ({"signal": 11}, Verdict.RTE),
        ({"status": 1}, Verdict.RTE),
    ],
)
def test_calls_that_end_at_a_limit_have_its_verdict(end: dict[str, str | int], verdict: Verdict) -> None:
    entry = Case(name="c", clause="right", calls=(ADD,))
    assert judge_calls(entry, CallsReport((), {}, "it ended", end), Context()).verdict is verdict


def test_too_much_that_calls_gave_is_over_the_output_limit() -> None:
    found = judged([ADD], [], ended="all that the calls returned and printed is too much")
    assert found.verdict is Verdict.OLE


@pytest.mark.parametrize(
    ("message", "verdict"), [("Java heap space", Verdict.MLE), ("unable to create native thread", Verdict.RTE)]
)
def test_a_heap_that_is_full_is_the_memory_limit(message: str, verdict: Verdict) -> None:
    assert judged([ADD], [CallResult("add", raised="OutOfMemoryError", message=message)]).verdict is verdict


@pytest.mark.parametrize(
    ("stopped", "verdict"), [("cpu", Verdict.TLE), ("wall", Verdict.TLE), ("output", Verdict.OLE), ("many", Verdict.WA)]
)
def test_a_search_that_does_not_end(stopped: str, verdict: Verdict) -> None:
    assert judged([ADD], [CallResult("add", solutions=(), stopped=stopped)]).verdict is verdict


@pytest.mark.parametrize("results", [[], [GAVE]])
def test_calls_that_nobody_reported_are_never_taken_for_right(results: list[CallResult]) -> None:
    found = judged([ADD, Call(function="late", returns=1)], results)
    assert found.verdict is Verdict.RTE
    assert sentences(found)[-1] in ("add(2, 3): it was not called", "late(): it was not called")


def test_fields() -> None:
    get = {"n": 8, "count": "*"}
    assert judged([ADD], [GAVE], fields={"n": 8, "count": 3}, get_fields=get) == RIGHT
    assert sentences(judged([ADD], [GAVE], fields={"n": 9}, get_fields=get)) == [
        "after the calls the field n is not what it must be",
        "there is no field count",
    ]
    (finding,) = judged([ADD], [GAVE], fields={"n": True, "count": 3}, get_fields={"n": 1}).findings
    assert (finding.expected, finding.actual) == (b"1 (int)", b"true (boolean)")


@pytest.mark.parametrize(
    ("came", "text"),
    [
        ([0, -1, 2], "after the calls rows[1] is -1 and must be 1"),
        ([5, -1, 2], "after the calls rows[0] is 5 and must be 0; 1 more element is wrong"),
        ([0, 1], "after the calls the field rows is not what it must be"),
        ("012", "after the calls the field rows is not what it must be"),
    ],
)
def test_the_first_wrong_element_of_a_field_is_named(came: Any, text: str) -> None:
    assert sentences(judged([ADD], [GAVE], fields={"rows": came}, get_fields={"rows": [0, 1, 2]})) == [text]


def test_a_function_of_checks_judges_the_results() -> None:
    asked: list[Any] = []

    def results(given: tuple[CallResult, ...], params: dict[str, object]) -> list[Finding]:
        asked.append((given, params))
        return [] if given[0].returned == 5 else [Finding("not five")]

    functions = {"five": results}
    assert judged([Call(function="add")], [GAVE], results="five", functions=functions) == RIGHT
    assert asked == [((GAVE,), {"n": 4})]
    found = judged([Call(function="add")], [CallResult("add", (), 6)], results="five", functions=functions)
    assert (found.verdict, sentences(found), found.kept) == (Verdict.WA, ["not five"], 0.0)


@pytest.mark.parametrize("case", [{"ended": "it crashed"}, {}])
def test_that_function_never_sees_results_that_are_none(case: dict[str, Any]) -> None:
    """It would fail on them, and that would be called our fault."""

    def results(given: tuple[CallResult, ...], _params: object) -> list[Finding]:
        return [Finding(str(given[0].returned + 1))]

    bad = CallResult("add", raised="ValueError")
    found = judged([Call(function="add")], [bad], results="five", functions={"five": results}, **case)
    assert found.verdict is Verdict.RTE
    assert "raised ValueError" in sentences(found)[0]


def test_odd_texts_of_a_student_can_be_written_to_a_report() -> None:
    odd = "\ud800\x00\x1b[31m"
    results = [
        CallResult(odd, (odd,), odd, (odd,), raised=None),
        CallResult(odd, raised=odd, message=odd),
        CallResult("", missing=odd),
    ]
    for result in results:
        found = judged([Call(function="f", args=(1,), returns=1, after=(1,))], [result])
        assert found.verdict is not Verdict.AC
        for finding in found.findings:
            assert sentence(finding).encode()


def test_a_field_of_a_kept_object_is_reported_without_a_call() -> None:
    look = Call(of="$shelf", fields={"books": []})
    (text,) = sentences(judged([look], [CallResult("", (), None, fields={"books": ["y"]})]))
    assert text == 'the field books of shelf is ["y"], expected []'


def test_a_call_that_ends_the_program_is_explained_by_what_leaves_a_function() -> None:
    (finding,) = judged([ADD], [replace(GAVE, raised="SystemExit", message="None")]).findings
    assert translator().explanation(finding) == "exit() ends the whole program; return leaves a function alone."


def test_of_a_huge_value_only_what_is_around_the_difference_is_kept() -> None:
    value = "x" * 1_000_000
    call = Call(function="f", returns=value + "a")
    (finding,) = judged([call], [CallResult("f", (), value + "b")]).findings
    assert finding.expected is not None
    assert finding.actual is not None
    assert finding.expected.endswith(b'a"')
    assert finding.actual.endswith(b'b"')
    assert max(len(finding.expected), len(finding.actual)) < 300


@pytest.mark.parametrize(
    ("language", "shown", "returned"),
    [
        ("python", "f([True, None]) returned None, expected True", b"None"),
        ("java", "f([true, null]) returned null, expected true", b"null"),
    ],
)
def test_what_is_nothing_true_and_false_is_written_as_in_the_language(
    language: str, shown: str, returned: bytes
) -> None:
    case = Case("c", calls=(Call("f", args=([True, None],), returns=True),))
    report = CallsReport((CallResult("f", ([True, None],), None),))
    (finding,) = judge_calls(case, report, Context(Run()), drivers()[language].rules).findings
    assert (sentence(finding), finding.actual) == (shown, returned)


@pytest.mark.parametrize(
    ("expected", "actual", "alike"),
    [
        (True, 1, True),
        (False, 0, True),
        (1, True, True),
        (0, False, True),
        ([True, {"a": False}], [1, {"a": 0}], True),
        ({"!set": [True, 2]}, {"!set": [2, 1]}, True),
        (True, 0, False),
        (True, 2, False),
        (True, 1.0, False),
        (True, "1", False),
        (False, None, False),
        (1, "true", False),
        (2, True, False),
    ],
)
def test_a_number_for_truth_is_right_where_the_spec_says_so(*, expected: Any, actual: Any, alike: bool) -> None:
    result = CallResult("f", (), actual)
    assert judged([Call(function="f", returns=expected)], [result]).verdict is Verdict.WA
    lenient = judged([Call(function="f", returns=expected, truth="number")], [result])
    assert (lenient.verdict is Verdict.AC) is alike


def test_where_calls_are_only_counted_the_finding_is_on_their_cost() -> None:
    def again(*_: object) -> list[Finding]:
        return [Finding("f compares again", "the call")]

    def is_of_cost(**more: Any) -> list[bool]:
        counted = [CallResult("f", returned=1, reads=9)]
        found = judged([Call(function="f", **more)], counted, functions={"again": again}, results="again")
        return [OF_COST in finding.params for finding in found.findings]

    assert is_of_cost(reads="0..") == [True]
    assert is_of_cost() == is_of_cost(reads="0..", returns=1) == [False]


def test_a_text_with_an_address_is_shown_where_another_call_raised() -> None:
    calls = [Call(function="put"), Call(function="show")]
    show = CallResult("show", returned="[I@1b6d3586")
    found = judged(calls, [CallResult("put", raised="IllegalStateException"), show])
    assert [(finding.kind, finding.actual) for finding in found.findings][1:] == [("address-returned", b"[I@1b6d3586")]
    assert sentences(found)[1] == 'show() returned "[I@1b6d3586"'
    assert judged(calls, [CallResult("put"), show]) == RIGHT
