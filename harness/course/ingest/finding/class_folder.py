"""A folder of students: a folder or an archive a student."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from harness.course.ingest.finding.staging import NewFolder
from harness.course.ingest.finding.student import StudentFolder, entry_stem, handed_in_entries, names_in, only_one
from harness.course.ingest.matching.assignment_match import (
    Ambiguous,
    all_assignments,
    assignments_by_files,
    assignments_by_name,
    only_assignment,
)
from harness.course.ingest.submission import Discovered, Submission
from harness.course.ingest.taking_in.entries import cannot_be_read, files, hidden_folders, subfolders, unreadable
from harness.model.errors import UsageError
from harness.spec.format.assignment import Course

_SOURCE_FOLDERS = {"src", "doc", "docs", "test", "tests", "lib", "bin", "include", "build", "out", "target", "classes"}
"""What programs' folders are called: where such a folder lies, the others are no students either."""


def is_students(entry: Path, course: Course) -> bool:
    """Tell whether a folder or an archive is a student's, by what is in it."""
    if entry.is_dir() and any(folder.name in course for folder in subfolders(entry)):
        return True
    names = names_in(entry)
    top = [path.name for path in files(entry)] if entry.is_dir() else names
    try:
        return bool(
            assignments_by_files(top, course) or only_assignment(names, course) or _has_named_folder(names, course)
        )
    except Ambiguous:
        return True


def _has_named_folder(names: list[str], course: Course) -> bool:
    """Whether folders or archives that are nearly named for assignments lie in it."""
    first = {name.partition("/")[0] for name in names if "/" in name}
    known = all_assignments(course)
    return any(len(assignments_by_name(name, known)) == 1 for name in first)


def read_class(path: Path, course: Course, new_folder: NewFolder, own: Collection[Path] = ()) -> Discovered:
    """Return the submissions of a folder of students; nothing if none of them belongs to an assignment.

    ``own``: folders of the course itself, which are nobody's.

    Raises:
        UsageError: when a link leads to a student.

    """
    for entry in sorted(path.iterdir()):
        outside = entry.is_symlink() and entry.is_dir() and entry.resolve().parent != path.resolve()
        if outside and is_students(entry, course):
            raise UsageError(
                f"{entry}: links are not followed; put the folder itself there, or grade it by its own path"
            )
    students = [entry for entry in handed_in_entries(path) if entry.resolve() not in own]
    if not _is_class(path, students, course):
        return Discovered()
    labels = _labels(students)
    unread = {entry: problem for entry in students if (problem := unreadable(entry))}
    parts: list[Discovered] = []
    for entry in [entry for entry in students if entry not in unread]:
        try:
            parts.append(StudentFolder(entry, labels[entry], course, new_folder).read())
        except OSError as error:
            unread[entry] = cannot_be_read(entry, error)
    students = [entry for entry in students if entry not in unread]
    handed_in = {
        submission.assignment for part in parts for submission in part.submissions if submission.folder is not None
    }
    not_read = [
        Submission(labels[entry], assignment, new_folder(), unclear=problem, guessed=True)
        for entry, problem in unread.items()
        for assignment in sorted(handed_in or course)
    ]
    if len(handed_in) == 1 or len(course) == 1:
        assignment = handed_in.pop() if handed_in else next(iter(course))
        parts = [
            only_one(part, entry, labels[entry], assignment, new_folder, course)
            for part, entry in zip(parts, students, strict=True)
        ]
    left_over = (*files_beside(path, [*students, *unread]), *hidden_folders(path))
    return Discovered.joined(
        [*parts, Discovered(tuple(not_read)), Discovered(not_recognised=tuple(entry.name for entry in left_over))]
    )


_EXPECTED = {"roster.csv", "index.html"}
"""Files that a class's folder holds besides those of students."""


def _is_class(path: Path, students: list[Path], course: Course) -> bool:
    fitting = [entry for entry in students if is_students(entry, course)]
    if fitting:
        return not (len(fitting) < len(students) and {entry.name.lower() for entry in fitting} <= _SOURCE_FOLDERS)
    has_source_folders = any(entry.name.lower() in _SOURCE_FOLDERS for entry in students)
    return len(course) == 1 and len(students) > 1 and not has_source_folders and not files_beside(path, students)


def files_beside(path: Path, students: list[Path]) -> list[Path]:
    """The files in a folder that are no student's archive; a roster is none of them."""
    return [file for file in files(path) if file not in students and file.name.lower() not in _EXPECTED]


def _labels(students: list[Path]) -> dict[Path, str]:
    """The students' names; where a folder and an archive have the same one, the archive keeps its suffix."""
    folders = {entry.name for entry in students if entry.is_dir()}
    stems = [entry_stem(entry) for entry in students]
    return {
        entry: entry.name if entry.is_file() and (stem in folders or stems.count(stem) > 1) else stem
        for entry, stem in zip(students, stems, strict=True)
    }
