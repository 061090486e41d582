"""Measure time limits against the reference in the same run, and confirm exceeded ones by a run alone."""

from __future__ import annotations

import contextlib
import math
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from harness.course.ingest.submission import Submission
from harness.grading.building.built import Built
from harness.grading.child_requests.case_result import CaseResult
from harness.grading.running.observe_case import case_limits
from harness.grading.schedule.pool import Overdue, Task, run_task
from harness.grading.schedule.tasks import BuildTask, CasesTask, GradingJob, Worker
from harness.grading.verdicts.judgement import Judgement
from harness.grading.workspace.workspace import Spent
from harness.judge.finding_kinds import TIMED_OUT
from harness.judge.messages.translator import sentence
from harness.model.errors import JudgeError
from harness.model.verdict import Verdict

_REFERENCE_CAP_S = 120.0
FIRST_RUN_SHARE = 1 / 4
"""The share of its time limit that a run beside others gets: most need less, and the rest run again, alone."""
_VALID_S = 60.0
"""Seconds for which a measured reference time is valid: the machine may become slower or faster later."""


def _with_first_run(outcome: CaseResult, first: CaseResult, reference_s: float | None) -> CaseResult:
    if outcome.judge_error is not None:
        return outcome
    figures = {} if reference_s is None else {"reference_s": reference_s}
    timing = replace(outcome.timing, first_cpu_s=first.timing.cpu_s, reference_s=reference_s)
    return replace(outcome, timing=timing, judgement=_with_figures(outcome.judgement, figures))


def _over_limit(outcome: CaseResult, alone: CaseResult, limit_s: float) -> CaseResult:
    """The outcome of a late case, with the measurements of a longer run of the same program."""
    figures = {"limit_s": limit_s, "used_s": alone.timing.cpu_s or limit_s}
    timing = replace(alone.timing, cpu_limit_s=limit_s)
    return replace(outcome, timing=timing, judgement=_with_figures(outcome.judgement, figures))


def _with_figures(judgement: Judgement, figures: Mapping[str, float]) -> Judgement:
    findings = (
        replace(finding, params={**finding.params, **figures}) if finding.kind == TIMED_OUT else finding
        for finding in judgement.findings
    )
    return replace(judgement, findings=tuple(findings))


class Timekeeper(Struct):
    """Run single cases alone on the machine, and remember the reference times of this run."""

    worker: Worker
    spent: Spent = field(default_factory=Spent)
    _references: dict[str, tuple[GradingJob, Built]] = field(default_factory=dict)
    _measured: dict[tuple[str, int], tuple[float, float]] = field(default_factory=dict)
    """Assignment and case index -> the reference's CPU seconds, and when they were measured."""

    def rerun_alone(self, job: GradingJob, built: Built, first: Mapping[int, CaseResult]) -> Mapping[int, CaseResult]:
        """Run cases that share a run once more, alone; the outcomes hold both measurements."""
        try:
            limits = self._full_limits(job, first)
        except JudgeError as error:
            return dict.fromkeys(first, CaseResult.not_judged(error))
        cpu_limits_s = {index: limit_s for index, (limit_s, _) in limits.items()}
        second = self.run_task(CasesTask(job, built, tuple(first), cpu_limits_s), "programs")
        if isinstance(second, Overdue):
            return {}  # the first run stands
        if isinstance(second, JudgeError):
            return dict.fromkeys(first, CaseResult.not_judged(second))
        return {index: _with_first_run(outcome, first[index], limits[index][1]) for index, outcome in second.items()}

    def known_alone(
        self, job: GradingJob, first: Mapping[int, CaseResult], other: int, alone: CaseResult
    ) -> Mapping[int, CaseResult]:
        """The outcomes of late cases whose program another case started alike, if it was alone over their limits, too.

        Args:
            job: whose cases these are.
            first: their first outcomes, by index.
            other: the index of that other case.
            alone: its outcome when it was run alone.

        Returns:
            The outcomes with the measurements of that run; none of them if it does not decide about all of these cases.

        """
        try:
            limits = self._full_limits(job, first)
        except JudgeError:
            return {}
        assignment, used_s = self.worker.course[job.submission.assignment], alone.timing.cpu_s or 0.0
        cases = [
            case_limits(assignment, assignment.cases[index].case, limit_s) for index, (limit_s, _) in limits.items()
        ]
        wall_s = case_limits(assignment, assignment.cases[other].case, alone.timing.cpu_limit_s).wall
        is_longer = all(used_s > case.cpu and wall_s >= case.wall for case in cases)
        if not is_longer or not all(outcome.is_late for outcome in first.values()):
            return {}
        return {
            index: _with_first_run(_over_limit(outcome, alone, limits[index][0]), outcome, limits[index][1])
            for index, outcome in first.items()
        }

    def _full_limits(self, job: GradingJob, indices: Iterable[int]) -> dict[int, tuple[float, float | None]]:
        """The whole CPU limits of cases in seconds, and what the reference takes where that sets the limit."""
        assignment, limits = self.worker.course[job.submission.assignment], dict[int, tuple[float, float | None]]()
        for index in indices:
            case = assignment.cases[index].case
            limits[index] = case_limits(assignment, case).cpu, None
            if case.time is not None:
                factor, floor = case.time
                seconds = self.reference_seconds(assignment.id, index)
                limits[index] = max(floor, factor * seconds), seconds
        return limits

    def cpu_limits_s(self, name: str, indices: Iterable[int], share: float) -> dict[int, float]:
        """Return a share of the CPU limits, in seconds, of the cases whose limit is a multiple of the reference's time.

        A reference that cannot be measured is skipped here; it is reported when a submission needs it.
        """
        cpu_limits_s = dict[int, float]()
        for index in indices:
            time_limit = self.worker.course[name].cases[index].case.time
            if time_limit is not None:
                with contextlib.suppress(JudgeError):
                    factor, floor = time_limit
                    cpu_limits_s[index] = max(floor, factor * share * self.reference_seconds(name, index))
        return cpu_limits_s

    def reference_seconds(self, name: str, index: int) -> float:
        """Return the CPU seconds of the reference for a case, measured in this run, alone, and recently.

        Raises:
            JudgeError: when there is no reference or it does not pass the case.

        """
        seconds, when = self._measured.get((name, index), (0.0, -math.inf))
        if time.monotonic() - when > _VALID_S:
            seconds = self._measure(name, index)
            self._measured[name, index] = seconds, time.monotonic()
        return seconds

    def _measure(self, name: str, index: int) -> float:
        job, built = self._reference(name)
        result = self.run_task(CasesTask(job, built, (index,), {index: _REFERENCE_CAP_S}), "reference")
        outcome: CaseResult = result[index] if isinstance(result, dict) else CaseResult.not_judged(str(result))
        if outcome.judgement.verdict is not Verdict.AC or outcome.timing.cpu_s is None:
            reason = outcome.judge_error or outcome.judgement.verdict.value
            case = self.worker.course[name].cases[index].name
            raise JudgeError(
                f"{name}: the reference does not pass {case}, so there is no time to compare with: {reason}"
            )
        return outcome.timing.cpu_s

    def _reference(self, name: str) -> tuple[GradingJob, Built]:
        if name not in self._references:
            assignment = self.worker.course[name]
            folders = assignment.references()
            if not folders:
                raise JudgeError(f"{name}: {assignment.reference_folder} has no implementation to measure time against")
            job = GradingJob(f"reference-{name}", Submission(folders[0].name, name, Path(folders[0])), ())
            built = self.run_task(BuildTask(job), "reference")
            if not isinstance(built, Built) or built.folder is None:
                reason = built if isinstance(built, JudgeError) else sentence(built.failed[-1].problem)
                raise JudgeError(f"{name}: the reference cannot be built: {reason}")
            self._references[name] = job, built
        return self._references[name]

    def run_task(self, task: Task[Any], purpose: str) -> Any:
        """Run a task alone, count its time for this purpose, and return its result."""
        return self.spent.unwrap(purpose, run_task(self.worker, task))
