"""A student reads no names of cases, each thing once, and of a table the rows that are wrong."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from harness.judge.finding_kinds import ONE_CHANGE
from harness.judge.messages.translator import translator
from harness.model.finding import Finding, Parameter, Place
from harness.model.grade import CaseGrade, Grade
from harness.model.verdict import Verdict
from harness.reports.causes.cause import Cause
from harness.reports.document import Document
from harness.reports.text import cause_list
from harness.reports.text.other_cases import same_fault_lines
from harness.reports.text.screen import screen_text
from harness.sandbox.isolation.none import Unconfined
from tests.support import SUM, course, loaded

RUNS = f"""\
title: Sums
language: python
clauses:
  sum: {{text: It is a sum., points: 5, hint: Add., second_hint: Add it all.}}
  other: {{text: It is another., points: 5, hint: Add another., second_hint: Add it all.}}
cases:
  - {{name: word, args: [blah], clause: sum, stdout: "3"}}
  - {{name: none, args: [], clause: sum, stdout: "3"}}
  - {{name: option, args: ["-v", "x y"], clause: sum, stdout: "3"}}
  - {{name: long, args: ["{"9" * 40}"], clause: sum, stdout: "3"}}
  - {{name: file, args: [in], stdin: "1 2", clause: sum, stdout: "3"}}
  - {{name: last, args: ["1"], clause: other, stdout: "3"}}
"""


def text_of(tmp_path: Path, *cases: CaseGrade, spec: str = SUM, details: bool = False) -> str:
    grade = Grade("ann", "sum", Verdict.WA, cases, 0.0, 10.0)
    return screen_text(Document((grade,), Unconfined().level, {"sum": loaded(course(tmp_path, spec))}), details=details)


def wrong(name: str, *findings: Finding, clause: str = "sum") -> CaseGrade:
    return CaseGrade(name, clause, Verdict.WA, 0.0, 1.0, findings)


def returned(call: str) -> Finding:
    place = Place(part="returned-value")
    return Finding.of("wrong-return", place, b"1", b"2", call=call, returned="2", wanted="1")


def test_other_runs_are_shown_by_what_they_are_given_and_not_by_name(tmp_path: Path) -> None:
    cases = [wrong(name, Finding("it is wrong")) for name in ("word", "none", "option", "long", "file")]
    text = text_of(tmp_path, *cases, spec=RUNS)
    assert "also with the arguments (none), -v 'x y' and 2 more\n" in text
    assert "first seen" not in text
    assert "· 5 cases\n" in text
    with_names = text_of(tmp_path / "again", *cases, spec=RUNS, details=True)
    assert "first seen: word; also none, option, long, file\n" in with_names


def test_another_way_to_fail_is_shown_without_the_name_of_its_case(tmp_path: Path) -> None:
    way = Finding("it is wrong in another way", kind="other-way")
    cases = wrong("word", Finding("it is wrong", kind="way")), wrong("option", way)
    assert "also with -v 'x y': it is wrong in another way\n" in text_of(tmp_path, *cases, spec=RUNS)


def test_a_sentence_that_names_a_call_needs_no_other(tmp_path: Path) -> None:
    for number, (sentence, said) in enumerate([("f(2) is 5", "also: "), ("if(2) is odd", "also with f(1): ")]):
        other = Finding(sentence, kind="other", params={"call": "f(1)"})
        text = text_of(tmp_path / str(number), wrong("word", Finding("it is wrong")), wrong("none", other), spec=RUNS)
        assert f"{said}{sentence}\n" in text


def test_the_same_call_of_another_argument_is_shown_by_the_argument(tmp_path: Path) -> None:
    def left(name: str, before: str) -> CaseGrade:
        place, sides = Place(part="arguments"), (b"[1]", b"[2]")
        return wrong(name, Finding.of("wrong-argument", place, *sides, call="f(A)", variable="A", before=before))

    cases = left("first", "[0, 2, 1]"), left("second", "[0, 3, 2, 1]"), left("third", str([*range(99)]))
    assert "also with A = [0, 3, 2, 1] and 1 more\n" in text_of(tmp_path, *cases, spec=RUNS)
    assert "also with" not in text_of(tmp_path / "same", cases[0], left("second", "[0, 2, 1]"), spec=RUNS)


def test_of_several_calls_the_one_that_is_wrong_is_named(tmp_path: Path) -> None:
    def fails(name: str, row: int) -> CaseGrade:
        message = f"isSafe({row}) must return false: there is no queen"
        return wrong(name, Finding(message, Place(part="returned-value"), params={"call": "isSafe(9)"}))

    text = text_of(tmp_path, fails("first", 0), fails("second", 2), spec=RUNS)
    assert "also with isSafe(2)\n" in text


SAFE = """\
title: Safe
language: python
clauses:
  safe: {text: isSafe is right., points: 5}
cases:
  - {name: safe-1, clause: safe, calls: [{function: isSafe, args: [1], returns: true}]}
  - {name: safe-2, clause: safe, calls: [{function: isSafe, args: [2], returns: false}]}
"""


def test_in_how_many_tests_a_function_is_right_is_said_without_their_names(tmp_path: Path) -> None:
    finding = Finding.of("wrong-return", Place(part="returned-value"), b"1", b"false", call="isSafe(1)", wanted="true")
    right = CaseGrade("safe-2", "safe", Verdict.AC, 1.0, 1.0)
    text = text_of(tmp_path, wrong("safe-1", finding, clause="safe"), right, spec=SAFE)
    assert "isSafe is right in 1 other test.\n" in text
    assert "safe-2" not in text


def test_of_which_clauses_the_right_tests_of_a_function_are(tmp_path: Path) -> None:
    spec = """\
title: Safe
language: python
clauses:
  safe: {text: isSafe is right., points: 5}
  free: {text: isSafe is right on a free board., points: 5}
cases:
  - {name: safe-1, clause: safe, calls: [{function: isSafe, args: [1], returns: true}]}
  - {name: safe-2, clause: safe, calls: [{function: isSafe, args: [2], returns: false}]}
  - {name: free-1, clause: free, calls: [{function: isSafe, args: [3], returns: false}]}
  - {name: free-2, clause: free, calls: [{function: isSafe, args: [4], returns: false}]}
"""
    finding = Finding.of("wrong-return", Place(part="returned-value"), b"1", b"false", call="isSafe(1)", wanted="true")
    right = [CaseGrade(name, name[:4], Verdict.AC, 1.0, 1.0) for name in ("safe-2", "free-1", "free-2")]
    text = text_of(tmp_path, wrong("safe-1", finding, clause="safe"), *right, spec=spec)
    assert "isSafe is right in 3 other tests: 2 of free and 1 of safe.\n" in text


def test_that_there_is_a_second_hint_is_said_once(tmp_path: Path) -> None:
    cases = wrong("word", Finding("wrong", kind="a")), wrong("last", Finding("bad", kind="b"), clause="other")
    text = text_of(tmp_path, *cases, spec=RUNS)
    assert ("hint: Add. (--hint 2 says more)" in text, "hint: Add another.\n" in text) == (True, True)


def test_of_a_table_only_the_rows_that_are_wrong_are_shown(tmp_path: Path) -> None:
    params = {"call": "place(B, 1)", "variable": "B", "before": "[0, 0]\n[0, 0]\n[0, 0]"}
    place = Place(part="arguments")
    finding = Finding.of("wrong-argument", place, b"[0, 0]\n[1, 0]\n[0, 0]", b"[0, 0]\n[1, 0]\n[0, 2]", **params)
    assert (
        "       before   | B[2] = [0, 0]\n"
        "       expected | B[2] = [0, 0]\n"
        "       got      | B[2] = [0, 2]\n"
        "                             ^\n"
    ) in text_of(tmp_path, wrong("two", finding))
    longer = replace(finding, actual=b"[0, 0]\n[1, 0]\n[0, 0]\n[0, 0]")
    assert "B[2]" not in text_of(tmp_path / "longer", wrong("two", longer))


def test_what_else_is_seen_of_the_same_function_stands_without_its_name(tmp_path: Path) -> None:
    first = Finding.of("wrong-argument", Place(part="arguments"), b"[1, 0]", b"[2, 0]", call="place(B, 1)", number=1)
    where = Place(part="the arguments")
    second = Finding("the diagonal goes on", where, kind="past", params={"call": "place(B, 1)"})
    assert "\n       The diagonal goes on\n" in text_of(tmp_path, wrong("two", first, second))
    other = replace(second, params={"call": "remove(B, 1)"})
    assert "       and remove: the diagonal goes on\n" in text_of(tmp_path / "other", wrong("two", first, other))


def test_numbers_that_the_sentence_has_are_not_shown_again(tmp_path: Path) -> None:
    finding = Finding("f(B) returned 1, expected 10", expected=b"10", actual=b"1")
    assert "got " not in text_of(tmp_path, wrong("two", finding))
    assert "got " in text_of(tmp_path / "other", wrong("two", replace(finding, actual=b"1\n2")))


def test_an_exception_in_another_case_of_the_same_function_is_said(tmp_path: Path) -> None:
    left_out = Finding("one is left out", Place(part="solutions"), kind="left-out", params={"call": "place(1)"})
    raised = Finding.of("call-raised", Place(part="call"), call="place(2)", exception="type_error", text="no number")
    cases = wrong("one", left_out), replace(wrong("two", raised, clause="other"), verdict=Verdict.RTE)
    assert "also: place(2) raised type_error: no number\n" in text_of(tmp_path, *cases, spec=RUNS)


def test_a_change_that_is_proven_needs_no_more_evidence(tmp_path: Path) -> None:
    where = Place(path="q.py", line=3, source=b"x < n", marked=(2, 2))
    change = Finding.of(ONE_CHANGE, where, old="<", new="<=", does="other-comparison", direction="equal-too")
    left = Finding.of("wrong-field", Place(part="fields"), b"1", b"2", field="count")
    params = {"wanted": "true", "returned": "false"}
    place = Place(part="returned-value")
    returns = [Finding.of("wrong-return", place, b"1", b"false", call=f"isSafe({n})", **params) for n in range(6)]
    right = CaseGrade("safe-2", "safe", Verdict.AC, 1.0, 1.0)

    def said(name: str, *more: Finding, details: bool = False) -> str:
        cases = [wrong(f"case{n}", finding, left, *more, clause="safe") for n, finding in enumerate(returns)]
        return text_of(tmp_path / name, *cases[:2], *cases[3:], right, spec=SAFE, details=details)

    assert "also with isSafe(1), isSafe(3), isSafe(4) and 1 more\n" in said("proven", change)
    assert "also with isSafe(1), isSafe(3), isSafe(4), isSafe(5)\n" in said("open")
    for words in ("isSafe is right in", "       and "):
        assert (words in said("one", change), words in said("two")) == (False, True)
        assert words in said("three", change, details=True)


@pytest.mark.parametrize(("params", "is_said"), [({}, True), ({"unchanged": True}, False), ({"to_keep": True}, False)])
def test_how_an_argument_is_wrong_is_said_beside_a_proven_change(
    tmp_path: Path, params: dict[str, Parameter], *, is_said: bool
) -> None:
    where = Place(path="q.py", line=3, source=b"break", marked=(0, 4))
    change = Finding.of(ONE_CHANGE, where, old="break", new="", does="removes")
    place = Place(part="arguments")
    left = Finding.of("wrong-argument", place, b"[2, 1]", b"[3, 1]", call="f(A)", variable="A", **params)
    step = Finding("the pivot was swapped with 3", place, kind="wrong-swap", params={"call": "f(A)"})
    text = text_of(tmp_path, wrong("safe-1", left, step, change, clause="safe"), spec=SAFE)
    assert ("The pivot was swapped with 3" in text) == is_said


def test_that_a_line_differs_in_another_run_is_no_news(tmp_path: Path) -> None:
    differs = Finding.of("line-differs", Place(stream="stdout", line=1), b"3\n", b"x\n", line=1)
    longer = Finding("it is wrong", Place(stream="stdout"), b"3\n4\n5\n", b"x\ny\nz\n", kind="way")
    cases = wrong("word", longer), wrong("option", differs)
    assert "also with" not in text_of(tmp_path, *cases, spec=RUNS)
    assert "line 1 differs" in text_of(tmp_path / "all", *cases, spec=RUNS, details=True)


def test_nor_is_it_where_another_clause_is_charged_for_it(tmp_path: Path) -> None:
    where = Place(case="option", stream="stdout", line=1)
    differs = replace(Finding.of("line-differs", where, b"3\n", b"x\n", line=1), near_misses=("wording",))
    cause = Cause((wrong("word", Finding("it is wrong")), wrong("last", differs, clause="other")))
    assignment = loaded(course(tmp_path, RUNS))
    assert [*same_fault_lines(cause, assignment, translator(), brief=True)] == []


def test_a_student_reads_no_name_of_the_case_that_is_charged(tmp_path: Path) -> None:
    charged = Finding("it is wrong", Place(case="word", path="a.py", line=2, source=b"f(x)"), kind="way")
    change = Finding.of(ONE_CHANGE, Place(case="word", path="a.py", line=3, source=b"g(x)"), old="x", new="y")
    text = text_of(tmp_path, wrong("none", charged, change), spec=RUNS)
    assert "case word" not in text
    assert "Look at a.py, line 3:\n" in text


@pytest.mark.parametrize(
    ("finding", "hint", "said"),
    [
        (Finding("it is bad", Place(path="a.py", line=7, source=b"  f(x)")), "", "Look at a.py, line 7: f(x)\n"),
        (Finding("it is bad"), "Add it. " * 30, f"hint: {'Add it. ' * 6}"),
        (Finding("it is bad"), "", "see it: python3 sum.py 1\n"),
    ],
)
def test_a_fault_in_short_says_where_to_begin(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, finding: Finding, hint: str, said: str
) -> None:
    monkeypatch.setattr(cause_list, "MAX_LINES", 1)
    spec = RUNS.replace("hint: Add another., second_hint: Add it all.", f"hint: {hint}" if hint else "handout: H")
    second = replace(wrong("last", finding, clause="other"), score=0.5, reproduce="python3 sum.py 1")
    text = text_of(tmp_path, wrong("word", Finding("it is wrong")), second, spec=spec)
    assert "1 more in short" in text
    assert said in " ".join(text.split("\n             ")) + "\n"


@pytest.mark.parametrize(("gate", "costs"), [("", "costs 5 points in"), (", gate: true", "costs all points in")])
def test_what_takes_all_points_is_said_to(tmp_path: Path, gate: str, costs: str) -> None:
    spec = RUNS.replace("{text: It is a sum., points: 5", f"{{text: It is a sum., points: 5{gate}")
    failed = replace(wrong("word", Finding("it is wrong")), max_score=5.0)
    assert costs in text_of(tmp_path, failed, spec=spec)
