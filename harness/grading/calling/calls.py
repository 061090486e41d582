"""Call a submission's functions: all cases in one driver process, and a new process after each case that ends it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from harness.grading.building.built import Built, check_tools
from harness.grading.building.compilation import DEFAULT_BUILD_LIMITS, observe_build
from harness.grading.calling.call_requests import (
    call_limits,
    called_names,
    encode_request,
    group_same_requests,
    has_own_streams,
    other_ways,
    request_key,
    runs_alone,
    set_up_functions,
)
from harness.grading.calling.driver_process import DriverProcess, call_timings
from harness.grading.child_requests.case_result import CaseResult, CheckerFailed
from harness.grading.child_requests.driver_report import DriverReport, how_ended
from harness.grading.child_requests.judge_in_child import explain_calls, judge_case_calls
from harness.grading.child_requests.judge_requests import ExplainCalls, JudgeCalls
from harness.grading.child_requests.misnamed_functions import under_near_names
from harness.grading.child_requests.source_requests import (
    JudgeSources,
    WriteMainProgram,
    judge_source_rules,
    main_program_of,
    read_driver_report,
)
from harness.grading.running.reproduce import Reproduction, command_line, reproduce_calls
from harness.grading.verdicts.calls.trace import not_callable
from harness.grading.verdicts.judgement import Judgement
from harness.grading.workspace.workspace import Workspace
from harness.judge.finding_kinds import FUNCTIONS_NOT_CALLABLE
from harness.language.driver import Attempt, Driver, NotCallable, drivers
from harness.language.tools.toolchain import missing_tools
from harness.model.errors import JudgeError
from harness.model.grade import Timing
from harness.model.invocation import ResolvedLimits
from harness.model.observation import Limit, Observation
from harness.model.output import read_whole
from harness.model.result import CallsReport
from harness.model.verdict import Verdict
from harness.sandbox.files.scratch import copy_tree
from harness.spec.format.assignment import Assignment, PlannedCase
from harness.spec.format.model import Case
from harness.spec.format.source_rules import SourceRules
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

    def needless(self, indices: Iterable[int]) -> bool:
        """Whether none of these cases need be called after those that were ended at a limit."""
        lost = {
            self.lost_once.get(index)
            for index, calls_report in self.reports.items()
            if "limit" in calls_report.end and not any(result.missing for result in calls_report.results)
        }
        return all(index in self.lost_once and self.lost_once[index] in lost for index in indices)

    def processes(self, indices: Sequence[int]) -> list[list[int]]:
        """Return these cases by the process that makes their calls: all in one, except for those that run alone."""
        isolated = [index for index in indices if runs_alone(self.cases[index].case)]
        shared = [index for index in indices if index not in isolated]
        return [shared, *([index] for index in isolated)]


def run_calls(
    assignment: Assignment,
    indices: Sequence[int],
    built: Built,
    workspace: Workspace,
    *,
    stop_early: bool = False,
    lost_once: Mapping[int, str] | None = None,
) -> dict[int, CaseResult]:
    """Run and judge cases of calls, or say what keeps us from it; the cases of one process share its CPU time equally.

    ``stop_early``: after a call that ended its process or was ended, the remaining cases have no result. ``lost_once``:
    after a call that was ended at a limit, those of the remaining cases have none that stand here with the same text.

    Raises:
        JudgeError: when this machine lacks a tool, or the driver itself fails.

    """
    results: dict[int, CaseResult] = dict(_without_tools(assignment, indices, built))
    callable_indices = [index for index in indices if index not in results]
    cases = {index: assignment.cases[index] for index in callable_indices}
    return results | run_planned_calls(assignment, cases, built, workspace, stop_early=stop_early, lost_once=lost_once)


def _without_tools(assignment: Assignment, indices: Sequence[int], built: Built) -> Iterator[tuple[int, CaseResult]]:
    """The cases that need what this machine lacks, with what to install."""
    for index in indices:
        try:
            check_tools(assignment, assignment.cases[index].case, built)
        except JudgeError as error:
            yield index, CaseResult.not_judged(error)


def run_planned_calls(
    assignment: Assignment,
    planned: Mapping[int, PlannedCase],
    built: Built,
    workspace: Workspace,
    *,
    stop_early: bool = False,
    lost_once: Mapping[int, str] | None = None,
) -> dict[int, CaseResult]:
    """Run and judge cases whose tools are all here, by index."""
    if not planned:
        return {}
    try:
        cases = {index: under_near_names(case, built.near_names.chosen) for index, case in planned.items()}
        folder = built.folder or Path()
        together = [case for case in assignment.cases if case.case.calls] if workspace.memory is not None else ()
        all_cases = [under_near_names(case, built.near_names.chosen) for case in together]
        batch = call_all(assignment, cases, folder, workspace, all_cases, stop_early=stop_early, lost_once=lost_once)
    except NotCallable as error:
        fault = not_callable(FUNCTIONS_NOT_CALLABLE, str(error), built=bool(built.commands))
        return {index: CaseResult(fault) for index in planned}
    results = {index: _result(batch, index, built, workspace) for index in planned if index in batch.reports}
    if stop_early:  # nobody asks why
        return results
    from harness.grading.calling.kept_state import with_kept_state  # noqa: PLC0415 - it makes calls itself

    results |= with_kept_state(batch, results, built, workspace)
    results |= _set_up_otherwise(batch, results, built, workspace)
    return results | _wrong_by_themselves(batch, results, built, workspace)


def _set_up_otherwise(
    batch: CallBatch, results: Mapping[int, CaseResult], built: Built, workspace: Workspace
) -> dict[int, CaseResult]:
    """The results of the cases that are right once they are set up without the functions that were never written."""
    ways = [
        (index, way)
        for index, result in results.items()
        if result.judgement.absent
        for way in other_ways(batch.cases[index], batch.assignment.cases)
    ]
    if not ways:
        return {}
    cases = {number: way for number, (_, way) in enumerate(ways)}
    again = call_all(batch.assignment, cases, built.folder or Path(), workspace)
    tried = [(index, _result(again, number, built, workspace)) for number, (index, _) in enumerate(ways)]
    return {index: result for index, result in reversed(tried) if result.judgement.verdict is Verdict.AC}


def _wrong_by_themselves(
    batch: CallBatch, results: Mapping[int, CaseResult], built: Built, workspace: Workspace
) -> dict[int, CaseResult]:
    """The results of cases that are wrong also without the functions that set them up, where those call what is tested.

    A null pointer says nothing: what only these functions make is not there.
    """
    callers: dict[int, tuple[str, ...]] = {}
    ways: dict[int, PlannedCase] = {}
    for index, result in results.items():
        if result.judgement.verdict in (Verdict.WA, Verdict.RTE) and not result.judgement.absent:
            planned = batch.cases[index]
            set_up = set_up_functions(planned, batch.assignment.cases)
            tested = planned.case.calls[-1].function
            clauses = tuple(name for name, by in set_up.items() if _calls(by, tested, built, workspace))
            if clauses:
                callers[index], ways[index] = clauses, [*other_ways(planned, batch.assignment.cases)][-1]
    if not ways:
        return {}
    try:
        again = call_all(batch.assignment, ways, built.folder or Path(), workspace)
    except (NotCallable, JudgeError):  # what was judged stands
        return {}
    alone = {index: _result(again, index, built, workspace).judgement for index in ways if index in again.reports}
    return {
        index: replace(results[index], judgement=replace(results[index].judgement, explains=callers[index]))
        for index, judgement in alone.items()
        if judgement.verdict in (Verdict.WA, Verdict.RTE) and judgement.findings[0].params.get("reason") != "null"
    }


def _calls(caller: str, called: str, built: Built, workspace: Workspace) -> bool:
    """Whether one function calls another, and is not called by it, as the sources say."""
    files, names = tuple(built.intake.files), built.near_names.chosen

    def is_kept(rules: SourceRules) -> bool:
        request = JudgeSources(rules, built.folder or Path(), files, names)
        return judge_source_rules(workspace.judging, workspace.key, request).verdict is Verdict.AC

    return is_kept(SourceRules(calls={caller: (called,)})) and not is_kept(SourceRules(calls={called: (caller,)}))


def _result(batch: CallBatch, index: int, built: Built, workspace: Workspace) -> CaseResult:
    """The result of a case; a judge error if the course's own function fails."""
    try:
        return _judge_case(batch, index, built, workspace)
    except CheckerFailed as error:
        return CaseResult.not_judged(error)


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


def run_prepare_command(command: tuple[str, ...], workdir: Path, home: Path, workspace: Workspace) -> None:
    """Run a command that prepares a submission for its driver; NotCallable when it fails, unless it may."""
    missing_message = missing_tools(command)
    if missing_message:
        raise JudgeError(missing_message)
    observation = observe_build(command, workdir, ResolvedLimits.resolve(DEFAULT_BUILD_LIMITS), workspace, home)
    if observation.exit is None or (observation.exit != 0 and not isinstance(command, Attempt)):
        message = (observation.stderr or read_whole(observation.stdout)).decode(errors="replace")[-3000:]
        raise NotCallable(message or f"{command[0]} failed")


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
    report = read_driver_report(workspace.judging, workspace.key, content, cases)
    if not report.finished and report.current is None and observation.exit not in (0, None):
        failure = process.failure_alone()
        if failure is not None:
            raise JudgeError(f"{batch.assignment.id}: the driver failed: {failure}")
    if observation.ended_by is Limit.WALL and report.finished:
        waited_s = process.limits.idle or 0.0
        observation = replace(observation, wall_s=max(observation.cpu_s, observation.wall_s - waited_s))
        report.current = None  # the cases before may have waited too: now it goes first, and has all the time
    else:
        _finish_interrupted_case(report, observation, pending)
        batch.long_waits += observation.ended_by is Limit.WALL
    cpu_limits = {index: call_limits(batch.assignment, batch.cases[index]).cpu for index in report.finished}
    batch.timings |= call_timings(report.finished, observation, cpu_limits)
    return {index: _with_left(cases[index], calls, observation) for index, calls in report.finished.items()}


def _with_left(case: Case, calls_report: CallsReport, observation: Observation) -> CallsReport:
    """The report with what the process left beside it, where the case judges that."""
    if case.stderr is None and not observation.files:
        return calls_report
    return replace(calls_report, stderr=observation.stderr if case.stderr is not None else b"", files=observation.files)


def _driver_process(
    batch: CallBatch, driver: Driver, pending: Sequence[int], workspace: Workspace, *, short_idle: bool
) -> DriverProcess:
    """Return the process that makes the calls of the pending cases, with limits that are enough for all of them."""
    lines = "".join(encode_request(batch.assignment, index, batch.cases[index]) for index in pending)
    case_limits = [call_limits(batch.assignment, batch.cases[index]) for index in pending]
    total_cpu = Seconds(10 + len(pending) + 2 * max(limits.cpu for limits in case_limits))
    idle = _SHORT_IDLE_S if short_idle else max(limits.wall for limits in case_limits)
    case = batch.cases[pending[0]].case  # alone, where it has limits, streams or files of its own
    own_limits = replace(case.limits, cpu=total_cpu, wall=None)
    process_limits = replace(ResolvedLimits.resolve(own_limits, batch.assignment.spec.limits), idle=idle)
    stdin = batch.assignment.content(case.stdin) if has_own_streams(case) else None
    files = {name: batch.assignment.content(content) for name, content in case.files.items()}
    return DriverProcess(driver, lines.encode(), process_limits, workspace, stdin, files, case)


def _finish_interrupted_case(report: DriverReport, observation: Observation, pending: list[int]) -> None:
    """Finish the case that the driver was in when it ended; one that ends between two cases is just started again."""
    if not report.finished and report.current is None:
        report.current = pending[0]
    ended_by = observation.ended_by.value if observation.ended_by else None
    report.finish_current(how_ended(observation.signal, observation.exit, ended_by), {})


def judge_calls(batch: CallBatch, index: int, built: Built, workspace: Workspace) -> Judgement:
    """Judge the calls of a case by their report; CheckerFailed when the course's own function fails."""
    rules = drivers()[batch.assignment.spec.language].rules
    files = tuple(built.kept_files)
    request = JudgeCalls(batch.assignment.id, batch.cases[index], batch.reports[index], rules, files, built.folder)
    return judge_case_calls(workspace.judging, workspace.key, request)


def _judge_case(batch: CallBatch, index: int, built: Built, workspace: Workspace) -> CaseResult:
    judgement = judge_calls(batch, index, built, workspace)
    if judgement.findings and batch.assignment.spec.language == "prolog":
        called = [call.function for call in batch.cases[index].case.calls]
        request = ExplainCalls(judgement, called, tuple(built.kept_files), built.folder)
        judgement = explain_calls(workspace.judging, workspace.key, request)
    line = ""
    if judgement.verdict is not Verdict.AC or judgement.charged:
        reproduction = reproduction_of_calls(batch, index, built, workspace)
        line = command_line(batch.assignment, batch.cases[index].name, reproduction) if reproduction is not None else ""
    late = judgement.verdict is Verdict.TLE
    return CaseResult(judgement, batch.timings.get(index, Timing()), line, over_time=late)


def reproduction_of_calls(batch: CallBatch, index: int, built: Built, workspace: Workspace) -> Reproduction | None:
    """Return how the calls of a case are repeated by hand; None if that takes more than a few lines."""
    case, files = batch.cases[index].case, tuple(built.intake.files)
    request = WriteMainProgram(
        batch.assignment.spec.language, case, batch.reports[index], built.folder or Path(), files
    )
    program = main_program_of(workspace.judging, workspace.key, request)
    return None if program is None else reproduce_calls(batch.assignment, case, built, program)
