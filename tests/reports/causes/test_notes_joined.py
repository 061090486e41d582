"""A note on a default that holds again in a recursion is joined to the calls that give another value."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.model.finding import Finding, Place
from harness.model.grade import CaseGrade, Grade
from harness.model.verdict import Verdict
from harness.reports.causes.grouping import causes
from harness.reports.causes.hints import hint_of
from tests.support import course, loaded


@pytest.mark.parametrize(("mode", "is_joined"), [("verbose", True), ("normal", False)])
def test_a_default_that_the_call_gives_anyway_is_no_reason(mode: str, *, is_joined: bool) -> None:
    place = Place(path="queens.py", line=8, function="find", source=b"find(board, i + 1)")
    note = Finding.of("suspicious-code", place, what="dropped-default", name="mode", also="'normal'")
    returned = Finding.of("wrong-return", Place(part="returned-value"), b"2", b"1", call=f'find(B, 1, "{mode}")')
    wrong = CaseGrade("find-1", "find", Verdict.WA, 0.0, 5.0, (returned,))
    (cause,) = causes(Grade("ann", "queens", Verdict.WA, (wrong,), notes=(note,)))
    assert (cause.note is note) is is_joined


@pytest.mark.parametrize("is_shown", [True, False])
def test_the_same_draws_in_all_runs_are_joined_to_the_generator_that_hides_another(*, is_shown: bool) -> None:
    place = Place(path="a.cc", line=32, function="initBoard", source=b"mt19937 rng(time(0));")
    note = Finding.of("suspicious-code", place, what="hides-global", name="rng")
    same = Finding("12 runs drew the same.", Place(part="all runs"), params={"hides-global": is_shown})
    wrong = CaseGrade("random", "random", Verdict.WA, 0.0, 5.0, (same,))
    (cause,) = causes(Grade("ann", "board", Verdict.WA, (wrong,), notes=(note,)))
    assert (cause.note is note) is is_shown


@pytest.mark.parametrize("failed", [True, False])
def test_a_read_that_failed_is_joined_to_its_note_and_has_no_hint_on_it(tmp_path: Path, *, failed: bool) -> None:
    spec = "title: A\nlanguage: cpp\nclauses: {all: {text: All., points: 5, hint: Read in the condition.}}\n"
    assignment = loaded(course(tmp_path, f"{spec}cases:\n  - {{name: all, clause: all, stdout: '4'}}\n"))
    place = Place(path="a.cc", line=16, function="main", source=b"while (!cin.eof()) {")
    note = Finding.of("suspicious-code", place, what="untested-read", name="cin >> n")
    twice = Finding("4 was answered twice.", Place(part="answers"), b"4\n", b"4\n4\n", params={"read_failed": failed})
    wrong = CaseGrade("all", "all", Verdict.WA, 0.0, 5.0, (twice,))
    (cause,) = causes(Grade("ann", "sum", Verdict.WA, (wrong,), notes=(note,)))
    assert (cause.note is note, hint_of(cause, assignment)) == (failed, "" if failed else "Read in the condition.")
