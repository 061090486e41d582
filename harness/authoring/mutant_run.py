"""Try one changed program: it is built, and run case by case up to the first that notices the change."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import Enum
from itertools import groupby

from msgspec import Struct

from harness.grading.building.built import Built
from harness.grading.child_requests.case_result import CaseResult
from harness.grading.schedule.tasks import BuildTask, CasesTask, GradingJob, Worker
from harness.judge.messages.translator import sentence
from harness.model.verdict import Verdict
from harness.sandbox.files.scratch import remove
from harness.spec.format.assignment import PlannedCase


class End(Enum):
    """How trying a program ended."""

    NOTICED = "noticed"
    UNNOTICED = "unnoticed"
    UNBUILT = "it does not build"
    FAULT = "judge error"


class MutantResult(Struct, frozen=True):
    """The result of one changed program."""

    end: End
    explanation: str = ""
    """The case that noticed it; for a fault the case and why."""


class MutantTask(Struct, frozen=True):
    """Try one changed program.

    A case that is over its limit notices the change, and nothing else is run then: a program that loops for ever costs
    its time once, not in every case.
    """

    job: GradingJob
    cpu_limits_s: Mapping[int, float]
    """CPU limits in seconds of the cases whose limit is a multiple of the reference's time."""

    def run(self, worker: Worker) -> MutantResult:
        """The outcome; JudgeError when our side cannot build."""
        try:
            return self._tried(BuildTask(self.job).run(worker).result, worker)
        finally:
            remove(worker.root / self.job.key)

    def _tried(self, built: Built, worker: Worker) -> MutantResult:
        if built.folder is None:
            return MutantResult(End.UNBUILT)
        if built.failed:
            return MutantResult(End.NOTICED, sentence(built.failed[0].problem))
        cases = worker.course[self.job.submission.assignment].cases
        for part in _parts(self.job.case_indices, cases):
            timed = CasesTask(self.job, built, part, self.cpu_limits_s, stop_early=True).run(worker)
            outcomes: dict[int, CaseResult] = timed.result
            for index, outcome in outcomes.items():
                result = _result_of(outcome, cases[index].name)
                if result is not None:
                    return result
        return MutantResult(End.UNNOTICED)


def _parts(chosen: tuple[int, ...], cases: tuple[PlannedCase, ...]) -> Iterator[tuple[int, ...]]:
    """The cases in an order that finds an end soon: single runs, calls together, counted runs, then timed ones."""
    first: dict[tuple[int, object], int] = {}

    def kind(index: int) -> tuple[int, object]:
        case = cases[index].case
        if case.time:
            return 3, index
        if cases[index].kind.is_traced:
            return 2, index
        return (1, 0) if cases[index].kind.shares_process else (0, cases[index].shared_run or index)

    ranked = sorted(chosen, key=lambda index: (kind(index)[0], first.setdefault(kind(index), index)))
    for _, part in groupby(ranked, key=kind):
        yield tuple(part)


def _result_of(outcome: CaseResult, name: str) -> MutantResult | None:
    if outcome.judge_error is not None:
        return MutantResult(End.FAULT, f"judge error in case {name}: {outcome.judge_error}")
    if outcome.judgement.verdict in (Verdict.CE, Verdict.NS):
        return MutantResult(End.UNBUILT)
    if outcome.judgement.verdict is not Verdict.AC or outcome.judgement.charged:
        return MutantResult(End.NOTICED, name)
    return None
