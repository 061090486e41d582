"""Calling a submission's functions: all cases in one process of the driver, a new one behind each that dies."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from harness.checkers import Context
from harness.drivers import drivers
from harness.drivers.base import Driver, NotCallable
from harness.execute.build import Built
from harness.execute.case_result import CaseResult, blaming
from harness.execute.compilation import USUAL, observe_build
from harness.execute.driver_report import Reported, how_ended, read_report
from harness.execute.misnamed_functions import under_near_names
from harness.execute.workspace import Workspace
from harness.files.scratch import copy_tree, read_bounded
from harness.judge.calls import judge_calls
from harness.judge.judgement import Judgement
from harness.model.errors import JudgeError
from harness.model.grade import Timing
from harness.model.invocation import Invocation
from harness.model.limits import ResolvedLimits
from harness.model.observation import Limit, Observation
from harness.model.output import whole
from harness.model.result import CallsReport
from harness.model.run import Run
from harness.model.verdict import Verdict
from harness.plan.toolchain import missing_tools
from harness.spec.assignment import Assignment, PlannedCase
from harness.spec.model import Call, Case, Limits
from harness.spec.units import Seconds, call_range

_USUAL = {"set": {}, "let": {}, "get": [], "argv": [], "files": [], "fold": False, "repeat": 1, "reads": False}
_REPORT = "report.jsonl"
_LARGEST_REPORT = 64 * 1024**2
_WAITED_ENOUGH = 3
_SHORT_S = 3.0
"""After so many calls that waited for nothing until they were ended, others may wait for this long only."""


class Batch(Struct):
    """Cases on their way through the driver, and what came of them."""

    assignment: Assignment
    cases: Mapping[int, PlannedCase]
    reports: dict[int, CallsReport] = field(default_factory=dict)
    cpu_s: dict[int, float] = field(default_factory=dict)


def run_calls(
    assignment: Assignment, indices: Sequence[int], built: Built, workspace: Workspace, *, hasty: bool = False
) -> dict[int, CaseResult]:
    """Run and judge cases of calls; their CPU time is shared by the cases of one process.

    ``hasty``: when a call has ended its process or was ended, the cases of later processes are left out.

    Raises:
        JudgeError: when this machine lacks a tool, or the driver itself fails.

    """
    try:
        cases = {index: under_near_names(assignment.cases[index], built.near) for index in indices}
        batch = call_all(assignment, cases, built.folder or Path(), workspace, hasty=hasty)
    except NotCallable as error:
        fault = Judgement.fault(
            Verdict.CE, "the functions cannot be called", where="the compiler's output", actual=str(error).encode()
        )
        return {index: CaseResult(fault) for index in indices}
    return {index: _judged(batch, index) for index in indices if index in batch.reports}


def call_all(
    assignment: Assignment, cases: Mapping[int, PlannedCase], folder: Path, workspace: Workspace, *, hasty: bool = False
) -> Batch:
    """Make the calls of these cases in a copy of the folder; NotCallable when the submission cannot be made ready."""
    batch = Batch(assignment, cases)
    driver = drivers().get(assignment.spec.language)
    if driver is None:
        raise JudgeError(f"{assignment.id}: functions of {assignment.spec.language} cannot be called")
    if not driver.has_fields and any(one.case.set_fields or one.case.get_fields for one in batch.cases.values()):
        text = f"no variables of a program in {driver.language} can be set or read (set, get)"
        raise JudgeError(f"{assignment.id}: {text}")
    names = tuple(dict.fromkeys(call.function for one in batch.cases.values() for call in one.case.calls))
    with workspace.temporary() as (workdir, home):
        copy_tree(folder, workdir)
        for command in driver.commands(workdir, names):
            make_ready(command, workdir, home, workspace)
        _drive(batch, driver, workdir, workspace, hasty=hasty)
    return batch


def make_ready(command: tuple[str, ...], workdir: Path, home: Path, workspace: Workspace) -> None:
    """Run a command that makes a submission ready for its driver; NotCallable when the submission is to blame."""
    lacking = missing_tools(command)
    if lacking:
        raise JudgeError(lacking)
    seen = observe_build(command, workdir, home, ResolvedLimits.of(USUAL), workspace)
    if seen.exit != 0:
        told = (seen.stderr or whole(seen.stdout)).decode(errors="replace")[-3000:]
        raise NotCallable(told or f"{command[0]} failed")


def _drive(batch: Batch, driver: Driver, ready: Path, workspace: Workspace, *, hasty: bool) -> None:
    """Start the driver, again for what is left when it ended, until every case has its report.

    Cases that ask the same of fresh state share one run: what is expected of it is no part of it.
    """
    twins = _twins(batch)
    pending, waited = list(twins), 0
    while pending:
        lines = "".join(_line(_request(batch, index)) for index in pending)
        own = [_limits(batch, index) for index in pending]
        whole = Limits(cpu=Seconds(10 + len(pending) + 2 * max(one.cpu for one in own)))
        idle = _SHORT_S if waited >= _WAITED_ENOUGH else max(one.wall for one in own)
        limits = replace(ResolvedLimits.of(whole, batch.assignment.spec.limits), idle=idle)
        turn = Turn(driver, lines.encode(), limits, workspace)
        seen, report = turn.run(ready)
        told = read_report(report, {index: batch.cases[index].case for index in pending})
        if not told.over and told.begun is None and seen.exit not in (0, None):
            failed = turn.failed_alone()
            if failed is not None:
                raise JudgeError(f"{batch.assignment.id}: the driver failed: {failed}")
        if seen.ended_by is Limit.WALL and told.over:
            told.begun = None  # those before it may have waited too: now it goes first, and has all the time
        else:
            _blame(told, seen, pending)
            waited += seen.ended_by is Limit.WALL
        for index, one in told.over.items():
            batch.reports |= dict.fromkeys(twins[index], one)
            batch.cpu_s |= dict.fromkeys(twins[index], seen.cpu_s / len(told.over))
        pending = [index for index in pending if index not in told.over]
        if hasty and any(one.ended for one in told.over.values()):
            return


class Turn(Struct, frozen=True):
    """One process of a driver: what it is asked, and where."""

    driver: Driver
    asked: bytes
    limits: ResolvedLimits
    workspace: Workspace

    def run(self, ready: Path) -> tuple[Observation, bytes]:
        """What was seen of it, and its report. It finds a copy: the one before may have spoilt its own."""
        with self.workspace.temporary() as (workdir, home):
            copy_tree(ready, workdir)
            return self._started(workdir, home)

    def failed_alone(self) -> str | None:
        """What it says where it fails with no submission beside it: then the fault is ours, or the spec's.

        It has to fail twice: on a machine in trouble it may be ended once, and that is no reason to spare a program.
        """
        told = ""
        for _ in range(2):
            with self.workspace.temporary() as (workdir, home):
                if not self.driver.alone(workdir):
                    return None
                seen = self._started(workdir, home)[0]
            if seen.exit in (0, None):
                return None
            told = " ".join(seen.stderr.decode(errors="replace").strip().splitlines()[-1:])
        return told

    def _started(self, workdir: Path, home: Path) -> tuple[Observation, bytes]:
        command = self.driver.start(workdir, f"{self.workspace.isolation.inside(home)}/{_REPORT}")
        invocation = Invocation(command, workdir, home, self.limits, self.asked, returns_home=(_REPORT,))
        seen = self.workspace.observe(invocation)
        if seen.not_started:
            raise JudgeError(missing_tools(command) or f"{command[0]} could not be started: {seen.not_started}")
        return seen, read_bounded(home, _REPORT, _LARGEST_REPORT) or b""


def _line(request: dict[str, Any]) -> str:
    """A case for a driver, without what goes without saying: reading it takes longer than many a call."""
    short = _short(request) | {"calls": [_short(call) for call in request["calls"]]}
    return json.dumps(short, separators=(",", ":")) + "\n"


def _short(entries: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in entries.items() if name not in _USUAL or value != _USUAL[name]}


def _twins(batch: Batch) -> dict[int, list[int]]:
    """The first of all cases that make the same calls -> all of them."""
    by_request: dict[str, list[int]] = {}
    for index in batch.cases:
        request = _request(batch, index) | {"case": None}
        by_request.setdefault(json.dumps(request, sort_keys=True), []).append(index)
    return {indices[0]: indices for indices in by_request.values()}


def _blame(told: Reported, seen: Observation, pending: list[int]) -> None:
    """Close the case in whose middle the driver ended. A driver that ends between two cases is just started again."""
    if not told.over and told.begun is None:
        told.begun = pending[0]
    told.close(how_ended(seen.signal, seen.exit, seen.ended_by.value if seen.ended_by else None), {})


def _limits(batch: Batch, index: int) -> ResolvedLimits:
    return ResolvedLimits.of(batch.cases[index].case.limits, batch.assignment.spec.limits)


def _request(batch: Batch, index: int) -> dict[str, Any]:
    def arg(value: Any) -> dict[str, Any]:
        if isinstance(value, str) and value.startswith("$"):
            return {"var": value[1:]}
        return {"value": value}

    case: Case = batch.cases[index].case
    calls = [
        {
            "functions": call.function.removeprefix("(?i)").split("|"),
            "fold": call.function.startswith("(?i)"),
            "args": [arg(value) for value in call.args],
            "repeat": call.repeat,
            "reads": call.reads is not None,
            **_search(call),
        }
        for call in case.calls
    ]
    files = list(batch.assignment.spec.files.required)
    run = {"cpu": _limits(batch, index).cpu, "argv": list(case.args), "files": files}
    return {"case": index, "set": case.set_fields, "let": case.let, "get": list(case.get_fields), "calls": calls, **run}


def _search(call: Call) -> dict[str, int]:
    """Where a goal of Prolog's is stopped."""
    most = None if call.inferences is None else call_range(call.inferences)[1]
    limits = {"first": call.first, "inferences": most}
    return {name: bound for name, bound in limits.items() if bound is not None}


def _judged(batch: Batch, index: int) -> CaseResult:
    planned = batch.cases[index]
    report = batch.reports[index]
    context = Context(Run(params=planned.values), batch.assignment.functions)
    with blaming(planned):
        terms = batch.assignment.spec.language == "prolog"
        judgement = judge_calls(planned.case, report, context, terms=terms)
    return CaseResult(judgement, Timing(batch.cpu_s.get(index)))
