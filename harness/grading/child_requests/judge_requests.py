"""What a worker asks its judging child to do with a student's bytes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from harness.grading.child_requests.case_result import as_checker_failure, complete, expected_texts
from harness.grading.child_requests.crash_causes import with_cause
from harness.grading.child_requests.crash_sources import with_sources
from harness.grading.child_requests.submitted_sources import with_missing, with_places
from harness.grading.verdicts.judge import judge
from harness.grading.verdicts.judgement import Expectation, Judgement
from harness.judge.checkers import Context
from harness.model.finding import Finding, from_course, with_few_pictures, with_short_texts
from harness.model.observation import Observation
from harness.model.result import STRICT, CallsReport, ValueRules
from harness.model.run import Run
from harness.spec.format.assignment import Course, PlannedCase

MOST_FINDINGS = 200
"""Findings of one judgement that are kept; nobody reads more."""


class JudgeRun(Struct, frozen=True):
    """Judge one run of a case."""

    assignment: str
    observation: Observation
    expectation: Expectation
    """Without the functions and the expected texts, which the child has itself."""

    def run(self, course: Course) -> Judgement:
        """Return the judgement; CheckerFailed when a function of the course fails on this output."""
        expectation = complete(self.expectation, course[self.assignment], self.observation)
        with as_checker_failure(expectation.planned):
            return _bounded(judge(self.observation, expectation))


class JudgeRuns(Struct, frozen=True):
    """Judge all runs of a case together, by a function of ``checks.py``."""

    assignment: str
    planned: PlannedCase
    runs: Sequence[Run]

    def run(self, course: Course) -> tuple[Finding, ...]:
        """Return the function's findings; CheckerFailed when it fails."""
        function = course[self.assignment].functions[self.planned.case.across]
        with as_checker_failure(self.planned):
            return limit_findings(tuple(map(from_course, function(self.runs))))


class JudgeCalls(Struct, frozen=True):
    """Judge the calls of one case."""

    assignment: str
    planned: PlannedCase
    report: CallsReport
    rules: ValueRules = STRICT
    files: Sequence[str] = ()
    """The files that were handed in, and the folder in which they are: places in them are named."""
    folder: Path | None = None

    def run(self, course: Course) -> Judgement:
        """Return the judgement; CheckerFailed when a function of the course fails on these results."""
        from harness.grading.verdicts.calls.calls import judge_calls, printed  # noqa: PLC0415 - in courses that call functions

        assignment = course[self.assignment]
        report = with_places(self.report, assignment.spec.language, self.files, self.folder)
        report = with_missing(report, self.files, self.folder)
        case = self.planned.case
        stdin = assignment.content(case.stdin)
        params = self.planned.values
        run = Run(printed(report), report.stderr, None, case.args, stdin, params, report.files)
        context = Context(run, assignment.functions)
        with as_checker_failure(self.planned):
            texts = expected_texts(assignment, self.planned)
            return _bounded(judge_calls(case, report, context, self.rules, texts))


class ExplainCrash(Struct, frozen=True):
    """Explain a judgement by what the sources say of a crash: a request of its own, as no mark depends on it."""

    judgement: Judgement
    trace: bytes
    files: Sequence[str]
    folder: Path

    def run(self, _course: object) -> Judgement:
        """Return the judgement with what is seen."""
        findings = tuple(with_cause(each, self.trace, self.files, self.folder) for each in self.judgement.findings)
        return _bounded(with_sources(replace(self.judgement, findings=findings), self.folder))


class ExplainCalls(Struct, frozen=True):
    """Explain a judgement of the calls of a case by the clauses of a Prolog program."""

    judgement: Judgement
    called: Sequence[str]
    files: Sequence[str]
    folder: Path | None

    def run(self, _course: object) -> Judgement:
        """Return the judgement with the cause, if one is seen."""
        from harness.grading.child_requests.prolog_causes import with_prolog_cause  # noqa: PLC0415 - for one language

        return _bounded(with_prolog_cause(self.judgement, self.called, self.files, self.folder))


def _bounded(judgement: Judgement) -> Judgement:
    if not judgement.findings:
        return judgement
    return replace(judgement, findings=limit_findings(judgement.findings))


def limit_findings(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """The first findings, their texts cut, few pictures among them."""
    return with_few_pictures([with_short_texts(finding) for finding in findings[:MOST_FINDINGS]])
