"""``harness export``: an assignment as an autograder of another system."""

from __future__ import annotations

from pathlib import Path

from harness.authoring.autograder import Settings, gradescope, prairielearn
from harness.course.assignments import load_course
from harness.model.errors import UsageError
from harness.reports.output.write import check_target, write_whole
from harness.spec.format.folder import find_specs


def export(system: str, name: str, out: Path, settings: Settings, *, specs: Path | None) -> int:
    """Write the autograder of an assignment into a zip; return the exit status.

    Args:
        system: ``gradescope`` or ``prairielearn``.
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
    make = {"gradescope": gradescope, "prairielearn": prairielearn}[system]
    content = make(assignment, settings)
    write_whole(out, content)
    print(f"{out}: {name} for {system}, {len(content) / 1e6:.1f} MB")  # noqa: T201 - the command's output
    return 0
