"""A further run of a program that failed, which is never judged: it only explains."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from harness.grading.building.built import Built
from harness.grading.schedule.submission_state import SubmissionState
from harness.grading.schedule.tasks import GradingJob, Worker
from harness.grading.workspace.workspace import Timed
from harness.model.errors import JudgeError
from harness.sandbox.files.scratch import remove

_DEADLINE_S = 600.0


class FurtherRun(Struct, frozen=True):
    """A task that looks for an explanation. It may have folders whose names begin with the key of its job."""

    job: GradingJob
    built: Built

    def deadline_s(self, _worker: Worker) -> float:
        """Return the elapsed seconds that it may take, with time to spare."""
        return _DEADLINE_S

    def run(self, worker: Worker) -> Timed:
        """Return the timed explanation; None if there is none, or no room to look for it."""
        timed = worker.stopwatch.begin()
        try:
            return timed(self.explanation(worker))
        except (OSError, JudgeError):
            return timed(None)
        finally:
            for folder in worker.root.glob(f"{self.job.key}-*"):
                remove(folder)

    def explanation(self, worker: Worker) -> Any:
        """What explains failures; None for nothing."""
        raise NotImplementedError

    def note(self, state: SubmissionState, explanation: Any) -> None:
        """Add findings, by case index, to the submission's outcomes, after those that say what is wrong."""
        for index, finding in (explanation or {}).items():
            outcome, judgement = state.outcomes[index], state.outcomes[index].judgement
            findings = (*judgement.findings, finding)
            state.outcomes[index] = replace(outcome, judgement=replace(judgement, findings=findings))
