"""Find submissions: turn the path that a user named into pairs of student and assignment.

The path is a student, an assignment of a student, a folder of students, a folder of assignments with one folder an
implementation (``reference``), a learning system's download, a file, or an archive of one of these. A folder belongs
to an assignment by its name; a flat folder by the files that a spec requires.

Whose work a folder is comes from above it. Below a student's folder everything is the student's, whatever the folders
in it are called; a folder of an assignment holds students only where the user or a learning system says so.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from msgspec.structs import replace

from harness.course.ingest.finding.class_folder import is_students, read_class
from harness.course.ingest.finding.download import read_download
from harness.course.ingest.finding.named_folder import NamedFolder, check_pooled
from harness.course.ingest.finding.named_path import Layout, NamedPath, course_folder, open_path, own_folders
from harness.course.ingest.finding.student import handed_in_entries
from harness.course.ingest.matching.assignment_match import Ambiguous, assignments_by_files
from harness.course.ingest.matching.several_students import why_unclear
from harness.course.ingest.submission import Discovered, Submission
from harness.course.ingest.taking_in.copy_submission import submission_files
from harness.course.ingest.taking_in.unwrap import UNPACKERS
from harness.course.learning_systems import recognise
from harness.language import language_of
from harness.model.errors import UsageError
from harness.spec.format.assignment import Assignment, Course

_MOST_SIBLINGS = 50
"""Folders beside a download that are looked at."""


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

    Args:
        named: what was found at the path.
        course: the assignments by id.
        layout: what the folders are: by their names where None, if clear.
        alone: whether this is the only path of the run. Beside others, what a student has put into a folder never ends
            the run: what is not clear becomes a submission that a person has to look at.
        trusted: a download is one although it is not alone.
        every: its older attempts are submissions, too.

    Raises:
        UsageError: when nothing in it belongs to an assignment, or it is not clear whose it is.

    """
    if named.path.is_file():
        return _single_file(named, course)
    if named.download is not None and (alone or trusted):
        _check_place(named, course)
        names = [named.name, *named.wrappers, named.parent.name]
        return read_download(named.shown, *named.download, course, names, named.new_folder, every=every)
    folder = NamedFolder(named, course, layout, alone)
    if named.path.resolve() == course_folder(course) and not folder.is_of_references():
        discovered = _read_course(named, course, layout, alone=alone)
    else:
        discovered = folder.read()
    submissions = discovered.submissions
    if not submissions and len(course) == 1 and submission_files(named.path):
        return replace(
            discovered, submissions=(_whole(named, next(iter(course.values())), course, layout, alone=alone),)
        )
    if not submissions and not alone:
        rows = tuple(Submission(named.name, assignment, None) for assignment in course)
        return replace(discovered, submissions=rows)
    if not submissions:
        check_pooled(named, course, alone=alone)
        raise UsageError(
            f"{named.shown}: nothing here belongs to an assignment; expected folders named {', '.join(course)}, "
            "or the files that one of them requires; for a single assignment say --assignment ID"
        )
    return discovered


def _read_course(named: NamedPath, course: Course, layout: Layout | None, *, alone: bool) -> Discovered:
    """Return the submissions of a course's own folder: those below ``submissions``, else those of its students."""
    submissions = named.path / "submissions"
    if submissions.is_dir() and not submissions.is_symlink():
        inside = open_path(submissions, course, named.new_folder(), layout)
        return read_path(inside, course, layout, alone=alone)
    return read_class(named.path, course, named.new_folder, own_folders(course))


def _check_place(named: NamedPath, course: Course) -> None:
    """UsageError where a folder with a download lies among students' folders: then one of them may have made it."""
    own = own_folders(course)
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
        check_pooled(named, course, alone=alone)
    unclear = why_unclear(named.path, assignment.spec.files.required)
    return Submission(named.name, assignment.id, named.path, unclear=unclear)


def _single_file(named: NamedPath, course: Course) -> Discovered:
    """Grade one file, as if it lay in a folder of its own."""
    above = named.parent
    chosen = [above.name] if above.name in course else []
    student = above.parent.name if chosen else above.name
    if unpacker := UNPACKERS.get(named.path.suffix.lower()):
        raise UsageError(f"{named.shown}: this kind of archive is not read; unpack it and name the folder: {unpacker}")
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
