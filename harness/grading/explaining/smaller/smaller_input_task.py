"""Look for smaller inputs of the failed cases that are shown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from harness.grading.building.built import Built
from harness.grading.child_requests.case_result import CaseResult
from harness.grading.explaining.smaller.smaller_input import MOST_CPU_S, MOST_SHRUNK, can_shrink, smaller_inputs
from harness.grading.schedule.further_run import FurtherRun
from harness.grading.schedule.grading_options import GradingOptions
from harness.grading.schedule.submission_state import SubmissionState
from harness.grading.schedule.tasks import Worker
from harness.model.finding import Finding


class SmallerInputTask(FurtherRun, frozen=True):
    """Run cases with parts of their inputs, to find a small one with which the program fails as with all of it."""

    outcomes: Mapping[int, CaseResult]
    """Those of the cases, the ones that matter most first."""

    def explanation(self, worker: Worker) -> dict[int, Finding]:
        """The findings by case index."""
        assignment, worker = worker.course[self.job.submission.assignment], replace(worker, most_cpu_s=MOST_CPU_S)
        workspaces = [worker.workspace(self.job.key + end) for end in ("-smaller", "-smaller-answers")]
        return smaller_inputs(assignment, self.built, self.outcomes, *workspaces)

    def note(self, state: SubmissionState, explanation: Any) -> None:
        """Add the findings to the outcomes."""
        state.smaller_task = False
        super().note(state, explanation)


def shrinkable(state: SubmissionState, options: GradingOptions) -> SmallerInputTask | None:
    """The task that looks for smaller inputs of the failed cases that are shown; None if there are none."""
    assignment, cases = state.assignment, state.assignment.cases
    long = {cases[at].name: at for at, outcome in state.outcomes.items() if can_shrink(assignment, cases[at], outcome)}
    if not long or not isinstance(state.built, Built) or options.shown_cases is None:
        return None
    shown = options.shown_cases(options.grade_of(state), assignment)  # that takes a while
    outcomes = {index: state.outcomes[index] for index in [long[name] for name in shown if name in long][:MOST_SHRUNK]}
    return SmallerInputTask(state.job, state.built, outcomes) if outcomes else None
