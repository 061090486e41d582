"""Count the calls of a student's functions during one run under the language's tracer; such runs are never timed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from msgspec.structs import replace

from harness.grading.building.built import Built
from harness.grading.calling.driver_process import run_prepare_command
from harness.grading.child_requests.case_result import CaseResult
from harness.grading.child_requests.judge_in_child import judge_run
from harness.grading.child_requests.source_requests import FindMissingLibrary
from harness.grading.running.observe_case import case_limits, check_tool, observe_case, start_commands, with_way
from harness.grading.running.reproduce import command_line, reproduce_run
from harness.grading.verdicts.calls.trace import judge_trace, not_callable
from harness.grading.verdicts.judgement import Expectation, Judgement
from harness.grading.workspace.workspace import Workspace
from harness.judge.checkers import Context
from harness.judge.finding_kinds import NOT_TRACEABLE
from harness.language.driver import Driver, NotCallable, OverflowDriver, drivers
from harness.model.errors import JudgeError
from harness.model.invocation import Invocation, ResolvedLimits
from harness.model.observation import Limit, Observation
from harness.model.output import StoredOutput
from harness.model.run import Run
from harness.model.verdict import Verdict
from harness.sandbox.files.scratch import copy_tree, prepare_new_file, read_bounded
from harness.spec.format.assignment import Assignment, PlannedCase
from harness.spec.format.model import Case, InputWay

_TIME_LIMITS = (Limit.CPU, Limit.WALL)
SLOWDOWN = 10
"""How many times longer a traced run may take."""
_LEAST_IDLE_S = 5.0
"""Seconds, or the case's own wall limit, after which a run that computes nothing is ended: no tracer slows waiting."""
REPORT = "trace.json"
_LARGEST_REPORT = 1 << 20
_LAST_BYTES = 5000
"""Bytes of stderr in which the last line is looked for."""


def run_traced(assignment: Assignment, planned: PlannedCase, built: Built, workspace: Workspace) -> CaseResult:
    """Run the case under the tracer and judge the call counts of the first way that gives the output of ``stdout``.

    Where no way gives it, or nothing is said about it, any way whose counts are right is accepted.

    Raises:
        JudgeError: when this machine lacks a tool, or the language has no tracer.

    """
    if planned.case.stdout is None:
        return first_accepted(planned, lambda way: _run_way(assignment, way, built, workspace).counted)
    results = []
    for way in ways_of(planned):
        run = _run_way(assignment, way, built, workspace)
        if run.observation is not None and _answers(assignment, way, run.observation, workspace):
            return run.counted
        results.append(run.counted)
    return next((result for result in results if result.judgement.verdict is Verdict.AC), results[0])


class _TracedRun(NamedTuple):
    """A run under the tracer."""

    counted: CaseResult
    """The result of its call counts."""
    observation: Observation | None = None
    """None if the program cannot be traced."""


def _answers(assignment: Assignment, planned: PlannedCase, observation: Observation, workspace: Workspace) -> bool:
    """Whether the run's output is what the case's ``stdout`` asks for."""
    judgement = judge_traced(assignment, planned, observation, workspace)
    return judgement.verdict is Verdict.AC


def judge_traced(
    assignment: Assignment, planned: PlannedCase, observation: Observation, workspace: Workspace
) -> Judgement:
    """Judge what a traced run printed, as that of any run."""
    case = planned.case
    stdout = b"" if isinstance(observation.stdout, StoredOutput) else observation.stdout
    run = Run(stdout, observation.stderr, observation.exit, case.args, b"", planned.values, observation.files)
    expectation = Expectation(planned, traced_limits(assignment, case), Context(run), {})
    return judge_run(workspace.judging, workspace.key, assignment, observation, expectation)


def ways_of(planned: PlannedCase) -> Iterator[PlannedCase]:
    """The case in each of its ways to hand the input over."""
    for way in planned.case.attempts or (InputWay(),):
        yield replace(planned, case=with_way(planned.case, way))


def first_accepted(planned: PlannedCase, run: Callable[[PlannedCase], CaseResult]) -> CaseResult:
    """The result of the first way to hand the input over that is accepted, else that of the first way."""
    first = None
    for way in ways_of(planned):
        result = run(way)
        if result.judgement.verdict is Verdict.AC:
            return result
        first = first or result
    if first is None:
        raise ValueError("there is always a way")
    return first


def _run_way(assignment: Assignment, planned: PlannedCase, built: Built, workspace: Workspace) -> _TracedRun:
    try:
        observation = observe_traced(assignment, planned, built, workspace)
    except NotCallable as error:
        return _TracedRun(not_traceable(error, built))
    request = FindMissingLibrary(observation.stderr[-_LAST_BYTES:], built.folder or Path(), tuple(built.kept_files))
    is_missing = b"ModuleNotFoundError" in request.stderr
    library = workspace.judging.call_or(request, workspace.key, "") if is_missing else ""
    counts, limits = _counts(observation.files.get(REPORT)), traced_limits(assignment, planned.case)
    judgement = judge_trace(planned.case, counts, observation, limits, library)
    return _TracedRun(CaseResult(judgement, reproduce=untraced(assignment, planned.case, built)), observation)


def untraced(assignment: Assignment, case: Case, built: Built) -> str:
    """The line that repeats the run without the tracer."""
    ways = [*start_commands(case, built)]
    command = next((way for way in ways if not _is_archive(way, built)), (*ways, ())[0])
    return command_line(assignment, case.name, reproduce_run(assignment, case, built, Observation(command)))


def _is_archive(way: tuple[str, ...], built: Built) -> bool:
    """Whether a way to start is the bare name of a jar, which few systems run."""
    return "/" in way[0] and (read_bounded(built.folder or Path(), way[0], 1) or b"").startswith(b"PK")


def not_traceable(error: NotCallable, built: Built) -> CaseResult:
    """The result of a program that the tracer cannot start."""
    return CaseResult(not_callable(NOT_TRACEABLE, str(error), built=bool(built.commands)))


def observe_traced(assignment: Assignment, planned: PlannedCase, built: Built, workspace: Workspace) -> Observation:
    """Run the case under the tracer, or take such a run of another case; the observation's files hold the report.

    Raises:
        NotCallable: when nothing says how the program is started.

    """
    return workspace.observe_once(
        planned.shared_run, REPORT, lambda: _observe_in_time(assignment, planned, built, workspace)
    )


def _observe_in_time(assignment: Assignment, planned: PlannedCase, built: Built, workspace: Workspace) -> Observation:
    """Run the case under the tracer; after a traced run that took all its time, only what ends without the tracer.

    A program that never ends would take the tenfold limit in each of its cases. Where overflows are looked for, a
    program need not come to its end.
    """
    case = planned.case
    if workspace.timed_out and not case.no_overflow:
        untraced_run = observe_case(assignment, planned, built, workspace, way=InputWay()).observation
        if untraced_run.ended_by in _TIME_LIMITS:
            return untraced_run
    observation = _run_under_tracer(assignment, case, built, workspace)
    if observation.ended_by in _TIME_LIMITS and not observation.machine_was_busy:
        workspace.timed_out.add(case.name)
    return observation


def traced_limits(assignment: Assignment, case: Case) -> ResolvedLimits:
    """The limits of a traced run, which takes longer; it is also ended when it computes nothing."""
    untraced = case_limits(assignment, case)
    idle = max(_LEAST_IDLE_S, untraced.wall)
    return replace(
        untraced, cpu=untraced.cpu * SLOWDOWN, wall=untraced.wall * SLOWDOWN, memory=untraced.memory * 2, idle=idle
    )


def _run_under_tracer(assignment: Assignment, case: Case, built: Built, workspace: Workspace) -> Observation:
    """Run the case under the tracer; the observation's files hold the report, if there is one."""
    driver = drivers().get(assignment.spec.language)
    if driver is None:
        raise JudgeError(f"{assignment.id}: calls of {assignment.spec.language} cannot be traced")
    limits = traced_limits(assignment, case)
    with workspace.temporary() as (workdir, home):
        copy_tree(built.folder or "", workdir)
        report = f"{workspace.isolation.home_in_sandbox(home)}/{REPORT}"
        ways = tuple(start_commands(case, built))
        if case.no_overflow:
            prepare_commands, command = _overflow_driver(assignment, driver).overflow_commands(
                workdir, ways, report, case.no_overflow
            )
        else:
            prepare_commands, command = driver.trace_commands(workdir, ways, report)
        for prepare_command in prepare_commands:
            run_prepare_command(prepare_command, workdir, home, workspace)
        check_tool(command, assignment, case, built)
        for name, content in case.files.items():
            prepare_new_file(workdir, name).write_bytes(assignment.content(content))
        stdin = assignment.content(case.stdin)
        invocation = Invocation(command, workdir, home, limits, stdin, collect_home=(REPORT,))
        observation = workspace.observe(invocation)
        counts = read_bounded(home, REPORT, _LARGEST_REPORT)
    return replace(observation, files={} if counts is None else {REPORT: counts})


def _overflow_driver(assignment: Assignment, driver: Driver) -> OverflowDriver:
    if not isinstance(driver, OverflowDriver):
        raise JudgeError(f"{assignment.id}: in {assignment.spec.language} no overflows are looked for")
    return driver


def _counts(report: bytes | None) -> dict[str, int] | None:
    """Parse the report into calls by function name; None when it is missing or malformed."""
    try:
        counts: Any = json.loads(report or b"")
    except (ValueError, RecursionError):
        return None
    # The student's program runs in the same process and may have written the report itself.
    if not isinstance(counts, dict) or not all(type(count) is int for count in counts.values()):
        return None
    return counts
