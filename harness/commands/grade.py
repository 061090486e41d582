"""``grade``: find the submissions, grade them, report."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from harness.commands.progress import progress_bar
from harness.engine.assemble import chosen_cases, selects
from harness.engine.grader import Grader
from harness.engine.isolated import isolate
from harness.model.errors import BROKEN_OFF, UsageError
from harness.model.verdict import Verdict
from harness.plan.course import load_course
from harness.plan.discover import Course, Submission, discover
from harness.reports.document import Document
from harness.reports.formats import renderer
from harness.reports.screen import screen
from harness.reports.write import check_target, write_whole
from harness.run.scratch import scratch
from harness.spec.assignment import Assignment
from harness.spec.load import find_specs


def grade(
    paths: Sequence[Path],
    *,
    specs: Path | None,
    assignments: tuple[str, ...],
    only: tuple[str, ...],
    reports: tuple[Path, ...],
    jobs: int,
    details: bool,
    required: str,
    best: str,
) -> int:
    """Grade what the paths stand for, print the tables, write the reports; the exit status."""
    renderers = [(path, renderer(path.name)) for path in reports]
    for path in reports:
        check_target(path)
    found = specs or find_specs(Path.cwd(), *paths)
    course = load_course(found, assignments)
    _check_patterns(course, only)
    isolation = isolate(found, required=required, best=best).isolation
    with scratch() as root:
        submissions = [
            one for one in _submissions(paths, course, root / "unpacked") if _wanted(course[one.assignment], only)
        ]
        with progress_bar(len({one.student for one in submissions})) as progress:
            grader = Grader(course, isolation, root, jobs, only, progress)
            broken_off = _run(grader, submissions)
        document = Document(tuple(grader.grades()), isolation.level, course, broken_off)
    print(screen(document, details=details))  # noqa: T201 - the command's output
    sys.stdout.flush()
    for path, render in renderers:
        write_whole(path, render(document))
    return _status(document)


def _run(grader: Grader, submissions: Sequence[Submission]) -> bool:
    """Grade; True when Ctrl-C broke it off."""
    try:
        grader.run(submissions)
    except KeyboardInterrupt:
        return True
    return False


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
    verdicts = {case.verdict for one in document.grades for case in one.cases}
    if document.broken_off:
        return BROKEN_OFF
    if Verdict.JE in verdicts:
        return 3
    return 0 if all(one.verdict is Verdict.AC for one in document.grades) else 1
