"""A test of a function that keeps its points says which function makes the outputs wrong from which it follows."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from harness.judge.finding_kinds import ONE_CHANGE
from harness.judge.messages.translator import translator
from harness.model.finding import Finding, Place
from harness.model.grade import CaseGrade, Grade
from harness.model.verdict import Verdict
from harness.reports.causes.cause import Cause
from harness.reports.causes.grouping import causes
from harness.reports.causes.hints import hint_of
from harness.reports.text.headline import what_it_did
from tests.support import course, loaded

SPEC = """\
title: Boards
language: python
clauses:
  board:
    {text: A board is drawn., points: 5, hint: Print each row. putQueen has to go on. drawBoard has to draw all.}
  none: {text: No board is drawn., points: 5}
cases:
  - {name: draws, clause: board, args: [], stdout: "3"}
  - {name: none, clause: none, args: [], stdout: "3"}
"""
BOARD = CaseGrade(
    "draws", "board", Verdict.WA, 0.0, 5.0, (Finding("a row is empty", Place(stream="stdout"), None, b"x"),)
)
NONE = CaseGrade("none", "none", Verdict.WA, 0.0, 4.0, (Finding("a board came", Place(stream="stdout"), None, b"y"),))


def waived(function: str, clause: str = "none") -> CaseGrade:
    of_call = Finding("It returned true, and no queen stands there.", params={"call": f"{function}(B)"})
    return CaseGrade(f"of-{function}", "put", Verdict.WA, 5.0, 5.0, (Finding.of("follows", clause=clause), of_call))


def found(*cases: CaseGrade) -> list[Cause]:
    return causes(Grade("ann", "boards", Verdict.WA, cases))


def after(*cases: CaseGrade) -> list[tuple[str, tuple[str, ...]]]:
    return [(cause.clue_function, cause.after) for cause in found(*cases)]


def test_the_first_output_names_the_function_and_the_others_may_follow(tmp_path: Path) -> None:
    tests = (waived("putQueen", "none"), waived("putQueen", "board"))
    assert after(BOARD, NONE, *tests) == [("putQueen", ()), ("", ("✘ 1",))]
    first, _ = found(BOARD, NONE, *tests)
    _, sentence = what_it_did(first, loaded(course(tmp_path, SPEC)), translator(), brief=True)
    said = "A call of putQueen alone is wrong as well (test of put). It returned true, and no queen stands there."
    assert sentence == said


def test_an_output_from_which_no_such_test_follows_is_another_fault() -> None:
    assert after(BOARD, NONE, waived("putQueen", "none")) == [("", ()), ("putQueen", ())]
    assert after(BOARD, NONE, waived("putQueen", "board")) == [("putQueen", ()), ("", ())]


def test_the_hint_suspects_no_other_function(tmp_path: Path) -> None:
    first, _ = found(BOARD, NONE, waived("putQueen", "board"))
    assert hint_of(first, loaded(course(tmp_path, SPEC))) == "Print each row. putQueen has to go on."


def test_nothing_is_said_of_several_functions_of_other_clauses_or_beside_what_shows_the_place() -> None:
    nothing = [("", ()), ("", ())]
    assert after(BOARD, NONE, waived("putQueen"), waived("isFree")) == nothing
    assert after(BOARD, NONE, waived("putQueen", "input")) == nothing
    assert after(BOARD, NONE, waived("7")) == nothing  # a number of calls, and no function
    change = Finding.of(ONE_CHANGE, Place(path="q.py", line=3), old="1", new="2")
    assert after(replace(BOARD, findings=(*BOARD.findings, change)), NONE, waived("putQueen")) == nothing
    wrong = Finding.of("wrong-return", Place(part="returned-value"), b"1", b"0", call="isFree(1)", wanted="1")
    function = CaseGrade("free", "free", Verdict.WA, 0.0, 5.0, (wrong,))
    assert [clue for clue, _ in after(BOARD, NONE, function, waived("putQueen"))] == ["", "", ""]


def test_tests_of_the_same_clause_that_are_right_are_counted(tmp_path: Path) -> None:
    put = "  put: {text: A queen is put., points: 5}\n"
    cases = "".join(
        f"  - {{name: put-{at}, clause: put, calls: [{{function: putQueen, args: [{at}], returns: {at}}}]}}\n"
        for at in (1, 2)
    )
    assignment = loaded(course(tmp_path, SPEC.replace("cases:\n", f"{put}cases:\n") + cases))
    right = (CaseGrade(f"put-{at}", "put", Verdict.AC, 5.0, 5.0) for at in (1, 2))
    first, *_ = found(BOARD, NONE, waived("putQueen", "none"), waived("putQueen", "board"), *right)
    _, sentence = what_it_did(first, assignment, translator(), brief=True)
    assert "is wrong as well (test of put; 2 other tests of it are right). It returned true" in sentence
