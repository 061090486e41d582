"""``harness reproduce``: print a shell script that repeats by hand what a case does with a submission."""

from __future__ import annotations

from pathlib import Path

from harness.course.assignments import load_course
from harness.course.ingest.submission import Submission
from harness.grading.building.build import build
from harness.grading.calling.try_names import with_tried_names
from harness.grading.kinds import kind_of
from harness.grading.running.case_kind import Runner
from harness.grading.running.reproduce import Reproduction, reproduce_build
from harness.grading.schedule.isolation_probe import isolate
from harness.grading.schedule.tasks import Worker
from harness.model.errors import UsageError, suggestion
from harness.sandbox.files.scratch import scratch
from harness.spec.format.assignment import Assignment, PlannedCase
from harness.spec.format.folder import find_specs


def reproduce(
    assignment_id: str, case_name: str, folder: Path, *, specs: Path | None, isolation: str | None, student: str = ""
) -> int:
    """Build and run the submission in ``folder`` for one case, and print the script that does the same; return 0.

    ``student``: whose work it is, if inputs are drawn for each student.

    Raises:
        UsageError: when there is no such assignment, case or folder, or the case runs nothing.

    """
    specs_folder = specs or find_specs(Path.cwd(), folder)
    assignment = load_course(specs_folder, (assignment_id,))[assignment_id]
    planned = _case(assignment, case_name)
    if not folder.exists():
        raise UsageError(f"{folder}: there is no such folder")
    with scratch() as root:
        worker = Worker({assignment.id: assignment}, isolate(specs_folder, best=isolation).isolation, root)
        workspace = worker.workspace("submission")
        built = with_tried_names(assignment, build(assignment, folder, workspace), workspace)
        built.check_tools()
        submission = Submission(student, assignment.id, folder)
        reproduction = _reproduction(planned, Runner(assignment, built, workspace, submission=submission))
    title = f"{assignment.id}, case {planned.name}.\nRun it in the folder of the hand-in: sh case.sh"
    print(reproduction.script(title), end="")  # noqa: T201 - the command's output
    return 0


def _case(assignment: Assignment, name: str) -> PlannedCase:
    names = [planned.name for planned in assignment.cases]
    if name not in names:
        raise UsageError(f'{assignment.id} has no case "{name}"{suggestion(name, names)}')
    return assignment.cases[names.index(name)]


def _reproduction(planned: PlannedCase, runner: Runner) -> Reproduction:
    """How the case is repeated; where the submission does not build, how the build is."""
    assignment, built = runner.assignment, runner.built
    if built.folder is None:
        if built.review or not any(failed.commands for failed in built.failed):
            problem = built.review or (built.failed[0].problem if built.failed else "it cannot be built")
            raise UsageError(f"{assignment.id}: nothing was run: {problem}")
        return reproduce_build(assignment, next(failed for failed in built.failed if failed.commands), built)
    return kind_of(planned).reproduce(planned, runner)
