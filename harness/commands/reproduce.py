"""``harness reproduce``: print a shell script that repeats by hand what a case does with a submission."""

from __future__ import annotations

from pathlib import Path

from harness.drivers.base import NotCallable
from harness.execute.build import build
from harness.execute.built import Built
from harness.execute.calls import call_all, reproduction_of_calls
from harness.execute.misnamed_functions import under_near_names
from harness.execute.observe_case import observe_case
from harness.execute.reproduce import reproduce_build, reproduce_look, reproduce_run
from harness.execute.reproduction import Reproduction
from harness.execute.workspace import Workspace
from harness.files.scratch import scratch
from harness.model.errors import UsageError
from harness.plan.course import load_course
from harness.schedule.isolation_probe import isolate
from harness.schedule.tasks import Worker
from harness.spec.assignment import Assignment, PlannedCase
from harness.spec.folder import find_specs
from harness.spec.suggestion import suggestion


def reproduce(assignment_id: str, case_name: str, folder: Path, *, specs: Path | None, isolation: str | None) -> int:
    """Build and run the submission in ``folder`` for one case, and print the script that does the same; return 0.

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
        built = build(assignment, folder, workspace)
        built.check_tools()
        reproduction = _reproduction(assignment, planned, built, workspace)
    title = f"{assignment.id}, case {planned.name}.\nRun it in the folder of the hand-in: sh case.sh"
    print(reproduction.script(title), end="")  # noqa: T201 - the command's output
    return 0


def _case(assignment: Assignment, name: str) -> PlannedCase:
    names = [planned.name for planned in assignment.cases]
    if name not in names:
        raise UsageError(f'{assignment.id} has no case "{name}"{suggestion(name, names)}')
    return assignment.cases[names.index(name)]


def _reproduction(assignment: Assignment, planned: PlannedCase, built: Built, workspace: Workspace) -> Reproduction:
    """How the case is repeated; where the submission does not build, how the build is."""
    if built.folder is None:
        if built.review or not any(failed.commands for failed in built.failed):
            problem = built.review or (built.failed[0].problem if built.failed else "it cannot be built")
            raise UsageError(f"{assignment.id}: nothing was run: {problem}")
        return reproduce_build(assignment, next(failed for failed in built.failed if failed.commands))
    if planned.case.source is not None:
        raise UsageError(f"{planned.name}: this case reads the source and runs nothing")
    if planned.case.built:
        return reproduce_look(assignment, planned.case, built)
    if planned.case.calls:
        return _calls(assignment, planned, built, workspace)
    observed = observe_case(assignment, planned, built, workspace)
    return reproduce_run(assignment, observed.case, built, observed.observation)


def _calls(assignment: Assignment, planned: PlannedCase, built: Built, workspace: Workspace) -> Reproduction:
    planned = under_near_names(planned, built.near_names)
    try:
        batch = call_all(assignment, {0: planned}, built.folder or Path(), workspace)
    except NotCallable as error:
        raise UsageError(f"{planned.name}: the functions cannot be called: {error}") from None
    reproduction = reproduction_of_calls(batch, 0, built, workspace)
    if reproduction is None:
        raise UsageError(f"{planned.name}: these calls take more than a few lines to repeat by hand")
    return reproduction
