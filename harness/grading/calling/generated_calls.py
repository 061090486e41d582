"""What must come of calls that the spec does not hold: what the reference returns for them."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from harness.grading.calling.call_results import run_planned_calls
from harness.grading.calling.calls import call_all
from harness.grading.child_requests.case_result import CaseResult
from harness.grading.running.by_reference import Reference
from harness.grading.running.case_kind import Runner
from harness.grading.verdicts.calls.call_findings import describe_call
from harness.grading.verdicts.calls.equality import WILDCARD
from harness.model.errors import JudgeError
from harness.model.result import CallResult
from harness.spec.format.assignment import PlannedCase
from harness.spec.format.model import Call
from harness.spec.yaml.value_notation import TEXT


def run_drawn_calls(planned: PlannedCase, reference: Reference, runner: Runner) -> CaseResult:
    """Judge the calls of a case by what the reference returns, changes, prints and raises; its own keys come first.

    Raises:
        JudgeError: when the reference cannot make the calls, or is ended by one.

    """
    calls = _answered(planned, reference)
    whole = replace(planned, case=msgspec.structs.replace(planned.case, calls=calls))
    return run_planned_calls(runner.assignment, {0: whole}, runner.built, runner.workspace)[0]


def _answered(planned: PlannedCase, reference: Reference) -> tuple[Call, ...]:
    """The calls with what the reference does in each."""
    if reference.built.folder is None:
        raise ValueError("only a reference that was built can be called")
    batch = call_all(reference.assignment, {0: planned}, reference.built.folder, reference.workspace)
    report, calls = batch.reports[0], planned.case.calls
    missing = next((result.missing for result in report.results if result.missing), "")
    if report.ended or missing or len(report.results) < len(calls):
        shown = describe_call(calls[min(len(report.results), len(calls) - 1)])
        raise JudgeError(f"{planned.location}: the reference fails in {shown}: {report.ended or missing}")
    return tuple(_with_answer(call, result) for call, result in zip(calls, report.results, strict=True))


def _with_answer(call: Call, result: CallResult) -> Call:
    """A call with all that it does not say itself of what must come of it."""
    if result.raised is not None:
        return msgspec.structs.replace(call, raises=call.raises or result.raised)
    answers: dict[str, Any] = {}
    if result.solutions is not None:
        answers["solutions"] = _exactly(result.solutions)
    elif call.returns is UNSET:
        answers["returns"] = _exactly(result.returned)
    if call.after is None and any(isinstance(value, (list, dict)) for value in result.after):
        answers["after"] = _exactly(result.after)
    if call.stdout is None and result.stdout:
        answers["stdout"] = result.stdout.decode(errors="replace")
    return msgspec.structs.replace(call, **answers)


def _exactly(value: Any) -> Any:
    """A value that stands for itself: a text that would accept any value is tagged."""
    if isinstance(value, dict):
        return {key: _exactly(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)(map(_exactly, value))
    return {TEXT: value} if value == WILDCARD else value
