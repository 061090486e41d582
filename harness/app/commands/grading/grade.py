"""``grade``: find the submissions, grade them, write reports."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from harness.app.commands.grading.run_grader import ProgramHost, is_terminal, make_grader, run_grader
from harness.course.assignments import load_course
from harness.course.gradebook.run_grades import GradebookOptions, RunGrades
from harness.course.ingest.finding.class_list import ClassList, find_submissions, work_of
from harness.course.ingest.finding.named_path import Layout
from harness.course.ingest.submission import Submission
from harness.grading.explaining.explanations import MOST_REPAIRED
from harness.grading.schedule.case_selection import check_patterns, is_selected
from harness.judge.messages.translator import ENGLISH, translator
from harness.model.errors import EXIT_INTERRUPTED, JudgeError, UsageError
from harness.model.escape import single_line
from harness.model.grade import Grade
from harness.model.verdict import Verdict
from harness.reports.document import Document
from harness.reports.output.targets import (
    Target,
    append_all,
    check_class_reports,
    parse_targets,
    report_remarks,
    reports_for,
    with_scripts,
)
from harness.reports.output.write import write_all
from harness.reports.visible_to import Reader, document_for, with_second_hints
from harness.sandbox.files.scratch import scratch
from harness.spec.format.assignment import Course


class GradeOptions(Struct, frozen=True):
    """What ``grade`` is asked to do, as the command line has it."""

    paths: tuple[Path, ...]
    """Folders of students or submissions, or archives of them."""
    specs: Path
    """The folder of specs."""
    assignments: tuple[str, ...] = ()
    """The ids to grade; empty: all."""
    only: tuple[str, ...] = ()
    """Patterns of the cases to run; empty: all."""
    reports: tuple[str, ...] = ()
    """What to report, and where: ``FILE``, ``FORMAT:FILE``, ``FORMAT:-``, ``-``."""
    jobs: int = 1
    """How many programs run at once."""
    details: bool = False
    """Whether to explain every failure of a class, too."""
    second_hints: bool = False
    """Whether the screen shows the second, deeper hints too."""
    tries_changes: bool = False
    """Whether small changes of a wrong program are tried, to find where its fault is."""
    scripts: Path | None = None
    """Where the scripts of one submission's causes go; None: no script is written."""
    language: str = ENGLISH
    """The language of the harness's own sentences, such as ``de``."""
    reader: Reader | None = None
    """Who reads screen and reports; None: staff, and a student the files of their own."""
    layout: Layout | None = None
    """What the folders below the paths are; None: as their names say."""
    roster: Path | None = None
    """The class's roster; None: ``roster.csv`` in the path or beside it, if any."""
    student: str | None = None
    """Whose work the one path is, for the one assignment; None: as names and downloads say."""
    required: str | None = None
    """The weakest isolation level that is acceptable."""
    best: str | None = None
    """The strongest isolation level to use."""
    gradebook: GradebookOptions | None = None
    """None: write no gradebook."""


def grade(options: GradeOptions, host: ProgramHost) -> int:
    """Grade the submissions, print the tables, write the reports; return the exit status."""
    if options.language != ENGLISH:
        translator(options.language)  # an unknown one is an error before any work
    targets = parse_targets(options.reports)
    course = load_course(options.specs, options.assignments)
    check_patterns(course, options.only)
    with scratch() as root:  # what was unpacked is shown in reports
        document, failed = _grade_all(options, host, course, targets, root)
        _report(document, options, targets)
    return JudgeError.exit_status if failed else _exit_status(document)


def _report(document: Document, options: GradeOptions, targets: Sequence[Target]) -> None:
    """Print the text and write the reports."""
    on_screen = document_for(document, options.reader or "staff")
    if options.scripts is not None:
        on_screen = with_scripts(on_screen, options.scripts)
    if any(target.path is None for target in targets):
        _print_remarks(on_screen)
    else:
        _show(with_second_hints(on_screen) if options.second_hints else on_screen, details=options.details)
    write_all(reports_for(document, targets, options.reader))
    append_all(document, targets, options.reader)
    for line in report_remarks(document, targets):
        print(f"grade: {line}", file=sys.stderr)  # noqa: T201 - the command's output


def _grade_all(
    options: GradeOptions, host: ProgramHost, course: Course, targets: Sequence[Target], root: Path
) -> tuple[Document, bool]:
    """Find and grade all submissions; return what the reports render, and whether a fault of ours ended it early."""
    with contextlib.ExitStack() as stack:
        class_list, assignments = _find(options, course, root / "unpacked")
        submissions = [
            submission
            for submission in class_list.submissions
            if is_selected(course[submission.assignment], options.only)
        ]
        check_class_reports(targets, options.only, [submission.assignment for submission in submissions])
        grader, level = make_grader(
            host,
            course,
            root,
            options.jobs,
            options.only,
            options.required,
            options.best,
            stack,
            tries_changes=options.tries_changes and len(submissions) <= MOST_REPAIRED,
        )
        grades, remarks = _begin_run(options, course, submissions, level.name)
        document = Document((), level, course, interrupted=True, only=options.only, assignments=assignments)
        so_far = _writer_of_partial_reports(targets, document, options.reader) if len(submissions) == 1 else None
        interrupted, errors = run_grader(grader, submissions, grades, so_far)
        remarks += [*grader.remarks(), *errors]
    grades.end(complete=not interrupted)
    if grades.store is not None and not grades.write_error:
        earlier = grades.store.earlier_grades(grades.run)
        document = replace(document, comments=grades.store.comments(), earlier=earlier)
    if grades.write_error:
        remarks.append(f"{grades.write_error}; the grades are above and not all in it")
    document = replace(
        document,
        grades=grades,
        interrupted=interrupted,
        remarks=tuple(remarks),
        hand_ins=class_list.remarks,
        not_recognised=class_list.not_recognised,
        language=options.language,
        on_roster=class_list.on_roster,
        roster_headings=class_list.roster_headings,
        folders={(work.student, work.assignment): work.folder for work in submissions if work.folder is not None},
    )
    return document, bool(grades.write_error or errors)


def _find(options: GradeOptions, course: Course, unpacked: Path) -> tuple[ClassList, tuple[str, ...]]:
    """The submissions at the paths, and the assignments that were asked for of those who handed nothing in."""
    if options.student is not None:
        return work_of(options.student, options.paths[0], course[options.assignments[0]]), ()
    class_list = find_submissions(options.paths, course, unpacked, options.layout, options.assignments, options.roster)
    return class_list, options.assignments


def _print_remarks(document: Document) -> None:
    """Say what concerns the run as a whole beside a report that goes to the standard output in the screen's place."""
    for remark in document.remarks:
        print(f"grade: {single_line(remark)}", file=sys.stderr)  # noqa: T201 - the command's output


def _show(document: Document, *, details: bool) -> None:
    """Print the text: with colours on a terminal, plain into a pipe."""
    from harness.reports.text.screen import screen, screen_text  # noqa: PLC0415 - imported while programs ran

    if is_terminal():
        from harness.reports.text.terminal import print_lines, terminal_width  # noqa: PLC0415 - likewise; loads Rich

        print_lines(screen(document, details=details, width=terminal_width()), sys.stdout)
    else:
        print(screen_text(document, details=details))  # noqa: T201 - the command's output
    sys.stdout.flush()


def _begin_run(
    options: GradeOptions, course: Course, submissions: Sequence[Submission], level: str
) -> tuple[RunGrades, list[str]]:
    """Begin a run in the gradebook; one student does without it unless it is asked for. Remarks about it, too."""
    gradebook_options = options.gradebook
    required = gradebook_options is not None and gradebook_options != GradebookOptions()
    if gradebook_options is None or (not required and len({submission.student for submission in submissions}) == 1):
        return RunGrades(len(submissions)), []
    # Here, not above: SQLAlchemy takes long to load.
    from harness.course.gradebook.begin_run import begin_run  # noqa: PLC0415
    from harness.course.gradebook.storage.connection import without_password  # noqa: PLC0415

    try:
        grades = begin_run(gradebook_options, options.specs, course, submissions, level, options.only)
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
    """A function that writes the reports that are there from the start; None if there are none."""
    wanted = [target for target in targets if target.format.from_the_start and target.path is not None]

    def write(grades: Sequence[Grade]) -> None:
        write_all(reports_for(replace(document, grades=grades), wanted, reader))

    return write if wanted else None


def _exit_status(document: Document) -> int:
    verdicts = {grade.verdict for grade in document.grades}  # a judge error in any case is the whole grade's verdict
    if document.interrupted:
        return EXIT_INTERRUPTED
    if Verdict.JE in verdicts:
        return 3
    return 0 if verdicts <= {Verdict.AC} else 1
