"""The work of a student whom the user names: nothing in it is asked whose it is, or for which assignment."""

from __future__ import annotations

from pathlib import Path

from harness.course.ingest.finding.class_list import ClassList
from harness.course.ingest.matching.several_students import doubt
from harness.course.ingest.submission import Submission
from harness.course.ingest.taking_in.copy_submission import submission_files
from harness.model.errors import UsageError
from harness.spec.format.assignment import Assignment


def work_of(student: str, folder: Path, assignment: Assignment) -> ClassList:
    """What a folder holds as the work of one student for one assignment.

    Raises:
        UsageError: when there is no such folder.

    """
    if not folder.is_dir():
        raise UsageError(f"{folder}: no such folder; with --student it is the folder of the student's files")
    handed_in = folder if submission_files(folder) else None
    unclear = doubt(folder, assignment.spec.files.required) if handed_in else ""
    return ClassList((Submission(student, assignment.id, handed_in, unclear=unclear),))
