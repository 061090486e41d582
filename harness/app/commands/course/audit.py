"""``harness audit``: what of a graded class deserves a second look before anybody sees a mark."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

from harness.app.commands.course.audit_decision import decide, decided, is_open, recorded
from harness.app.commands.course.audit_runs import Runs, gather
from harness.app.commands.course.opened import opened
from harness.app.commands.grading.run_grader import run_grader
from harness.course.assignments import load_course
from harness.course.gradebook.begin_run import store_of
from harness.course.gradebook.run_grades import RunGrades
from harness.course.ingest.finding.class_list import find_submissions
from harness.course.ingest.finding.named_path import Layout
from harness.course.ingest.submission import Submission
from harness.course.policy.load import load_policy
from harness.grading.grader import Grader
from harness.grading.schedule.isolation_probe import isolate
from harness.model.errors import JudgeError, UsageError
from harness.model.escape import json_bytes
from harness.model.grade import Grade
from harness.model.verdict import Verdict
from harness.reports.audit.audit import Look, Suspect, as_plain, audit, details, overview, ranked
from harness.reports.output.printing import print_lines
from harness.reports.output.write import check_target, write_whole
from harness.reports.records import Report, grade_of
from harness.sandbox.files.scratch import scratch
from harness.sandbox.isolation.base import Choice
from harness.spec.format.assignment import Course
from harness.spec.format.folder import find_specs

_SMALL = 120
"""Up to so many submissions reruns are the default."""


class GradedClass(Struct, frozen=True):
    """Grades, and the work that they are of as far as it is here."""

    grades: Sequence[Grade]
    submissions: Sequence[Submission] = ()


def find_suspects(
    paths: Sequence[Path],
    *,
    assignments: tuple[str, ...],
    layout: Layout | None,
    roster: Path | None,
    rerun: bool | None,
    jobs: int,
    most: int,
    out: Path | None,
    isolation: str | None,
    gradebook: str | None,
    specs: Path | None,
) -> int:
    """Print what deserves a second look, most suspicious first; return the exit status: 1 where there is something.

    ``paths``: submissions, which are graded; JSON reports, whose grades are read; empty: the gradebook's grades.
    ``assignments``: the ids to look at; empty: all. ``roster``: the class's roster; None: ``roster.csv`` in the path or
    beside it, if any. ``rerun``: whether losing cases are run once more, and the course's own programs asked; None: in
    a small class.
    """
    folder = specs or find_specs(Path.cwd(), *paths)
    if out is not None:
        check_target(out)
    course = load_course(folder, assignments)
    reports = [path for path in paths if path.suffix == ".json" and path.is_file()]
    work = [path for path in paths if path not in reports]
    with scratch() as root:
        choice = isolate(folder, best=isolation)
        graded = _reported(reports, course) if reports else None
        submissions: Sequence[Submission] = ()
        if work:
            submissions = find_submissions(work, course, root / "unpacked", layout, assignments, roster).submissions
        decisions: dict[str, dict[str, set[str]]] = {}
        if graded is None and work:
            graded = _graded(submissions, course, root, jobs, choice)
        elif graded is None:
            graded, decisions = _recorded(course, folder, gradebook)
            submissions = graded.submissions
        again = _handed_in(graded.grades) <= _SMALL if rerun is None else rerun
        runs = Runs(choice.isolation, folder, root, jobs) if again else None
        suspects = ranked(
            suspect
            for name, assignment in course.items()
            if any(grade.assignment == name for grade in graded.grades)
            for suspect in audit(gather(assignment, graded.grades, submissions, runs))
            if is_open(suspect, decisions.get(name, {}))
        )
    look = Look(_folders(submissions, root), specs)
    _print(suspects[:most], look)
    left_out = len(suspects) - most
    summary = f"{_handed_in(graded.grades)} grades looked at: {len(suspects) or 'nothing'} to look at again"
    print(f"{summary}{f', {left_out} of them left out' if left_out > 0 else ''}", file=sys.stderr)  # noqa: T201
    if out is not None:
        write_whole(out, json_bytes({"checks": [as_plain(suspect, look) for suspect in suspects]}))
    return 1 if suspects else 0


def _handed_in(grades: Sequence[Grade]) -> int:
    return sum(grade.verdict is not Verdict.NS for grade in grades)


def _print(suspects: Sequence[Suspect], look: Look) -> None:
    print_lines(*(*overview(suspects), *details(suspects, look)))


def _reported(paths: Sequence[Path], course: Course) -> GradedClass:
    """The grades of JSON reports; UsageError where one is none."""
    grades = []
    for path in paths:
        try:
            report = msgspec.json.decode(path.read_bytes(), type=Report)
        except (OSError, msgspec.DecodeError) as error:
            raise UsageError(f"{path}: this is no JSON report of grade: {error}") from None
        grades += [grade_of(record) for record in report.grades if record.assignment in course]
    return GradedClass(grades)


def _graded(submissions: Sequence[Submission], course: Course, root: Path, jobs: int, choice: Choice) -> GradedClass:
    """Grade a class; nothing is written into a gradebook."""
    grades = RunGrades(len(submissions))
    interrupted, errors = run_grader(Grader(course, choice.isolation, root / "graded", jobs), submissions, grades)
    for line in errors:
        raise JudgeError(line)
    if interrupted:
        raise KeyboardInterrupt
    return GradedClass(list(grades), submissions)


def _recorded(course: Course, specs: Path, gradebook: str | None) -> tuple[GradedClass, dict[str, dict[str, set[str]]]]:
    """The grades that the gradebook has, and what was decided of them, by assignment."""
    policy = load_policy(specs)
    with opened(gradebook, specs) as book:
        entries = [recorded(book, store_of(book, specs), assignment, policy) for assignment in course.values()]
        with book.reading() as connection:
            decisions = {name: decided(connection, name) for name in course}
    grades = [grade for entry in entries for grade in entry.grades]
    return GradedClass(grades, [work for entry in entries for work in entry.submissions]), decisions


def decide_cause(
    case: str, *, accept: bool, why: str, assignments: tuple[str, ...], gradebook: str | None, specs: Path | None
) -> int:
    """Decide one cause for the whole class, in the gradebook; return the exit status.

    ``case``: the case that charges it. ``accept``: whether the commonest answer there counts as right. ``assignments``:
    the assignment's id; empty: the only one.
    """
    folder = specs or find_specs(Path.cwd())
    course = load_course(folder, assignments)
    if len(course) != 1:
        raise UsageError("--accept and --reject take one --assignment")
    assignment = next(iter(course.values()))
    policy = load_policy(folder)
    with opened(gradebook, folder) as book:
        entry = recorded(book, store_of(book, folder), assignment, policy)
        return decide(book, assignment, policy, entry, case, why, accept=accept)


def _folders(submissions: Sequence[Submission], root: Path) -> Mapping[tuple[str, str], Path]:
    """Where the work is by student and assignment; what was unpacked for this run alone is nowhere."""
    return {
        (submission.student, submission.assignment): submission.folder
        for submission in submissions
        if submission.folder is not None and not submission.folder.is_relative_to(root)
    }
