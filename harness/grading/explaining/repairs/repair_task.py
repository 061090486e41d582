"""The task that looks for the one change by which failed cases of a submission pass."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from harness.grading.building.built import Built
from harness.grading.child_requests.case_result import CaseResult
from harness.grading.explaining.further_run import FurtherRun
from harness.grading.explaining.repairs.repair_search import RepairSearch
from harness.grading.explaining.repairs.repair_targets import failed_cases
from harness.grading.schedule.submission_state import SubmissionState
from harness.grading.schedule.tasks import Worker
from harness.language.oddities.exceptions import CAUGHT_EXIT, SWALLOWED
from harness.model.finding import Finding


class RepairTask(FurtherRun, frozen=True):
    """Look for the one change by which failed cases of a submission pass."""

    outcomes: Mapping[int, CaseResult]

    def explanation(self, worker: Worker) -> dict[int, Finding]:
        """The findings by case index; none if no change helps, or the search comes to a limit."""
        return RepairSearch.of(self.job, self.built, self.outcomes, worker).findings()

    def note(self, state: SubmissionState, explanation: Any) -> None:
        """Add the findings; drop notes on handlers, which may be meant, if changes elsewhere repair all wrong cases."""
        state.repair_task = False
        super().note(state, explanation)
        wrong = {index for index, outcome in state.outcomes.items() if outcome.judgement.is_wrong}
        if explanation and wrong <= explanation.keys():
            notes = self.built.intake.notes
            notes[:] = [note for note in notes if note.params.get("what") not in (SWALLOWED, CAUGHT_EXIT)]


def may_be_repaired(state: SubmissionState) -> bool:
    """Whether a submission that was built failed a case by what it does."""
    if not isinstance(state.built, Built) or state.built.folder is None or state.built.staged is None:
        return False
    return bool(failed_cases(state.assignment, state.outcomes))
