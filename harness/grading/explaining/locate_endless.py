"""Find where programs were that did not end: some of their cases run once more."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from harness.grading.building.built import Built
from harness.grading.calling.locate import Located, locate
from harness.grading.child_requests.case_result import CaseResult
from harness.grading.schedule.further_run import FurtherRun
from harness.grading.schedule.submission_state import SubmissionState
from harness.grading.schedule.tasks import Worker
from harness.grading.schedule.timing import Timekeeper
from harness.judge.finding_kinds import TIMED_OUT
from harness.model.finding import Finding, Parameter
from harness.spec.format.assignment import PlannedCase

MOST_LOCATED = 2
"""Runs of one submission that are repeated for it."""


class LocateTask(FurtherRun, frozen=True):
    """Run a case once more, to find where its program is."""

    index: int
    cpu_limit_s: float

    def explanation(self, worker: Worker) -> Located:
        """The place, as far as it can be found."""
        assignment = worker.course[self.job.submission.assignment]
        workspace = worker.workspace(self.job.key)
        return locate(assignment, assignment.cases[self.index], self.built, workspace, self.cpu_limit_s)


def locate_endless(state: SubmissionState, timekeeper: Timekeeper) -> None:
    """Add to the cases that were still running at their limit where the program was, as far as it can be found."""
    if not isinstance(state.built, Built):
        return
    cases = state.assignment.cases
    endless = [
        index
        for index in state.over_time
        if any(map(_is_endless, state.outcomes[index].judgement.findings))
        and cases[index].kind.can_be_repeated(cases[index].case)
    ]
    for group in _started_alike(endless, cases)[:MOST_LOCATED]:
        first = state.outcomes[group[0]]
        limit = first.timing.cpu_limit_s
        if limit is None:
            continue
        located = timekeeper.run_task(LocateTask(state.job, state.built, group[0], limit), "programs")
        if not isinstance(located, Located) or not located.where:
            continue
        for index in group:
            state.outcomes[index] = _with_place(state.outcomes[index], located)


def _started_alike(indices: Sequence[int], cases: Sequence[PlannedCase]) -> list[list[int]]:
    """Group cases that start the program alike: where one of them is, all are."""
    groups: dict[str | int, list[int]] = {}
    for index in indices:
        groups.setdefault(cases[index].kind.same_start(cases[index].case) or index, []).append(index)
    return list(groups.values())


def _is_endless(finding: Finding) -> bool:
    """Whether a program was still running at its limit of CPU time."""
    return finding.kind == TIMED_OUT and not finding.params.get("finished")


def _with_place(outcome: CaseResult, located: Located) -> CaseResult:
    reason = "in-loop" if located.in_loop else "in-line"
    seen: dict[str, Parameter] = {"reason": reason, "looked_s": located.seconds}
    seen |= {"idle": list(located.unchanged)} if located.unchanged else {}
    listed = ", ".join(map(str, located.changed))
    seen |= {"changed": len(located.changed), "listed": listed} if listed else {}
    findings = tuple(
        replace(finding, where=located.where, params={**finding.params, **seen}) if _is_endless(finding) else finding
        for finding in outcome.judgement.findings
    )
    return replace(outcome, judgement=replace(outcome.judgement, findings=findings))
