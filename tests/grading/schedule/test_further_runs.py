"""A read without a test is looked for only where an output shows that it failed."""

from __future__ import annotations

import pytest

from harness.grading.child_requests.case_result import CaseResult
from harness.grading.schedule.further_runs import repeats_last
from harness.grading.verdicts.judgement import Judgement
from harness.model.finding import Finding, Place
from harness.model.verdict import Verdict


@pytest.mark.parametrize(
    ("expected", "actual", "is_repeated"),
    [
        (b"4 5 6", b"4 5 6 6", False),
        (b"4 5 6", b"4 5 6 5 6", True),
        (b"1\nno answer\n", b"1\nno answer\nno answer\n", True),
        (b"4 5 6", b"4 5 6 7", False),
        (b"4 5 6", b"4 5 5 6", False),
        (b"4 5 6", b"4 5 6", False),
        (b"", b"4", False),
    ],
)
def test_an_output_whose_last_part_comes_twice_is_seen(expected: bytes, actual: bytes, *, is_repeated: bool) -> None:
    finding = Finding.of("line-differs", Place(stream="stdout", line=1), expected, actual, line=1)
    for verdict in (Verdict.WA, Verdict.AC):
        outcome = CaseResult(Judgement(verdict, (finding,)))
        assert repeats_last(outcome) == (is_repeated and verdict is Verdict.WA)
