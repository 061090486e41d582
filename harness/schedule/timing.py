"""Time limits: measured against the reference in the same run, and confirmed alone before they cost anything."""

from __future__ import annotations

import contextlib
import math
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from harness.execute.build import Built
from harness.execute.case_result import CaseResult
from harness.execute.observe_case import case_limits
from harness.execute.stopwatch import Spent, Timed
from harness.ingest.submission import Submission
from harness.model.errors import JudgeError
from harness.model.verdict import Verdict
from harness.schedule.pool import run_one
from harness.schedule.tasks import BuildTask, CasesTask, Job, Outcome, Worker

_REFERENCE_CAP_S = 120.0
FIRST = 1 / 4
"""Beside others a run has this part of its multiple: most need less, and the others run alone, for all of it."""
_FRESH_S = 60.0
"""How long a reference's time serves: a machine that has become slower or faster since moves both sides."""


def _with_first(outcome: Outcome, first: CaseResult, reference_s: float | None) -> Outcome:
    if isinstance(outcome, str):
        return outcome
    return replace(outcome, timing=replace(outcome.timing, first_cpu_s=first.timing.cpu_s, reference_s=reference_s))


class Timekeeper(Struct):
    """Runs single cases alone on the machine, and knows what the references took in this run."""

    worker: Worker
    spent: Spent = field(default_factory=Spent)
    _references: dict[str, tuple[Job, Built]] = field(default_factory=dict)
    _measured: dict[tuple[str, int], tuple[float, float]] = field(default_factory=dict)
    """The reference's CPU seconds for a case, and when they were measured."""

    def again(self, job: Job, built: Built, first: Mapping[int, CaseResult]) -> Mapping[int, Outcome]:
        """Run cases that share a run once more, alone; the outcomes know both measurements."""
        assignment = self.worker.course[job.submission.assignment]
        cpu_limits_s, references = dict[int, float](), dict[int, float]()
        try:
            for index in first:
                case = assignment.cases[index].case
                cpu_limits_s[index] = case_limits(assignment, case).cpu
                if case.time is not None:
                    factor, floor = case.time
                    references[index] = self.reference_seconds(assignment.id, index)
                    cpu_limits_s[index] = max(floor, factor * references[index])
        except JudgeError as error:
            return dict.fromkeys(first, str(error))
        second = self._one(CasesTask(job, built, tuple(first), cpu_limits_s), "programs")
        if isinstance(second, JudgeError):
            return dict.fromkeys(first, str(second))
        return {index: _with_first(one, first[index], references.get(index)) for index, one in second.items()}

    def cpu_limits_s(self, name: str, indices: Iterable[int], part: float) -> dict[int, float]:
        """CPU limits in seconds, by part of their multiple, of those of these cases that have one.

        A reference that cannot be measured is told where somebody needs it.
        """
        cpu_limits_s = dict[int, float]()
        for index in indices:
            time_limit = self.worker.course[name].cases[index].case.time
            if time_limit is not None:
                with contextlib.suppress(JudgeError):
                    factor, floor = time_limit
                    cpu_limits_s[index] = max(floor, factor * part * self.reference_seconds(name, index))
        return cpu_limits_s

    def reference_seconds(self, name: str, index: int) -> float:
        """The CPU seconds that the reference takes for a case, measured in this run, alone, and not long ago.

        Raises:
            JudgeError: when there is no reference or it does not pass the case.

        """
        seconds, when = self._measured.get((name, index), (0.0, -math.inf))
        if time.monotonic() - when > _FRESH_S:
            seconds = self._measure(name, index)
            self._measured[name, index] = seconds, time.monotonic()
        return seconds

    def _measure(self, name: str, index: int) -> float:
        job, built = self._reference(name)
        got = self._one(CasesTask(job, built, (index,), {index: _REFERENCE_CAP_S}), "reference")
        outcome = got[index] if isinstance(got, dict) else str(got)
        if isinstance(outcome, str) or outcome.judgement.verdict is not Verdict.AC or outcome.timing.cpu_s is None:
            why = outcome if isinstance(outcome, str) else outcome.judgement.verdict.value
            case = self.worker.course[name].cases[index].name
            raise JudgeError(f"{name}: the reference does not pass {case}, so there is no time to compare with: {why}")
        return float(outcome.timing.cpu_s)

    def _reference(self, name: str) -> tuple[Job, Built]:
        if name not in self._references:
            assignment = self.worker.course[name]
            folders = assignment.references()
            if not folders:
                raise JudgeError(f"{name}: {assignment.reference_folder} has no implementation to measure time against")
            job = Job(f"reference-{name}", Submission(folders[0].name, name, Path(folders[0])), ())
            built = self._one(BuildTask(job), "reference")
            if not isinstance(built, Built) or built.folder is None:
                why = built if isinstance(built, JudgeError) else built.failed[-1].problem
                raise JudgeError(f"{name}: the reference cannot be built: {why}")
            self._references[name] = job, built
        return self._references[name]

    def _one(self, task: BuildTask | CasesTask, what: str) -> Any:
        got = run_one(self.worker, task)
        if isinstance(got, Timed):
            self.spent.add(what, got)
            return got.result
        return got
