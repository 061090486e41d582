"""Grade one submission in this very process, one case after the other, on systems without what workers take."""

from __future__ import annotations

from pathlib import Path

from harness.course.ingest.submission import Submission
from harness.grading.building.build import build
from harness.grading.schedule.assemble import assemble
from harness.grading.schedule.case_selection import chosen_cases
from harness.grading.schedule.tasks import CasesTask, GradingJob, Worker
from harness.model.grade import Grade
from harness.sandbox.isolation.none import Unconfined
from harness.spec.format.assignment import Assignment, PlannedCase

PLAIN_KINDS = frozenset({"run", "built", "source"})
"""The kinds of cases that take no more than to start the program, or to look at files."""


def is_plain(planned: PlannedCase) -> bool:
    """Whether a case can be judged so."""
    case = planned.case
    return planned.kind.key in PLAIN_KINDS and case.clock == "real" and not case.sanitize


def grade_plainly(assignment: Assignment, submission: Submission, root: Path, only: tuple[str, ...] = ()) -> Grade:
    """The grade; cases that take more than this system gives are not judged.

    Args:
        assignment: the assignment.
        submission: the student's own, with a folder.
        root: an empty folder for working copies.
        only: patterns of the cases to judge; none for all.

    """
    if submission.folder is None:
        raise ValueError("nothing was handed in")
    worker = Worker({assignment.id: assignment}, Unconfined(), root)
    built = build(assignment, submission.folder, worker.workspace("work"), submission.intake_notes)
    is_startable = built.folder is not None and not built.review
    indices = tuple(at for at in chosen_cases(assignment, only) if is_startable and is_plain(assignment.cases[at]))
    outcomes = CasesTask(GradingJob("work", submission, indices), built, indices).run(worker).result
    return assemble(assignment, submission, built, outcomes, only)
