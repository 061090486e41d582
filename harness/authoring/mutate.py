"""Mechanical changes to the references, each graded: those that no case notices are what the cases do not prove."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct, field

from harness.authoring.mutant_run import End, MutantResult, MutantTask
from harness.course.ingest.taking_in.copy_submission import submission_files
from harness.grading.plan.mutants import as_submission
from harness.grading.schedule.case_selection import chosen_cases
from harness.grading.schedule.grading_options import Progress
from harness.grading.schedule.pool import Pool
from harness.grading.schedule.tasks import GradingJob, Worker
from harness.grading.schedule.timing import Timekeeper
from harness.language.edits.mutation_operators import Change, changes, evenly, is_known
from harness.model.errors import JudgeError, SpecError
from harness.model.struct import Model
from harness.sandbox.files.scratch import copy_tree
from harness.sandbox.isolation.base import Isolation
from harness.spec.conversion.convert import convert
from harness.spec.format.assignment import Assignment, Course
from harness.spec.yaml.source import read

NOTES_FILE = "survivors.yaml"


class Survivor(Model, frozen=True):
    """A change that makes no difference, and why."""

    file: str
    """The implementation's folder and the file: ``python/Queens.py``."""
    line: str
    """The line before the change, without its indentation."""
    change: str
    """The line after it."""
    why: str
    """Why the program does the same."""


class Survivors(Model, frozen=True):
    """``specs/<assignment>/survivors.yaml``: the changes to references that make no difference."""

    survivors: tuple[Survivor, ...] = ()


class Tried(Struct, frozen=True):
    """One changed reference."""

    file: str
    """The implementation's folder and the file."""
    change: Change
    name: str
    """The student that it is graded as."""
    folder: Path

    def __str__(self) -> str:
        """``python/Queens.py:12: before -> after``."""
        return f"{self.file}:{self.change.line}: {self.change.before} -> {self.change.after}"


class MutationResult(Struct):
    """The result of the changes to one assignment's references."""

    assignment: Assignment
    killed: int = 0
    """How many a case noticed."""
    unbuilt: int = 0
    """How many do not build, and so say nothing."""
    justified: int = 0
    """How many make no difference, as ``survivors.yaml`` says."""
    survivors: list[Tried] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)
    """Implementations in a language that cannot be read here."""
    problems: list[str] = field(default_factory=list)
    """Judge errors, and notes that are not true; one line each."""


def mutate(
    course: Course, isolation: Isolation, root: Path, jobs: int, most: int, progress: Progress
) -> list[MutationResult]:
    """Try at most ``most`` changes of each reference and say what became of them.

    Raises:
        SpecError: when a note names a change that cannot be made.
        JudgeError: when a case is measured against a reference that does not pass it.

    """
    outcomes = [MutationResult(assignment) for assignment in course.values()]
    notes = {outcome.assignment.id: _notes(outcome.assignment) for outcome in outcomes}
    tried = {outcome.assignment.id: list(_all(outcome, root, most)) for outcome in outcomes}
    submissions = [
        as_submission("change", program.name, assignment, program.folder)
        for assignment in course.values()
        for program in tried[assignment.id]
    ]
    worker = Worker(course, isolation, root / "work", own_programs=True)
    limits = {outcome.assignment.id: _limits(outcome.assignment, worker) for outcome in outcomes}
    tasks = [
        MutantTask(
            GradingJob(f"c{number}", submission, chosen_cases(course[submission.assignment], ())),
            limits[submission.assignment],
        )
        for number, submission in enumerate(submissions)
    ]
    results: dict[tuple[str, str], MutantResult] = {}

    def done(task: MutantTask, got: MutantResult | JudgeError) -> list[MutantTask]:
        result = MutantResult(End.FAULT, str(got)) if isinstance(got, JudgeError) else got
        results[task.job.submission.assignment, task.job.submission.student] = result
        progress(len(results), len(tasks))
        return []

    pool: Pool[MutantTask] = Pool(worker, jobs)
    pool.run(tasks, done)
    for outcome in outcomes:
        for program in tried[outcome.assignment.id]:
            result = results[outcome.assignment.id, f"change {program.name}"]
            _sort(outcome, program, result, notes[outcome.assignment.id])
    return outcomes


def _limits(assignment: Assignment, worker: Worker) -> dict[int, float]:
    """The CPU limits in seconds of the cases that are measured against the reference."""
    server = Timekeeper(worker)
    timed = [(index, planned.case.time) for index, planned in enumerate(assignment.cases) if planned.case.time]
    return {index: max(time[1], time[0] * server.reference_seconds(assignment.id, index)) for index, time in timed}


def _all(outcome: MutationResult, root: Path, most: int) -> Iterator[Tried]:
    assignment = outcome.assignment
    for reference in assignment.references():
        sources = [name for name in submission_files(reference) if is_known(name)]
        if not sources:
            outcome.unread.append(reference.name)
        possible = [(name, change) for name in sources for change in changes(name, (reference / name).read_bytes())]
        chosen = {id(change) for change in evenly([change for _, change in possible], most)}
        for number, (name, change) in enumerate(possible):
            if id(change) in chosen:
                folder = root / "changed" / assignment.id / reference.name / str(number)
                folder.mkdir(parents=True)
                copy_tree(reference, folder)
                (folder / name).write_bytes(change.source)
                yield Tried(f"{reference.name}/{name}", change, f"{reference.name} {number}", folder)


def _notes(assignment: Assignment) -> list[Survivor]:
    """The notes of an assignment, each held against what can be changed at all."""
    path = assignment.folder / NOTES_FILE
    survivors = convert(read(path), Survivors).survivors if path.is_file() else ()
    problems = []
    for note in survivors:
        source = assignment.reference_folder / note.file
        known = changes(note.file, source.read_bytes()) if source.is_file() and is_known(note.file) else []
        if not any(_means(note, note.file, change) for change in known):
            problems.append(f"{path}: {note.file} has no such change: {note.line} -> {note.change}")
    if problems:
        raise SpecError("\n".join(problems))
    return list(survivors)


def _means(note: Survivor, file: str, change: Change) -> bool:
    return (note.file, note.line.strip(), note.change.strip()) == (file, change.before, change.after)


def _sort(outcome: MutationResult, tried: Tried, result: MutantResult, notes: list[Survivor]) -> None:
    noted = any(_means(note, tried.file, tried.change) for note in notes)
    if result.end is End.FAULT:
        outcome.problems.append(f"{tried}: {result.explanation}")
    elif result.end is End.UNBUILT:
        outcome.unbuilt += 1
    elif result.end is End.NOTICED:
        outcome.killed += 1
        if noted:
            contradiction = (
                f"{NOTES_FILE} says that it makes no difference, and the case {result.explanation} notices it"
            )
            outcome.problems.append(f"{tried}: {contradiction}")
    elif noted:
        outcome.justified += 1
    else:
        outcome.survivors.append(tried)
