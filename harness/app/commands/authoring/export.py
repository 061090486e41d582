"""``harness export``: an assignment as an autograder of another system, or as a kit for students."""

from __future__ import annotations

from pathlib import Path

from harness.authoring.autograder import Settings, gradescope, prairielearn
from harness.authoring.student_kit.kit import Kit, student_kit
from harness.course.assignments import load_course
from harness.grading.schedule.isolation_probe import isolate
from harness.grading.schedule.tasks import Worker
from harness.model.errors import UsageError
from harness.reports.output.write import check_target, write_whole
from harness.sandbox.files.scratch import scratch
from harness.spec.format.folder import find_specs


def export(system: str, name: str, out: Path, settings: Settings, *, specs: Path | None) -> int:
    """Write the autograder of an assignment into a zip; return the exit status.

    Args:
        system: ``gradescope``, ``prairielearn`` or ``student``.
        name: the assignment's id.
        out: the zip.
        settings: how it grades.
        specs: the folder of specs; None: the nearest.

    Raises:
        UsageError: when there is no such assignment, or the file cannot be written.

    """
    check_target(out)
    assignment = load_course(specs or find_specs(Path.cwd()), (name,))[name]
    if not assignment.cases:
        raise UsageError(f"{name}: it has no cases yet")
    if system == "student":
        with scratch() as root:
            isolation = isolate(assignment.folder.parent, best=None).isolation
            workspace = Worker({name: assignment}, isolation, root, own_programs=True).workspace("kit")
            return _write_kit(name, out, student_kit(assignment, workspace))
    make = {"gradescope": gradescope, "prairielearn": prairielearn}[system]
    content = make(assignment, settings)
    write_whole(out, content)
    print(f"{out}: {name} for {system}, {len(content) / 1e6:.1f} MB")  # noqa: T201 - the command's output
    return 0


def _write_kit(name: str, out: Path, kit: Kit) -> int:
    """Write the kit, and tell what of the course's own text goes out with it."""
    write_whole(out, kit.content)
    seen, total = sum(kit.part.points.values()), kit.part.total
    lines = [f"{out}: {name} for students, {len(kit.content) / 1e6:.1f} MB; {seen:g} of {total:g} points can be seen"]
    if kit.functions:
        lines.append(f"Functions of checks whose text students can read: {', '.join(kit.functions)}")
    if kit.part.elsewhere:
        lines.append(f"Judged at the course only: {', '.join(planned.name for planned in kit.part.elsewhere)}")
    lines += [f"Not sent out: {reason}" for reason in kit.refused]
    print("\n".join(lines))  # noqa: T201 - the command's output
    return 0
