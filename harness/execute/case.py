"""Running one case of a built submission: the ways to run it, each judged, the best one counts."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from harness.execute.build import Built
from harness.execute.case_result import CaseResult, blaming
from harness.execute.misnamed_functions import under_near_names
from harness.execute.observe_case import Attempted, attempt, limits_of
from harness.execute.workspace import Workspace
from harness.files.scratch import read_bounded
from harness.ingest.limits import MAX_BYTES
from harness.judge.judge import judge, look_at_built, over_time
from harness.judge.judgement import RIGHT, Judgement
from harness.model.finding import Finding
from harness.model.grade import Timing
from harness.model.limits import ResolvedLimits
from harness.model.verdict import Verdict
from harness.spec.assignment import Assignment, PlannedCase
from harness.spec.model import Attempt

PATIENCE = 2
"""After so many attempts of a case that were over its time limit no other one is made."""


def run_case(
    assignment: Assignment,
    planned: PlannedCase,
    built: Built,
    workspace: Workspace,
    cpu_limit_s: float | None = None,
    *,
    patience: int = PATIENCE,
) -> CaseResult:
    """Run a case against a submission that was built.

    Args:
        assignment: whose case it is.
        planned: the case.
        built: the submission; its build has worked.
        workspace: where scratch folders go.
        cpu_limit_s: seconds, in place of the case's own limit; None while the reference was not measured.
        patience: after so many attempts over the limit no other is made.

    Raises:
        JudgeError: when our side cannot judge: a tool is missing, ``checks.py`` fails, there is no room.

    """
    planned = under_near_names(planned, built.near)
    case = planned.case
    if built.folder is None:
        raise ValueError("only a submission that was built can be run")
    if case.built:
        kinds = {name: kind for name in case.built if (kind := _kind(built.folder / name))}
        return CaseResult(look_at_built(case, kinds))
    if case.source is not None:
        from harness.sources.rules import judge_sources  # noqa: PLC0415 - parsers, which few cases need

        there = ((name, read_bounded(built.folder, name, MAX_BYTES)) for name in built.intake.files)
        files = {name: content for name, content in there if content is not None}  # a build may have removed some
        findings = judge_sources(case.source, files)
        return CaseResult(Judgement(Verdict.WA, findings, 0.0, comparable=False) if findings else RIGHT)
    if case.trace:
        from harness.execute.trace import run_traced  # noqa: PLC0415 - few cases count calls

        return run_traced(assignment, planned, built, workspace)
    limits = limits_of(assignment, case, cpu_limit_s)
    if case.across:
        return _across(assignment, planned, built, workspace, limits)
    results = []
    for way in case.attempts or (Attempt(),):
        results.append(_judged(attempt(assignment, planned, built, workspace, limits=limits, way=way)))
        if results[-1].judgement.verdict is Verdict.AC:
            return results[-1]
        if results[-1].waited or sum(result.over_time for result in results) >= patience:
            break
    return min(results, key=_distance)


def _distance(result: CaseResult) -> tuple[bool, bool, bool]:
    """How far from right an attempt was: nearly right first, then a plain wrong answer, then a crash."""
    judgement = result.judgement
    return not judgement.comparable, judgement.verdict is not Verdict.WA, result.over_time


def _kind(path: Path) -> str | None:
    if path.is_symlink() or not path.is_file():
        return None
    return "executable" if path.stat().st_mode & 0o100 else "file"


def _across(
    assignment: Assignment, planned: PlannedCase, built: Built, workspace: Workspace, limits: ResolvedLimits
) -> CaseResult:
    """Many runs: each judged as one, the first wrong one decides; then all together by a function of ``checks.py``."""
    runs, last = [], None
    for number in range(planned.case.runs):
        attempted = attempt(assignment, planned, built, workspace, limits=limits, number=number)
        last = _judged(attempted)
        if last.judgement.verdict is not Verdict.AC:
            return last
        runs.append(attempted.expectation.context.run)
    if last is None:
        raise ValueError("a case has at least one run")
    with blaming(planned):
        findings: tuple[Finding, ...] = tuple(assignment.functions[planned.case.across](runs))
    return replace(last, judgement=Judgement(Verdict.WA, findings, 0.0)) if findings else last


def _judged(attempted: Attempted) -> CaseResult:
    seen, expectation = attempted.seen, attempted.expectation
    with blaming(expectation.planned):
        judgement = judge(seen, expectation)
    timing = Timing(seen.cpu_s, seen.wall_s, expectation.limits.cpu, memory=seen.memory)
    late = over_time(seen, expectation.limits, expectation.planned.case)
    return CaseResult(judgement, timing, attempted.reproduce, late)
