"""``harness export``: an assignment as an autograder of another system, or as a kit for students."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from harness.authoring.autograder import Settings, gradescope, prairielearn
from harness.authoring.student_kit.kit import Kit, student_kit
from harness.course.assignments import load_course
from harness.course.ingest.matching.roster_row import RosterEntry, reduced
from harness.course.ingest.matching.variants import FILE, StudentVariants, read_variants, students_by_roster
from harness.grading.schedule.isolation_probe import isolate
from harness.grading.schedule.tasks import Worker
from harness.model.errors import UsageError
from harness.reports.output.printing import print_lines
from harness.reports.output.write import check_target, write_whole
from harness.sandbox.files.scratch import scratch
from harness.spec.format.assignment import Assignment
from harness.spec.format.folder import find_specs


def export(
    system: str,
    name: str,
    out: Path,
    *,
    require_isolation: str = "C",
    seconds: int = 540,
    jobs: int = 1,
    specs: Path | None,
    student: str = "",
    each: bool = False,
) -> int:
    """Write the autograder of an assignment, or its kit for students, into a zip; return the exit status.

    Args:
        system: ``gradescope``, ``prairielearn`` or ``student``.
        name: the assignment's id.
        out: the zip; with ``each`` a folder.
        require_isolation: the weakest level at which it grades.
        seconds: after how long it reports what is judged.
        jobs: how many programs it runs at once.
        specs: the folder of specs; None: the nearest.
        student: whose variant the kit has; empty: nobody's.
        each: whether there is a kit for each student who has a variant.

    Raises:
        UsageError: when there is no such assignment or student, or the file cannot be written.

    """
    if not each:
        check_target(out)
    assignment = load_course(specs or find_specs(Path.cwd()), (name,))[name]
    if not assignment.cases:
        raise UsageError(f"{name}: it has no cases yet")
    if system == "student":
        return _kits(assignment, out, student, each=each)
    if student or each:
        raise UsageError("--for and --each are for kits of students")
    make = {"gradescope": gradescope, "prairielearn": prairielearn}[system]
    content = make(assignment, Settings(require_isolation, max(1, seconds), jobs))
    write_whole(out, content)
    print_lines(f"{out}: {name} for {system}, {len(content) / 1e6:.1f} MB")
    return 0


def _kits(assignment: Assignment, out: Path, student: str, *, each: bool) -> int:
    """Write one kit, or that of each student."""
    students = read_variants(assignment.folder)
    if each and not students:
        raise UsageError(f"{assignment.id}: no variants were drawn; see harness variants")
    chosen = {out: _of_student(assignment, students, student) if student else None}
    if each:
        out.mkdir(parents=True, exist_ok=True)
        chosen = {out / f"{file_name(known.entry)}.zip": known for known in students}
        if len(chosen) < len(students):
            raise UsageError(f"{assignment.folder / FILE}: two students have one name and one number")
    with scratch() as root:
        isolation = isolate(assignment.folder.parent, best=None).isolation
        worker = Worker({assignment.id: assignment}, isolation, root, own_programs=True)
        for number, (path, own) in enumerate(chosen.items()):
            _write_kit(assignment.id, path, student_kit(assignment, worker.workspace(f"kit{number}"), own))
    return 0


def _of_student(assignment: Assignment, students: Sequence[StudentVariants], name: str) -> StudentVariants:
    """The student of this name or number."""
    roster, variants = students_by_roster(students)
    entry = roster.entry_of([name], [name])
    if entry is None:
        raise UsageError(f"{assignment.folder / FILE}: nobody there is clearly {name}; see harness variants")
    return variants[id(entry)]


def file_name(entry: RosterEntry) -> str:
    """The name of a student's file: their name in letters and digits, with their number."""
    return "-".join(filter(None, (reduced(entry.person.name), reduced(entry.person.id))))


def _write_kit(name: str, out: Path, kit: Kit) -> None:
    """Write the kit, and list what of the course's own text goes out with it."""
    write_whole(out, kit.content)
    course = kit.course
    seen, total = sum(course.part.points.values()), course.part.total
    lines = [f"{out}: {name} for students, {len(kit.content) / 1e6:.1f} MB; {seen:g} of {total:g} points can be seen"]
    if course.read_by_students:
        lines.append(f"Checks and tests whose text students can read: {', '.join(course.read_by_students)}")
    if kit.examples:
        lines.append(f"Checked by sealed answers: {', '.join(kit.examples)}")
    away = [planned.name for planned in course.part.elsewhere if planned.name not in kit.examples]
    if away:
        lines.append(f"Judged at the course only: {', '.join(away)}")
    lines += [f"Not sent out: {reason}" for reason in course.refused]
    print_lines(*lines)
