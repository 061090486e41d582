"""Call a submission's functions: all cases in one driver process, and a new process after each case that ends it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from harness.grading.building.built import Built
from harness.grading.calling.call_requests import (
    call_limits,
    called_names,
    encode_request,
    group_same_requests,
    has_own_streams,
    request_key,
    runs_alone,
)
from harness.grading.calling.driver_process import (
    DriverProcess,
    call_timings,
    finish_interrupted_case,
    run_prepare_command,
    with_left,
)
from harness.grading.child_requests.driver_report import DriverReport
from harness.grading.child_requests.judge_in_child import judge_case_calls
from harness.grading.child_requests.judge_requests import JudgeCalls
from harness.grading.child_requests.source_requests import ReadReport
from harness.grading.verdicts.judgement import Judgement
from harness.grading.workspace.workspace import Workspace
from harness.language.driver import Driver, drivers
from harness.model.errors import JudgeError
from harness.model.grade import Timing
from harness.model.invocation import ResolvedLimits
from harness.model.observation import Limit
from harness.model.result import CallsReport
from harness.sandbox.files.scratch import copy_tree
from harness.spec.format.assignment import Assignment, PlannedCase
from harness.spec.format.units import Seconds

_MOST_LONG_WAITS = 3
_SHORT_IDLE_S = 3.0
"""After so many calls that waited for nothing until they were ended, later ones may wait for this long only."""


class CallBatch(Struct):
    """Cases that share driver processes, their reports and what they used, by case index."""

    assignment: Assignment
    cases: Mapping[int, PlannedCase]
    lost_once: Mapping[int, str] = {}
    reports: dict[int, CallsReport] = field(default_factory=dict)
    timings: dict[int, Timing] = field(default_factory=dict)
    long_waits: int = 0
    """Calls that waited for nothing until they were ended."""
    endless: dict[tuple[str, ...], dict[str, float]] = field(default_factory=dict)
    """By arguments the files that, loaded with them, did not come to an end, and of which a call did not either.

    Each with the CPU seconds that it took: a case that may use more has it loaded whole again.
    """

    def needless(self, indices: Iterable[int]) -> bool:
        """Whether none of these cases need be called after those that were ended at a limit."""
        lost = {
            self.lost_once.get(index)
            for index, calls_report in self.reports.items()
            if "limit" in calls_report.end and not any(result.missing for result in calls_report.results)
        }
        return all(index in self.lost_once and self.lost_once[index] in lost for index in indices)

    def processes(self, indices: Sequence[int]) -> list[list[int]]:
        """Return these cases by the process of their calls: those with one clock share it, unless they run alone."""
        isolated = [index for index in indices if runs_alone(self.cases[index].case)]
        shared: dict[str, list[int]] = {}
        for index in (index for index in indices if index not in isolated):
            shared.setdefault(self.cases[index].case.clock, []).append(index)
        return [*shared.values(), *([index] for index in isolated)]


def call_all(
    assignment: Assignment,
    cases: Mapping[int, PlannedCase],
    folder: Path,
    workspace: Workspace,
    all_cases: Iterable[PlannedCase] = (),
    *,
    stop_early: bool = False,
    lost_once: Mapping[int, str] | None = None,
) -> CallBatch:
    """Make the calls of these cases in a copy of the folder; NotCallable when the submission cannot be prepared.

    ``all_cases``: cases of which some are called; the submission is prepared for all of them, the same each time.
    """
    batch = CallBatch(assignment, cases, lost_once or {})
    keys = _take_known(batch, folder, workspace)
    if batch.reports.keys() >= cases.keys():
        return batch
    driver = drivers().get(assignment.spec.language)
    if driver is None:
        raise JudgeError(f"{assignment.id}: functions of {assignment.spec.language} cannot be called")
    names = called_names(planned.case for planned in (*all_cases, *batch.cases.values()))
    with workspace.temporary() as (workdir, home):
        copy_tree(folder, workdir)
        for command in driver.prepare_commands(workdir, names):
            run_prepare_command(command, workdir, home, workspace)
        _call_batch(batch, driver, workdir, workspace, stop_early=stop_early)
    for index, key in keys.items():
        if workspace.memory is not None and index in batch.reports:
            workspace.memory.put(key, (batch.reports[index], batch.timings[index]))
    return batch


def _take_known(batch: CallBatch, folder: Path, workspace: Workspace) -> dict[int, str]:
    """Take the reports that are known from before; return the keys to keep the others by."""
    facts = "" if workspace.memory is None else workspace.memory.folder_facts(folder)
    if workspace.memory is None or not facts:
        return {}
    keys = {index: f"calls of {facts}: {_report_facts(batch.assignment, case)}" for index, case in batch.cases.items()}
    for index, key in keys.items():
        known = workspace.memory.get(key)
        if known is not None:
            batch.reports[index], batch.timings[index] = known
    return {index: key for index, key in keys.items() if index not in batch.reports}


def _report_facts(assignment: Assignment, planned: PlannedCase) -> str:
    """All of a case that decides its report, with the contents of its files."""
    contents = [assignment.content(content) for content in (planned.case.stdin, *planned.case.files.values())]
    return f"{request_key(assignment, planned)} {call_limits(assignment, planned)} {contents}"


def _call_batch(batch: CallBatch, driver: Driver, prepared: Path, workspace: Workspace, *, stop_early: bool) -> None:
    """Make all calls. Cases that make the same calls on fresh state share one run, whatever they expect of it."""
    open_cases = {index: planned for index, planned in batch.cases.items() if index not in batch.reports}
    groups = group_same_requests(batch.assignment, open_cases)
    waiting = batch.processes(list(groups))
    while waiting:
        pending = waiting.pop(0)
        if pending:
            finished = _call_cases(batch, driver, pending, prepared, workspace)
            for index, calls_report in finished.items():
                batch.reports |= dict.fromkeys(groups[index], calls_report)
                batch.timings |= dict.fromkeys(groups[index], batch.timings[index])
            if stop_early and any(calls_report.ended for calls_report in finished.values()):
                return
            waiting.insert(0, [index for index in pending if index not in finished])
            if batch.lost_once:
                waiting = [[index for index in process if not batch.needless(groups[index])] for process in waiting]


def _call_cases(
    batch: CallBatch, driver: Driver, pending: list[int], prepared: Path, workspace: Workspace
) -> dict[int, CallsReport]:
    """Start the driver once for these cases; return the reports of those that it finished before it ended."""
    process = _driver_process(batch, driver, pending, workspace, short_idle=batch.long_waits >= _MOST_LONG_WAITS)
    observation, content = process.run(prepared)
    if observation.machine_was_busy:
        raise JudgeError(f"{batch.assignment.id}: the machine was too busy to call the functions; grade again")
    cases = {index: batch.cases[index].case for index in pending}
    report = workspace.judging.call_or(ReadReport(content, cases), workspace.key, DriverReport())
    for index, path in report.endless.items():
        limit, known = call_limits(batch.assignment, batch.cases[index]).cpu, batch.endless.get(cases[index].args, {})
        batch.endless[cases[index].args] = known | {path: max(limit, known.get(path, 0.0))}
    if not report.finished and report.current is None and observation.exit not in (0, None):
        failure = process.failure_alone()
        if failure is not None:
            raise JudgeError(f"{batch.assignment.id}: the driver failed: {failure}")
    if observation.ended_by is Limit.WALL and report.finished:
        waited_s = process.limits.idle or 0.0
        observation = replace(observation, wall_s=max(observation.cpu_s, observation.wall_s - waited_s))
        report.current = None  # the cases before may have waited too: now it goes first, and has all the time
    else:
        finish_interrupted_case(report, observation, pending)
        batch.long_waits += observation.ended_by is Limit.WALL
    cpu_limits = {index: call_limits(batch.assignment, batch.cases[index]).cpu for index in report.finished}
    batch.timings |= call_timings(report.finished, observation, cpu_limits)
    return {index: with_left(cases[index], calls, observation) for index, calls in report.finished.items()}


def _driver_process(
    batch: CallBatch, driver: Driver, pending: Sequence[int], workspace: Workspace, *, short_idle: bool
) -> DriverProcess:
    """Return the process that makes the calls of the pending cases, with limits that are enough for all of them."""
    cases = [(index, batch.cases[index]) for index in pending]
    lines = "".join(
        encode_request(batch.assignment, index, planned, batch.endless.get(planned.case.args, {}))
        for index, planned in cases
    )
    case_limits = [call_limits(batch.assignment, batch.cases[index]) for index in pending]
    total_cpu = Seconds(10 + len(pending) + 2 * max(limits.cpu for limits in case_limits))
    idle = _SHORT_IDLE_S if short_idle else max(limits.wall for limits in case_limits)
    case = batch.cases[pending[0]].case  # alone, where it has limits, streams or files of its own
    own_limits = replace(case.limits, cpu=total_cpu, wall=None)
    process_limits = replace(ResolvedLimits.resolve(own_limits, batch.assignment.spec.limits), idle=idle)
    stdin = batch.assignment.content(case.stdin) if has_own_streams(case) else None
    files = {name: batch.assignment.content(content) for name, content in case.files.items()}
    return DriverProcess(driver, lines.encode(), process_limits, workspace, stdin, files, case)


def judge_calls(batch: CallBatch, index: int, built: Built, workspace: Workspace) -> Judgement:
    """Judge the calls of a case by their report; CheckerFailed when the course's own function fails."""
    rules = drivers()[batch.assignment.spec.language].rules
    files = tuple(built.kept_files)
    request = JudgeCalls(batch.assignment.id, batch.cases[index], batch.reports[index], rules, files, built.folder)
    return judge_case_calls(workspace.judging, workspace.key, request)
