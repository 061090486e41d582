"""Downloads as learning systems make them, of any hand-ins."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from pathlib import Path

from harness.course.assignments import load_course
from harness.course.ingest.finding.class_list import ClassList, find_submissions
from harness.course.ingest.submission import Submission
from harness.judge.messages.translator import in_words
from harness.spec.format.assignment import Course
from tests.support import SUM, course

QUEENS = "print('queens')\n"
REQUIRED = {
    "cmps12a-pa5": "[Makefile, Queens.java]",
    "comp333-java": '["*.java|**/*.java"]',
    "comp333-prolog": '["(?i)**/*.pl"]',
    "cs771-8queens": '["(?i)**/README.txt|**/README.md"]',
    "cse30-pa2": '["**/Queens.py"]',
}
"""Assignments as they are: named in full, by a pattern, by a document alone."""


def queens_course(root: Path, *chosen: str) -> Course:
    """A course with several assignments that require files of different kinds."""
    for name, required in REQUIRED.items():
        course(root, f"{SUM}files: {{required: {required}}}\n", name=name)
    return load_course(root / "specs", chosen)


def zipped(path: Path, files: Mapping[str, str | bytes]) -> Path:
    """Write a zip."""
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return path


def found(path: Path, assignments: Course, tmp_path: Path, **options: object) -> ClassList:
    """What a run on one path would grade."""
    return find_submissions([path], assignments, tmp_path / "unpacked", **options)  # type: ignore[arg-type]


def rows(class_list: ClassList) -> list[tuple[str, str]]:
    """Student and assignment of each submission."""
    return [(submission.student, submission.assignment) for submission in class_list.submissions]


def files_of(submission: Submission) -> set[str]:
    """The names of the files that would be graded."""
    assert submission.folder is not None
    return {path.name for path in submission.folder.iterdir()}


def by_student(class_list: ClassList) -> dict[str, Submission]:
    """The submissions by student; a student has only one here."""
    submissions = {submission.student: submission for submission in class_list.submissions}
    assert len(submissions) == len(class_list.submissions)
    return submissions


def notes_of(submission: Submission) -> list[str]:
    """What is to be reported of a hand-in, in words."""
    return [in_words(note) for note in submission.notes]
