"""Counting the calls of a student's functions during one run: under the language's own tracer, never timed."""

from __future__ import annotations

import json
from typing import Any

from msgspec.structs import replace

from harness.drivers import drivers
from harness.drivers.base import NotCallable
from harness.execute.build import Built
from harness.execute.calls import make_ready
from harness.execute.case_result import CaseResult
from harness.execute.observe_case import commands, limits_of
from harness.execute.workspace import Workspace
from harness.files.scratch import copy_tree, read_bounded
from harness.judge.judgement import Judgement
from harness.judge.trace import judge_trace
from harness.model.errors import JudgeError
from harness.model.invocation import Invocation
from harness.model.observation import Observation
from harness.model.verdict import Verdict
from harness.plan.toolchain import missing_tools
from harness.spec.assignment import Assignment, PlannedCase
from harness.spec.model import Case

_SLOWER = 10
"""How many times slower a traced run may be."""
_WAITS_S = 5.0
"""Seconds, or the case's own time, after which one that computes nothing is ended: no tracer slows that down."""
_REPORT = "trace.json"


def run_traced(assignment: Assignment, planned: PlannedCase, built: Built, workspace: Workspace) -> CaseResult:
    """Run the case under the tracer and judge the counts; what it prints is judged by other cases.

    Raises:
        JudgeError: when this machine lacks a tool, or the language has no tracer.

    """
    try:
        seen = workspace.once(planned.shared_run, _REPORT, lambda: _observe(assignment, planned.case, built, workspace))
    except NotCallable as error:
        fault = Judgement.fault(
            Verdict.CE, "the program cannot be traced", where="the compiler's output", actual=str(error).encode()
        )
        return CaseResult(fault)
    return CaseResult(judge_trace(planned.case, _counts(seen.files.get(_REPORT)), seen))


def _observe(assignment: Assignment, case: Case, built: Built, workspace: Workspace) -> Observation:
    """What was seen of the traced run; its files hold the report, if it left one."""
    driver = drivers().get(assignment.spec.language)
    if driver is None:
        raise JudgeError(f"{assignment.id}: calls of {assignment.spec.language} cannot be traced")
    usual = limits_of(assignment, case)
    idle = max(_WAITS_S, usual.wall)
    limits = replace(usual, cpu=usual.cpu * _SLOWER, wall=usual.wall * _SLOWER, memory=usual.memory * 2, idle=idle)
    with workspace.temporary() as (workdir, home):
        copy_tree(built.folder or "", workdir)
        report = f"{workspace.isolation.inside(home)}/{_REPORT}"
        ready, command = driver.traced(workdir, tuple(commands(case, built)), report)
        for one in ready:
            make_ready(one, workdir, home, workspace)
        lacking = missing_tools(command)
        if lacking:
            raise JudgeError(lacking)
        stdin = assignment.content(case.stdin)
        invocation = Invocation(command, workdir, home, limits, stdin, returns_home=(_REPORT,))
        seen = workspace.observe(invocation)
        counts = read_bounded(home, _REPORT, 1 << 24)
    return replace(seen, files={} if counts is None else {_REPORT: counts})


def _counts(report: bytes | None) -> dict[str, int] | None:
    """Calls by function name; None when the run left no whole report."""
    try:
        counts: Any = json.loads(report or b"")
    except (ValueError, RecursionError):
        return None
    # The program ran beside the counters, and may have written there itself.
    if not isinstance(counts, dict) or not all(type(count) is int for count in counts.values()):
        return None
    return counts
