"""Find submissions: turn the path that a user named into pairs of student and assignment.

The path is a student, an assignment of a student, a folder of students, a folder of assignments with one folder an
implementation (``reference``), or an archive of one of these. A folder belongs to an assignment by its name; a flat
folder by the files that a spec requires.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from msgspec import Struct

from harness.ingest.archive_names import is_archive, stem, unpack
from harness.ingest.intake import submission_files
from harness.ingest.submission import Submission
from harness.languages import language_of
from harness.model.errors import UsageError
from harness.model.patterns import alternatives, matches
from harness.spec.assignment import Assignment

Course = Mapping[str, Assignment]


def discover(path: Path, course: Course, unpacked: Path) -> list[Submission]:
    """Return all submissions that a path stands for.

    Args:
        path: what the user named.
        course: the assignments by id.
        unpacked: an empty folder where archives may be unpacked.

    Raises:
        UsageError: when there is no such path or nothing in it belongs to an assignment.

    """
    if not path.exists():
        raise UsageError(f"{path}: no such file or folder")
    name = path.resolve().name
    if path.is_file():
        if not is_archive(path):
            raise UsageError(f"{path}: neither a folder nor an archive (zip, tar, tar.gz, tar.bz2, tar.xz)")
        name, folder = stem(path), unpacked / stem(path)
        folder.mkdir(parents=True)
        unpack(path, folder)
        path = _skip_wrapper(folder, course)
    submissions = list(_in_folder(path, name, course))
    if not submissions and len(course) == 1 and submission_files(path):
        return [Submission(name, next(iter(course)), path)]
    if not submissions:
        raise UsageError(
            f"{path}: nothing here belongs to an assignment; expected folders named {', '.join(course)}, "
            "or the files that one of them requires"
        )
    return submissions


def _skip_wrapper(folder: Path, course: Course) -> Path:
    """Step into the only folder of an unpacked archive, unless that folder's name means something."""
    entries = [entry for entry in folder.iterdir() if entry.name != "__MACOSX"]
    if len(entries) == 1 and entries[0].is_dir() and entries[0].name not in course and not is_archive(entries[0]):
        return entries[0]
    return folder


def _subfolders(path: Path) -> list[Path]:
    return sorted(
        entry for entry in path.iterdir() if entry.is_dir() and not entry.is_symlink() and entry.name[0] not in "._"
    )


def _in_folder(path: Path, name: str, course: Course) -> Iterator[Submission]:
    """Yield the submissions of a folder of any layout; ``name`` is the student's where it is one student's folder."""
    parent = path.resolve().parent
    if name in course:
        yield from _in_assignment_folder(path, parent.name, course[name])
    elif parent.name in course and (parent.parent.name == "reference" or not _contains_assignments(path, course)):
        yield Submission(name, parent.name, path)
    elif _assignment_folders(path, course):
        yield from _in_student_folder(path, name, course)
    else:
        flat = _assignments_by_files(path, course)
        if flat:
            yield from (Submission(name, assignment, path) for assignment in flat)
        else:
            yield from _in_class_folder(path, course)


def _assignment_folders(path: Path, course: Course) -> list[Path]:
    return [folder for folder in _subfolders(path) if folder.name in course]


def _contains_assignments(path: Path, course: Course) -> bool:
    """Tell whether folders named after assignments lie in this one, or one deeper, as in that of a class."""
    return bool(_assignment_folders(path, course)) or any(
        _assignment_folders(folder, course) for folder in _subfolders(path)
    )


def _in_assignment_folder(path: Path, student: str, assignment: Assignment) -> Iterator[Submission]:
    """Yield what a folder named after an assignment holds: a submission, or one folder an implementation or student.

    A submission may lie wholly in subfolders such as ``src``; only where several of them each hold a required file are
    they taken for several submissions.
    """
    implementations = _subfolders(path)
    has_files = any(entry.is_file() for entry in path.iterdir())
    required = assignment.spec.files.required
    several = len(implementations) > 1 and all(
        _match_files(submission_files(folder), required).share for folder in implementations
    )
    if implementations and not has_files and (several or path.resolve().parent.name == "reference"):
        yield from (Submission(folder.name, assignment.id, folder) for folder in implementations)
    else:
        yield Submission(student, assignment.id, path)


def _in_student_folder(path: Path, name: str, course: Course) -> Iterator[Submission]:
    """Yield a submission for each assignment; one without a folder of its name was not handed in."""
    submissions = [
        submission
        for folder in _assignment_folders(path, course)
        for submission in _in_assignment_folder(folder, name, course[folder.name])
    ]
    if any(submission.student != name for submission in submissions):
        yield from submissions
        return
    by_assignment = {submission.assignment: submission for submission in submissions}
    yield from (by_assignment.get(assignment, Submission(name, assignment, None)) for assignment in course)


def _in_class_folder(path: Path, course: Course) -> Iterator[Submission]:
    """Yield the submissions of a folder of students; nothing where none of them belongs to an assignment."""

    def belongs(folder: Path) -> bool:
        return folder.name in course or bool(
            _assignment_folders(folder, course) or _assignments_by_files(folder, course)
        )

    for entry in sorted(path.iterdir()):
        if entry.is_symlink() and entry.is_dir() and entry.resolve().parent != path.resolve() and belongs(entry):
            raise UsageError(
                f"{entry}: links are not followed; put the folder itself there, or grade it by its own path"
            )
    students = _subfolders(path)
    with_assignments = list(filter(belongs, students))
    if not with_assignments:
        return
    for student in students:
        if student in with_assignments:
            yield from _in_folder(student, student.name, course)
        else:
            yield from (Submission(student.name, assignment, None) for assignment in course)


def _assignments_by_files(path: Path, course: Course) -> list[str]:
    """Return the assignments that a flat folder belongs to, by the files that they require.

    All required files beat some of them; a file named in full beats a pattern; a source file beats a document.
    Raises UsageError when a pattern for sources and a document named in full point to different assignments.
    """
    files = [name for name in submission_files(path) if "/" not in name]
    file_matches = {name: _match_files(files, assignment.spec.files.required) for name, assignment in course.items()}
    complete = [name for name, match in file_matches.items() if match.share == 1.0]
    certain = [name for name in complete if file_matches[name].named_source]
    if certain:
        return certain
    if len(complete) > 1:
        raise UsageError(f"{path}: this could be {' or '.join(complete)}; say which with --assignment ID")
    best = max((match.share for match in file_matches.values()), default=0.0)
    partial = [name for name, match in file_matches.items() if match.share == best > 0.0]
    return complete or (partial if len(partial) == 1 else [])


class _Match(Struct, frozen=True):
    """How well a folder's files match what an assignment requires."""

    share: float
    """The part of the required files that is there, from 0 to 1."""
    named_source: bool
    """Whether a source file that the assignment names in full is there."""


def _match_files(files: list[str], required: tuple[str, ...]) -> _Match:
    met = [pattern for pattern in required if any(matches(name, pattern) for name in files)]
    named = any(language_of(name) for pattern in met for name in alternatives(pattern) if "*" not in name)
    return _Match(len(met) / len(required) if required else 0.0, named)
