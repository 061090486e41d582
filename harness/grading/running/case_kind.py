"""What every kind of case can do: be run and judged, and shown again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from harness.course.ingest.submission import Submission
from harness.grading.building.built import Built
from harness.grading.child_requests.case_result import CaseResult
from harness.grading.running.reproduce import Reproduction
from harness.grading.workspace.workspace import Workspace
from harness.model.errors import UsageError
from harness.spec.format.assignment import Assignment, PlannedCase
from harness.spec.format.kinds import CaseKind
from harness.spec.format.model import Case

MOST_LATE_RUNS = 2
"""After so many runs of a case that exceeded its time limit no other way is tried."""


class Runner(Struct, frozen=True):
    """The submission that cases are run on, and how."""

    assignment: Assignment
    built: Built
    workspace: Workspace
    cpu_limit_s: float | None = None
    """CPU seconds instead of the case's own limit."""
    most_late_runs: int = MOST_LATE_RUNS
    """After so many runs over the time limit no other way is tried."""
    submission: Submission | None = None
    """Whose work it is; None if nobody says."""
    lost_once: Mapping[int, str] = {}
    """Of cases that are done together: those of which none is done after one that is over its limit, by index."""

    @property
    def folder(self) -> Path:
        """The folder of the built submission."""
        if self.built.folder is None:
            raise ValueError("only a submission that was built can be run")
        return self.built.folder


class Kind(CaseKind):
    """A kind of case, with how it is run."""

    def run(self, planned: PlannedCase, runner: Runner) -> CaseResult:
        """Run and judge a case. Raises NeedsReview where the student's own choice keeps us from it, and JudgeError."""
        raise NotImplementedError

    def run_together(self, indices: Sequence[int], runner: Runner) -> Mapping[int, CaseResult]:
        """Run and judge cases by index, or say what keeps us from it; those that were not run have no result.

        Only where ``shares_process``.
        """
        raise NotImplementedError

    def reproduce(self, planned: PlannedCase, _runner: Runner) -> Reproduction:
        """How the case is repeated by hand; UsageError where it runs nothing."""
        raise UsageError(f"{planned.name}: a case with {self.key} runs nothing")


_ONLY_JUDGED = frozenset({
    "clause", "name", "pairs", "variables", "stdout", "stderr", "exit", "ending", "produces", "near_misses", "trace",
    "across", "follows", "needs", "weight", "visibility",
})  # fmt: skip
"""Keys of a case that decide nothing of its run: what is expected, and what it counts for."""
_LIMITS = frozenset({"limits", "time", "ending", "exists", "explained_by"})
"""Further keys that decide nothing of what a program does before it is ended."""


def same_run(key: str, case: Case) -> str:
    """All that decides a run of the program, as a key; ``key``: the kind of the case. A timed case shares no run."""
    if case.time:
        return ""
    deciding = [getattr(case, name) for name in case.__struct_fields__ if name not in _ONLY_JUDGED]
    return repr((key, tuple(case.produces), deciding))


def same_start(key: str, case: Case) -> str:
    """All that a program can see of its run, as a key: what is over a limit would be over a lower one, too."""
    deciding = [getattr(case, name) for name in case.__struct_fields__ if name not in _ONLY_JUDGED | _LIMITS]
    return repr((key, deciding))
