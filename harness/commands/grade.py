"""``grade``: find the submissions, grade them, write reports."""

from __future__ import annotations

import contextlib
import importlib
import os
import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path
from typing import Protocol

from msgspec.structs import replace

from harness.commands.progress import progress_bar
from harness.files.scratch import scratch
from harness.gradebook.options import GradebookOptions
from harness.gradebook.run_grades import RunGrades
from harness.ingest.class_list import find_submissions
from harness.ingest.discovery import Layout
from harness.ingest.fit import Course
from harness.ingest.own_work import work_of
from harness.ingest.submission import Submission
from harness.isolation.base import Choice, Level
from harness.messages.translator import ENGLISH, translator
from harness.model.errors import EXIT_INTERRUPTED, JudgeError, UsageError
from harness.model.grade import Grade
from harness.model.verdict import Verdict
from harness.plan.course import load_course
from harness.reports.document import Document
from harness.reports.escape import single_line
from harness.reports.projection import Reader, project
from harness.reports.targets import Target, append_all, check_class_reports, parse_targets, report_remarks, reports_for
from harness.reports.write import write_all
from harness.schedule.assemble import chosen_cases, hand_in_grade, selects
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
    reports: tuple[str, ...],
    jobs: int,
    details: bool,
    language: str,
    reader: Reader | None,
    layout: Layout | None,
    roster: Path | None,
    student: str | None,
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
        reports: what to report, and where: ``FILE``, ``FORMAT:FILE``, ``FORMAT:-``, ``-``.
        jobs: how many programs run at once.
        details: whether to explain every failure of a class, too.
        language: the language of the harness's own sentences, such as ``de``.
        reader: who reads screen and reports; None: staff, and a student the files of his own.
        layout: what the folders below the paths are; None: told by their names.
        roster: the class's roster; None: ``roster.csv`` in the path or beside it, if any.
        student: whose work the one path is, for the one assignment; None: told by names and downloads.
        host: where programs run.
        required: the weakest isolation level that is acceptable.
        best: the strongest isolation level to use.
        gradebook_options: None: write no gradebook.

    """
    if language != ENGLISH:
        translator(language)  # an unknown one is told before any work
    targets = parse_targets(reports)
    course = load_course(specs, assignments)
    _check_case_patterns(course, only)
    with contextlib.ExitStack() as stack:
        root = stack.enter_context(scratch())
        grader, level = make_grader(host, course, root, jobs, only, required, best, stack)
        if student is None:
            class_list = find_submissions(paths, course, root / "unpacked", layout, assignments, roster)
        else:
            class_list = work_of(student, paths[0], course[assignments[0]])
            assignments = ()  # it is no part of what was handed in
        submissions = [
            submission for submission in class_list.submissions if _is_selected(course[submission.assignment], only)
        ]
        check_class_reports(targets, only, [submission.assignment for submission in submissions])
        grades, remarks = _begin_run(gradebook_options, specs, course, submissions, level.name, only)
        so_far = _writer_of_partial_reports(
            targets, Document((), level, course, interrupted=True, only=only, assignments=assignments), reader
        )
        interrupted, errors = run_grader(grader, submissions, grades, so_far if len(submissions) == 1 else None)
        remarks += [*grader.remarks(), *errors]
    grades.end(complete=not interrupted)
    if grades.write_error:
        remarks.append(f"{grades.write_error}; the grades are above and not all in it")
    document = Document(
        grades,
        level,
        course,
        interrupted,
        only,
        assignments,
        tuple(remarks),
        hand_ins=class_list.remarks,
        not_recognised=class_list.not_recognised,
        language=language,
        on_roster=class_list.on_roster,
        roster_headings=class_list.roster_headings,
        folders={(work.student, work.assignment): work.folder for work in submissions if work.folder is not None},
    )
    if any(target.path is None for target in targets):
        _print_remarks(project(document, reader or "staff"))
    else:
        _show(project(document, reader or "staff"), details=details)
    write_all(reports_for(document, targets, reader))
    append_all(document, targets, reader)
    for line in report_remarks(document, targets):
        print(f"grade: {line}", file=sys.stderr)  # noqa: T201 - the command's output
    return JudgeError.exit_status if grades.write_error or errors else _exit_status(document)


def _load_screen() -> None:
    """Import what prints the text, a fifth of all imports, while programs run."""
    importlib.import_module("harness.reports.screen")
    if _is_terminal():
        importlib.import_module("harness.reports.text.terminal")


def _is_terminal() -> bool:
    """Whether the text is for a terminal, or is asked to be coloured all the same."""
    return sys.stdout.isatty() or os.environ.get("CLICOLOR_FORCE", "0") not in ("", "0")


def _print_remarks(document: Document) -> None:
    """Say what concerns the run as a whole beside a report that goes to the standard output in the screen's place."""
    for remark in document.remarks:
        print(f"grade: {single_line(remark)}", file=sys.stderr)  # noqa: T201 - the command's output


def _show(document: Document, *, details: bool) -> None:
    """Print the text: with colours on a terminal, plain into a pipe."""
    from harness.reports.screen import screen, screen_text  # noqa: PLC0415 - imported while programs ran

    if _is_terminal():
        from harness.reports.text.terminal import print_lines, terminal_width  # noqa: PLC0415 - likewise; loads Rich

        print_lines(screen(document, details=details, width=terminal_width()), sys.stdout)
    else:
        print(screen_text(document, details=details))  # noqa: T201 - the command's output
    sys.stdout.flush()


class _Grader(Protocol):
    """What grades submissions: processes of this machine, or a cluster."""

    store_grade: StoreGrade | None
    progress: Progress | None

    on_outcome: Callable[[], object] | None

    def run(self, submissions: Sequence[Submission]) -> None:
        """Grade all; hand each grade to ``store_grade``."""
        ...

    def unfinished(self) -> Iterator[tuple[int, Grade]]:
        """Position and incomplete grade of each submission that was not finished when the run was interrupted."""
        ...

    def remarks(self) -> list[str]:
        """Lines about the run as a whole."""
        ...


def make_grader(
    host: ProgramHost,
    course: Course,
    root: Path,
    jobs: int,
    only: tuple[str, ...],
    required: str | None,
    best: str | None,
    stack: contextlib.ExitStack,
) -> tuple[_Grader, Level]:
    """What grades, and the isolation level that it holds; closed with the stack."""
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
    from harness.gradebook.database import without_password  # noqa: PLC0415

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


def _writer_of_partial_reports(
    targets: Sequence[Target], document: Document, reader: Reader | None
) -> Callable[[Sequence[Grade]], None] | None:
    """A function that writes the reports that are there from the start; None where there are none."""
    wanted = [target for target in targets if target.format.from_the_start and target.path is not None]

    def write(grades: Sequence[Grade]) -> None:
        write_all(reports_for(replace(document, grades=grades), wanted, reader))

    return write if wanted else None


def run_grader(
    grader: _Grader,
    submissions: Sequence[Submission],
    grades: RunGrades,
    so_far: Callable[[Sequence[Grade]], None] | None = None,
) -> tuple[bool, list[str]]:
    """Grade what has no grade yet; return whether it was interrupted, and the error where the user did not do that.

    ``so_far`` is called with the grades as far as they are known, before the first case and after each few.
    """
    groups = _graded_together(submissions, grades.attempts)

    def store(number: int, grade: Grade) -> None:
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
    for number, unfinished in grader.unfinished():
        for position in groups[number]:
            grades.add_unfinished(position, hand_in_grade(unfinished, submissions[position]))
    return True, errors


def _graded_together(submissions: Sequence[Submission], done: Collection[int]) -> list[list[int]]:
    """Group the positions of submissions that are the same hand-in, that of a group; without those that are done."""
    groups: dict[object, list[int]] = {}
    for position, submission in enumerate(submissions):
        if position not in done:
            alone = submission.folder is None or submission.provenance is None or submission.unclear
            groups.setdefault(position if alone else (submission.assignment, submission.folder), []).append(position)
    return list(groups.values())


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


def _exit_status(document: Document) -> int:
    verdicts = {grade.verdict for grade in document.grades}  # a judge error in any case is the whole grade's verdict
    if document.interrupted:
        return EXIT_INTERRUPTED
    if Verdict.JE in verdicts:
        return 3
    return 0 if verdicts <= {Verdict.AC} else 1
