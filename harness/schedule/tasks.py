"""The tasks of worker processes: build a submission, run some of its cases."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from itertools import groupby
from pathlib import Path

from msgspec import Struct, field

from harness.compile_server.server import CompileClient
from harness.execute.build import Built, build
from harness.execute.case import MOST_LATE_RUNS, run_case
from harness.execute.case_result import CaseResult
from harness.execute.stopwatch import Stopwatch, Timed
from harness.execute.workspace import Workspace
from harness.ingest.discovery import Course
from harness.ingest.submission import Submission
from harness.isolation.base import Isolation
from harness.model.errors import JudgeError

Outcome = CaseResult | str
"""A judged case, or the message of the judge error."""


class Worker(Struct, frozen=True):
    """What every worker process holds: the course, the isolation, the scratch root."""

    course: Course
    isolation: Isolation
    root: Path
    compiler: CompileClient | None = None
    stopwatch: Stopwatch = field(default_factory=Stopwatch)

    def workspace(self, key: str) -> Workspace:
        """Return the workspace of the submission with this key."""
        return Workspace(self.root / key, self.isolation, self.compiler, self.stopwatch)


class GradingJob(Struct, frozen=True):
    """A submission with a folder, and the cases to run on it."""

    key: str
    """The name of its scratch folder."""
    submission: Submission
    case_indices: tuple[int, ...]
    """The cases to run, by their index."""

    @property
    def folder(self) -> Path:
        """The submission's folder."""
        if self.submission.folder is None:
            raise ValueError("nothing was handed in")
        return self.submission.folder


class BuildTask(Struct, frozen=True):
    """Take in and build one submission."""

    job: GradingJob

    def run(self, worker: Worker) -> Timed:
        """Return the submission as a timed ``Built``; JudgeError when our side cannot build."""
        submission = self.job.submission
        assignment, workspace = worker.course[submission.assignment], worker.workspace(self.job.key)
        timed = worker.stopwatch.begin()
        try:
            return timed(build(assignment, self.job.folder, workspace, submission.intake_notes))
        except OSError as error:
            raise JudgeError(_no_room(error, worker)) from None


class CasesTask(Struct, frozen=True):
    """Run some cases of a built submission."""

    job: GradingJob
    built: Built
    indices: tuple[int, ...]
    cpu_limits_s: Mapping[int, float] = field(default_factory=dict)
    """CPU limits in seconds by case, in place of the cases' own."""
    stop_early: bool = False
    """Try no second way after a run over its time limit, and make no calls after one that ended its process."""

    def run(self, worker: Worker) -> Timed:
        """Return the timed outcomes by case index."""
        timed = worker.stopwatch.begin()
        return timed(self._outcomes(worker))

    def _outcomes(self, worker: Worker) -> dict[int, Outcome]:
        assignment = worker.course[self.job.submission.assignment]
        calls = [index for index in self.indices if assignment.cases[index].case.calls]
        outcomes: dict[int, Outcome] = dict(self._calls(calls, worker)) if calls else {}
        rest = [index for index in self.indices if index not in calls]
        with closing(worker.workspace(self.job.key)) as workspace:
            for _, group in groupby(rest, lambda index: assignment.cases[index].shared_run):
                outcomes |= {index: self._run_case(index, worker, workspace) for index in group}
                workspace.observations.clear()  # no other group shares these runs
        return outcomes

    def _calls(self, indices: list[int], worker: Worker) -> Mapping[int, Outcome]:
        from harness.execute.calls import run_calls  # noqa: PLC0415 - with its drivers a tenth of the start, for some

        assignment = worker.course[self.job.submission.assignment]
        try:
            return run_calls(
                assignment, indices, self.built, worker.workspace(self.job.key), stop_early=self.stop_early
            )
        except JudgeError as error:
            return dict.fromkeys(indices, str(error))
        except OSError as error:
            return dict.fromkeys(indices, _no_room(error, worker))

    def _run_case(self, index: int, worker: Worker, workspace: Workspace) -> Outcome:
        assignment = worker.course[self.job.submission.assignment]
        planned = assignment.cases[index]
        try:
            limit = self.cpu_limits_s.get(index)
            return run_case(
                assignment,
                planned,
                self.built,
                workspace,
                limit,
                most_late_runs=1 if self.stop_early else MOST_LATE_RUNS,
            )
        except JudgeError as error:
            return str(error)
        except OSError as error:
            return _no_room(error, worker)


def _no_room(error: OSError, worker: Worker) -> str:
    return f"{error.filename or worker.root}: {error.strerror or error}; scratch folders are made in TMPDIR"
