"""Grade many submissions: plan, build, run, judge, explain; what exceeded its time limit runs again, alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import field
from msgspec.structs import replace

from harness.course.ingest.submission import Submission
from harness.grading.explaining.explanations import crash_tasks, is_searched, repair_tasks, smaller_tasks
from harness.grading.schedule.assemble import assemble
from harness.grading.schedule.case_selection import chosen_cases
from harness.grading.schedule.case_tasks import measure_limits, next_round, take_in
from harness.grading.schedule.grading_options import GradingOptions
from harness.grading.schedule.pool import Overdue, Pool
from harness.grading.schedule.submission_state import SubmissionState, first_of_each_folder
from harness.grading.schedule.tasks import BuildTask, CasesTask, GradingJob, Worker
from harness.grading.schedule.timing import Timekeeper
from harness.grading.workspace.compile_server import compile_server_for
from harness.grading.workspace.workspace import Spent
from harness.judge.child.client import JudgingClient
from harness.judge.child.server import judging_server
from harness.language.tools.toolchain import initial_tools
from harness.model.errors import JudgeError
from harness.model.grade import Grade
from harness.sandbox.files.scratch import remove

if TYPE_CHECKING:
    from harness.grading.schedule.further_run import FurtherRun

    Task = BuildTask | CasesTask | FurtherRun


class Grader(GradingOptions):
    """Grades submissions; ``grades`` may be called at any time, also after a Ctrl-C.

    A final grade is handed to ``store_grade``, and everything that it was made from is dropped.
    """

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

    def run(self, submissions: Sequence[Submission]) -> None:
        """Grade all; what is done stays available when this is interrupted."""
        self._submissions = list(submissions)
        self._plan()
        course, isolation, root, own = self.course, self.isolation, self.root, self.own_programs
        options = {"own_programs": own, "tries_changes": self.tries_changes}
        with (
            judging_server(course) as server,
            compile_server_for(course, submissions, isolation, root, **options) as compiler,
        ):
            worker = Worker(course, isolation, root, compiler, judging=JudgingClient(server, course), own_programs=own)
            if own and not isolation.level.confines_writes:
                from harness.sandbox.isolation.forked_python import ForkedPython  # noqa: PLC0415 - only proofs have them

                worker = replace(worker, forked=ForkedPython())
            self._grade(worker)

    def _plan(self) -> None:
        """Store the grades that take no run; what is left are the states."""
        chosen = {name: chosen_cases(assignment, self.only) for name, assignment in self.course.items()}
        for number, submission in enumerate(self._submissions):
            if submission.folder is None or submission.unclear:
                self._store_grade(number, self._assemble(number))
                continue
            name, to_lose = submission.assignment, self.clauses_to_lose(submission)
            indices = self.cases_of(submission) if self.cases_of else chosen[name]
            job = GradingJob(f"s{number}", submission, indices, bool(to_lose))
            confirms = self.needs_confirmation(submission)
            state = SubmissionState(number, job, self.course[name], confirms, to_lose)
            known = self.memory.known(submission) if self.memory is not None else None
            if known is not None and state.recall(known):
                self._store_grade(number, self.grade_of(state))
            else:
                self._states[job.key] = state

    def _grade(self, worker: Worker) -> None:
        """Build and run all programs, and judge and explain what they do, until every grade is final."""
        states = [*self._states.values()]
        initial_tools()
        timekeeper = Timekeeper(worker, self.spent)  # times are measured in this run
        if self.memory is not None:
            worker = replace(worker, run_facts=self.memory.run_facts(), reads_runs=not self.memory.whole)
        measure_limits(self.course, states, timekeeper)
        pool: Pool[Any] = Pool(worker, self.jobs, self.while_waiting, self._finish_judged)
        if self.on_outcome is not None:
            self.on_outcome()
        tasks: Iterable[Task] = (BuildTask(state.job) for state in first_of_each_folder(states))
        try:
            while tasks:
                try:
                    pool.run(tasks, self._done)
                finally:
                    self._finish_judged()
                tasks = self._confirm_late(timekeeper) or self._searches()
        finally:  # an interrupt ends the search for a change, and leaves the grade
            for state in [state for state in self._states.values() if state.repair_task or state.smaller_task]:
                self._finish(state)

    def _done(self, task: Task, result: Any) -> list[Task]:
        """Take in the result of a task; return what it asks for next."""
        state = self._states[task.job.key]
        follow_ups: list[Task] = []
        result = self.spent.unwrap("building" if isinstance(task, BuildTask) else "programs", result)
        if isinstance(task, (BuildTask, CasesTask)):
            follow_ups = [*take_in(state, task, result, self), *crash_tasks(state)]
        else:
            task.note(state, None if isinstance(result, (Overdue, JudgeError)) else result)
        self._judged[state.number] = state
        return [*follow_ups, *next_round(state, self, len(self._states))]

    def _confirm_late(self, timekeeper: Timekeeper) -> list[CasesTask]:
        """Confirm what exceeded its time limit, and return the tasks that had to wait for that."""
        tasks = list[CasesTask]()
        for state in [state for state in self._states.values() if state.over_time]:
            from harness.grading.schedule.confirm_late import confirm_late  # noqa: PLC0415 - few submissions are late

            confirm_late(state, timekeeper)
            if state.confirms:
                from harness.grading.explaining.locate_endless import locate_endless  # noqa: PLC0415 - likewise

                locate_endless(state, timekeeper)
            state.confirmed |= set(state.over_time)
            tasks += next_round(state, self, len(self._states))
            self._finish_complete(state)
        return tasks

    def _searches(self) -> Sequence[FurtherRun]:
        """The searches for what explains failures, once everything is judged: smaller inputs after changes."""
        waiting = [state for state in self._states.values() if state.smaller_task]
        if changes := repair_tasks(self._states.values(), self):
            return changes
        smaller = smaller_tasks(waiting, self)
        for state in waiting:
            self._finish_complete(state)
        return smaller

    def _finish_judged(self) -> None:
        while self._judged:
            self._finish_complete(self._judged.pop(next(iter(self._judged))))

    def _finish_complete(self, state: SubmissionState) -> None:
        for sibling in state.same_folder:
            is_judged = sibling.complete and not sibling.over_time and not sibling.crash_task
            if is_judged and not is_searched(sibling, self):
                self._finish(sibling)
        if self.on_outcome is not None:
            self.on_outcome()

    def _finish(self, state: SubmissionState) -> None:
        """Store a final grade, and remove the built folder after the last submission that shares it."""
        if not state.final:
            if self.memory is not None:
                self.memory.keep(state.job.submission, state.built, state.outcomes)
            self._store_grade(state.number, self.grade_of(state))
            state.forget()
            del self._states[state.job.key]
            self._final += 1
            if self.progress is not None:
                self.progress(self._final, self._final + len(self._states))
        if all(sibling.final for sibling in state.same_folder):
            for sibling in state.same_folder:
                remove(self.root / sibling.job.key)

    def grades(self) -> Iterator[Grade]:
        """Yield the grades in the order of the submissions."""
        yield from (self._grades.get(number) or self._assemble(number) for number in range(len(self._submissions)))

    def unfinished(self) -> Iterator[tuple[int, Grade]]:
        """Yield the numbers and incomplete grades of the submissions that an interrupt left without a final grade."""
        for number in range(len(self._submissions)):
            if number not in self._stored:
                yield number, self._assemble(number)

    def remarks(self) -> list[str]:
        """Return remarks on where the time of the run went."""
        return [self.spent.summary(self.jobs)]

    def _assemble(self, number: int) -> Grade:
        if state := self._states.get(f"s{number}"):
            return self.grade_of(state)
        submission = self._submissions[number]
        return assemble(self.course[submission.assignment], submission, None, {}, self.only)

    def _store_grade(self, number: int, grade: Grade) -> None:
        (self.store_grade or self._grades.__setitem__)(number, grade)
        self._stored.add(number)
