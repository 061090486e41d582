"""A number that got lost is the program's fault, with the line; what the program wrote itself is none."""

from __future__ import annotations

from typing import Any

import pytest

from harness.grading.calling.overflow import judge_lost_number
from harness.model.finding import NOWHERE, Place
from harness.model.verdict import Verdict


@pytest.mark.parametrize(("line", "place"), [(12, Place(line=12)), (-1, NOWHERE)])
def test_a_lost_number_is_reported_with_its_line(line: int, place: Place) -> None:
    judgement = judge_lost_number({"ended": True, "lost": "product", "value": 1 << 40, "line": line})
    assert judgement is not None
    (finding,) = judgement.findings
    assert (judgement.verdict, finding.kind, finding.where) == (Verdict.WA, "number-lost", place)
    assert finding.params["value"] == 1 << 40


@pytest.mark.parametrize(
    "facts",
    [
        {},
        {"ended": True},
        {"lost": "mind", "value": 1, "line": 1},
        {"lost": "sum", "value": "1", "line": 1},
        {"lost": ["sum"], "value": 1, "line": 1},
        {"lost": "sum", "value": 1, "line": None},
    ],
)
def test_what_is_no_report_of_ours_is_no_fault(facts: dict[str, Any]) -> None:
    assert judge_lost_number(facts) is None
