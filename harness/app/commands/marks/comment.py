"""``harness comment FILE:LINE TEXT``: what a teacher says about a line of a student's work, for reports to show."""

from __future__ import annotations

import tempfile
from pathlib import Path

from harness.app.commands.course.opened import opened
from harness.course.assignments import load_course
from harness.course.gradebook.gradebook import record_comment
from harness.course.ingest.finding.class_list import find_submissions
from harness.course.ingest.finding.named_path import Layout
from harness.course.ingest.submission import Submission
from harness.model.errors import UsageError
from harness.reports.output.printing import echo
from harness.spec.format.assignment import Course
from harness.spec.format.folder import assignment_ids, find_specs

MAX_SOURCE = 1000
"""Characters of a line that are kept to find it again."""


def comment(place: str, text: str, *, layout: Layout | None, gradebook: str | None, specs: Path | None) -> int:
    """Write a comment down; return the exit status.

    ``place``: ``FILE:LINE``, a file below a folder with the name of an assignment.

    Raises:
        UsageError: when there is no such line, or nothing says whose work it is.

    """
    name, _, digits = place.rpartition(":")
    if not name or not digits.isdecimal():
        raise UsageError(f'"{place}" is no place; write FILE:LINE, such as Queens.py:12')
    file, line = Path(name), int(digits)
    if not text.strip():
        raise UsageError("the comment has no words")
    source = _source_line(file, line)
    folder = specs or find_specs(Path.cwd())
    submission = _submission_of(file, folder, load_course(folder), layout)
    with opened(gradebook, folder, new=True) as book, book.writing() as connection:
        path = file.resolve().relative_to((submission.folder or Path()).resolve()).as_posix()
        work = submission.student, submission.assignment
        record_comment(connection, *work, (path, line), source[:MAX_SOURCE], text.strip())
    echo(f"{submission.student} · {submission.assignment} · {path}:{line}: {text.strip()}")
    return 0


def _source_line(file: Path, line: int) -> str:
    try:
        lines = file.read_text(encoding="utf-8", errors="backslashreplace").splitlines()
    except OSError as error:
        raise UsageError(f"{file}: {error.strerror}") from None
    if not 1 <= line <= len(lines):
        raise UsageError(f"{file}: there is no line {line}; the file has {len(lines)}")
    return lines[line - 1]


def _submission_of(file: Path, specs: Path, course: Course, layout: Layout | None) -> Submission:
    """The submission that a file is part of, by the folder above it that an assignment's name stands on."""
    known = assignment_ids(specs)
    above = next((folder for folder in file.resolve().parents if folder.name in known), None)
    if above is None:
        raise UsageError(f"{file}: no folder above it has the name of an assignment: {', '.join(known)}")
    if layout == "assignment/student":
        above = above / file.resolve().relative_to(above).parts[0]
    with tempfile.TemporaryDirectory() as unpacked:
        submissions = find_submissions((above,), course, Path(unpacked)).submissions
    if len(submissions) != 1 or submissions[0].folder is None or not above.is_dir():
        raise UsageError(f"{file}: nothing says whose work this is")
    return submissions[0]
