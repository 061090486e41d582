"""Judgements that a worker's judging child gives on a student's bytes, and what follows when that takes too long."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from harness.grading.child_requests.case_result import CheckerFailed, expected_texts
from harness.grading.child_requests.judge_requests import ExplainCrash, JudgeCalls, JudgeRun, JudgeRuns
from harness.grading.verdicts.ending import exceeded_limit
from harness.grading.verdicts.judgement import RIGHT, Expectation, Judgement
from harness.grading.verdicts.streams import answer, place_in
from harness.judge.checkers import Context, checker_of
from harness.judge.child.client import Exceeded, JudgingClient
from harness.judge.differences.difference import describe
from harness.model.errors import JudgeError
from harness.model.observation import Observation
from harness.model.patterns import alternatives
from harness.model.result import CallResult, CallsReport
from harness.model.verdict import Verdict
from harness.spec.format.assignment import Assignment, PlannedCase, expectations

_LIMITS = {"time": "in time", "memory": "within the memory allowed", "depth": "as it is nested too deeply"}


def judge_run(
    judging: JudgingClient, submission: str, assignment: Assignment, observation: Observation, expectation: Expectation
) -> Judgement:
    """Judge one run of a case in the judging child; what is right to the byte needs no child.

    Raises:
        JudgeError: when a function of the course fails on what is right, too.

    """
    if is_exactly_right(assignment, observation, expectation):
        return RIGHT
    bare = replace(expectation, context=Context(expectation.context.run, {}), texts={})
    request = JudgeRun(assignment.id, observation, bare)
    try:
        judgement = judging.call(request, submission)
    except (Exceeded, CheckerFailed) as error:
        return _judge_otherwise(judging, request, error, assignment)
    return _explained(
        judging, submission, judgement, observation.stderr, expectation.submitted_files, expectation.folder
    )


def _explained(
    judging: JudgingClient,
    submission: str,
    judgement: Judgement,
    trace: bytes,
    files: Collection[str],
    folder: Path | None,
) -> Judgement:
    """The judgement on a crash with what the sources say of it; as it was where that takes too long."""
    if folder is None or judgement.verdict is not Verdict.RTE:
        return judgement
    request = ExplainCrash(judgement, trace, tuple(files), folder)
    return judging.call_or(request, f"{submission} explained", judgement)


def is_exactly_right(assignment: Assignment, observation: Observation, expectation: Expectation) -> bool:
    """Whether a run ended by itself and wrote exactly the expected texts, so that nothing has to be explained."""
    case = expectation.planned.case
    if case.interactor:
        return False
    ended = observation.exit is not None and observation.stuck_at is None
    ended = ended and not observation.other_prompts
    statuses = case.exit if isinstance(case.exit, tuple) else (case.exit,)
    ended = ended and (case.exit in (None, "any") or observation.exit in statuses)
    if not ended or observation.not_started or observation.stderr or case.cleans:
        return False
    if exceeded_limit(observation, expectation.limits) is not None:
        return False
    texts = expected_texts(assignment, expectation.planned)
    for part, expected in expectations(case):
        checker = checker_of(expected)
        if checker.function_names() or not checker.accepts_equal():
            return False
        actual = answer(case, observation) if part == "stdout" else observation.files.get(part, observation.stderr)
        if not isinstance(actual, bytes) or actual != texts[part]:
            return False
    return True


def _judge_otherwise(
    judging: JudgingClient, request: JudgeRun, error: Exceeded | CheckerFailed, assignment: Assignment
) -> Judgement:
    """Return the judgement on an output that the child could not judge."""
    planned = request.expectation.planned
    parts = list(expectations(planned.case))
    if not any(checker_of(expected).function_names() for _, expected in parts):
        if isinstance(error, CheckerFailed):  # no function of the course is asked here
            raise JudgeError(f"{planned.location}: a checker of the harness failed: {error.reason}")
        return _plain_difference(request, assignment, error)
    texts = {part: text for part, text in expected_texts(assignment, planned).items() if isinstance(text, bytes)}
    right = Observation(request.observation.command, texts.get("stdout", b""), texts.get("stderr", b"") or b"", 0)
    run = replace(request.expectation.context.run, stdout=right.stdout, stderr=right.stderr, exit=0)
    expectation = replace(request.expectation, context=Context(run, {}))
    return _review_unless_ours(judging, JudgeRun(assignment.id, right, expectation), error, planned)


def judge_runs(judging: JudgingClient, submission: str, request: JudgeRuns) -> Judgement | None:
    """Judge all runs together; None when nothing is wrong."""
    try:
        findings = judging.call(request, submission)
    except (Exceeded, CheckerFailed) as error:
        empty = [replace(run, stdout=b"", stderr=b"", exit=0, files={}) for run in request.runs]
        return _review_unless_ours(judging, replace(request, runs=empty), error, request.planned)
    return Judgement(Verdict.WA, findings, 0.0) if findings else None


def judge_case_calls(judging: JudgingClient, submission: str, request: JudgeCalls) -> Judgement:
    """Judge the calls of one case in the judging child."""
    try:
        judgement = judging.call(request, submission)
    except Exceeded as error:
        checkers = [checker_of(expected) for _, expected in expectations(request.planned.case)]
        if not request.planned.case.results and not any(checker.function_names() for checker in checkers):
            return Judgement.fault(Verdict.WA, "calls-not-comparable", reason=error.reason)
        return _review_unless_ours(judging, _as_expected(request), error, request.planned)
    except CheckerFailed as error:
        return _review_unless_ours(judging, _as_expected(request), error, request.planned)
    return _explained(judging, submission, judgement, request.report.stderr, request.files, request.folder)


def _as_expected(request: JudgeCalls) -> JudgeCalls:
    """The same calls with the results that the spec expects."""
    results = tuple(
        CallResult(
            alternatives(call.function or call.new)[0],
            call.args,
            None if call.returns is UNSET else call.returns,
            call.args if call.after is None else call.after,
            fields=dict(call.fields),
        )
        for call in request.planned.case.calls
    )
    return replace(request, report=CallsReport(results, dict(request.planned.case.get_fields)))


def _review_unless_ours(
    judging: JudgingClient, request: Any, error: Exceeded | CheckerFailed, planned: PlannedCase
) -> Judgement:
    """A course's function that fails on what is right, too, is our fault; else a person has to look at the output.

    Raises:
        JudgeError: when the function fails on the right output.

    """
    try:
        judging.call(request)
    except CheckerFailed as failure:
        raise JudgeError(str(failure)) from None
    except Exceeded as excess:
        text = f"a function of checks.py does not end {_how(excess)}, on the expected output neither"
        raise JudgeError(f"{planned.location}: {text}") from None
    if isinstance(error, Exceeded):
        return Judgement.fault(Verdict.NR, "not-judgeable", reason=error.reason)
    return Judgement.fault(Verdict.NR, "check-failed", text=error.reason)


def _how(error: Exceeded) -> str:
    return _LIMITS.get(error.reason, "as that ends the process that tries")


def _plain_difference(request: JudgeRun, assignment: Assignment, error: Exceeded) -> Judgement:
    """A wrong answer, shown by its first difference alone, as why could not be found out; NR where no text is known."""
    case, texts = request.expectation.planned.case, expected_texts(assignment, request.expectation.planned)
    findings = []
    for part, checker in expectations(case):
        if not checker_of(checker).accepts_equal():
            continue  # another text than the expected one may be right
        actual = answer(case, request.observation) if part == "stdout" else request.observation.files.get(part)
        actual = request.observation.stderr if part == "stderr" else actual
        expected = texts[part]
        if actual is not None and expected is not None and actual != expected:
            finding = describe(actual, expected)
            findings.append(replace(finding, where=place_in(part, finding.where)))
    if not findings:  # a pattern of the course's, which might fit
        return Judgement.fault(Verdict.NR, "not-judgeable", reason=error.reason)
    return Judgement(Verdict.WA, tuple(findings), 0.0, comparable=False)
