"""What a worker asks its judging child to do with a student's bytes, and what follows when that takes too long."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import UNSET, Struct
from msgspec.structs import replace

from harness.checkers import Context, checker_of
from harness.diagnose.difference import describe
from harness.execute.case_result import CheckerFailed, as_checker_failure
from harness.execute.expectation import complete, expected_texts
from harness.execute.misnamed_functions import find_near_names
from harness.execute.source_places import with_places
from harness.files.scratch import read_bounded
from harness.judge.expectation import Expectation
from harness.judge.judge import judge
from harness.judge.judgement import RIGHT, Judgement
from harness.judge.streams import answer, place_in
from harness.judging.client import Exceeded, JudgingClient
from harness.model.errors import JudgeError
from harness.model.finding import Finding, from_course, with_few_pictures, with_short_texts
from harness.model.observation import Observation
from harness.model.patterns import alternatives
from harness.model.place import Place
from harness.model.result import CallResult, CallsReport
from harness.model.run import Run
from harness.model.value_rules import STRICT, ValueRules
from harness.model.verdict import Verdict
from harness.plan.recipe import BuildWays, find_ways
from harness.plan.start_commands import start_commands_of
from harness.sources.model import SourceRules
from harness.spec.assignment import Assignment, PlannedCase, expectations
from harness.spec.model import Case, Recipe

if TYPE_CHECKING:
    from harness.execute.driver_report import DriverReport
    from harness.execute.main_programs.base import MainProgram
    from harness.sources.parsed_sources import ParsedSources

Course = Mapping[str, Assignment]

LARGEST_SOURCE = 256 << 10
LARGEST_SOURCES = 4 << 20
"""Bytes of one source file, and of all files together, that are parsed. Of other files the beginning is read."""
MOST_FINDINGS = 200
"""Findings of one judgement that are kept; nobody reads more."""
_LIMITS = {"time": "in time", "memory": "within the memory allowed", "depth": "as it is nested too deeply"}


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
            return _few(tuple(map(from_course, function(self.runs))))


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
        from harness.judge.calls import judge_calls  # noqa: PLC0415 - in courses that call functions

        assignment = course[self.assignment]
        report = with_places(self.report, assignment.spec.language, self.files, self.folder)
        context = Context(Run(params=self.planned.values), assignment.functions)
        with as_checker_failure(self.planned):
            return _bounded(judge_calls(self.planned.case, report, context, self.rules))


class ReadReport(Struct, frozen=True):
    """Parse the report of a driver process."""

    content: bytes
    cases: Mapping[int, Case]

    def run(self, _course: object) -> DriverReport:
        """Return what the report says."""
        from harness.execute.driver_report import read_report  # noqa: PLC0415 - in courses that call functions

        return read_report(self.content, self.cases)


class JudgeSources(Struct, frozen=True):
    """Judge the sources of a submission by the rules of one case; they are parsed once for all its cases."""

    rules: SourceRules
    folder: Path
    files: tuple[str, ...]

    def run(self, _course: object) -> Judgement:
        """Return the judgement; one that needs review where a source is too large to be parsed."""
        from harness.sources.rules import judge_parsed  # noqa: PLC0415 - parsers, which few cases need

        parsed = _parsed(self.folder, self.files)
        if isinstance(parsed, Finding):
            return Judgement.because(Verdict.NR, parsed)
        findings = _few(judge_parsed(self.rules, parsed))
        return Judgement(Verdict.WA, findings, 0.0, comparable=False) if findings else RIGHT


class WriteMainProgram(Struct, frozen=True):
    """Write the program that makes the calls of a case again."""

    language: str
    case: Case
    report: CallsReport
    folder: Path
    files: tuple[str, ...]

    def run(self, _course: object) -> MainProgram | None:
        """Return the program; None where none can be written for these sources."""
        from harness.execute.main_programs import main_program  # noqa: PLC0415 - parsers, and only for what failed

        parsed = _parsed(self.folder, self.files)
        try:
            return None if isinstance(parsed, Finding) else main_program(self.language, self.case, self.report, parsed)
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
            return None  # whatever a source or a report holds: the judgement stands without this


class FindNearNames(Struct, frozen=True):
    """Find functions that are called in the place of required ones that are not there."""

    assignment: str
    folder: Path
    files: tuple[str, ...]

    def run(self, course: Course) -> dict[str, str]:
        """Map the names asked for to the submission's own."""
        return find_near_names(course[self.assignment].cases, self.folder, self.files)


class FindWays(Struct, frozen=True):
    """Find out how a submission is built and started."""

    assignment: str
    workdir: Path

    def run(self, course: Course) -> BuildWays:
        """Return the ways."""
        return find_ways(course[self.assignment], self.workdir)


class FindStartCommands(Struct, frozen=True):
    """Find the commands that start a built submission."""

    language: str
    recipe: Recipe
    folder: Path
    files: tuple[str, ...]
    """The files that were handed in."""

    def run(self, _course: object) -> tuple[tuple[str, ...], ...]:
        """Return the commands, best first; none where nothing says how it is started."""
        return tuple(start_commands_of(self.recipe, self.language, self.folder, self.files))


@lru_cache(maxsize=1)
def _parsed(folder: Path, files: tuple[str, ...]) -> ParsedSources | Finding:
    """The files of a submission for parsers, or why they are too large for any."""
    from harness.sources import cpp, java, python  # noqa: PLC0415 - parsers, which few cases need
    from harness.sources.parsed_sources import ParsedSources  # noqa: PLC0415

    suffixes = (*python.SUFFIXES, *java.SUFFIXES, *cpp.SUFFIXES)
    contents: dict[str, bytes] = {}
    for name in files:
        content = read_bounded(folder, name, LARGEST_SOURCE)
        if content is None:  # a build may have removed it
            continue
        if len(content) > LARGEST_SOURCE and name.lower().endswith(suffixes):
            return Finding.of("source-too-large", Place(part="source"), file=name, limit=LARGEST_SOURCE)
        contents[name] = content[:LARGEST_SOURCE]
    if sum(map(len, contents.values())) > LARGEST_SOURCES:
        return Finding.of("sources-too-large", Place(part="source"), limit=LARGEST_SOURCES)
    return ParsedSources(contents)


def _bounded(judgement: Judgement) -> Judgement:
    if not judgement.findings:
        return judgement
    return replace(judgement, findings=_few(judgement.findings))


def _few(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """The first findings, their texts cut, few pictures among them."""
    return with_few_pictures([with_short_texts(finding) for finding in findings[:MOST_FINDINGS]])


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
        judgement: Judgement = judging.call(request, submission)
    except (Exceeded, CheckerFailed) as error:
        return _judge_otherwise(judging, request, error, assignment)
    return judgement


def is_exactly_right(assignment: Assignment, observation: Observation, expectation: Expectation) -> bool:
    """Whether a run ended by itself and wrote exactly the expected texts, so that nothing has to be explained."""
    case, limits = expectation.planned.case, expectation.limits
    if case.interactor:
        return False
    ended = observation.exit is not None and observation.ended_by is None and observation.stuck_at is None
    if not ended or observation.not_started or observation.stderr or case.cleans or case.exit not in (None, "any"):
        return False
    if observation.cpu_s > limits.cpu or observation.memory > limits.memory:
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
        findings: tuple[Finding, ...] = judging.call(request, submission)
    except (Exceeded, CheckerFailed) as error:
        empty = [replace(run, stdout=b"", stderr=b"", exit=0, files={}) for run in request.runs]
        return _review_unless_ours(judging, replace(request, runs=empty), error, request.planned)
    return Judgement(Verdict.WA, findings, 0.0) if findings else None


def judge_case_calls(judging: JudgingClient, submission: str, request: JudgeCalls) -> Judgement:
    """Judge the calls of one case in the judging child."""
    try:
        judgement: Judgement = judging.call(request, submission)
    except Exceeded as error:
        if not request.planned.case.results:
            return Judgement.fault(Verdict.WA, "calls-not-comparable", reason=error.reason)
        return _review_unless_ours(judging, _as_expected(request), error, request.planned)
    except CheckerFailed as error:
        return _review_unless_ours(judging, _as_expected(request), error, request.planned)
    return judgement


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


def read_driver_report(
    judging: JudgingClient, submission: str, content: bytes, cases: Mapping[int, Case]
) -> DriverReport:
    """Parse a driver's report; one that takes too long says nothing."""
    from harness.execute.driver_report import DriverReport  # noqa: PLC0415 - in courses that call functions

    try:
        report: DriverReport = judging.call(ReadReport(content, cases), submission)
    except Exceeded:
        return DriverReport()
    return report


def main_program_of(judging: JudgingClient, submission: str, request: WriteMainProgram) -> MainProgram | None:
    """Write the program in the judging child; None where none can be written, or not in time."""
    try:
        program: MainProgram | None = judging.call(request, submission)
    except Exceeded:
        return None
    return program


def judge_source_rules(judging: JudgingClient, submission: str, request: JudgeSources) -> Judgement:
    """Judge the sources; what cannot be parsed within the limits is no source that a person writes."""
    try:
        judgement: Judgement = judging.call(request, submission)
    except Exceeded as error:
        by_pattern = request.rules.mentions or request.rules.header  # the pattern is the course's
        verdict = Verdict.NR if by_pattern else Verdict.WA
        return Judgement.fault(verdict, "source-unreadable", Place(part="source"), reason=error.reason)
    return judgement


def ways_to_build(judging: JudgingClient, submission: str, request: FindWays) -> BuildWays:
    """Find out in the judging child how a submission is built."""
    try:
        ways: BuildWays = judging.call(request, submission)
    except Exceeded as error:
        return BuildWays(problem=Finding.of("files-unreadable", reason=error.reason))
    return ways


def commands_to_start(
    judging: JudgingClient, submission: str, request: FindStartCommands
) -> tuple[tuple[str, ...], ...]:
    """Find in the judging child the commands that start a submission; none where that takes too long."""
    try:
        commands: tuple[tuple[str, ...], ...] = judging.call(request, submission)
    except Exceeded:
        return ()
    return commands


def near_names_of(judging: JudgingClient, submission: str, request: FindNearNames) -> dict[str, str]:
    """Find near names in the judging child; none where that takes too long."""
    try:
        near_names: dict[str, str] = judging.call(request, submission)
    except Exceeded:
        return {}
    return near_names


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
    """A wrong answer told by its first difference alone, as why could not be found out; NR where no text is known."""
    case, texts = request.expectation.planned.case, expected_texts(assignment, request.expectation.planned)
    findings = []
    for part, _ in expectations(case):
        actual = answer(case, request.observation) if part == "stdout" else request.observation.files.get(part)
        actual = request.observation.stderr if part == "stderr" else actual
        expected = texts[part]
        if actual is not None and expected is not None and actual != expected:
            finding = describe(actual, expected)
            findings.append(replace(finding, where=place_in(part, finding.where)))
    if not findings:  # a pattern of the course's, which might fit
        return Judgement.fault(Verdict.NR, "not-judgeable", reason=error.reason)
    return Judgement(Verdict.WA, tuple(findings), 0.0, comparable=False)
