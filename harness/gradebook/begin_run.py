"""Which gradebook a run writes into, and what it takes over from earlier runs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from harness.gradebook.attempt_key import Keys
from harness.gradebook.gradebook import Gradebook
from harness.gradebook.ledger import Ledger
from harness.gradebook.options import GradebookOptions
from harness.ingest.discovery import Course
from harness.ingest.submission import Submission
from harness.model.errors import UsageError

FOLDER = ".grade"
"""Beside the folder of specs: what the grader keeps there of itself."""


def usual_place(specs: Path) -> str:
    """The course's own gradebook, its folder made when it is not there; UsageError when that cannot be."""
    folder = specs.resolve().parent / FOLDER
    try:
        folder.mkdir(exist_ok=True)
        (folder / ".gitignore").write_text("*\n", encoding="ascii")  # grades do not belong into a course's history
    except OSError as error:
        raise UsageError(f"{folder}: no folder for the gradebook can be made: {error.strerror}") from None
    return str(folder / "gradebook.sqlite")


def begin(
    gradebook_options: GradebookOptions,
    specs: Path,
    course: Course,
    submissions: Sequence[Submission],
    level: str,
    only: tuple[str, ...],
) -> Ledger:
    """Open the gradebook and begin, or go on with, a run in it.

    Raises:
        UsageError: when it cannot be opened, or there is nothing to go on with.

    """
    book = Gradebook(gradebook_options.place or usual_place(specs))
    known: dict[tuple[str, str, str], int] = {}
    run = book.broken_off() if gradebook_options.resume else None
    if gradebook_options.resume and run is None:
        raise UsageError(
            f"{book.place}: the last run came to its end, so there is nothing to resume; "
            "to grade what has changed since, say --changed"
        )
    if gradebook_options.resume or gradebook_options.changed:
        known = book.known(run=run)
    if run is None:
        run = book.begin(level)
    keys = Keys(course, level, only)
    found = [keys.of(one) for one in submissions]
    stored = {
        position: known[identity]
        for position, (one, key) in enumerate(zip(submissions, found, strict=True))
        if (identity := book.identity(one.student, one.assignment, key)) in known
    }
    book.reuse(run, stored)
    return Ledger(len(submissions), book, run, found, stored)
