"""``harness gradebook reproduce``: grade kept work again by the kept spec, and say whether the mark comes out."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct
from sqlalchemy import Connection, select

from harness.app.commands.course.opened import opened
from harness.app.commands.grading.run_grader import run_grader
from harness.course.assignments import load_course
from harness.course.gradebook.begin_run import store_of
from harness.course.gradebook.kept_setup import Setup, kept, read_setup, setup_changes, setup_of
from harness.course.gradebook.marks.marking import recorded_marks
from harness.course.gradebook.run_grades import RunGrades
from harness.course.gradebook.storage.store import Store
from harness.course.gradebook.storage.tables import ATTEMPT, SUBMISSION
from harness.course.gradebook.students import Student, read_students
from harness.course.gradebook.submissions import submission_of
from harness.course.ingest.submission import Submission
from harness.course.policy.marks import number
from harness.grading.grader import Grader
from harness.grading.schedule.isolation_probe import isolate
from harness.model.errors import EXIT_INTERRUPTED, JudgeError, UsageError
from harness.model.grade import Grade
from harness.reports.output.printing import echo
from harness.sandbox.files.scratch import scratch
from harness.spec.format.folder import find_specs

_SAME = 1e-6


class _Proof(Struct, frozen=True):
    """What is recorded of a mark."""

    student: Student
    sum: str
    attempt: int
    submission: Submission
    setup: Setup


def reproduce(
    who: str, name: str, *, jobs: int, isolation: str | None, gradebook: str | None, specs: Path | None
) -> int:
    """Grade a student's work again as it was graded; return the exit status: 1 where it comes out otherwise.

    ``isolation``: the strongest isolation level to use; None: the one of the time.
    """
    folder = specs or find_specs(Path.cwd())
    with opened(gradebook, folder) as book, scratch() as root:
        with book.reading() as connection:
            proof = _proof(connection, who, name, store_of(book, folder))
            lacking = list(_lay_out(connection, proof.setup, root / "course", folder.resolve().parent))
        echo(f"{proof.student.shown} · {name}: attempt {proof.attempt}, mark {proof.sum}")
        for line in lacking:
            echo(f"  not as it was: {line}")
        grade, here = _graded(root / "course" / "specs", name, proof, jobs, isolation)
        (before,) = book.grades([proof.attempt])
    return _compare(proof, before, grade, here)


def _proof(connection: Connection, who: str, name: str, store: Store) -> _Proof:
    """What is recorded; UsageError if it cannot be graded again."""
    student = read_students(connection).named(who)
    mark = recorded_marks(connection, name, accepted=True, student=student.id).get(student.id)
    if mark is None or mark.attempt is None:
        raise UsageError(f"{student.shown} has no accepted mark for {name} that work was graded for")
    attempt = connection.execute(select(ATTEMPT).where(ATTEMPT.c.id == mark.attempt)).one()
    setup = read_setup(connection, attempt.setup_id)
    if setup is None:
        raise UsageError(f"attempt {mark.attempt} is of an earlier version, which did not keep what it was graded by")
    row = connection.execute(select(SUBMISSION).where(SUBMISSION.c.id == attempt.submission_id)).mappings().one()
    folder = store.path(row["content_sha256"])
    if not folder.is_dir():
        raise UsageError(f"the work of {student.shown} is not kept here: {folder}")
    return _Proof(student, mark.sum, mark.attempt, submission_of(dict(row), folder), setup)


def _lay_out(connection: Connection, setup: Setup, target: Path, course: Path) -> Iterator[str]:
    """Write the contract as it was; what is not kept is taken from the course, with a line where it is another one."""
    for name, digest in setup.files.items():
        content = kept(connection, digest)
        today = course / name
        if content is None and today.is_file():
            content = today.read_bytes()
            if hashlib.sha256(content).hexdigest() != digest.removesuffix("x"):
                yield f"{name} is too large to be kept, and is another file now"
        if content is None:
            yield f"{name} is too large to be kept, and is gone"
            continue
        path = target / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        path.chmod(0o755 if digest.endswith("x") else 0o644)


def _graded(specs: Path, name: str, proof: _Proof, jobs: int, best: str | None) -> tuple[Grade, Setup]:
    course = load_course(specs, (name,))
    isolation, grades = isolate(specs, best=best or proof.setup.isolation).isolation, RunGrades(1)
    with scratch() as root:
        interrupted, errors = run_grader(Grader(course, isolation, root, jobs), [proof.submission], grades)
    if errors:
        raise JudgeError(errors[0])
    if interrupted:
        raise SystemExit(EXIT_INTERRUPTED)
    return grades[0], setup_of(course[name], isolation.level.name)


def _compare(proof: _Proof, before: Grade, grade: Grade, here: Setup) -> int:
    """Print whether it comes out, and what differs; return the exit status."""
    cases = {case.name: case for case in before.cases}
    changed = [
        f"{case.name}: {cases[case.name].verdict.name if case.name in cases else 'no case'} -> {case.verdict.name}"
        for case in grade.cases
        if case.name not in cases or cases[case.name].verdict is not case.verdict
    ]
    same = not changed and abs(before.score - grade.score) < _SAME
    outcome = f"{grade.verdict.name} {number(grade.score)} of {number(grade.max_score)}"
    was = f"{before.verdict.name} {number(before.score)} of {number(before.max_score)}"
    echo(f"  it comes out: {outcome}" if same else f"  it does not come out: it was {was}, it is {outcome}")
    echo(*(f"    {line}" for line in changed))
    differs = list(setup_changes(proof.setup, here))
    echo(*(f"  another one than then: {line}" for line in differs))
    if not differs:
        echo("  the harness, its files, the isolation and all tools are the same as then")
    return 0 if same else 1
