"""``grade``: find the submissions, grade them, write reports."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Protocol

from msgspec.structs import replace

from harness.commands.progress import progress_bar
from harness.files.scratch import scratch
from harness.gradebook.options import GradebookOptions
from harness.gradebook.run_grades import RunGrades
from harness.ingest.discovery import Course, Layout, discover
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

ProgramHost = str | Callable[[], Choice]
"""Where programs run: the address of a Dask scheduler, or, for this machine, a function that awaits its isolation."""


def grade(
    paths: Sequence[Path],
    *,
    specs: Path,
    assignments: tuple[str, ...],
    only: tuple[str, ...],
    reports: tuple[Path, ...],
    jobs: int,
    details: bool,
    layout: Layout | None,
    host: ProgramHost,
    required: str | None,
    best: str | None,
    gradebook_options: GradebookOptions | None,
) -> int:
    """Grade the submissions at the paths, print the tables, write the reports; return the exit status.

    Args:
        paths: folders of students or submissions, or archives of them.
        specs: the folder of specs.
        assignments: the ids to grade; empty: all.
        only: patterns of the cases to run; empty: all.
        reports: files to write reports into.
        jobs: how many programs run at once.
        details: whether to explain every failure of a class, too.
        layout: what the folders below the paths are; None: told by their names.
        host: where programs run.
        required: the weakest isolation level that is acceptable.
        best: the strongest isolation level to use.
        gradebook_options: None: write no gradebook.

    """
    renderers = [(path, renderer(path.name)) for path in reports]
    for path in reports:
        check_target(path)
    course = load_course(specs, assignments)
    _check_case_patterns(course, only)
    with contextlib.ExitStack() as stack:
        root = stack.enter_context(scratch())
        grader, level = _make_grader(host, course, root, jobs, only, required, best, stack)
        submissions = [
            submission
            for submission in _find_submissions(paths, course, root / "unpacked", layout)
            if _is_selected(course[submission.assignment], only)
        ]
        grades, remarks = _begin_run(gradebook_options, specs, course, submissions, level.name, only)
        interrupted, errors = _run(grader, submissions, grades)
        remarks += [*grader.remarks(), *errors]
    grades.end(complete=not interrupted)
    if grades.write_error:
        remarks.append(f"{grades.write_error}; the grades are above and not all in it")
    document = Document(grades, level, course, interrupted, tuple(remarks))
    print(_load_screen()(document, details=details))  # noqa: T201 - the command's output
    sys.stdout.flush()
    write_all((path, render(document)) for path, render in renderers)
    return JudgeError.exit_status if grades.write_error or errors else _exit_status(document)


def _load_screen() -> Callable[..., str]:
    """Import the text for a terminal: a fifth of all imports, so that it is done while programs run."""
    from harness.reports.screen import screen  # noqa: PLC0415

    return screen


class _Grader(Protocol):
    """What grades submissions: processes of this machine, or a cluster."""

    store_grade: StoreGrade | None
    progress: Progress | None

    def run(self, submissions: Sequence[Submission]) -> None:
        """Grade all; hand each grade to ``store_grade``."""
        ...

    def unfinished(self) -> Iterator[tuple[int, Grade]]:
        """Position and incomplete grade of each submission that was not finished when the run was interrupted."""
        ...

    def remarks(self) -> list[str]:
        """Lines about the run as a whole."""
        ...


def _make_grader(
    host: ProgramHost,
    course: Course,
    root: Path,
    jobs: int,
    only: tuple[str, ...],
    required: str | None,
    best: str | None,
    stack: contextlib.ExitStack,
) -> tuple[_Grader, Level]:
    if not isinstance(host, str):
        isolation = host().isolation
        return Grader(course, isolation, root, jobs, only, while_waiting=_load_screen), isolation.level
    try:
        from harness.cluster.connect import connected  # noqa: PLC0415 - loads Dask, which one machine does not need
    except ModuleNotFoundError as error:
        raise UsageError(f"--on needs {error.name}: pip install 'grade-harness[cluster]'") from None
    cluster = stack.enter_context(connected(host, course, only=only, required=required, best=best))
    return cluster, cluster.level


def _begin_run(
    gradebook_options: GradebookOptions | None,
    specs: Path,
    course: Course,
    submissions: Sequence[Submission],
    level: str,
    only: tuple[str, ...],
) -> tuple[RunGrades, list[str]]:
    """Begin a run in the gradebook; one student does without it unless it is asked for. Remarks about it, too."""
    required = gradebook_options is not None and gradebook_options != GradebookOptions()
    if gradebook_options is None or (not required and len({submission.student for submission in submissions}) == 1):
        return RunGrades(len(submissions)), []
    # Here, not above: SQLAlchemy takes long to load.
    from harness.gradebook.begin_run import begin_run  # noqa: PLC0415
    from harness.gradebook.gradebook import without_password  # noqa: PLC0415

    try:
        grades = begin_run(gradebook_options, specs, course, submissions, level, only)
    except UsageError as error:
        if required:
            raise
        return RunGrades(len(submissions)), [f"No gradebook was written: {error}"]
    if not grades.attempts:
        return grades, []
    gradebook = without_password(gradebook_options.location or "the gradebook")
    return grades, [f"{len(grades.attempts)} of {len(submissions)} taken over from {gradebook}"]


def _run(grader: _Grader, submissions: Sequence[Submission], grades: RunGrades) -> tuple[bool, list[str]]:
    """Grade what has no grade yet; return whether it was interrupted, and the error where the user did not do that."""
    positions = [position for position in range(len(submissions)) if position not in grades.attempts]
    grader.store_grade = lambda number, grade: grades.add(positions[number], grade)
    errors: list[str] = []
    try:
        with progress_bar(len({submissions[position].student for position in positions})) as grader.progress:
            grader.run([submissions[position] for position in positions])
    except KeyboardInterrupt:
        pass
    except JudgeError as error:
        errors = [str(error)]
    else:
        return False, errors
    for number, unfinished in grader.unfinished():
        grades.add_unfinished(positions[number], unfinished)
    return True, errors


def _check_case_patterns(course: Course, only: tuple[str, ...]) -> None:
    for pattern in only:
        if not any(_is_selected(assignment, (pattern,)) for assignment in course.values()):
            raise UsageError(
                f'--only: no case fits "{pattern}"; a pattern is such as "usage-*" or "{next(iter(course))}/*"'
            )


def _is_selected(assignment: Assignment, only: tuple[str, ...]) -> bool:
    """Whether the patterns select any case of an assignment, its files or its build."""
    files_or_build = any(selects(pattern, assignment.id, case) for pattern in only for case in ("files", "build"))
    return not only or files_or_build or bool(chosen_cases(assignment, only))


def _find_submissions(paths: Sequence[Path], course: Course, unpacked: Path, layout: Layout | None) -> list[Submission]:
    """Find the submissions of all paths; one that comes twice costs nobody but its student."""
    submissions: dict[tuple[str, str], Submission] = {}
    for number, path in enumerate(paths):
        for submission in discover(path, course, unpacked / str(number), layout, alone=len(paths) == 1):
            identity = submission.student, submission.assignment
            before = submissions.get(identity)
            if before is not None and before.folder is not None and submission.folder is not None:
                text = f"it is handed in twice: {before.folder} and {submission.folder}"
                submissions[identity] = replace(before, unclear=text)
            elif before is None or before.folder is None:
                submissions[identity] = submission
    return list(submissions.values())


def _exit_status(document: Document) -> int:
    verdicts = {grade.verdict for grade in document.grades}  # a judge error in any case is the whole grade's verdict
    if document.interrupted:
        return EXIT_INTERRUPTED
    if Verdict.JE in verdicts:
        return 3
    return 0 if verdicts <= {Verdict.AC} else 1
