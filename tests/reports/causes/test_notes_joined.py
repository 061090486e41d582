"""A note on a default that holds again in a recursion is joined to the calls that give another value."""

from __future__ import annotations

import pytest

from harness.model.finding import Finding, Place
from harness.model.grade import CaseGrade, Grade
from harness.model.verdict import Verdict
from harness.reports.causes.grouping import causes


@pytest.mark.parametrize(("mode", "is_joined"), [("verbose", True), ("normal", False)])
def test_a_default_that_the_call_gives_anyway_is_no_reason(mode: str, *, is_joined: bool) -> None:
    place = Place(path="queens.py", line=8, function="find", source=b"find(board, i + 1)")
    note = Finding.of("suspicious-code", place, what="dropped-default", name="mode", also="'normal'")
    returned = Finding.of("wrong-return", Place(part="returned-value"), b"2", b"1", call=f'find(B, 1, "{mode}")')
    wrong = CaseGrade("find-1", "find", Verdict.WA, 0.0, 5.0, (returned,))
    (cause,) = causes(Grade("ann", "queens", Verdict.WA, (wrong,), notes=(note,)))
    assert (cause.note is note) is is_joined
