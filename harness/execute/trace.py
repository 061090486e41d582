"""Count the calls of a student's functions during one run under the language's tracer; such runs are never timed."""

from __future__ import annotations

import json
from typing import Any

from msgspec.structs import replace

from harness.drivers import drivers
from harness.drivers.base import NotCallable
from harness.execute.build import Built
from harness.execute.calls import run_prepare_command
from harness.execute.case_result import CaseResult
from harness.execute.observe_case import case_limits, check_tool, start_commands
from harness.execute.workspace import Workspace
from harness.files.scratch import copy_tree, read_bounded
from harness.judge.judgement import Judgement
from harness.judge.trace import judge_trace
from harness.model.errors import JudgeError
from harness.model.invocation import Invocation
from harness.model.observation import Observation
from harness.model.verdict import Verdict
from harness.spec.assignment import Assignment, PlannedCase
from harness.spec.model import Case

_SLOWDOWN = 10
"""How many times longer a traced run may take."""
_LEAST_IDLE_S = 5.0
"""Seconds, or the case's own wall limit, after which a run that computes nothing is ended: no tracer slows waiting."""
_REPORT = "trace.json"
_LARGEST_REPORT = 1 << 20


def run_traced(assignment: Assignment, planned: PlannedCase, built: Built, workspace: Workspace) -> CaseResult:
    """Run the case under the tracer and judge the call counts; other cases judge the output.

    Raises:
        JudgeError: when this machine lacks a tool, or the language has no tracer.

    """
    try:
        observation = workspace.observe_once(
            planned.shared_run, _REPORT, lambda: _run_under_tracer(assignment, planned.case, built, workspace)
        )
    except NotCallable as error:
        fault = Judgement.fault(
            Verdict.CE, "the program cannot be traced", where="the compiler's output", actual=str(error).encode()
        )
        return CaseResult(fault)
    return CaseResult(judge_trace(planned.case, _counts(observation.files.get(_REPORT)), observation))


def _run_under_tracer(assignment: Assignment, case: Case, built: Built, workspace: Workspace) -> Observation:
    """Run the case under the tracer; the observation's files hold the report, if there is one."""
    driver = drivers().get(assignment.spec.language)
    if driver is None:
        raise JudgeError(f"{assignment.id}: calls of {assignment.spec.language} cannot be traced")
    untraced = case_limits(assignment, case)
    idle = max(_LEAST_IDLE_S, untraced.wall)
    limits = replace(
        untraced, cpu=untraced.cpu * _SLOWDOWN, wall=untraced.wall * _SLOWDOWN, memory=untraced.memory * 2, idle=idle
    )
    with workspace.temporary() as (workdir, home):
        copy_tree(built.folder or "", workdir)
        report = f"{workspace.isolation.home_in_sandbox(home)}/{_REPORT}"
        prepare_commands, command = driver.trace_commands(workdir, tuple(start_commands(case, built)), report)
        for prepare_command in prepare_commands:
            run_prepare_command(prepare_command, workdir, home, workspace)
        check_tool(command, assignment, case, built)
        stdin = assignment.content(case.stdin)
        invocation = Invocation(command, workdir, home, limits, stdin, collect_home=(_REPORT,))
        observation = workspace.observe(invocation)
        counts = read_bounded(home, _REPORT, _LARGEST_REPORT)
    return replace(observation, files={} if counts is None else {_REPORT: counts})


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
