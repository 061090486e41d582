"""A hint says nothing that the cases which passed contradict."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from harness.judge.messages.translator import translator
from harness.model.finding import HINT, Finding, Parameter, Place
from harness.model.grade import CaseGrade, Grade
from harness.model.verdict import Verdict
from harness.reports.causes.cause import Cause
from harness.reports.causes.grouping import causes
from harness.reports.causes.hints import (
    all_right_functions,
    cleared_functions,
    hint_for,
    hint_of,
    narrowed,
    proven_functions,
)
from harness.reports.html.cause_view import cause_views
from harness.reports.text.cause import cause_lines
from harness.reports.text.lines import plain
from tests.support import course, loaded

SPEC = """\
title: Queens
language: python
clauses:
  count:
    text: The number is right.
    points: 5
    hint: isSafe may overlook an attack. Or the search leaves a row out. Call isSafe before a queen is placed.
  safe: {text: isSafe is right., points: 5}
cases:
  - {name: run, clause: count, args: ["4"], stdout: "2\\n"}
  - {name: safe-1, clause: safe, calls: [{function: isSafe|is_safe, args: [1], returns: true}]}
  - {name: safe-2, clause: safe, calls: [{function: isSafe|is_safe, args: [2], returns: false}]}
  - {name: other, clause: safe, calls: [{function: place, args: [2], returns: 1}]}
"""
WRONG = Finding.of("line-differs", Place(stream="stdout", line=1), b"2\n", b"3\n", line=1)
CASE = CaseGrade("run", "count", Verdict.WA, 0.0, 5.0, (WRONG,))


def test_a_function_is_proven_where_no_case_that_calls_it_fails(tmp_path: Path) -> None:
    assignment = loaded(course(tmp_path, SPEC))
    assert proven_functions(["safe-1", "safe-2"], assignment) == ("isSafe", "is_safe")
    assert proven_functions(["safe-1", "other"], assignment) == ("place",)


def test_a_course_names_the_hint_that_says_more_than_that_of_the_kind(tmp_path: Path) -> None:
    hints = "    hints: {RTE: Kind., WA: Wrong., TLE: Named.}\n"
    spec = SPEC.replace("    points: 5\n    hint: isSafe", f"    points: 5\n{hints}    hint: isSafe", 1)
    assignment = loaded(course(tmp_path, spec))
    shown = {key: Finding("no", kind="RTE", params={HINT: key} if key else {}) for key in ("TLE", "other", "")}
    said = {key: hint_for(replace(CASE, findings=(finding,)), assignment) for key, finding in shown.items()}
    assert said == {"TLE": "Named.", "other": "Kind.", "": "Kind."}


def test_a_hint_does_not_suspect_a_function_whose_tests_pass(tmp_path: Path) -> None:
    assignment = loaded(course(tmp_path, SPEC))
    passed = ["safe-1", "safe-2"]
    assert hint_for(CASE, assignment, passed) == "The search leaves a row out. Call isSafe before a queen is placed."
    assert cleared_functions(CASE, assignment, passed) == ("isSafe",)
    assert hint_for(CASE, assignment, ["safe-1"]) == hint_for(CASE, assignment) == assignment.clauses["count"].hint
    assert cleared_functions(CASE, assignment, ["safe-1"]) == ()


@pytest.mark.parametrize(
    ("call", "returned", "passed", "line"),
    [
        ("isSafe(1)", "false", ("safe-2", "other"), "isSafe is right in safe-2."),
        ("is_safe(1)", "false", ("safe-2",), "is_safe is right in safe-2."),
        ("isSafe(1)", "false", ("other",), ""),
        ("isSafe(1)", "3", ("safe-2",), ""),
    ],
)
def test_where_a_yes_or_no_is_right_is_said_beside_where_it_is_wrong(
    tmp_path: Path, call: str, returned: str, passed: tuple[str, ...], line: str
) -> None:
    finding = Finding.of("wrong-return", Place(part="returned-value"), b"1", returned.encode(), call=call, wanted="1")
    of_all = replace(finding, params={**finding.params, "all_calls": 9})
    for shown, wanted in ((finding, line), (of_all, "")):  # what holds for all calls needs no cases that are right
        cause = Cause((CaseGrade("safe-1", "safe", Verdict.WA, 0.0, 5.0, (shown,)),), passed=passed)
        lines = plain(cause_lines(cause, 1, loaded(course(tmp_path, SPEC)), translator()))
        assert [text.strip() for text in lines if "is right in" in text] == [wanted] * bool(wanted)


def test_only_where_every_tested_function_is_right_the_fault_is_elsewhere(tmp_path: Path) -> None:
    assignment = loaded(course(tmp_path, SPEC))
    assert all_right_functions(["safe-1", "safe-2", "other"], assignment) == ("isSafe", "place")
    assert all_right_functions(["safe-1", "safe-2"], assignment) == ()


@pytest.mark.parametrize(("function", "is_said"), [("isSafe", False), ("Board::isSafe", False), ("main", True)])
def test_a_function_of_which_a_line_is_shown_is_not_called_right(
    tmp_path: Path, function: str, *, is_said: bool
) -> None:
    assignment = loaded(course(tmp_path, SPEC))
    where = Place(path="main.cpp", line=4, function=function, source=b"return place();")
    late = Finding.of("timed-out", where, used_s=3.0, limit_s=2.0)
    cause = Cause((CaseGrade("run", "count", Verdict.TLE, 0.0, 5.0, (late,)),), passed=("safe-1", "safe-2", "other"))
    text = " ".join(plain(cause_lines(cause, 1, assignment, translator())))
    assert ("The tests find no fault in" in text) == is_said


def test_a_call_of_which_nothing_is_expected_proves_nothing(tmp_path: Path) -> None:
    prepared = SPEC.replace(
        "calls: [{function: place, args: [2], returns: 1}]", "calls: [{function: start}, {function: place, returns: 1}]"
    )
    assignment = loaded(course(tmp_path, prepared))
    assert proven_functions(["other"], assignment) == ("place",)
    assert all_right_functions(["safe-1", "safe-2", "other"], assignment) == ("isSafe", "place")


@pytest.mark.parametrize(
    ("hint", "left"),
    [
        ("Look at isSafe. Print the board.", "Print the board."),
        ("isSafe must say false.", ""),
        ("isSafely is another name.", "isSafely is another name."),
        ("Print. Or isSafe is wrong. Or not.", "Print. Not."),
        ("isSafe must say true. It must not stop. Print the board.", "Print the board."),
        ("Print the board. It has 8 rows.", "Print the board. It has 8 rows."),
    ],
)
def test_sentences_about_a_right_function_are_left_out(hint: str, left: str) -> None:
    assert narrowed(hint, ["isSafe"]) == left


def test_a_second_hint_is_shown_only_when_it_is_asked_for(tmp_path: Path) -> None:
    deeper = SPEC.replace("    points: 5\n    hint:", "    points: 5\n    second_hint: Print each row.\n    hint:", 1)
    assignment = loaded(course(tmp_path, deeper))
    first = list(plain(cause_lines(Cause((CASE,)), 1, assignment, translator()), 200))
    assert any("(--hint 2 says more)" in line for line in first)
    assert not any("Print each row." in line for line in first)
    asked = list(plain(cause_lines(Cause((CASE,)), 1, replace(assignment, second_hints=True), translator()), 200))
    assert any("hint 2: Print each row." in line for line in asked)
    assert not any("--hint 2" in line for line in asked)
    (view,) = cause_views([Cause((CASE,))], assignment, translator())
    assert view.second_hint == "Print each row."


@pytest.mark.parametrize(
    ("error", "hint"),
    [
        ("ValueError: invalid literal for int()", "Catch it."),
        ("java.lang.ValueError: 5x", "Catch it."),
        ("IndexError: list index out of range", "Look at the line."),
        ("instantiation_error: =\\=/2: Arguments are not sufficiently instantiated", "Give it a value."),
    ],
)
def test_a_hint_may_be_for_one_exception(tmp_path: Path, error: str, hint: str) -> None:
    hints = "    hints: {ValueError: Catch it., instantiation_error: Give it a value., RTE: Look at the line.}\n"
    assignment = loaded(course(tmp_path, SPEC.replace("    points: 5\n", f"    points: 5\n{hints}", 1)))
    stopped = Finding.of("uncaught-exception", Place(stream="stderr"), error=error)
    assert hint_for(CaseGrade("run", "count", Verdict.RTE, 0.0, 5.0, (stopped,)), assignment) == hint


@pytest.mark.parametrize(
    ("function", "what", "is_said"),
    [("isSafe", "copy", False), ("isSafe", "and-or", True), ("place", "copy", True), ("", "copy", True)],
)
def test_a_note_on_a_wrong_function_is_referred_to_in_place_of_the_general_hint(
    tmp_path: Path, function: str, what: str, *, is_said: bool
) -> None:
    hinted = SPEC.replace("safe: {text: isSafe is right., ", "safe: {text: isSafe is right., hint: Go by hand., ")
    assignment = loaded(course(tmp_path, hinted))
    finding = Finding.of("wrong-return", Place(part="returned-value"), b"1", b"0", call="isSafe(1)", wanted="1")
    note = Finding.of("suspicious-code", Place(path="a.cc", line=3, function=function, source=b"f();"), what=what)
    wrong = CaseGrade("safe-1", "safe", Verdict.WA, 0.0, 5.0, (finding,))
    (cause,) = causes(Grade("ann", "sum", Verdict.WA, (wrong,), notes=(note,)))
    assert (hint_of(cause, assignment) == "Go by hand.") == is_said
    lines = [text.strip() for text in plain(cause_lines(cause, 1, assignment, translator()), 200)]
    assert ("The note on a.cc, line 3, may say why: fix that first." in lines) is not is_said


@pytest.mark.parametrize("callers", [("isSafe",), ("place",), ()])
def test_a_note_on_lost_changes_is_referred_to_by_the_functions_that_lack_them(
    tmp_path: Path, callers: tuple[str, ...]
) -> None:
    assignment = loaded(course(tmp_path, SPEC))
    finding = Finding.of("wrong-return", Place(part="returned-value"), b"1", b"0", call="isSafe(1)", wanted="1")
    place = Place(path="a.cc", line=3, function="put", source=b"f();")
    note = Finding.of("suspicious-code", place, what="copy", name="b", callers=callers)
    wrong = CaseGrade("safe-1", "safe", Verdict.WA, 0.0, 5.0, (finding,))
    (cause,) = causes(Grade("ann", "sum", Verdict.WA, (wrong,), notes=(note,)))
    lines = [text.strip() for text in plain(cause_lines(cause, 1, assignment, translator()), 200)]
    assert ("The note on a.cc, line 3, may say why: fix that first." in lines) is ("isSafe" in callers)


def test_no_note_is_referred_to_where_a_change_of_the_function_is_proven(tmp_path: Path) -> None:
    assignment = loaded(course(tmp_path, SPEC))
    finding = Finding.of("wrong-return", Place(part="returned-value"), b"1", b"0", call="isSafe(1)", wanted="1")
    place = Place(path="a.cc", line=3, function="isSafe", source=b"f();")
    note = Finding.of("suspicious-code", place, what="copy")
    change = Finding.of("one-change", place, old="f", new="g", does="other-name")
    wrong = CaseGrade("safe-1", "safe", Verdict.WA, 0.0, 5.0, (finding, change))
    (cause,) = causes(Grade("ann", "sum", Verdict.WA, (wrong,), notes=(note,)))
    lines = [*plain(cause_lines(cause, 1, assignment, translator()), 200)]
    assert any("Use `g` instead of `f`" in text for text in lines)
    assert not any("may say why" in text for text in lines)


@pytest.mark.parametrize(("came", "is_hinted"), [(b"[I@4a574795", False), (b"1 2 4", True)])
def test_what_is_said_of_an_address_says_what_to_do(tmp_path: Path, came: bytes, *, is_hinted: bool) -> None:
    """A hint for other texts would look for a loop that is not there."""
    assignment = loaded(course(tmp_path, SPEC))
    wrong = replace(CASE, findings=(Finding("rows are missing", Place(part="rows"), b"1 2 3", came),))
    (cause,) = causes(Grade("ann", "sum", Verdict.WA, (wrong,)))
    lines = [text.strip() for text in plain(cause_lines(cause, 1, assignment, translator()), 200)]
    assert any("where the array lies in memory" in text for text in lines) is not is_hinted
    assert any(text.startswith("hint:") for text in lines) is is_hinted


@pytest.mark.parametrize(
    ("function", "what", "name", "passed", "is_told"),
    [
        ("isSafe", "lost-answer", "place", (), True),
        ("Board::isSafe", "lost-answer", "place", (), True),
        ("is_safe", "lost-answer", "place", (), True),  # another name of it
        ("isSafe", "lost-answer", "place", ("safe-1", "safe-2"), False),  # it does what it has to
        ("isSafe", "lost-answer", "isSafe", ("safe-1", "safe-2"), True),  # but not what it returns to itself
        ("isSafe", "kept-elements", "b.resize(...)", ("safe-1", "safe-2"), True),  # on a new board it is right
        ("isSafe", "never-called", "isSafe", ("safe-1", "safe-2"), True),  # it is right, if only it were called
        ("isSafe", "and-or", "", (), False),  # it may well be meant
        ("place", "lost-answer", "isSafe", (), False),  # the hint does not suspect it
        ("", "lost-answer", "isSafe", (), False),
    ],
)
def test_an_output_refers_to_the_note_on_a_function_that_its_hint_suspects(
    tmp_path: Path, function: str, what: str, name: str, passed: tuple[str, ...], *, is_told: bool
) -> None:
    assignment = loaded(course(tmp_path, SPEC))
    note = Finding.of(
        "suspicious-code", Place(path="a.cc", line=3, function=function, source=b"f();"), what=what, name=name
    )
    right = (CaseGrade(name, "safe", Verdict.AC, 1.0, 1.0) for name in passed)
    (cause,) = causes(Grade("ann", "sum", Verdict.WA, (CASE, *right), notes=(note,)))
    lines = [text.strip() for text in plain(cause_lines(cause, 1, assignment, translator()), 200)]
    assert ("The note on a.cc, line 3, may say why: fix that first." in lines) is is_told
    assert any(text.startswith("hint:") for text in lines) is not is_told


def test_no_hint_says_what_to_change_to_a_function_that_changes_a_copy_rightly(tmp_path: Path) -> None:
    assignment = loaded(course(tmp_path, SPEC))
    left = Finding.of("wrong-argument", Place(part="arguments"), call="count(B)", variable="B", unchanged=True)
    copied = replace(left, params={"call": "count(B)", "variable": "B", "cause": "changes-copy"})
    assert hint_for(replace(CASE, findings=(left,)), assignment) == assignment.clauses["count"].hint
    assert hint_for(replace(CASE, findings=(copied,)), assignment) == ""


@pytest.mark.parametrize(
    ("is_alone", "hint", "is_told"),
    [(True, "Print it.", True), (True, "isSafe may be wrong.", False), (False, "Print it.", False)],
)
def test_the_only_cause_refers_to_a_note_where_its_hint_suspects_no_function(
    tmp_path: Path, hint: str, *, is_alone: bool, is_told: bool
) -> None:
    start, end = SPEC.index("isSafe may"), SPEC.index("\n  safe:")
    assignment = loaded(course(tmp_path, SPEC[:start] + hint + SPEC[end:]))
    place = Place(path="a.cc", line=3, function="readOption", source=b"a == b")
    note = Finding.of("suspicious-code", place, what="texts")
    other = CaseGrade("other", "safe", Verdict.WA, 0.0, 1.0, (Finding("another"),))
    grade = Grade("ann", "sum", Verdict.WA, (CASE, *([] if is_alone else [other])), notes=(note,))
    cause = next(cause for cause in causes(grade) if cause.case.name == "run")
    shown = " ".join(plain(cause_lines(cause, 1, assignment, translator()), 200))
    assert ("The note on a.cc, line 3, may say why" in shown) is is_told


@pytest.mark.parametrize(
    ("line", "said", "is_told"),
    [
        (3, {"shown": "equals(a, b)"}, False),
        (3, {"does": "removes"}, False),
        (3, {"about": ["equals"]}, False),
        (3, {"more": True}, False),
        (3, {}, True),
        (4, {"shown": "equals(a, b)"}, True),
    ],
)
def test_a_note_on_the_line_of_a_proven_change_is_not_referred_to(
    tmp_path: Path, line: int, said: dict[str, Parameter], *, is_told: bool
) -> None:
    start, end = SPEC.index("isSafe may"), SPEC.index("\n  safe:")
    assignment = loaded(course(tmp_path, f"{SPEC[:start]}Print it.{SPEC[end:]}"))
    place = Place(path="a.cc", line=3, function="readOption", source=b"a == b")
    note = Finding.of("suspicious-code", place, what="texts")
    change = Finding.of("one-change", replace(place, line=line), old="a == b", new="equals(a, b)", **said)
    case = replace(CASE, findings=(*CASE.findings, change))
    (cause,) = causes(Grade("ann", "sum", Verdict.WA, (case,), notes=(note,)))
    shown = " ".join(plain(cause_lines(cause, 1, assignment, translator()), 200))
    assert ("The note on a.cc, line 3, may say why" in shown) is is_told


REFUSING = """\
title: Sums
language: python
clauses: {sum: {text: It adds., points: 10}, list: {text: It lists., points: 10}}
cases:
  - {name: "sum-{n}", clause: sum, for: {n: [1, 2, 3]}, args: ["{n}"], stdout: {text: "{n}\\n"}}
  - {name: "list-{n}", clause: list, for: {n: [1, 2, 3]}, args: [-v, "{n}"], stdout: {text: "{n}\\n"}}
  - {name: both, clause: sum, args: [-v, "2"], stdout: {text: "2\\n"}}
"""


@pytest.mark.parametrize(
    ("source", "right", "is_told"),
    [
        (b'if option == "-v":', ("sum-1", "sum-2", "sum-3"), True),
        (b'if mode is "loud":', ("sum-1", "sum-2", "sum-3"), False),
        (b'if option == "-v":', (), False),  # the option may not be why
    ],
)
def test_a_program_that_refuses_an_option_refers_to_a_note_on_the_line_of_the_option(
    tmp_path: Path, source: bytes, right: tuple[str, ...], *, is_told: bool
) -> None:
    assignment = loaded(course(tmp_path, REFUSING))
    note = Finding.of("suspicious-code", Place(path="a.py", line=3, function="main", source=source), what="texts")
    refusal = Finding.of("usage-instead", Place(stream="stderr"), b"2\n", b"usage\n")
    wrong = {"list-1": "list", "list-2": "list", "list-3": "list", "both": "sum"}
    refused = (CaseGrade(name, clause, Verdict.WA, 0.0, 5.0, (refusal,)) for name, clause in wrong.items())
    passed = (CaseGrade(name, "sum", Verdict.AC, 1.0, 1.0) for name in right)
    (cause,) = causes(Grade("ann", "sum", Verdict.WA, (*refused, *passed), notes=(note,)))
    first, both = ([*plain(cause_lines(cause, 1, assignment, translator(), first=at), 200)] for at in (True, False))
    assert any(text.strip() == "The note on a.py, line 3, may say why." for text in first) is is_told
    assert any("may say why: fix that first." in text for text in both) is is_told


@pytest.mark.parametrize(
    ("failed", "finished", "hint"),
    [(("a", "b"), False, "Faster."), (("a",), False, ""), (("a",), True, "Faster.")],
)
def test_a_hint_on_speed_waits_until_it_is_known_whether_any_run_ends(
    tmp_path: Path, failed: tuple[str, ...], hint: str, *, finished: bool
) -> None:
    case = '  - {{name: {0}, clause: quick, stdin: "{0}", stdout: "1"}}\n'
    clauses = "clauses: {quick: {text: It is quick., points: 2, hints: {TLE: Faster.}}}\n"
    spec = f"title: Quick\nlanguage: python\n{clauses}cases:\n{case.format('a')}{case.format('b')}"
    assignment = loaded(course(tmp_path, spec))
    late = Finding.of("timed-out", used_s=3.0, limit_s=2.0, **({"finished": True} if finished else {}))
    cause = Cause((CaseGrade("a", "quick", Verdict.TLE, 0.0, 2.0, (late,)),), failed=failed)
    assert hint_of(cause, assignment) == hint
