"""Find submissions: turn the path that a user named into pairs of student and assignment.

The path is a student, an assignment of a student, a folder of students, a folder of assignments with one folder an
implementation (``reference``), or an archive of one of these. A folder belongs to an assignment by its name; a flat
folder by the files that a spec requires.

Whose work a folder is comes from above it. Below a student's folder everything is the student's, whatever the folders
in it are called; a folder of an assignment holds students only where the user says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Literal

from msgspec import Struct

from harness.ingest.archive_names import is_archive, stem, unpack
from harness.ingest.intake import submission_files
from harness.ingest.submission import Submission
from harness.languages import language_of
from harness.model.errors import UsageError
from harness.model.patterns import alternatives, matches
from harness.spec.assignment import Assignment

Course = Mapping[str, Assignment]
Layout = Literal["student/assignment", "assignment/student"]
"""What the folders below a path are, as the user says: the folder of a student, or of an assignment, comes first."""
LAYOUTS: tuple[Layout, ...] = ("student/assignment", "assignment/student")


def discover(
    path: Path, course: Course, unpacked: Path, layout: Layout | None = None, *, alone: bool = True
) -> list[Submission]:
    """Return all submissions that a path stands for.

    Args:
        path: what the user named.
        course: the assignments by id.
        unpacked: an empty folder where archives may be unpacked.
        layout: what the folders are; None: told by their names, where that leaves no doubt.
        alone: whether this is the only path of the run. Beside others, what a student has put into a folder never ends
            the run: what is not clear becomes a submission that a person has to look at.

    Raises:
        UsageError: when there is no such path, nothing in it belongs to an assignment, or it is not clear whose it is.

    """
    if not path.exists():
        raise UsageError(f"{path}: no such file or folder")
    shown, name, parent = path, path.resolve().name, path.resolve().parent
    if path.is_file():
        if not is_archive(path):
            raise UsageError(f"{path}: neither a folder nor an archive (zip, tar, tar.gz, tar.bz2, tar.xz)")
        name, folder = stem(path), unpacked / stem(path)
        folder.mkdir(parents=True)
        unpack(path, folder)
        path = _skip_wrapper(folder, course)
    submissions = list(_Named(shown, path, name, parent, course, layout, alone).submissions())
    if not submissions and len(course) == 1 and submission_files(path):
        return [Submission(name, next(iter(course)), path)]
    if not submissions and not alone:
        return [Submission(name, assignment, None) for assignment in course]
    if not submissions:
        raise UsageError(
            f"{shown}: nothing here belongs to an assignment; expected folders named {', '.join(course)}, "
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


def _assignment_folders(path: Path, course: Course) -> list[Path]:
    return [folder for folder in _subfolders(path) if folder.name in course]


class _Named(Struct, frozen=True):
    """The path that the user named: the only place where it is asked what a folder is."""

    shown: Path
    path: Path
    name: str
    parent: Path
    course: Course
    layout: Layout | None
    alone: bool

    def submissions(self) -> Iterator[Submission]:
        """Yield the submissions of a folder of any layout."""
        if self._is_of_references():
            yield from self._references()
        elif self.name in self.course:
            yield from self._assignment(self.path, self.parent.name, self.course[self.name])
        elif self.parent.name in self.course and not self._holds_assignments():
            yield Submission(self.name, self.parent.name, self.path)
        elif _assignment_folders(self.path, self.course):
            yield from self._assignments()
        else:
            yield from self._student_or_class()

    def _is_of_references(self) -> bool:
        """Tell whether this is the course's folder ``reference``, one of an assignment, or one implementation."""
        folders = {assignment.reference_folder.resolve() for assignment in self.course.values()}
        real = self.path.resolve()
        return real in folders or bool({real.parent} & folders) or any(folder.parent == real for folder in folders)

    def _references(self) -> Iterator[Submission]:
        real = self.path.resolve()
        for assignment in self.course.values():
            folder = assignment.reference_folder.resolve()
            if real.parent == folder:
                yield Submission(self.name, assignment.id, self.path)
            elif real in (folder, folder.parent) and folder.is_dir():
                yield from (Submission(path.name, assignment.id, path) for path in _subfolders(folder))

    def _holds_assignments(self) -> bool:
        """Tell whether folders named after assignments lie in this one, or one deeper, as in that of a class."""
        return bool(_assignment_folders(self.path, self.course)) or any(
            _assignment_folders(folder, self.course) for folder in _subfolders(self.path)
        )

    def _assignment(self, folder: Path, student: str, assignment: Assignment) -> Iterator[Submission]:
        """Yield what a folder named after an assignment holds: one submission, or a class where the user says so."""
        students = _subfolders(folder)
        if self.layout == "assignment/student":
            yield from (Submission(path.name, assignment.id, path) for path in students)
            return
        if self.layout is None and not any(path.is_file() for path in folder.iterdir()):
            required = assignment.spec.files.required
            full = [path for path in students if _match_files(submission_files(path), required).share]
            if len(full) > 1:
                yield self._unclear(folder, student, assignment, full[0].name)
                return
        yield Submission(student, assignment.id, folder)

    def _unclear(self, folder: Path, student: str, assignment: Assignment, example: str) -> Submission:
        """Return the submission that may be several students'; UsageError where the run is about nothing else."""
        text = (
            f"{folder.name} holds several folders, such as {example}: is each a student's? Then say --layout "
            f"assignment/student; if all is the work of {student}, say --layout student/assignment"
        )
        if self.alone:
            raise UsageError(f"{self.shown}: {text}")
        return Submission(student, assignment.id, folder, unclear=text)

    def _assignments(self) -> Iterator[Submission]:
        """Yield the submissions of a folder that holds folders of assignments: a student's, or a course's."""
        folders = _assignment_folders(self.path, self.course)
        if self.layout == "assignment/student":
            for folder in folders:
                yield from self._assignment(folder, self.name, self.course[folder.name])
            return
        beside = [path for path in _subfolders(self.path) if path not in folders and _is_students(path, self.course)]
        if beside:
            raise UsageError(
                f"{self.shown}: folders of students ({beside[0].name}) and of assignments ({folders[0].name}) lie side "
                "by side; put them apart, or grade each by its own path"
            )
        handed_in = {
            submission.assignment: submission
            for folder in folders
            for submission in self._assignment(folder, self.name, self.course[folder.name])
        }
        yield from (handed_in.get(assignment, Submission(self.name, assignment, None)) for assignment in self.course)

    def _student_or_class(self) -> Iterator[Submission]:
        """Yield the submissions of a flat folder, told by its files, or those of a folder of students."""
        try:
            flat = _assignments_by_files(self.path, self.course)
        except _Ambiguous as error:
            if self.alone:
                raise UsageError(f"{self.shown}: {error}; say which with --assignment ID") from None
            flat = error.names
        if flat:
            yield from _student(self.path, self.name, self.course)
        else:
            yield from _class(self.path, self.course)


def _is_students(folder: Path, course: Course) -> bool:
    """Tell whether a folder is a student's, by what is in it."""
    try:
        return bool(_assignment_folders(folder, course) or _assignments_by_files(folder, course))
    except _Ambiguous:
        return True


def _student(path: Path, name: str, course: Course) -> Iterator[Submission]:
    """Yield a submission for each assignment; one without a folder of its name was not handed in."""
    folders = {folder.name: folder for folder in _assignment_folders(path, course)}
    if folders:
        yield from (Submission(name, assignment, folders.get(assignment)) for assignment in course)
        return
    try:
        flat = _assignments_by_files(path, course)
    except _Ambiguous as error:
        yield from (Submission(name, assignment, path, unclear=str(error)) for assignment in error.names)
        return
    if flat:
        yield from (Submission(name, assignment, path) for assignment in flat)
    else:
        yield from (Submission(name, assignment, None) for assignment in course)


def _class(path: Path, course: Course) -> Iterator[Submission]:
    """Yield the submissions of a folder of students; nothing where none of them belongs to an assignment."""
    for entry in sorted(path.iterdir()):
        outside = entry.is_symlink() and entry.is_dir() and entry.resolve().parent != path.resolve()
        if outside and _is_students(entry, course):
            raise UsageError(
                f"{entry}: links are not followed; put the folder itself there, or grade it by its own path"
            )
    students = _subfolders(path)
    if any(_is_students(student, course) for student in students):
        for student in students:
            yield from _student(student, student.name, course)


class _Ambiguous(Exception):
    """Files of one folder point to several assignments."""

    def __init__(self, names: list[str]) -> None:
        super().__init__(f"this could be {' or '.join(names)}")
        self.names = names


def _assignments_by_files(path: Path, course: Course) -> list[str]:
    """Return the assignments that a flat folder belongs to, by the files that they require.

    All required files beat some of them; a file named in full beats a pattern; a source file beats a document.
    Raises _Ambiguous when a pattern for sources and a document named in full point to different assignments.
    """
    files = [name for name in submission_files(path) if "/" not in name]
    file_matches = {name: _match_files(files, assignment.spec.files.required) for name, assignment in course.items()}
    complete = [name for name, match in file_matches.items() if match.share == 1.0]
    certain = [name for name in complete if file_matches[name].named_source]
    if certain:
        return certain
    if len(complete) > 1:
        raise _Ambiguous(complete)
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
