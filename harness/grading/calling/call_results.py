"""Judge cases of calls, and look once more at those that fail by what only prepares them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from msgspec.structs import replace

from harness.grading.building.built import Built, check_tools
from harness.grading.calling.call_requests import other_ways, set_up_functions
from harness.grading.calling.callees import calls_one_way, with_wrong_callees
from harness.grading.calling.calls import CallBatch, call_all, judge_calls
from harness.grading.calling.kept_state import with_kept_state
from harness.grading.child_requests.case_result import CaseResult, CheckerFailed
from harness.grading.child_requests.judge_requests import ExplainCalls
from harness.grading.child_requests.misnamed_functions import under_near_names
from harness.grading.child_requests.source_requests import WriteMainProgram
from harness.grading.running.reproduce import Reproduction, command_line, reproduce_calls
from harness.grading.verdicts.calls.trace import not_callable
from harness.grading.verdicts.judgement import Judgement
from harness.grading.workspace.workspace import Workspace
from harness.judge.finding_kinds import FUNCTIONS_NOT_CALLABLE
from harness.language.driver import NotCallable
from harness.model.errors import JudgeError
from harness.model.finding import SHOWN_CALL
from harness.model.grade import Timing
from harness.model.verdict import Verdict
from harness.spec.format.assignment import Assignment, PlannedCase


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
    kept = with_kept_state(batch, results, built, workspace)  # wrong after the others: the line makes them all
    results |= {
        index: replace(result, reproduce=_line_of(batch, index, built, workspace)) for index, result in kept.items()
    }
    results |= _set_up_otherwise(batch, results, built, workspace)
    results |= _wrong_by_themselves(batch, results, built, workspace)
    return results | with_wrong_callees(results, built, workspace)


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
            clauses = tuple(name for name, by in set_up.items() if calls_one_way(by, tested, built, workspace))
            if clauses:
                callers[index], ways[index] = clauses, [*other_ways(planned, batch.assignment.cases)][-1]
    if not ways:
        return {}
    try:
        again = call_all(batch.assignment, ways, built.folder or Path(), workspace)
    except (NotCallable, JudgeError):  # what was judged stands
        return {}
    alone = {index: _result(again, index, built, workspace) for index in ways if index in again.reports}
    return {
        index: replace(result, judgement=replace(result.judgement, explains=callers[index]))
        for index, result in alone.items()
        if result.judgement.verdict in (Verdict.WA, Verdict.RTE)
        and result.judgement.findings[0].params.get("reason") != "null"
    }


def _result(batch: CallBatch, index: int, built: Built, workspace: Workspace) -> CaseResult:
    """The result of a case; a judge error if the course's own function fails."""
    try:
        return _judge_case(batch, index, built, workspace)
    except CheckerFailed as error:
        return CaseResult.not_judged(error)


def _judge_case(batch: CallBatch, index: int, built: Built, workspace: Workspace) -> CaseResult:
    judgement = judge_calls(batch, index, built, workspace)
    if judgement.findings and batch.assignment.spec.language == "prolog":
        called = [call.function for call in batch.cases[index].case.calls]
        request = ExplainCalls(judgement, called, tuple(built.kept_files), built.folder)
        # It has a limit of its own: what comes after is judged in all the time that it has.
        judgement = workspace.judging.call_or(request, f"{workspace.key} explained", judgement)
    line = ""
    if judgement.verdict is not Verdict.AC or judgement.charged:
        line = _line_of(_shown_alone(batch, index, judgement), index, built, workspace)
    late = judgement.verdict is Verdict.TLE
    return CaseResult(judgement, batch.timings.get(index, Timing()), line, over_time=late)


def _line_of(batch: CallBatch, index: int, built: Built, workspace: Workspace) -> str:
    reproduction = reproduction_of_calls(batch, index, built, workspace)
    return command_line(batch.assignment, batch.cases[index].name, reproduction) if reproduction is not None else ""


def _shown_alone(batch: CallBatch, index: int, judgement: Judgement) -> CallBatch:
    """The batch, of whose case the call alone that the finding shows, where it takes nothing from other calls."""
    at = judgement.findings[0].params.get(SHOWN_CALL) if judgement.findings else None
    planned, report = batch.cases[index], batch.reports[index]
    if not isinstance(at, int) or not at < len(report.results) <= len(planned.case.calls):
        return batch
    others = [*planned.case.calls]
    call = others.pop(at)
    variables = {value for value in call.args if isinstance(value, str) and value.startswith("$")}
    used = {value for other in others for value in other.args if isinstance(value, str)}
    if call.of or not variables.isdisjoint(used) or not {f"${name}" for name in planned.case.let} >= variables:
        return batch
    alone = replace(planned, case=replace(planned.case, calls=(call,)))
    only = replace(report, results=report.results[at : at + 1])
    return replace(batch, cases={**batch.cases, index: alone}, reports={**batch.reports, index: only})


def reproduction_of_calls(batch: CallBatch, index: int, built: Built, workspace: Workspace) -> Reproduction | None:
    """Return how the calls of a case are repeated by hand; None if that takes more than a few lines."""
    case, files = batch.cases[index].case, tuple(built.intake.files)
    request = WriteMainProgram(
        batch.assignment.spec.language, case, batch.reports[index], built.folder or Path(), files
    )
    program = workspace.judging.call_or(request, workspace.key, None)
    return None if program is None else reproduce_calls(batch.assignment, case, built, program)
