"""Grade submissions by workers of this machine or a cluster, and keep what is done when that is interrupted."""

from __future__ import annotations

import contextlib
import importlib
import os
import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from harness.course.gradebook.run_grades import RunGrades
from harness.course.ingest.submission import Submission
from harness.grading.grader import Grader
from harness.grading.schedule.assemble import hand_in_grade
from harness.model.errors import JudgeError, UsageError
from harness.model.grade import Grade
from harness.sandbox.isolation.base import Choice, Level
from harness.spec.format.assignment import Assignment, Course

if TYPE_CHECKING:
    from harness.grading.cluster.cluster import Cluster

_CLEAR = "\r\x1b[K"


def say_on_terminal(doing: str) -> None:
    """Say on a terminal's stderr what goes on now; the next such line, or a bar, takes its place."""
    if sys.stderr.isatty():
        sys.stderr.write(f"{_CLEAR}{doing} ...")
        sys.stderr.flush()


@contextlib.contextmanager
def progress_bar(doing: str) -> Iterator[Callable[[int, int], None]]:
    """A function to call with how many are done and how many there are; silent in a pipe.

    ``doing``: what is going on, such as ``grading``.
    """
    if not sys.stderr.isatty():
        yield lambda _done, _total: None
        return
    say_on_terminal(doing)
    with contextlib.ExitStack() as stack:
        bars: list[Callable[[int, int], None]] = []

        def progress(done: int, total: int) -> None:
            if not bars:
                sys.stderr.write(_CLEAR)
                bars.append(stack.enter_context(_bar(doing)))
            bars[0](done, total)

        yield progress
    sys.stderr.write(_CLEAR)
    sys.stderr.flush()


@contextlib.contextmanager
def _bar(doing: str) -> Iterator[Callable[[int, int], None]]:
    """A bar of Rich's with the time that is left; loaded here, when programs already run."""
    from rich.console import Console  # noqa: PLC0415
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn  # noqa: PLC0415

    columns = (TextColumn(doing), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(compact=True))
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(doing, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


ProgramHost = str | Callable[[], Choice]
"""Where programs run: the address of a Dask scheduler, or, for this machine, a function that awaits its isolation."""


def _load_screen() -> None:
    """Import what prints the text, a fifth of all imports, while programs run."""
    importlib.import_module("harness.reports.text.screen")
    if is_terminal():
        importlib.import_module("harness.reports.text.terminal")


def is_terminal() -> bool:
    """Whether the text is for a terminal, or is asked to be coloured all the same."""
    asked = (os.environ.get(name, "0") for name in ("FORCE_COLOR", "CLICOLOR_FORCE"))
    return sys.stdout.isatty() or any(value not in ("", "0") for value in asked)


def make_grader(
    host: ProgramHost,
    course: Course,
    root: Path,
    jobs: int,
    only: tuple[str, ...],
    required: str | None,
    best: str | None,
    stack: contextlib.ExitStack,
    *,
    tries_changes: bool = False,
) -> tuple[Grader | Cluster, Level]:
    """What grades, and the isolation level that it holds; closed with the stack.

    ``tries_changes``: whether small changes of wrong programs are tried, on this machine.
    """
    if not isinstance(host, str):
        isolation = host().isolation
        grader = Grader(course, isolation, root, jobs, only, while_waiting=_load_screen, tries_changes=tries_changes)
        grader.shown_cases = _shown_cases if tries_changes else None
        grader.on_search = lambda: say_on_terminal("trying small changes")
        return grader, isolation.level
    try:
        from harness.grading.cluster.connect import connected  # noqa: PLC0415 - loads Dask, which one machine does not need
    except ModuleNotFoundError as error:
        raise UsageError(f"--on needs {error.name}: pip install 'grade-harness[cluster]'") from None
    cluster = stack.enter_context(connected(host, course, only=only, required=required, best=best))
    return cluster, cluster.level


def _shown_cases(grade: Grade, assignment: Assignment) -> list[str]:
    """The names of the cases that a student's report shows, one of each cause."""
    from harness.reports.causes.grouping import causes, without_partial_changes  # noqa: PLC0415 - as for the grade
    from harness.reports.visible_to import for_student  # noqa: PLC0415 - likewise

    return [cause.case.name for cause in causes(for_student(without_partial_changes(grade), assignment))]


def run_grader(
    grader: Grader | Cluster,
    submissions: Sequence[Submission],
    grades: RunGrades,
    so_far: Callable[[Sequence[Grade]], None] | None = None,
) -> tuple[bool, list[str]]:
    """Grade what has no grade yet; return whether any has none by an interrupt, and the error if no user did that.

    ``so_far`` is called with the grades as far as they are known, before the first case and after each few.
    """
    groups = _graded_together(submissions, grades.attempts)

    def store(number: int, grade: Grade) -> None:
        from harness.reports.causes.grouping import without_partial_changes  # noqa: PLC0415 - loaded while programs run

        grade = without_partial_changes(grade)
        for position in groups[number]:
            grades.add(position, hand_in_grade(grade, submissions[position]))

    def report_so_far() -> None:
        unfinished = [
            hand_in_grade(grade, submissions[position])
            for number, grade in grader.unfinished()
            for position in groups[number]
        ]
        if so_far is not None and unfinished:
            so_far(unfinished)

    grader.store_grade = store
    grader.on_outcome = report_so_far if so_far else None
    errors: list[str] = []
    try:
        with progress_bar("grading") as grader.progress:
            grader.run([submissions[group[0]] for group in groups])
    except KeyboardInterrupt:
        pass
    except JudgeError as error:
        errors = [str(error)]
    else:
        return False, errors
    interrupted = bool(errors)
    for number, unfinished in grader.unfinished():
        interrupted = True
        for position in groups[number]:
            grades.add_unfinished(position, hand_in_grade(unfinished, submissions[position]))
    return interrupted, errors


def _graded_together(submissions: Sequence[Submission], done: Collection[int]) -> list[list[int]]:
    """Group the positions of submissions that are the same hand-in, that of a group; without those that are done."""
    groups: dict[object, list[int]] = {}
    for position, submission in enumerate(submissions):
        if position not in done:
            alone = submission.folder is None or submission.provenance is None or submission.unclear
            groups.setdefault(position if alone else (submission.assignment, submission.folder), []).append(position)
    return list(groups.values())
