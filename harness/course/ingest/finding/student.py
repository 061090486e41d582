"""The submissions in one student's folder: a folder an assignment, or the files of one assignment."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

from msgspec.structs import replace

from harness.course.ingest.archives import limits
from harness.course.ingest.finding.staging import NewFolder
from harness.course.ingest.matching.assignment_match import (
    Ambiguous,
    all_assignments,
    assignments_by_files,
    assignments_by_name,
    match_files,
    only_assignment,
)
from harness.course.ingest.matching.several_students import why_unclear
from harness.course.ingest.submission import Discovered, Submission
from harness.course.ingest.taking_in.entries import files, shown_names, subfolders, visible_entries
from harness.course.ingest.taking_in.unwrap import (
    archive_content_names,
    content_names,
    is_archive,
    stem,
    unpack,
    unreadable_archive,
)
from harness.model.errors import UsageError
from harness.model.finding import Finding
from harness.spec.format.assignment import Course

_MOST_LEVELS = 3


def entry_stem(entry: Path) -> str:
    """The name of a folder, or of an archive without its suffix."""
    return stem(entry) if entry.is_file() else entry.name


def handed_in_entries(folder: Path) -> list[Path]:
    """The folders and archives in a folder: each may be an assignment, or a student."""
    return [entry for entry in visible_entries(folder) if entry.is_dir() or is_archive(entry)]


def names_in(entry: Path) -> list[str]:
    """The names of the files in a folder or an archive, through one folder or archive that is all there is."""
    return content_names(entry) if entry.is_dir() else archive_content_names(entry)


def _looked_into(entries: list[Path]) -> list[Path]:
    """The folders among entries, and the first archives: many would take long to be looked into."""
    archives = set([entry for entry in entries if entry.is_file()][: limits.MAX_LISTED_ARCHIVES])
    return [entry for entry in entries if entry in archives or entry.is_dir()]


class StudentFolder:
    """A student's folder. Everything in it is the student's, whatever it is called."""

    def __init__(self, path: Path, name: str, course: Course, new_folder: NewFolder) -> None:
        """Keep what is needed to read it.

        ``path``: the folder, or an archive.
        """
        self.path, self.name, self.course, self.new_folder = path, name, course, new_folder
        self._damaged: dict[Path, str] = {}

    @cached_property
    def known(self) -> list[str]:
        """The ids of all assignments that there are specs of: few folders need them."""
        return all_assignments(self.course)

    def read(self) -> Discovered:
        """Return a submission for each assignment, with no folder for one that was not handed in."""
        folder, problem = self.open_entry(self.path)
        if problem:
            return Discovered(
                tuple(Submission(self.name, assignment, None) for assignment in self.course),
                not_recognised=(f"{self.name}: {problem}",),
            )
        submissions, left_over = self._submissions(folder, _MOST_LEVELS)
        handed_in = {submission.assignment: submission for submission in submissions}
        is_flat = any(submission.folder == folder for submission in submissions)
        return Discovered(
            tuple(submissions)
            if is_flat
            else tuple(handed_in.get(name, Submission(self.name, name, None)) for name in self.course),
            not_recognised=tuple(f"{self.name}/{entry}" for entry in shown_names(left_over)),
        )

    def _submissions(self, folder: Path, levels: int) -> tuple[list[Submission], list[str]]:
        """The submissions of a folder, and the names of what belongs to none."""
        entries = handed_in_entries(folder)
        exact = {entry_stem(entry): entry for entry in reversed(entries) if entry_stem(entry) in self.course}
        if not exact:
            try:
                flat = assignments_by_files([path.name for path in files(folder)], self.course)
            except Ambiguous as error:
                return [
                    Submission(self.name, name, folder, unclear=str(error), guessed=True) for name in error.names
                ], []
            if flat:
                submissions = [replace(self._submission(name, folder), guessed=True) for name in flat]
                return submissions, self._elsewhere(entries, flat)
            if levels and len(entries) == 1 and self._is_wrapper(folder, entries[0]):
                inner, problem = self.open_entry(entries[0])
                deeper = ([], []) if problem else self._submissions(inner, levels - 1)
                if deeper[0]:
                    return deeper
        submissions = [self._submission(name, self.opened(entry)) for name, entry in exact.items()]
        rest = [entry for entry in entries if entry not in exact.values()]
        near = list(self._near(rest, set(exact)))
        taken = {entry for _, used in near for entry in used} | set(exact.values())
        submissions += [submission for submission, _ in near]
        taken |= {entry for entry in rest if self._is_of_another(entry)}
        return submissions, [entry.name for entry in visible_entries(folder) if entry not in taken]

    def _is_of_another(self, entry: Path) -> bool:
        """Whether an entry is named for an assignment that this run does not grade."""
        named = assignments_by_name(entry_stem(entry), self.known)
        return bool(named) and not set(named) & set(self.course)

    def is_of_others(self) -> bool:
        """Whether all that is in the folder is named for assignments that this run does not grade."""
        entries = handed_in_entries(self.path) if self.path.is_dir() else []
        return any(self._is_of_another(entry) for entry in entries) and not files(self.path)

    def _is_wrapper(self, folder: Path, entry: Path) -> bool:
        """Whether a folder or archive stands for nothing but what is in it."""
        return visible_entries(folder) == [entry] and not assignments_by_name(entry_stem(entry), self.known)

    def _near(self, entries: list[Path], taken: set[str]) -> Iterator[tuple[Submission, list[Path]]]:
        """Yield submissions for folders that are nearly named for an assignment, or whose files fit only one."""
        meant: dict[str, list[Path]] = {}
        for entry in _looked_into(entries):
            if assignment := self._meant(entry):
                meant.setdefault(assignment, []).append(entry)
        for assignment, candidates in meant.items():
            if assignment in taken:
                continue
            names = shown_names([entry.name for entry in candidates])
            submission = self._submission(assignment, self.opened(candidates[0]))
            if len(candidates) > 1:
                submission = replace(submission, unclear=f"{', '.join(names)} may each be {assignment}")
            note = Finding.of("taken-for", folders=names, assignment=assignment)
            guessed = not assignments_by_name(entry_stem(candidates[0]), self.known)
            yield replace(submission, notes=(note, *submission.notes), guessed=guessed), candidates

    def _meant(self, entry: Path) -> str:
        """The assignment that a folder is for; empty if its name and its files leave a doubt."""
        named, names = assignments_by_name(entry_stem(entry), self.known), names_in(entry)
        by_files = only_assignment(names, self.course)
        if not set(named) <= set(self.course):
            named = [name for name in named if name in self.course]
            if len(named) != 1:
                return ""
        if len(named) == 1:
            share = match_files(names, self.course[named[0]].spec.files.required).share
            return named[0] if share or not by_files or by_files == named[0] else ""
        return by_files if by_files and (by_files in named or not named) else ""

    def _elsewhere(self, entries: list[Path], flat: list[str]) -> list[str]:
        """The folders beside the files of a flat folder that are named for another assignment."""
        return [
            entry.name
            for entry in _looked_into(entries)
            if (named := assignments_by_name(entry_stem(entry), self.known)) and not set(named) & set(flat)
            if self._meant(entry)
        ]

    def _submission(self, assignment: str, folder: Path) -> Submission:
        return Submission(self.name, assignment, folder, unclear=self.why_unclear_of(folder, assignment))

    def why_unclear_of(self, folder: Path, assignment: str) -> str:
        """Why a person has to look at a folder that was opened: its archive is damaged, or a doubt; empty for none."""
        return self._damaged.get(folder) or why_unclear(folder, self.course[assignment].spec.files.required)

    def opened(self, entry: Path) -> Path:
        """The folder of an entry; a damaged archive gives a folder that holds it, so that its grade reports it."""
        folder, problem = self.open_entry(entry)
        if not problem:
            return folder
        folder = self.new_folder()
        with contextlib.suppress(OSError):  # the report says that it cannot be read
            shutil.copyfile(entry, folder / entry.name)
        self._damaged[folder] = f"{entry.name} cannot be unpacked here: {problem.removeprefix(f'{entry.name}: ')}"
        return folder

    def open_entry(self, entry: Path) -> tuple[Path, str]:
        """Return the folder that an entry is or unpacks to, or why it cannot be unpacked."""
        if entry.is_dir():
            return entry, ""
        folder = self.new_folder()
        try:
            unpack(entry, folder, limits.MAX_BYTES)
        except UsageError as error:
            return entry, str(error).replace(str(entry), entry.name)
        inside = subfolders(folder)
        is_wrapped = len(inside) == 1 and visible_entries(folder) == inside and inside[0].name not in self.course
        return (inside[0] if is_wrapped else folder), ""


def only_one(
    discovered: Discovered, path: Path, name: str, assignment: str, new_folder: NewFolder, course: Course
) -> Discovered:
    """Take all that a student handed in for the one assignment of their class, if nothing in it says which it is."""
    if any(submission.folder for submission in discovered.submissions):
        return discovered
    student = StudentFolder(path, name, course, new_folder)
    folder = student.opened(path)
    if student.is_of_others() or not (content_names(folder) or unreadable_archive(folder)):
        return discovered
    note = Finding.of("only-assignment", assignment=assignment)
    submission = Submission(name, assignment, folder, unclear=student.why_unclear_of(folder, assignment), notes=(note,))
    return Discovered((submission,))
