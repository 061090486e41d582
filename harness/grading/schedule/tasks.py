"""The tasks of worker processes: build a submission, run some of its cases."""

from __future__ import annotations

import errno
from collections.abc import Mapping
from contextlib import closing
from itertools import groupby
from pathlib import Path

from msgspec import Struct, field

from harness.course.ingest.submission import Submission
from harness.grading.building.build import build
from harness.grading.building.built import Built
from harness.grading.building.run_recipe import BuildBudget
from harness.grading.child_requests.case_result import CaseResult
from harness.grading.kinds import kind_of, run_case, run_together
from harness.grading.running.case_kind import MOST_LATE_RUNS, Runner
from harness.grading.running.observe_case import case_limits
from harness.grading.schedule.case_selection import UNRUN_CASE
from harness.grading.workspace.compile_server import CompileClient
from harness.grading.workspace.run_memory import RunMemory
from harness.grading.workspace.workspace import Stopwatch, Timed, Workspace
from harness.judge.child.client import CPU_LIMIT_S, JudgingClient
from harness.model.errors import JudgeError
from harness.sandbox.isolation.base import Isolation
from harness.spec.format.assignment import Course

_SPARE_S = 900.0
"""Elapsed seconds added to the sum of all limits: a task that takes longer hangs."""
_PER_RUN_S = 10.0


class Worker(Struct, frozen=True):
    """What every worker process holds: the course, the isolation, the scratch root."""

    course: Course
    isolation: Isolation
    root: Path
    compiler: CompileClient | None = None
    stopwatch: Stopwatch = field(default_factory=Stopwatch)
    judging: JudgingClient = field(default_factory=JudgingClient)
    own_programs: bool = False
    """Whether all programs are the course's own."""
    forked: Isolation | None = None
    """What the course's own wrong programs run in; None: ``isolation``."""
    run_facts: Mapping[str, str] = {}
    """Assignment -> the hash of what all its runs depend on; without it none is taken from before, or kept."""
    reads_runs: bool = False
    """Whether known runs are taken."""
    most_cpu_s: float | None = None
    """CPU seconds of one run, whatever its own limits are; None: those alone hold."""
    references: dict[str, Built] = field(default_factory=dict)
    """The course's own solutions that were built for cases that need their output, by assignment."""

    def __post_init__(self) -> None:
        """Judge in this very process if there is no judging server."""
        if self.judging.context is None:
            self.judging.context = self.course

    def begin(self) -> None:
        """Let the judging server know this worker process, so that it never outlives the grader."""
        self.judging.register()

    def workspace_of(self, job: GradingJob) -> Workspace:
        """Return the workspace of a job, with the runs of its submission that are known from before."""
        facts = self.run_facts.get(job.submission.assignment, "")
        memory = RunMemory(f"{facts} {job.submission.student}", self.reads_runs) if facts else None
        return self.workspace(job.key, memory, self.forked if job.is_wrong else None)

    def workspace(self, key: str, memory: RunMemory | None = None, isolation: Isolation | None = None) -> Workspace:
        """Return the workspace with this key, the name of its folder; ``isolation``: another one than the usual."""
        return Workspace(
            self.root / key,
            isolation or self.isolation,
            self.compiler,
            self.stopwatch,
            self.judging,
            self.own_programs,
            memory,
            references=self.references,
            most_cpu_s=self.most_cpu_s,
        )


class GradingJob(Struct, frozen=True):
    """A submission with a folder, and the cases to run on it."""

    key: str
    """The name of its scratch folder."""
    submission: Submission
    case_indices: tuple[int, ...]
    """The cases to run, by their index."""
    is_wrong: bool = False
    """Whether it is a wrong program of the course's own."""

    @property
    def folder(self) -> Path:
        """The submission's folder."""
        if self.submission.folder is None:
            raise ValueError("nothing was handed in")
        return self.submission.folder


class BuildTask(Struct, frozen=True):
    """Take in and build one submission."""

    job: GradingJob

    def deadline_s(self, worker: Worker) -> float:
        """Return the elapsed seconds that a build may take in all, with time to spare."""
        spec = worker.course[self.job.submission.assignment].spec
        return _SPARE_S + BuildBudget.of(spec.build).wall

    def run(self, worker: Worker) -> Timed:
        """Return the submission as a timed ``Built``; JudgeError when our side cannot build."""
        submission = self.job.submission
        assignment, workspace = worker.course[submission.assignment], worker.workspace_of(self.job)
        timed = worker.stopwatch.begin()
        try:
            if any(not assignment.cases[index].kind.shares_process for index in self.job.case_indices):
                worker.isolation.prepare(str(workspace.root))  # the files are looked at meanwhile
            built = build(assignment, self.job.folder, workspace, submission.intake_notes)
            if built.near_names.possible:
                from harness.grading.calling.try_names import with_tried_names  # noqa: PLC0415 - few names are wrong

                built = with_tried_names(assignment, built, workspace)
            return timed(built)
        except OSError as error:
            raise JudgeError(_no_room(error, worker)) from None


class CasesTask(Struct, frozen=True):
    """Run some cases of a built submission."""

    job: GradingJob
    built: Built
    indices: tuple[int, ...]
    cpu_limits_s: Mapping[int, float] = field(default_factory=dict)
    """CPU limits in seconds by case, instead of the cases' own."""
    stop_early: bool = False
    """Try no second way after a run over its time limit, and make no calls after one that ended its process."""
    lost_once: Mapping[int, str] = field(default_factory=dict)
    """Cases of which none is run after one that is over its limit, by index: those with the same text."""

    def deadline_s(self, worker: Worker) -> float:
        """Return the elapsed seconds that all its runs may take, with time to spare."""
        assignment = worker.course[self.job.submission.assignment]
        ways = max(1, len(self.built.run))
        total = _SPARE_S
        for index in self.indices:
            planned = assignment.cases[index]
            wall = case_limits(assignment, planned.case, self.cpu_limits_s.get(index)).wall
            runs = planned.kind.runs(assignment, planned.case) * ways
            total += runs * (wall + _PER_RUN_S) + 3 * CPU_LIMIT_S
        return total

    def run(self, worker: Worker) -> Timed:
        """Return the timed outcomes by case index."""
        timed = worker.stopwatch.begin()
        return timed(self._outcomes(worker))

    def _outcomes(self, worker: Worker) -> dict[int, CaseResult]:
        assignment = worker.course[self.job.submission.assignment]
        outcomes: dict[int, CaseResult] = {}
        together = [index for index in self.indices if assignment.cases[index].kind.shares_process]
        for _, same_kind in groupby(together, lambda index: assignment.cases[index].kind.key):
            outcomes |= self._run_together([*same_kind], worker)
        rest = [index for index in self.indices if index not in together]
        lost = set[str]()
        with closing(worker.workspace_of(self.job)) as workspace:
            for _, shared in groupby(rest, lambda index: assignment.cases[index].shared_run or index):
                group = [*shared]
                if all(self.lost_once.get(index) in lost for index in group):
                    continue
                outcomes |= {index: self._run_case(index, worker, workspace) for index in group}
                workspace.observations.clear()  # no other group shares these runs
                lost |= {
                    self.lost_once[index] for index in group if index in self.lost_once and outcomes[index].is_late
                }
        if self.lost_once:
            outcomes |= {index: UNRUN_CASE for index in self.indices if index not in outcomes}
        return outcomes

    def _runner(self, worker: Worker, workspace: Workspace, cpu_limit_s: float | None = None) -> Runner:
        assignment = worker.course[self.job.submission.assignment]
        late_runs = 1 if self.stop_early else MOST_LATE_RUNS
        return Runner(assignment, self.built, workspace, cpu_limit_s, late_runs, self.job.submission, self.lost_once)

    def _run_together(self, indices: list[int], worker: Worker) -> Mapping[int, CaseResult]:
        """Run cases of one kind that share a process."""
        kind = kind_of(worker.course[self.job.submission.assignment].cases[indices[0]])
        try:
            return run_together(kind, indices, self._runner(worker, worker.workspace_of(self.job)))
        except (JudgeError, OSError) as error:
            return dict.fromkeys(indices, _not_judged(error, worker))

    def _run_case(self, index: int, worker: Worker, workspace: Workspace) -> CaseResult:
        planned = worker.course[self.job.submission.assignment].cases[index]
        try:
            return run_case(planned, self._runner(worker, workspace, self.cpu_limits_s.get(index)))
        except (JudgeError, OSError) as error:
            return _not_judged(error, worker)


def _not_judged(error: JudgeError | OSError, worker: Worker) -> CaseResult:
    return CaseResult.not_judged(_no_room(error, worker) if isinstance(error, OSError) else error)


def _no_room(error: OSError, worker: Worker) -> str:
    """Name the scratch folder where the disk is full, whichever file was copied: that is one cause in all cases."""
    full = error.errno in (errno.ENOSPC, errno.EDQUOT)
    path = worker.root if full else error.filename or worker.root
    return f"{path}: {error.strerror or error}; scratch folders are made in TMPDIR"
