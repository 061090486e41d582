"""Whether a wrong output may follow from a wrong function: what the function does wrong must be able to show there."""

from __future__ import annotations

from collections.abc import Sequence

from harness.model.finding import LACKS_ANSWER, LAST_STEP, LOSES_NONE, OF_COST, REFUSES, Finding
from harness.model.grade import CaseGrade
from harness.model.verdict import Verdict
from harness.reports.causes.cause import Cause
from harness.reports.causes.faults import ending, is_build_failure, is_late, wrong_function

_OF_COST = ("wrong-read-count", "wrong-inferences", "stopped-at-inferences")
"""Kinds of findings on what a call took."""


def explaining(output: Cause, functions: Sequence[Cause]) -> tuple[str, ...]:
    """The functions from which an output may follow."""
    return tuple(dict.fromkeys(wrong_function(cause.finding) for cause in functions if _explains(cause, output)))


def comes_before_functions(output: Cause) -> bool:
    """Whether a right program is at no function yet where the output is wrong: it refuses, or it is only built."""
    return all(is_build_failure(case) or _is_refusal(case.findings[0]) for case in output.cases)


def is_of_cost(cause: Cause) -> bool:
    """Whether a function takes too much, and no value that it returns is said to be wrong."""
    firsts = [case.findings[0] for case in cause.cases]  # wrong values are said first
    return all(finding.params.get(OF_COST) or finding.kind in _OF_COST for finding in firsts)


def _is_refusal(finding: Finding) -> bool:
    """Whether a run must end with an error, or is about how the program is used: that is asked for, or came."""
    texts = ((text or b"").lstrip().lower() for text in (finding.expected, finding.actual))
    return bool(finding.params.get(REFUSES)) or any(text.startswith(b"usage") for text in texts)


def _explains(function: Cause, output: Cause) -> bool:
    """Whether an output may follow from a function.

    One that is right and takes too much explains late runs alone, one that comes to no end, or is wrong in its last
    step alone, those that were cut short; one that loses no answer explains no output that holds none. Of a fault that
    no output shows a course says so.
    """
    if all(case.findings[0].params.get("outcome") is False for case in function.cases):
        return False
    if output.finding.params.get(LACKS_ANSWER) and _loses_none(function):
        return False
    if is_of_cost(function):
        return any(map(is_late, output.cases))
    is_in_ends = all(case.verdict is Verdict.TLE or _is_of_last_step(case) for case in function.cases)
    return not is_in_ends or any(is_late(case) or ending(case) is not None for case in output.cases)


def _is_of_last_step(case: CaseGrade) -> bool:
    return any(finding.params.get(LAST_STEP) for finding in case.findings)


def _loses_none(cause: Cause) -> bool:
    """Whether all that is said of a function's answers is about faults that take away no right one."""
    said = [finding for case in cause.cases for finding in case.findings if finding.message]
    return bool(said) and all(finding.params.get(LOSES_NONE) for finding in said)
