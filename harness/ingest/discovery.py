"""Find submissions: turn the path that a user named into pairs of student and assignment.

The path is a student, an assignment of a student, a folder of students, a folder of assignments with one folder an
implementation (``reference``), a learning system's download, a file, or an archive of one of these. A folder belongs
to an assignment by its name; a flat folder by the files that a spec requires.

Whose work a folder is comes from above it. Below a student's folder everything is the student's, whatever the folders
in it are called; a folder of an assignment holds students only where the user or a learning system says so.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from harness.ingest.archive_names import Refused, is_archive, stem, unpack
from harness.ingest.class_folder import is_students, read_class
from harness.ingest.discovered import Discovered
from harness.ingest.doubts import doubt, pooled_files, several_works
from harness.ingest.download import read_download
from harness.ingest.entries import files, only_folder, subfolders
from harness.ingest.fit import Ambiguous, Course, assignments_by_files
from harness.ingest.importers import known_entries, recognise
from harness.ingest.importers.base import Download
from harness.ingest.intake import submission_files
from harness.ingest.refused_entries import RefusedEntries
from harness.ingest.staging import NewFolder
from harness.ingest.student import StudentFolder, handed_in_entries
from harness.ingest.submission import Submission
from harness.languages import language_of
from harness.model.errors import UsageError
from harness.spec.assignment import Assignment

Layout = Literal["student/assignment", "assignment/student"]
"""What the folders below a path are, as the user says: the folder of a student, or of an assignment, comes first."""
LAYOUTS: tuple[Layout, ...] = ("student/assignment", "assignment/student")
_MOST_WRAPPERS = 3
_MOST_SIBLINGS = 50
"""Folders beside a download that are looked at."""


class NamedPath(Struct, frozen=True):
    """A path that the user named, unpacked where it is an archive, and the download that it is, if it is one."""

    shown: Path
    path: Path
    name: str
    parent: Path
    new_folder: NewFolder
    download: tuple[str, Download] | None = None
    wrappers: tuple[str, ...] = ()
    """The names of the folders that were looked through to find the download."""
    refused: RefusedEntries | None = None
    """What was not unpacked of an archive."""


def open_path(path: Path, course: Course, unpacked: Path, layout: Layout | None = None) -> NamedPath:
    """Look at what a path is.

    Args:
        path: what the user named.
        course: the assignments by id.
        unpacked: a folder, which need not be there, where archives may be unpacked.
        layout: what the folders are; where the user says it, no download is looked for.

    Raises:
        UsageError: when there is no such path, or it is an archive that cannot be unpacked.

    """
    if not path.exists():
        raise UsageError(f"{path}: no such file or folder")
    numbers = count()

    def new_folder() -> Path:
        folder = unpacked / f"staged-{next(numbers)}"
        folder.mkdir(parents=True)
        return folder

    refused: list[Refused] = []
    shown, root, name, parent = path, path, path.resolve().name, path.resolve().parent
    if path.is_file() and is_archive(path):
        name = stem(path)
        path = unpacked / "archive" / name
        path.mkdir(parents=True)
        root = path
        unpack(shown, path, refused=refused)
        path = _skip_wrapper(path, course)
    named = NamedPath(shown, path, name, parent, new_folder, refused=RefusedEntries(root, tuple(refused)))
    is_hand_in = path.is_file() or _is_own(path, course) or _is_of_student(named, course)
    return named if layout or is_hand_in else _with_download(named)


def discover(
    path: Path, course: Course, unpacked: Path, layout: Layout | None = None, *, alone: bool = True
) -> Discovered:
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
    return read_path(open_path(path, course, unpacked, layout), course, layout, alone=alone)


def read_path(
    named: NamedPath,
    course: Course,
    layout: Layout | None,
    *,
    alone: bool,
    trusted: bool = False,
    every: bool = False,
) -> Discovered:
    """Return all submissions of a path that was looked at.

    ``trusted``: a download is one although it is not alone. ``every``: its older attempts are submissions, too.
    """
    if named.path.is_file():
        return _single_file(named, course)
    if named.download is not None and (alone or trusted):
        _check_place(named, course)
        names = [named.name, *named.wrappers, named.parent.name]
        return read_download(named.shown, *named.download, course, names, named.new_folder, every=every)
    discovered = _Named(named, course, layout, alone).read()
    submissions = discovered.submissions
    if not submissions and len(course) == 1 and submission_files(named.path):
        return replace(
            discovered, submissions=(_whole(named, next(iter(course.values())), course, layout, alone=alone),)
        )
    if not submissions and not alone:
        rows = tuple(Submission(named.name, assignment, None) for assignment in course)
        return replace(discovered, submissions=rows)
    if not submissions:
        _check_pooled(named, course, alone=alone)
        raise UsageError(
            f"{named.shown}: nothing here belongs to an assignment; expected folders named {', '.join(course)}, "
            "or the files that one of them requires; for a single assignment say --assignment ID"
        )
    return discovered


def _check_place(named: NamedPath, course: Course) -> None:
    """UsageError where a folder with a download lies among students' folders: then one of them may have made it."""
    own = {folder for assignment in course.values() for folder in _own_folders(assignment)}
    folder = named.shown.resolve()
    if named.download is None:
        return
    beside = [
        path for path in handed_in_entries(named.parent) if path not in {*own, folder} and path.name not in course
    ]
    students = [path for path in beside[:_MOST_SIBLINGS] if not _is_download(path) and is_students(path, course)]
    if len(students) > 1:
        raise UsageError(
            f"{named.shown}: this looks like a {named.download[0]} download of several students, and lies among "
            f"folders of students, such as {students[0].name}; if it is no student's, move it to a folder of its own"
        )


def _is_download(path: Path) -> bool:
    """Whether a folder, or an archive by the names in it, may be a download and no student's."""
    if path.is_file():
        return False
    try:
        return recognise(path) is not None
    except UsageError:
        return False


def _whole(
    named: NamedPath, assignment: Assignment, course: Course, layout: Layout | None, *, alone: bool
) -> Submission:
    """Take a whole folder for the only assignment there is."""
    if layout is None:
        _check_pooled(named, course, alone=alone)
    unclear = doubt(named.path, assignment.spec.files.required)
    return Submission(named.name, assignment.id, named.path, unclear=unclear)


def _check_pooled(named: NamedPath, course: Course, *, alone: bool, by_content: bool = True) -> None:
    """UsageError where the files of a flat folder look like those of several students, and the user may say so."""
    pooled = pooled_files(named.path, course, by_content=by_content) if alone else []
    if pooled:
        raise UsageError(
            f"{named.shown}: this looks like the files of several students in one folder: {', '.join(pooled[:3])}; put "
            f"those of each student into a folder of its own, or, if all is the work of {named.name}, say --layout "
            "student/assignment"
        )


def _skip_wrapper(folder: Path, course: Course) -> Path:
    """Step into the only folder of an unpacked archive, unless that folder's name means something."""
    inside = only_folder(folder)
    return folder if inside is None or inside.name in course or is_archive(inside) else inside


def _with_download(named: NamedPath) -> NamedPath:
    """Look for a download, through folders that are all there is."""
    folder, wrappers = named.path, list[str]()
    for _ in range(_MOST_WRAPPERS):
        download = recognise(folder)
        if download is not None:
            return replace(named, download=download, wrappers=tuple(wrappers))
        inside = only_folder(folder)
        if inside is None:
            break
        folder = inside
        wrappers.append(inside.name)
    return named


def _is_of_student(named: NamedPath, course: Course) -> bool:
    """Whether a folder is one hand-in: of a download, or with folders named after assignments, as no system makes them.

    What lies in it does not make a download of it.
    """
    if any(folder.name in course for folder in subfolders(named.path)):
        return True
    try:
        around = recognise(named.parent) if named.path == named.shown else None
    except UsageError:
        return False
    return around is not None and named.name in known_entries(around[1])


def _is_own(path: Path, course: Course) -> bool:
    """Whether a folder is the course's own: its specs, its references, or the folder that holds these."""
    own = {folder for assignment in course.values() for folder in _own_folders(assignment)}
    real = path.resolve()
    return real in own or any(real.is_relative_to(folder) for folder in own - {_root(course)})


def _own_folders(assignment: Assignment) -> Iterator[Path]:
    yield assignment.folder.resolve().parent.parent
    yield assignment.folder.resolve().parent
    yield assignment.reference_folder.resolve().parent


def _root(course: Course) -> Path:
    return next(iter(course.values())).folder.resolve().parent.parent


def _single_file(named: NamedPath, course: Course) -> Discovered:
    """Grade one file, as if it lay in a folder of its own."""
    above = named.parent
    chosen = [above.name] if above.name in course else []
    student = above.parent.name if chosen else above.name
    if not language_of(named.path.name):
        raise UsageError(
            f"{named.shown}: neither a folder nor a source file nor an archive (zip, tar, tar.gz, tar.bz2, tar.xz)"
        )
    try:
        fitting = (
            chosen or assignments_by_files([named.path.name], course) or (list(course) if len(course) == 1 else [])
        )
    except Ambiguous as error:
        fitting = error.names
    if len(fitting) != 1:
        which = f"this could be {' or '.join(fitting)}" if fitting else "no assignment requires a file of this name"
        raise UsageError(f"{named.shown}: {which}; say which with --assignment ID, known: {', '.join(course)}")
    folder = named.new_folder()
    shutil.copy2(named.path, folder / named.path.name)
    return Discovered((Submission(student, fitting[0], folder),))


class _Named(Struct, frozen=True):
    """The path that the user named: the only place where it is asked what a folder is."""

    named: NamedPath
    course: Course
    layout: Layout | None
    alone: bool

    @property
    def path(self) -> Path:
        return self.named.path

    def read(self) -> Discovered:
        """Return the submissions of a folder of any layout that is no download, or is not to be taken for one."""
        if self._is_of_references():
            return Discovered(tuple(self._references()))
        if self.path.resolve() == _root(self.course):
            return self._root()
        if self.named.download is not None:
            return self._unclear_download(self.named.download[0])
        if self.named.name in self.course:
            name = self.named.parent.name
            return Discovered(tuple(self._assignment(self.path, name, self.course[self.named.name])))
        if self.named.parent.name in self.course and not self._holds_assignments():
            return Discovered((self._checked(self.named.name, self.named.parent.name, self.path),))
        return self._assignments() if self._assignment_folders() else self._student_or_class()

    def _root(self) -> Discovered:
        """Return the submissions of a course's own folder: those below ``submissions``, else those of its students."""
        submissions = self.path / "submissions"
        if submissions.is_dir() and not submissions.is_symlink():
            inside = open_path(submissions, self.course, self.named.new_folder(), self.layout)
            return read_path(inside, self.course, self.layout, alone=self.alone)
        own = {folder for assignment in self.course.values() for folder in _own_folders(assignment)}
        return read_class(self.path, self.course, self.named.new_folder, own)

    def _unclear_download(self, system: str) -> Discovered:
        text = f"this looks like a {system} download of several students; if it is one, grade it by its own path"
        return Discovered(
            tuple(Submission(self.named.name, assignment, self.path, unclear=text) for assignment in self.course)
        )

    def _checked(self, student: str, assignment: str, folder: Path) -> Submission:
        unclear = "" if self.layout else doubt(folder, self.course[assignment].spec.files.required)
        return Submission(student, assignment, folder, unclear=unclear)

    def _assignment_folders(self) -> list[Path]:
        return [folder for folder in subfolders(self.path) if folder.name in self.course]

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
                yield Submission(self.named.name, assignment.id, self.path)
            elif real in (folder, folder.parent) and folder.is_dir():
                yield from (Submission(path.name, assignment.id, path) for path in subfolders(folder))

    def _holds_assignments(self) -> bool:
        """Tell whether folders named after assignments lie in this one, or one deeper, as in that of a class."""
        return bool(self._assignment_folders()) or any(
            folder.name in self.course for student in subfolders(self.path) for folder in subfolders(student)
        )

    def _assignment(self, folder: Path, student: str, assignment: Assignment) -> Iterator[Submission]:
        """Yield what a folder named after an assignment holds: one submission, or a class where the user says so."""
        if self.layout == "assignment/student":
            yield from (self._checked(path.name, assignment.id, path) for path in subfolders(folder))
            return
        if self.layout is None and not files(folder):
            names = [f"{path.name}/{name}" for path in subfolders(folder) for name in submission_files(path)]
            several = several_works(names, assignment.spec.files.required)
            if several:
                yield self._unclear(folder, student, assignment, several[0])
                return
        if self.layout is None and folder == self.path:
            _check_pooled(self.named, {assignment.id: assignment}, alone=self.alone, by_content=False)
        yield self._checked(student, assignment.id, folder)

    def _unclear(self, folder: Path, student: str, assignment: Assignment, example: str) -> Submission:
        """Return the submission that may be several students'; UsageError where the run is about nothing else."""
        text = (
            f"{folder.name} holds several folders, such as {example}: is each a student's? Then say --layout "
            f"assignment/student; if all is the work of {student}, say --layout student/assignment"
        )
        if self.alone:
            raise UsageError(f"{self.named.shown}: {text}")
        return Submission(student, assignment.id, folder, unclear=text)

    def _assignments(self) -> Discovered:
        """Return the submissions of a folder that holds folders of assignments: a student's, or a course's."""
        folders = self._assignment_folders()
        if self.layout == "assignment/student":
            return Discovered(
                tuple(
                    submission
                    for folder in folders
                    for submission in self._assignment(folder, self.named.name, self.course[folder.name])
                )
            )
        beside = [path for path in subfolders(self.path) if path not in folders and is_students(path, self.course)]
        if any(folder.name in self.course for path in beside for folder in subfolders(path)):
            raise UsageError(
                f"{self.named.shown}: folders of students ({beside[0].name}) and of assignments ({folders[0].name}) "
                "lie side by side; put them apart, or grade each by its own path"
            )
        student = StudentFolder(self.path, self.named.name, self.course, self.named.new_folder).read()
        exact = {
            submission.assignment: submission
            for folder in folders
            for submission in self._assignment(folder, self.named.name, self.course[folder.name])
        }
        return replace(
            student,
            submissions=tuple(exact.get(submission.assignment, submission) for submission in student.submissions),
        )

    def _student_or_class(self) -> Discovered:
        """Return the submissions of a flat folder, told by its files, or those of a folder of students."""
        try:
            flat = assignments_by_files([path.name for path in files(self.path)], self.course)
        except Ambiguous as error:
            if self.alone:
                raise UsageError(f"{self.named.shown}: {error}; say which with --assignment ID") from None
            flat = error.names
        if not flat:
            own = {folder for assignment in self.course.values() for folder in _own_folders(assignment)}
            return read_class(self.path, self.course, self.named.new_folder, own)
        if self.layout is None:
            _check_pooled(self.named, self.course, alone=self.alone)
        student = StudentFolder(self.path, self.named.name, self.course, self.named.new_folder).read()
        handed_in = tuple(submission for submission in student.submissions if submission.folder)
        return replace(student, submissions=handed_in)
