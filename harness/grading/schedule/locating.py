"""Find out where programs were that were ended at their limit of CPU time, so that reports can say it."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from harness.grading.building.built import Built
from harness.grading.child_requests.case_result import CaseResult
from harness.grading.explaining.locate import Located, locate
from harness.grading.schedule.submission_state import SubmissionState, group_shared_runs
from harness.grading.schedule.tasks import GradingJob, Outcome, Worker
from harness.grading.schedule.timing import Timekeeper
from harness.grading.workspace.stopwatch import Timed
from harness.model.finding import Finding
from harness.spec.format.assignment import PlannedCase

MOST_LOCATED = 2
"""Runs of one submission that are repeated for it."""
_DEADLINE_S = 600.0


class LocateTask(Struct, frozen=True):
    """Run a case once more, to find where its program is."""

    job: GradingJob
    built: Built
    index: int
    cpu_limit_s: float

    def deadline_s(self, _worker: Worker) -> float:
        """Return the elapsed seconds that it may take, with time to spare."""
        return _DEADLINE_S

    def run(self, worker: Worker) -> Timed:
        """Return the timed place; nowhere where the scratch folder is full."""
        assignment = worker.course[self.job.submission.assignment]
        timed = worker.stopwatch.begin()
        planned = assignment.cases[self.index]
        try:
            return timed(locate(assignment, planned, self.built, worker.workspace(self.job.key), self.cpu_limit_s))
        except OSError:
            return timed(Located())


def locate_endless(state: SubmissionState, timekeeper: Timekeeper, cases: Sequence[PlannedCase]) -> None:
    """Add to the cases that were still running at their limit where the program was, as far as it can be found."""
    if not isinstance(state.built, Built):
        return
    endless = [
        index
        for index in state.over_time
        if _finding(state.outcomes[index]) and cases[index].kind.can_be_repeated(cases[index].case)
    ]
    for group in group_shared_runs(endless, cases)[:MOST_LOCATED]:
        first = state.outcomes[group[0]]
        limit = first.timing.cpu_limit_s if isinstance(first, CaseResult) else None
        if limit is None:
            continue
        located = timekeeper.run_task(LocateTask(state.job, state.built, group[0], limit), "programs")
        if not isinstance(located, Located) or not located.where:
            continue
        for index in group:
            state.outcomes[index] = _with_place(state.outcomes[index], located)


def _finding(outcome: Outcome) -> Finding | None:
    """The finding on a program that was still running at its limit of CPU time."""
    findings = outcome.judgement.findings if isinstance(outcome, CaseResult) else ()
    return next((finding for finding in findings if _is_endless(finding)), None)


def _is_endless(finding: Finding) -> bool:
    return finding.kind == "timed-out" and not finding.params.get("finished")


def _with_place(outcome: Outcome, located: Located) -> Outcome:
    if isinstance(outcome, str):
        return outcome
    reason = "in-loop" if located.in_loop else "in-line"
    findings = tuple(
        replace(finding, where=located.where, params={**finding.params, "reason": reason, "looked_s": located.seconds})
        if _is_endless(finding)
        else finding
        for finding in outcome.judgement.findings
    )
    return replace(outcome, judgement=replace(outcome.judgement, findings=findings))
