"""Whose submissions lie in a folder that the user named: a student's, a class's, an assignment's, or references."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from harness.course.ingest.finding.class_folder import is_students, read_class
from harness.course.ingest.finding.named_path import Layout, NamedPath, own_folders
from harness.course.ingest.finding.student import StudentFolder
from harness.course.ingest.matching.assignment_match import Ambiguous, all_assignments, assignments_by_files
from harness.course.ingest.matching.several_students import pooled_files, several_works, why_unclear
from harness.course.ingest.submission import Discovered, Submission
from harness.course.ingest.taking_in.copy_submission import submission_files
from harness.course.ingest.taking_in.entries import files, subfolders
from harness.model.errors import UsageError
from harness.spec.format.assignment import Assignment, Course


def check_pooled(named: NamedPath, course: Course, *, alone: bool, by_content: bool = True) -> None:
    """UsageError where the files of a flat folder look like those of several students, and the user may say so."""
    pooled = pooled_files(named.path, course, by_content=by_content) if alone else []
    if pooled:
        raise UsageError(
            f"{named.shown}: this looks like the files of several students in one folder: {', '.join(pooled[:3])}; put "
            f"those of each student into a folder of its own, or, if all is the work of {named.name}, say --layout "
            "student/assignment"
        )


class NamedFolder(Struct, frozen=True):
    """The path that the user named: the only place where it is asked what a folder is."""

    named: NamedPath
    course: Course
    layout: Layout | None
    alone: bool

    @property
    def path(self) -> Path:
        """The folder."""
        return self.named.path

    def read(self) -> Discovered:
        """Return the submissions of a folder of any layout that is no download, or is not to be taken for one."""
        if self.is_of_references():
            return Discovered(tuple(self._references()))
        if self.named.download is not None:
            return self._unclear_download(self.named.download[0])
        if self.named.name in self.course:
            name = self.named.parent.name
            return Discovered(tuple(self._assignment(self.path, name, self.course[self.named.name])))
        if self.named.parent.name in self.course and not self._holds_assignments():
            return Discovered((self._checked(self.named.name, self.named.parent.name, self.path),))
        if self._assignment_folders():
            return self._assignments()
        return self._student().read() if self._holds_other_assignments() else self._student_or_class()

    def _unclear_download(self, system: str) -> Discovered:
        text = f"this looks like a {system} download of several students; if it is one, grade it by its own path"
        return Discovered(
            tuple(Submission(self.named.name, assignment, self.path, unclear=text) for assignment in self.course)
        )

    def _checked(self, student: str, assignment: str, folder: Path) -> Submission:
        unclear = "" if self.layout else why_unclear(folder, self.course[assignment].spec.files.required)
        return Submission(student, assignment, folder, unclear=unclear)

    def _assignment_folders(self) -> list[Path]:
        return [folder for folder in subfolders(self.path) if folder.name in self.course]

    def _holds_other_assignments(self) -> bool:
        """Tell whether folders lie here that are named after assignments which are not graded now."""
        others = set(all_assignments(self.course)) - set(self.course)
        return self.layout != "assignment/student" and any(folder.name in others for folder in subfolders(self.path))

    def _student(self) -> StudentFolder:
        return StudentFolder(self.path, self.named.name, self.course, self.named.new_folder)

    def is_of_references(self) -> bool:
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
            check_pooled(self.named, {assignment.id: assignment}, alone=self.alone, by_content=False)
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
        student = self._student().read()
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
        """Return the submissions of a flat folder, by its files, or those of a folder of students."""
        try:
            flat = assignments_by_files([path.name for path in files(self.path)], self.course)
        except Ambiguous as error:
            if self.alone:
                raise UsageError(f"{self.named.shown}: {error}; say which with --assignment ID") from None
            flat = error.names
        if not flat:
            return read_class(self.path, self.course, self.named.new_folder, own_folders(self.course))
        if self.layout is None:
            check_pooled(self.named, self.course, alone=self.alone)
        student = self._student().read()
        handed_in = tuple(submission for submission in student.submissions if submission.folder)
        return replace(student, submissions=handed_in)
