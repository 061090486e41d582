"""``grade``: find the submissions, grade them, report."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Protocol

from harness.commands.progress import progress_bar
from harness.files.scratch import scratch
from harness.gradebook.ledger import Ledger
from harness.gradebook.options import GradebookOptions
from harness.ingest.discovery import Course, discover
from harness.ingest.submission import Submission
from harness.isolation.base import Choice, Level
from harness.model.errors import EXIT_INTERRUPTED, JudgeError, UsageError
from harness.model.grade import Grade
from harness.model.verdict import Verdict
from harness.plan.course import load_course
from harness.reports.document import Document
from harness.reports.formats import renderer
from harness.reports.write import check_target, write_all
from harness.schedule.assemble import chosen_cases, selects
from harness.schedule.grader import Grader, Progress, StoreGrade
from harness.spec.assignment import Assignment

Where = str | Callable[[], Choice]
"""Where programs run: on the Dask workers of a scheduler, or here; then a function that waits for what isolation is."""


def grade(
    paths: Sequence[Path],
    *,
    specs: Path,
    assignments: tuple[str, ...],
    only: tuple[str, ...],
    reports: tuple[Path, ...],
    jobs: int,
    details: bool,
    where: Where,
    required: str | None,
    best: str | None,
    gradebook_options: GradebookOptions | None,
) -> int:
    """Grade what the paths stand for, print the tables, write the reports; the exit status.

    ``wish`` is what is wanted of a gradebook; None: none is written.
    """
    renderers = [(path, renderer(path.name)) for path in reports]
    for path in reports:
        check_target(path)
    course = load_course(specs, assignments)
    _check_patterns(course, only)
    with contextlib.ExitStack() as stack:
        root = stack.enter_context(scratch())
        grader, level = _grader(where, course, root, jobs, only, required, best, stack)
        submissions = [
            one for one in _submissions(paths, course, root / "unpacked") if _wanted(course[one.assignment], only)
        ]
        ledger, remarks = _ledger(gradebook_options, specs, course, submissions, level.name, only)
        broken_off, trouble = _run(grader, submissions, ledger)
        remarks += [*grader.remarks(), *trouble]
    ledger.end(complete=not broken_off)
    remarks += [f"{ledger.problem}; the grades are above and not all in it"] if ledger.problem else []
    document = Document(ledger, level, course, broken_off, tuple(remarks))
    print(_screen()(document, details=details))  # noqa: T201 - the command's output
    sys.stdout.flush()
    write_all((path, render(document)) for path, render in renderers)
    return JudgeError.exit_status if ledger.problem or trouble else _status(document)


def _screen() -> Callable[..., str]:
    """What makes the text for a terminal: a fifth of all that is loaded, and that while programs run."""
    from harness.reports.screen import screen  # noqa: PLC0415

    return screen


class _Grader(Protocol):
    """What grades: the processes of this machine, or a cluster."""

    store_grade: StoreGrade | None
    progress: Progress | None

    def run(self, submissions: Sequence[Submission]) -> None:
        """Grade all, each handed to ``store_grade``."""
        ...

    def unfinished(self) -> Iterator[tuple[int, Grade]]:
        """What a break left, as far as it goes."""
        ...

    def remarks(self) -> list[str]:
        """Lines on the run as a whole."""
        ...


def _grader(
    where: Where,
    course: Course,
    root: Path,
    jobs: int,
    only: tuple[str, ...],
    required: str | None,
    best: str | None,
    stack: contextlib.ExitStack,
) -> tuple[_Grader, Level]:
    if not isinstance(where, str):
        isolation = where().isolation
        return Grader(course, isolation, root, jobs, only, while_waiting=_screen), isolation.level
    try:
        from harness.cluster.connect import connected  # noqa: PLC0415 - loads Dask, which one machine does not need
    except ModuleNotFoundError as error:
        raise UsageError(f"--on needs {error.name}: pip install 'grade-harness[cluster]'") from None
    cluster = stack.enter_context(connected(where, course, only=only, required=required, best=best))
    return cluster, cluster.level


def _ledger(
    gradebook_options: GradebookOptions | None,
    specs: Path,
    course: Course,
    submissions: Sequence[Submission],
    level: str,
    only: tuple[str, ...],
) -> tuple[Ledger, list[str]]:
    """Where the grades go. A class has a gradebook without being asked; one student does not wait for a database."""
    asked = gradebook_options is not None and gradebook_options != GradebookOptions()
    if gradebook_options is None or (not asked and len({one.student for one in submissions}) == 1):
        return Ledger(len(submissions)), []
    from harness.gradebook.begin_run import begin  # noqa: PLC0415 - loads SQLAlchemy, which takes longer than a small run

    try:
        ledger = begin(gradebook_options, specs, course, submissions, level, only)
    except UsageError as error:
        if asked:
            raise
        return Ledger(len(submissions)), [f"No gradebook was written: {error}"]
    taken = len(ledger.stored)
    return ledger, [
        f"{taken} of {len(submissions)} taken over from {gradebook_options.place or 'the gradebook'}"
    ] if taken else []


def _run(grader: _Grader, submissions: Sequence[Submission], ledger: Ledger) -> tuple[bool, list[str]]:
    """Grade what the ledger does not have yet; whether it was broken off, and a line where that was not the user."""
    wanted = [number for number in range(len(submissions)) if number not in ledger.stored]
    grader.store_grade = lambda number, grade: ledger.keep(wanted[number], grade)
    trouble: list[str] = []
    try:
        with progress_bar(len({submissions[number].student for number in wanted})) as grader.progress:
            grader.run([submissions[number] for number in wanted])
    except KeyboardInterrupt:
        pass
    except JudgeError as error:
        trouble = [str(error)]
    else:
        return False, trouble
    for number, one in grader.unfinished():
        ledger.show(wanted[number], one)
    return True, trouble


def _check_patterns(course: Course, only: tuple[str, ...]) -> None:
    for pattern in only:
        if not any(_wanted(assignment, (pattern,)) for assignment in course.values()):
            raise UsageError(
                f'--only: no case fits "{pattern}"; a pattern is such as "usage-*" or "{next(iter(course))}/*"'
            )


def _wanted(assignment: Assignment, only: tuple[str, ...]) -> bool:
    """Whether the patterns choose anything of an assignment."""
    own = any(selects(pattern, assignment.id, case) for pattern in only for case in ("files", "build"))
    return not only or own or bool(chosen_cases(assignment, only))


def _submissions(paths: Sequence[Path], course: Course, unpacked: Path) -> list[Submission]:
    found: dict[tuple[str, str], Submission] = {}
    for number, path in enumerate(paths):
        for one in discover(path, course, unpacked / str(number)):
            other = found.get((one.student, one.assignment))
            if other is not None and other.folder is not None and one.folder is not None:
                raise UsageError(f"{one.student} hands in {one.assignment} twice: {other.folder} and {one.folder}")
            if other is None or other.folder is None:
                found[one.student, one.assignment] = one
    return list(found.values())


def _status(document: Document) -> int:
    verdicts = {one.verdict for one in document.grades}  # a judge error in any case is the whole grade's verdict
    if document.broken_off:
        return EXIT_INTERRUPTED
    if Verdict.JE in verdicts:
        return 3
    return 0 if verdicts <= {Verdict.AC} else 1
