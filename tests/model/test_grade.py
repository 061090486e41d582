from __future__ import annotations

import msgspec
import pytest

from harness.model.errors import EXIT_INTERRUPTED, JudgeError, SpecError, UsageError
from harness.model.finding import Finding
from harness.model.grade import CaseGrade, Grade
from harness.model.struct import Model
from harness.model.verdict import Verdict


@pytest.mark.parametrize(
    ("verdict", "complete"), [(verdict, verdict.name not in ("JE", "NR", "SK")) for verdict in Verdict]
)
def test_a_grade_is_complete_when_every_case_has_a_verdict_of_the_students_own(
    verdict: Verdict, complete: bool
) -> None:
    cases = (CaseGrade("one", "clause", Verdict.AC), CaseGrade("two", "clause", verdict))
    assert Grade("ann", "sum", verdict, cases).complete is complete


def test_exit_statuses_are_the_documented_ones() -> None:
    assert (UsageError.exit_status, SpecError.exit_status, JudgeError.exit_status, EXIT_INTERRUPTED) == (2, 2, 3, 130)


def test_the_verdicts_are_those_that_judges_know() -> None:
    assert {verdict.name for verdict in Verdict} == {
        "AC",
        "WA",
        "RTE",
        "TLE",
        "MLE",
        "OLE",
        "CE",
        "NS",
        "NR",
        "JE",
        "SK",
    }


def test_records_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        Finding("x").message = "y"  # type: ignore[misc]


def test_a_model_refuses_a_key_that_it_does_not_know() -> None:
    class Point(Model, frozen=True):
        x: int

    with pytest.raises(msgspec.ValidationError, match="unknown field `y`"):
        msgspec.convert({"x": 1, "y": 2}, Point)
