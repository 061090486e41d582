"""Run one case of a built submission in each of its ways, judge every run, and count the best."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from harness.execute.built import Built
from harness.execute.case_result import CaseResult
from harness.execute.judge_in_child import judge_run, judge_runs
from harness.execute.judge_requests import JudgeRuns
from harness.execute.misnamed_functions import under_near_names
from harness.execute.observe_case import ObservedCase, case_limits, observe_case
from harness.execute.reproduce import command_line, reproduce_look
from harness.execute.source_requests import JudgeSources, judge_source_rules
from harness.execute.workspace import Workspace
from harness.judge.judge import has_answered, judge_built_files, over_time
from harness.judge.judgement import Judgement
from harness.model.errors import NeedsReview
from harness.model.grade import Timing
from harness.model.limits import ResolvedLimits
from harness.model.observation import Observation
from harness.model.run import Run
from harness.model.verdict import Verdict
from harness.spec.assignment import Assignment, PlannedCase
from harness.spec.model import InputWay

MOST_LATE_RUNS = 2
"""After so many runs of a case that exceeded its time limit no other way is tried."""
LARGEST_TOGETHER = 1 << 24
"""Bytes written by all the runs that are judged together; they are in memory at a time."""


def run_case(
    assignment: Assignment,
    planned: PlannedCase,
    built: Built,
    workspace: Workspace,
    cpu_limit_s: float | None = None,
    *,
    most_late_runs: int = MOST_LATE_RUNS,
) -> CaseResult:
    """Run and judge a case against a submission that was built.

    Args:
        assignment: the assignment of the case.
        planned: the case.
        built: the submission; its build must have worked.
        workspace: where scratch folders go.
        cpu_limit_s: CPU seconds in place of the case's own limit; None when the reference was not measured.
        most_late_runs: after so many runs over the time limit no other way is tried.

    Raises:
        JudgeError: when our side cannot judge: a tool is missing, ``checks.py`` fails, the disk is full.

    """
    try:
        return _run_case(
            assignment, under_near_names(planned, built.near_names), built, workspace, cpu_limit_s, most_late_runs
        )
    except NeedsReview as error:
        return CaseResult(Judgement.because(Verdict.NR, error.finding))


def _run_case(
    assignment: Assignment,
    planned: PlannedCase,
    built: Built,
    workspace: Workspace,
    cpu_limit_s: float | None,
    most_late_runs: int,
) -> CaseResult:
    """Run and judge a case; NeedsReview where the student's own choice keeps us from it."""
    case = planned.case
    if built.folder is None:
        raise ValueError("only a submission that was built can be run")
    if case.built:
        kinds = {name: kind for name in case.built if (kind := _kind(built.folder / name))}
        look = command_line(assignment, case.name, reproduce_look(assignment, case, built))
        return CaseResult(judge_built_files(case, kinds), reproduce=look)
    if case.lint is not None or case.tests is not None or case.source is not None:
        return CaseResult(_judge_handed_in(assignment, planned, built, workspace))
    if case.is_traced:
        from harness.execute import overflow, trace  # noqa: PLC0415 - few cases are traced

        run_traced = trace.run_traced if case.trace else overflow.run_for_overflow
        return run_traced(assignment, planned, built, workspace)
    if case.generate is not None:
        from harness.execute.generated import run_generated  # noqa: PLC0415 - few cases have generated inputs

        def judge_input(with_input: PlannedCase) -> CaseResult:
            return _run_ways(assignment, with_input, built, workspace, cpu_limit_s, most_late_runs)

        return run_generated(assignment, planned, workspace, judge_input)
    return _run_ways(assignment, planned, built, workspace, cpu_limit_s, most_late_runs)


def _run_ways(
    assignment: Assignment,
    planned: PlannedCase,
    built: Built,
    workspace: Workspace,
    cpu_limit_s: float | None,
    most_late_runs: int,
) -> CaseResult:
    """Run and judge a case in each of its ways, and count the best."""
    case = planned.case
    limits = case_limits(assignment, case, cpu_limit_s)
    if case.across:
        return _run_and_judge_together(assignment, planned, built, workspace, limits)
    results = []
    for way in case.attempts or (InputWay(),):
        observed = observe_case(assignment, planned, built, workspace, limits=limits, way=way)
        results.append(_judged(assignment, observed, workspace))
        if results[-1].judgement.verdict is Verdict.AC:
            return results[-1]
        if results[-1].waited or sum(result.over_time for result in results) >= most_late_runs:
            break
    return min(results, key=_rank)


def _judge_handed_in(assignment: Assignment, planned: PlannedCase, built: Built, workspace: Workspace) -> Judgement:
    """Judge sources by rules or a linter, or tests that a student wrote: his program is not run."""
    case = planned.case
    if case.lint is not None:
        from harness.execute.lint import judge_lint  # noqa: PLC0415 - few cases have one

        return judge_lint(assignment, planned, built, workspace)
    if case.source is None or built.folder is None:
        from harness.execute.student_tests import judge_student_tests  # noqa: PLC0415 - few cases have them

        return judge_student_tests(assignment, planned, built, workspace)
    request = JudgeSources(case.source, built.folder, tuple(built.intake.files))
    return judge_source_rules(workspace.judging, workspace.key, request)


def _rank(result: CaseResult) -> tuple[bool, bool, bool]:
    """Return a sort key, best result first: a comparable output, then any wrong answer, then a crash or a late run."""
    judgement = result.judgement
    return not judgement.comparable, judgement.verdict is not Verdict.WA, result.over_time


def _kind(path: Path) -> str | None:
    if path.is_symlink() or not path.is_file():
        return None
    return "executable" if path.stat().st_mode & 0o100 else "file"


def _run_and_judge_together(
    assignment: Assignment, planned: PlannedCase, built: Built, workspace: Workspace, limits: ResolvedLimits
) -> CaseResult:
    """Judge many runs one by one, the first wrong one decides; then all together by a function of ``checks.py``."""
    runs, last, written = list[Run](), None, 0
    for number in range(planned.case.runs):
        observed = observe_case(assignment, planned, built, workspace, limits=limits, number=number)
        last = _judged(assignment, observed, workspace)
        if last.judgement.verdict is not Verdict.AC:
            return last
        written += _size(observed.observation)
        if written > LARGEST_TOGETHER:
            return replace(last, judgement=Judgement.fault(Verdict.NR, "runs-too-large", limit=LARGEST_TOGETHER))
        runs.append(observed.expectation.context.run)
    if last is None:
        raise ValueError("a case has at least one run")
    together = judge_runs(workspace.judging, workspace.key, JudgeRuns(assignment.id, planned, tuple(runs)))
    return replace(last, judgement=together) if together is not None else last


def _size(observation: Observation) -> int:
    """Return the bytes that a run wrote."""
    return len(observation.stdout) + len(observation.stderr) + sum(map(len, observation.files.values()))


def _judged(assignment: Assignment, observed: ObservedCase, workspace: Workspace) -> CaseResult:
    observation, expectation = observed.observation, observed.expectation
    judgement = judge_run(workspace.judging, workspace.key, assignment, observation, expectation)
    timing = Timing(observation.cpu_s, observation.wall_s, expectation.limits.cpu, memory=observation.memory)
    late = over_time(observation, expectation.limits, expectation.planned.case)
    return CaseResult(judgement, timing, observed.reproduce, late, has_answered(observation, observed.case))
