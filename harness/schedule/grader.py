"""Grading many submissions: built and run in parallel, then, alone, what was over its time limit."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

from msgspec import Struct, field

from harness.execute.build import Built
from harness.execute.case_result import CaseResult
from harness.execute.stopwatch import Spent, Timed
from harness.files.scratch import remove
from harness.ingest.discovery import Course
from harness.ingest.submission import Submission
from harness.isolation.base import Isolation
from harness.model.errors import JudgeError
from harness.model.grade import Grade
from harness.model.verdict import Verdict
from harness.plan.toolchain import initial_tools
from harness.schedule.assemble import assemble, chosen_cases
from harness.schedule.compile_server import compile_server_for
from harness.schedule.pool import Pool
from harness.schedule.tasks import BuildTask, CasesTask, Job, Outcome, Worker
from harness.schedule.timing import FIRST, Timekeeper
from harness.spec.assignment import PlannedCase

Progress = Callable[[int, int], None]
"""Called with how many submissions are done, and of how many."""

Keep = Callable[[int, Grade], None]
"""Takes a submission's number and its grade as soon as nothing more can change it."""


def _always(_submission: Submission) -> bool:
    """Nobody loses points for what the machine was busy with."""
    return True


_MANY = 8
"""With so many submissions of an assignment its reference is measured first: that takes less than many second runs."""

CONFIRMED_ENOUGH = 3
"""After so many runs of one submission confirmed as over their limit its other ones are not made again."""


class _Work(Struct):
    """A submission on its way through the grader."""

    number: int
    job: Job
    built: Built | JudgeError | None = None
    outcomes: dict[int, Outcome] = field(default_factory=dict)
    family: list[_Work] = field(default_factory=list)
    """All that is graded of one folder, this work too: built once, by the first of them."""
    final: bool = False
    """Whether its grade was handed on."""

    @property
    def over_time(self) -> list[int]:
        """The cases that were over their time limit."""
        return [index for index, one in sorted(self.outcomes.items()) if isinstance(one, CaseResult) and one.over_time]

    @property
    def complete(self) -> bool:
        """Whether every case has its first outcome."""
        failed = self.built is not None and (isinstance(self.built, JudgeError) or self.built.folder is None)
        return failed or len(self.outcomes) == len(self.job.chosen)


def _families(works: Iterable[_Work]) -> list[_Work]:
    """The first of the works on each folder; all on one folder know each other."""
    families: dict[tuple[str, Path], list[_Work]] = {}
    for work in works:
        work.family = families.setdefault((work.job.submission.assignment, work.job.folder), [])
        work.family.append(work)
    return [family[0] for family in families.values()]


def _late(outcome: Outcome) -> bool:
    return isinstance(outcome, CaseResult) and outcome.judgement.verdict is Verdict.TLE


def _waited(outcome: Outcome) -> bool:
    return isinstance(outcome, CaseResult) and outcome.waited


def _groups(indices: Sequence[int], cases: Sequence[PlannedCase]) -> list[list[int]]:
    """The cases that are judged by the same run, together."""
    groups: dict[str | int, list[int]] = {}
    for index in indices:
        groups.setdefault(cases[index].shared_run or index, []).append(index)
    return list(groups.values())


class Grader(Struct):
    """Grades submissions; ``grades`` may be asked at any time, also after a Ctrl-C.

    A grade that is final is handed to ``keep``, and all that it was made from is forgotten.
    """

    course: Course
    isolation: Isolation
    root: Path
    jobs: int
    only: tuple[str, ...] = ()
    progress: Progress | None = None
    keep: Keep | None = None
    """Where final grades go; None: they are kept here, for ``grades``."""
    meanwhile: Callable[[], object] | None = None
    """Something to do while the first programs run."""
    confirms: Callable[[Submission], bool] = _always
    """Whether a limit that this submission passed is confirmed alone. One by the reference's time always is, unless the
    first run had all of it."""
    spent: Spent = field(default_factory=Spent)
    _submissions: list[Submission] = field(default_factory=list)
    _work: dict[str, _Work] = field(default_factory=dict)
    """What is on its way, by the key of its job."""
    _kept: dict[int, Grade] = field(default_factory=dict)
    _final: int = 0
    _cpu_limits_s: dict[tuple[str, bool], dict[int, float]] = field(default_factory=dict)
    """Assignment, whether they are confirmed -> CPU limits in seconds of first runs that are not the cases' own."""

    def run(self, submissions: Sequence[Submission]) -> None:
        """Grade all; what is done stays known when this is broken off."""
        self._submissions = list(submissions)
        chosen = {name: chosen_cases(assignment, self.only) for name, assignment in self.course.items()}
        works = [
            _Work(number, Job(f"s{number}", one, chosen[one.assignment]))
            for number, one in enumerate(self._submissions)
            if one.folder is not None
        ]
        self._work = {work.job.key: work for work in works}
        for number, one in enumerate(self._submissions):
            if one.folder is None:
                self._keep(number, self._assembled(number))
        with compile_server_for(self.course, self._submissions, self.isolation, self.root) as compiler:
            self._grade(works, Worker(self.course, self.isolation, self.root, compiler))

    def _grade(self, works: list[_Work], worker: Worker) -> None:
        initial_tools()
        server = Timekeeper(worker, self.spent)
        for name in self.course:
            jobs = [work.job for work in works if work.job.submission.assignment == name]
            if len(jobs) >= _MANY:
                for confirmed in {self.confirms(job.submission) for job in jobs}:
                    part = FIRST if confirmed else 1
                    self._cpu_limits_s[name, confirmed] = server.cpu_limits_s(name, jobs[0].chosen, part)
        pool: Pool[Any] = Pool(worker, self.jobs, self.meanwhile)
        pool.run((BuildTask(work.job) for work in _families(works)), self._done)
        for work in [work for work in self._work.values() if work.over_time]:
            self._again(work, server)
            self._settle(work)

    def grades(self) -> Iterator[Grade]:
        """The grades in the order of the submissions."""
        for number in range(len(self._submissions)):
            yield self._kept.get(number) or self._assembled(number)

    def unfinished(self) -> Iterator[tuple[int, Grade]]:
        """The numbers and grades, as far as they go, of what a break left on its way."""
        for work in self._work.values():
            yield work.number, self._assembled(work.number)

    def remarks(self) -> list[str]:
        """Where the time of the run went."""
        return [self.spent.summary(self.jobs)]

    def _assembled(self, number: int) -> Grade:
        submission, work = self._submissions[number], self._work.get(f"s{number}")
        built, outcomes = (work.built, work.outcomes) if work else (None, {})
        return assemble(self.course[submission.assignment], submission, built, outcomes, self.only)

    def _keep(self, number: int, grade: Grade) -> None:
        (self.keep or self._kept.__setitem__)(number, grade)

    def _done(self, task: BuildTask | CasesTask, got: Any) -> Iterable[CasesTask]:
        work, more = self._work[task.job.key], list[CasesTask]()
        if isinstance(got, Timed):
            self.spent.add("building" if isinstance(task, BuildTask) else "programs", got)
            got = got.result
        if isinstance(task, BuildTask):
            for one in work.family:
                one.built = got
            if isinstance(got, Built) and got.folder is not None:
                limits = self._first_limits(task.job.submission)
                more = [CasesTask(one.job, got, part, limits) for one in work.family for part in self._shares(one.job)]
        elif isinstance(got, JudgeError):
            work.outcomes |= dict.fromkeys(task.indices, str(got))
        else:
            work.outcomes |= got
        for one in work.family:
            if one.complete and not one.over_time:
                self._settle(one)
        return more

    def _first_limits(self, submission: Submission) -> dict[int, float]:
        return self._cpu_limits_s.get((submission.assignment, self.confirms(submission)), {})

    def _shares(self, job: Job) -> list[tuple[int, ...]]:
        """The cases of each task: calls together, as they share a process, and cases of one run; the rest cut finely.

        Where there are few submissions the cuts are finest, so that all workers have something to do to the end.
        """
        cases = self.course[job.submission.assignment].cases
        calls = tuple(index for index in job.chosen if cases[index].case.calls)
        rest = [index for index in job.chosen if not cases[index].case.calls]
        groups = _groups(rest, cases)
        size = max(1, min(50, math.ceil(len(groups) / max(1, 8 * self.jobs // max(1, len(self._work))))))
        shares = [tuple(chain(*groups[at : at + size])) for at in range(0, len(groups), size)]
        return [calls, *shares] if calls else shares

    def _settle(self, work: _Work) -> None:
        """Hand a final grade on, and remove the built folder with the last of its family."""
        if not work.final:
            self._keep(work.number, self._assembled(work.number))
            work.final = True
            work.built = None
            work.outcomes.clear()
            del self._work[work.job.key]
            self._final += 1
            if self.progress is not None:
                self.progress(self._final, self._final + len(self._work))
        if all(one.final for one in work.family):
            for one in work.family:
                remove(self.root / one.job.key)

    def _again(self, work: _Work, server: Timekeeper) -> None:
        """Run the cases that were over their limit once more, alone, against the reference where it sets the limit."""
        if not isinstance(work.built, Built):
            return
        confirmed = 0
        cases = self.course[work.job.submission.assignment].cases
        doubted, had_all = self.confirms(work.job.submission), self._first_limits(work.job.submission)
        late = [
            one
            for one in work.over_time
            if doubted or (cases[one].case.time and one not in had_all and not _waited(work.outcomes[one]))
        ]
        for group in _groups(late, cases):
            if confirmed >= CONFIRMED_ENOUGH:
                break
            first = {index: one for index in group if isinstance(one := work.outcomes[index], CaseResult)}
            second = server.again(work.job, work.built, first)
            work.outcomes |= second
            confirmed += any(_late(one) for one in second.values())
