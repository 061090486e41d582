"""Open the gradebook that a run writes into, and take over what earlier runs have graded."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from harness.gradebook.attempt_key import AttemptKeys
from harness.gradebook.gradebook import Gradebook
from harness.gradebook.options import GradebookOptions
from harness.gradebook.run_grades import RunGrades
from harness.ingest.discovery import Course
from harness.ingest.submission import Submission
from harness.model.errors import UsageError

FOLDER = ".grade"
"""The folder for the harness's own files, beside the folder of specs."""


def default_location(specs: Path) -> str:
    """The file of the course's own gradebook; create its folder. UsageError when that is not possible."""
    folder = specs.resolve().parent / FOLDER
    try:
        folder.mkdir(exist_ok=True)
        (folder / ".gitignore").write_text("*\n", encoding="ascii")  # grades do not belong into a course's history
    except OSError as error:
        raise UsageError(f"{folder}: no folder for the gradebook can be made: {error.strerror}") from None
    return str(folder / "gradebook.sqlite")


def begin_run(
    gradebook_options: GradebookOptions,
    specs: Path,
    course: Course,
    submissions: Sequence[Submission],
    level: str,
    only: tuple[str, ...],
) -> RunGrades:
    """Open the gradebook and begin a run in it, or continue the last one.

    Raises:
        UsageError: when it cannot be opened, or there is no run to continue.

    """
    gradebook = Gradebook(gradebook_options.location or default_location(specs))
    reusable: dict[tuple[str, str, str], int] = {}
    run = gradebook.interrupted_run() if gradebook_options.resume else None
    if gradebook_options.resume and run is None:
        raise UsageError(
            f"{gradebook.location}: the last run came to its end, so there is nothing to resume; "
            "to grade what has changed since, say --changed"
        )
    if gradebook_options.resume or gradebook_options.changed:
        reusable = gradebook.latest_attempts(run=run)
    if run is None:
        run = gradebook.begin_run(level)
    attempt_keys = AttemptKeys(course, level, only)
    keys = [attempt_keys.key_of(submission) for submission in submissions]
    attempts = {
        position: reusable[identity]
        for position, (submission, key) in enumerate(zip(submissions, keys, strict=True))
        if (identity := gradebook.identity(submission.student, submission.assignment, key)) in reusable
    }
    gradebook.take_over(run, attempts)
    return RunGrades(len(submissions), gradebook, run, keys, attempts)
