"""Grade many submissions: build and run them in parallel, then rerun alone what exceeded its time limit."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field
from msgspec.structs import replace

from harness.course.ingest.submission import Submission
from harness.course.ingest.taking_in.copy_submission import Intake
from harness.grading.building.built import Built
from harness.grading.child_requests.case_result import CaseResult
from harness.grading.child_requests.submitted_sources import draws
from harness.grading.explaining.further_runs import (
    CrashTask,
    SmallerInputTask,
    crash_task,
    drop_handlers,
    shrinkable,
    with_cause,
    with_finding,
)
from harness.grading.schedule.assemble import assemble
from harness.grading.schedule.case_selection import chosen_cases, lost_once, matter, unrun_cases
from harness.grading.schedule.pool import Overdue, Pool
from harness.grading.schedule.submission_state import (
    SubmissionState,
    first_of_each_folder,
    group_shared_runs,
    rounds,
)
from harness.grading.schedule.tasks import BuildTask, CasesTask, GradingJob, Worker
from harness.grading.schedule.timing import FIRST_RUN_SHARE, Timekeeper
from harness.grading.verdicts.judgement import Judgement
from harness.grading.workspace.compile_server import compile_server_for
from harness.grading.workspace.workspace import Spent, Timed
from harness.judge.child.client import JudgingClient
from harness.judge.child.server import judging_server
from harness.language.tools.toolchain import initial_tools
from harness.model.errors import JudgeError
from harness.model.finding import Finding
from harness.model.grade import Grade
from harness.model.verdict import Verdict
from harness.sandbox.files.scratch import remove
from harness.sandbox.isolation.base import Isolation
from harness.spec.format.assignment import Assignment, Course

if TYPE_CHECKING:
    from harness.grading.explaining.repairs.repair_search import RepairTask
    from harness.grading.schedule.proof_cache import ProofCache

Progress = Callable[[int, int], None]
"""Called with how many submissions are done, and of how many."""

StoreGrade = Callable[[int, Grade], None]
"""Called with a submission's number and its grade as soon as the grade is final."""


def _always_confirm(_submission: Submission) -> bool:
    """Confirm every exceeded limit, so that a busy machine costs nobody points."""
    return True


def _no_clauses(_submission: Submission) -> tuple[str, ...]:
    """Nothing is known about a student's program."""
    return ()


_MEASURE_FIRST = 8
"""From so many submissions of an assignment on its reference is measured first: that is cheaper than many reruns."""

MOST_REPAIRED = 10
"""Of at most so many submissions together, graded before or now, changes are tried: a class does not wait for them."""
MOST_CONFIRMATIONS = 3
"""After so many confirmed TLEs of one submission its other late cases are not rerun."""


def _overdue_result(task: BuildTask | CasesTask) -> Built | dict[int, CaseResult]:
    """What comes of a task that hung: nobody loses points, and a person has to look."""
    overdue = Finding.of("overdue")
    if isinstance(task, BuildTask):
        return Built(Intake(), None, review=overdue)
    return dict.fromkeys(task.indices, CaseResult(Judgement.because(Verdict.NR, overdue)))


class Grader(Struct):
    """Grades submissions; ``grades`` may be called at any time, also after a Ctrl-C.

    A final grade is handed to ``store_grade``, and everything that it was made from is dropped.
    """

    course: Course
    isolation: Isolation
    root: Path
    jobs: int
    only: tuple[str, ...] = ()
    progress: Progress | None = None
    store_grade: StoreGrade | None = None
    """Where final grades go; None: they stay here, for ``grades``."""
    while_waiting: Callable[[], object] | None = None
    """Called once while the first programs run."""
    on_outcome: Callable[[], object] | None = None
    """Called before the first program and whenever cases are judged."""
    on_search: Callable[[], object] | None = None
    """Called before small changes of programs are tried."""
    needs_confirmation: Callable[[Submission], bool] = _always_confirm
    """Whether limits that this submission exceeded are confirmed by a run alone. A limit relative to the reference's
    time always is, unless the first run had all of it."""
    clauses_to_lose: Callable[[Submission], tuple[str, ...]] = _no_clauses
    """The clauses that a submission is known to violate: of each no further case is run once one is over its limit."""
    cases_of: Callable[[Submission], tuple[int, ...]] | None = None
    """The indices of the cases to run on a submission; None: those of ``only``."""
    memory: ProofCache | None = None
    """What knows outcomes from before, and keeps those of this run; None: everything is run, and nothing kept."""
    own_programs: bool = False
    """Whether all programs are the course's own: then builds are kept from run to run also without a sandbox."""
    tries_changes: bool = False
    """Whether small changes of a program that lost points are tried, to find where its fault is."""
    shown_cases: Callable[[Grade, Assignment], Sequence[str]] | None = None
    """The names of the cases that a report shows of a grade: smaller inputs are looked for; None: for none."""
    spent: Spent = field(default_factory=Spent)
    _submissions: list[Submission] = field(default_factory=list)
    _states: dict[str, SubmissionState] = field(default_factory=dict)
    """The submissions without a final grade, by the key of their job."""
    _grades: dict[int, Grade] = field(default_factory=dict)
    _stored: set[int] = field(default_factory=set)
    """The numbers of the submissions whose grade was stored."""
    _judged: dict[int, SubmissionState] = field(default_factory=dict)
    """By number those that a task came back of; whether they are complete is seen when all workers are busy."""
    _final: int = 0
    _cpu_limits_s: dict[tuple[str, bool], dict[int, float]] = field(default_factory=dict)
    """Assignment and whether limits are confirmed -> CPU limits in seconds of first runs, by case index."""

    def run(self, submissions: Sequence[Submission]) -> None:
        """Grade all; what is done stays available when this is interrupted."""
        self._submissions = list(submissions)
        case_indices = {name: chosen_cases(assignment, self.only) for name, assignment in self.course.items()}
        states = [
            SubmissionState(
                number,
                GradingJob(
                    f"s{number}",
                    submission,
                    self.cases_of(submission) if self.cases_of else case_indices[submission.assignment],
                    bool(self.clauses_to_lose(submission)),
                ),
            )
            for number, submission in enumerate(self._submissions)
            if submission.folder is not None and not submission.unclear
        ]
        states = [state for state in states if not self._recall(state)]
        self._states = {state.job.key: state for state in states}
        for number, submission in enumerate(self._submissions):
            if submission.folder is None or submission.unclear:
                self._store_grade(number, self._assemble(number))
        with (
            judging_server(self.course) as server,
            compile_server_for(
                self.course,
                self._submissions,
                self.isolation,
                self.root,
                own_programs=self.own_programs,
                tries_changes=self.tries_changes,
            ) as compiler,
        ):
            judging = JudgingClient(server, self.course)
            worker = Worker(
                self.course, self.isolation, self.root, compiler, judging=judging, own_programs=self.own_programs
            )
            if self.own_programs and not self.isolation.level.confines_writes:
                from harness.sandbox.isolation.forked_python import ForkedPython  # noqa: PLC0415 - only proofs have them

                worker = replace(worker, forked=ForkedPython())
            self._grade(states, worker)

    def _recall(self, state: SubmissionState) -> bool:
        """Take what is known about a submission from before; return whether that is all."""
        known = self.memory.known(state.job.submission) if self.memory is not None else None
        if known is None:
            return False
        state.outcomes |= known.outcomes
        state.confirmed |= known.outcomes.keys()
        if not known.is_whole(state.job.case_indices):
            return False
        submission = state.job.submission
        assignment = self.course[submission.assignment]
        self._store_grade(state.number, assemble(assignment, submission, known.built, known.outcomes, self.only))
        return True

    def _grade(self, states: list[SubmissionState], worker: Worker) -> None:
        initial_tools()
        timekeeper = Timekeeper(worker, self.spent)  # times are measured in this run
        if self.memory is not None:
            worker = replace(worker, run_facts=self.memory.run_facts(), reads_runs=not self.memory.whole)
        for name in self.course:
            jobs = [state.job for state in states if state.job.submission.assignment == name]
            if len(jobs) >= _MEASURE_FIRST:
                for confirmed in {self.needs_confirmation(job.submission) for job in jobs}:
                    part = FIRST_RUN_SHARE if confirmed else 1
                    indices = tuple(sorted({index for state in states for index in self._to_run(state, name)}))
                    self._cpu_limits_s[name, confirmed] = timekeeper.cpu_limits_s(name, indices, part)
        pool: Pool[Any] = Pool(worker, self.jobs, self.while_waiting, self._finish_judged)
        if self.on_outcome is not None:
            self.on_outcome()
        tasks: Iterable[BuildTask | CasesTask | RepairTask | SmallerInputTask] = (
            BuildTask(state.job) for state in first_of_each_folder(states)
        )
        try:
            while tasks:
                try:
                    pool.run(tasks, self._done)
                finally:
                    self._finish_judged()
                tasks = self._confirm_late(timekeeper) or self._repair_tasks() or self._smaller_tasks()
        finally:  # an interrupt ends the search for a change, and leaves the grade
            for state in [state for state in self._states.values() if state.repair_task or state.smaller_task]:
                self._finish(state)

    def _confirm_late(self, timekeeper: Timekeeper) -> list[CasesTask]:
        """Confirm what exceeded its time limit, and return the tasks that had to wait for that."""
        tasks = []
        for state in [state for state in self._states.values() if state.over_time]:
            self._confirm(state, timekeeper)
            state.confirmed |= set(state.over_time)
            tasks += self._next_round(state)
            self._finish_complete(state)
        return tasks

    def _may_be_repaired(self, state: SubmissionState) -> bool:
        """Whether a change of the program is to be looked for by which its failed cases pass, and was not yet."""
        if state.repair_task is not None or not self.tries_changes:
            return state.repair_task is True
        if not state.has_failed or not state.has_changeable_sources:  # what follows loads much
            return False
        from harness.grading.explaining.repairs.repair_search import may_be_repaired  # noqa: PLC0415 - for few submissions

        return may_be_repaired(state, self.course[state.job.submission.assignment])

    def _repair_tasks(self) -> list[RepairTask]:
        """The searches for such changes: they wait until everything is judged."""
        searched = [state for state in self._states.values() if state.repair_task]
        if not searched:
            return []
        from harness.grading.explaining.repairs.repair_search import RepairTask  # noqa: PLC0415 - for few submissions

        tasks = [
            RepairTask(state.job, state.built, dict(state.outcomes))
            for state in searched
            if isinstance(state.built, Built)
        ]
        if tasks and self.on_search is not None:
            self.on_search()
        return tasks

    def _smaller_tasks(self) -> list[SmallerInputTask]:
        """The searches for smaller inputs, of the cases that are shown once no change is looked for."""
        waiting = [state for state in self._states.values() if state.smaller_task]
        tasks = {state.number: self._smaller_task(state) for state in waiting}
        for state in waiting:
            state.smaller_task = tasks[state.number] is not None
            self._finish_complete(state)
        return [task for task in tasks.values() if task is not None]

    def _may_get_smaller(self, state: SubmissionState) -> bool:
        """Whether smaller inputs are to be looked for, and were not yet."""
        if state.smaller_task is None:
            return self.shown_cases is not None and state.has_failed and not state.final
        return state.smaller_task

    def _smaller_task(self, state: SubmissionState) -> SmallerInputTask | None:
        """The search for smaller inputs of one submission; None if there is nothing to look for."""
        assignment, shown_cases = self.course[state.job.submission.assignment], self.shown_cases
        if shown_cases is None:
            return None
        return shrinkable(state, assignment, lambda: shown_cases(self._assemble(state.number), assignment))

    def grades(self) -> Iterator[Grade]:
        """Yield the grades in the order of the submissions."""
        for number in range(len(self._submissions)):
            yield self._grades.get(number) or self._assemble(number)

    def unfinished(self) -> Iterator[tuple[int, Grade]]:
        """Yield the numbers and incomplete grades of the submissions that an interrupt left without a final grade."""
        for number in range(len(self._submissions)):
            if number not in self._stored:
                yield number, self._assemble(number)

    def remarks(self) -> list[str]:
        """Return remarks on where the time of the run went."""
        return [self.spent.summary(self.jobs)]

    def _assemble(self, number: int) -> Grade:
        submission, state = self._submissions[number], self._states.get(f"s{number}")
        built, outcomes = (state.built, state.outcomes) if state else (None, {})
        return assemble(self.course[submission.assignment], submission, built, outcomes, self.only)

    def _store_grade(self, number: int, grade: Grade) -> None:
        (self.store_grade or self._grades.__setitem__)(number, grade)
        self._stored.add(number)

    def _done(
        self, task: BuildTask | CasesTask | CrashTask | RepairTask | SmallerInputTask, result: Any
    ) -> Iterable[CasesTask | CrashTask]:
        state, follow_ups = self._states[task.job.key], list[CasesTask | CrashTask]()
        if isinstance(result, Timed):
            self.spent.add("building" if isinstance(task, BuildTask) else "programs", result)
            result = result.result
        if not isinstance(task, (BuildTask, CasesTask)):
            return self._looked_into(state, task, result)
        if isinstance(result, Overdue):
            if isinstance(task, CasesTask) and len(parts := self._separate(task)) > 1:
                return parts
            result = _overdue_result(task)
        if isinstance(task, BuildTask):
            for sibling in state.same_folder:
                sibling.built = result
            if isinstance(result, Built) and result.folder is not None:
                for sibling in state.same_folder:
                    sibling.later = self._rounds(sibling)
        elif isinstance(result, JudgeError):
            state.outcomes |= dict.fromkeys(task.indices, CaseResult.not_judged(result))
        else:
            state.outcomes |= result
            follow_ups += self._not_run(state)
        follow_ups += self._crash_tasks(state)
        follow_ups += self._next_round(state)
        self._judged[state.number] = state
        return follow_ups

    def _looked_into(
        self, state: SubmissionState, task: CrashTask | RepairTask | SmallerInputTask, result: Any
    ) -> Iterable[CasesTask | CrashTask]:
        if not isinstance(task, CrashTask):
            findings = result if isinstance(result, dict) else {}
            for index, finding in findings.items():
                state.outcomes[index] = with_finding(state.outcomes[index], finding)
            if isinstance(task, SmallerInputTask):
                state.smaller_task = False
            else:
                state.repair_task = False
                if findings and isinstance(state.built, Built):
                    drop_handlers(state.built.intake.notes, state.outcomes, findings)
            self._judged[state.number] = state
            return []
        state.crash_task = False
        if isinstance(result, Finding):
            task.built.intake.notes.append(result)
        elif result is not None and not isinstance(result, (Overdue, JudgeError)):
            state.outcomes[task.index] = with_cause(state.outcomes[task.index], result)
        self._judged[state.number] = state
        return self._next_round(state)

    def _crash_tasks(self, state: SubmissionState) -> Iterator[CrashTask]:
        """What is to be run to find why the programs of a folder crashed, once the cases of a round are judged."""
        for sibling in state.same_folder:
            if sibling.crash_task is None and (sibling.complete or (sibling.outcomes and sibling.round_is_over)):
                task = None
                if self.needs_confirmation(sibling.job.submission):
                    task = crash_task(sibling, self.course[sibling.job.submission.assignment])
                if task is not None or sibling.complete:
                    sibling.crash_task = task is not None
                if task is not None:
                    yield task

    def _finish_judged(self) -> None:
        while self._judged:
            self._finish_complete(self._judged.pop(next(iter(self._judged))))

    def _finish_complete(self, state: SubmissionState) -> None:
        for sibling in state.same_folder:
            if sibling.complete and not sibling.over_time and not sibling.crash_task:
                if self._may_be_repaired(sibling):
                    sibling.repair_task = True
                elif self._may_get_smaller(sibling):
                    sibling.smaller_task = True
                else:
                    self._finish(sibling)
        if self.on_outcome is not None:
            self.on_outcome()

    def _separate(self, task: CasesTask) -> list[CasesTask]:
        """Split a task that hung, so that the case which hangs costs no other one its verdict."""
        groups = group_shared_runs(task.indices, self.course[task.job.submission.assignment].cases)
        return [replace(task, indices=tuple(group), lost_once={}) for group in groups]

    def _lost_once(self, job: GradingJob) -> dict[int, str]:
        return lost_once(self.course[job.submission.assignment], self.clauses_to_lose(job.submission))

    def _not_run(self, state: SubmissionState) -> list[CasesTask]:
        """Run after all what was left out, where that may change more than its own clause."""
        submission = state.job.submission
        if not self.clauses_to_lose(submission) or not state.complete or not isinstance(state.built, Built):
            return []
        not_run = unrun_cases(state.outcomes)
        if not not_run or not matter(self.course[submission.assignment], self._assemble(state.number), not_run):
            return []
        for index in not_run:
            del state.outcomes[index]
        return [CasesTask(state.job, state.built, tuple(not_run), self._first_limits(submission))]

    def _first_limits(self, submission: Submission) -> dict[int, float]:
        return self._cpu_limits_s.get((submission.assignment, self.needs_confirmation(submission)), {})

    def _rounds(self, state: SubmissionState) -> list[tuple[int, ...]]:
        """The rounds of a submission's cases; the course's own programs have nobody to tell anything, and one round."""
        indices = self._to_run(state, state.job.submission.assignment)
        return [indices] if self.own_programs else rounds(indices, self.course[state.job.submission.assignment].cases)

    def _to_run(self, state: SubmissionState, name: str) -> tuple[int, ...]:
        """The cases of a submission for an assignment of which nothing is known yet."""
        indices = state.job.case_indices if state.job.submission.assignment == name else ()
        return tuple(index for index in indices if index not in state.outcomes)

    def _next_round(self, state: SubmissionState) -> list[CasesTask]:
        """The tasks of the next round of a folder, once the last one is final."""
        if not isinstance(state.built, Built) or state.built.folder is None:
            return []
        limits = self._first_limits(state.job.submission)
        return [
            CasesTask(sibling.job, state.built, part, limits, lost_once=once)
            for sibling, indices in state.next_round()
            for once in (self._lost_once(sibling.job),)
            for part in self._split_cases(sibling.job, indices, once)
        ]

    def _split_cases(self, job: GradingJob, indices: Sequence[int], once: Mapping[int, str]) -> list[tuple[int, ...]]:
        """Split cases of a job into tasks: those that share a process together; cases of one run; the rest finely.

        A case of many runs is a task of its own, and begins early: else one worker has it while the others wait.

        The fewer the submissions, the finer the split, so that all workers are busy to the end. Cases of ``once``, some
        of which may be left out, are in one task.
        """
        cases = self.course[job.submission.assignment].cases
        shared = tuple(index for index in indices if cases[index].kind.shares_process)
        rest = [index for index in indices if not cases[index].kind.shares_process]
        groups = group_shared_runs(rest, cases)
        together = [group for group in groups if not once.keys().isdisjoint(group)]
        long = [group for group in groups if group not in together and any(cases[at].case.runs > 1 for at in group)]
        groups = [group for group in groups if group not in together and group not in long]
        size = max(1, min(50, math.ceil(len(groups) / max(1, 8 * self.jobs // max(1, len(self._states))))))
        parts = [tuple(chain(*groups[start : start + size])) for start in range(0, len(groups), size)]
        return [part for part in (shared, tuple(chain(*together)), *map(tuple, long), *parts) if part]

    def _finish(self, state: SubmissionState) -> None:
        """Store a final grade, and remove the built folder after the last submission that shares it."""
        if not state.final:
            if self.memory is not None:
                self.memory.keep(state.job.submission, state.built, state.outcomes)
            self._store_grade(state.number, self._assemble(state.number))
            state.final = True
            state.built = None
            state.outcomes.clear()
            del self._states[state.job.key]
            self._final += 1
            if self.progress is not None:
                self.progress(self._final, self._final + len(self._states))
        if all(sibling.final for sibling in state.same_folder):
            for sibling in state.same_folder:
                remove(self.root / sibling.job.key)

    def _confirm(self, state: SubmissionState, timekeeper: Timekeeper) -> None:
        """Rerun the cases that exceeded their limit alone, against the reference where it sets the limit."""
        if not isinstance(state.built, Built):
            return
        confirmed = 0
        cases = self.course[state.job.submission.assignment].cases
        confirm_all = self.needs_confirmation(state.job.submission)
        full_limits = self._first_limits(state.job.submission)
        late = [
            index
            for index in state.over_time
            if confirm_all or (cases[index].case.time and index not in full_limits and not state.outcomes[index].waited)
        ]
        alone = dict[str, tuple[int, CaseResult]]()
        is_drawn = len(late) > 1 and draws(state.built.folder or Path(), tuple(state.built.kept_files))
        for group in group_shared_runs(late, cases):
            first = {index: state.outcomes[index] for index in group}
            start = cases[group[0]].kind.same_start(cases[group[0]].case)
            if start in alone and not is_drawn and (known := timekeeper.known_alone(state.job, first, *alone[start])):
                state.outcomes |= known
                continue
            if confirmed >= MOST_CONFIRMATIONS:
                continue
            second = timekeeper.rerun_alone(state.job, state.built, first)
            state.outcomes |= second
            confirmed += any(outcome.over_time for outcome in second.values())
            late_alone = [(index, outcome) for index, outcome in second.items() if outcome.is_late]
            alone |= {start: late_alone[0]} if start and late_alone else {}
        if confirm_all:
            from harness.grading.explaining.further_runs import locate_endless  # noqa: PLC0415 - few submissions are late

            locate_endless(state, timekeeper, cases)
