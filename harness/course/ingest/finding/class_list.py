"""All submissions of a run: those of every path, held against the roster; who handed in nothing has a row, too."""

from __future__ import annotations

import contextlib
import os
import shutil
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from harness.course.ingest.archives.archive_child import kept_reader
from harness.course.ingest.finding.discovery import read_path
from harness.course.ingest.finding.named_path import Layout, NamedPath, open_path, without_refused
from harness.course.ingest.finding.student import entry_stem
from harness.course.ingest.matching.roster import NAME, Roster, entry_of_submission, read_roster
from harness.course.ingest.matching.roster_row import RosterEntry
from harness.course.ingest.matching.several_students import why_unclear
from harness.course.ingest.submission import Discovered, Submission
from harness.course.ingest.taking_in.copy_submission import submission_files
from harness.course.ingest.taking_in.entries import unreadable
from harness.course.ingest.taking_in.unwrap import is_archive
from harness.model.errors import MACHINE_ERRORS, UsageError
from harness.model.escape import some_of
from harness.model.grade import Provenance
from harness.spec.format.assignment import Assignment, Course

_SHOWN = 10


class ClassList(Struct, frozen=True):
    """The submissions of a run, and what is to be said about how they were handed in."""

    submissions: tuple[Submission, ...]
    remarks: tuple[str, ...] = ()
    """A line for each download that was recognised, and on the roster."""
    not_recognised: tuple[str, ...] = ()
    """Files and folders that belong to no student or to no assignment."""
    on_roster: Mapping[str, RosterEntry] = {}
    """Student, as the submissions name them -> what the roster says about them."""
    roster_headings: tuple[str, ...] = ()
    """The headings of the roster as they stand there."""


@kept_reader()
def find_submissions(
    paths: Sequence[Path],
    course: Course,
    unpacked: Path,
    layout: Layout | None = None,
    asked_for: Collection[str] = (),
    roster: Path | None = None,
) -> ClassList:
    """Find the submissions of all paths.

    ``unpacked``: a folder, which need not be there, where archives may be unpacked. ``asked_for``: the assignments that
    the user named: who did not hand them in has a row in any case. ``roster``: the roster; None: the file
    ``roster.csv`` in the path or beside it, if there is one.

    Raises:
        UsageError: when a path or the roster cannot be used.

    """
    known = None if roster is None else read_roster(roster)
    opened, parts = list[NamedPath](), list[Discovered]()
    for number, path in enumerate(paths):
        try:
            with _errors_of(path):
                opened.append(open_path(path, course, unpacked / str(number), layout))
        except UsageError as error:
            parts.append(_unreadable(path, course, error, unpacked / str(number), alone=len(paths) == 1))
    alone, trusted = len(paths) == 1, all(named.download is not None for named in opened)
    for number, named in enumerate(opened):
        try:
            with _errors_of(named.shown):
                read = read_path(named, course, layout, alone=alone, trusted=trusted)
                parts.append(without_refused(named.shown, named.refused, read))
        except UsageError as error:
            ends_run = alone or named.download is not None
            parts.append(_unreadable(named.shown, course, error, unpacked / f"read-{number}", alone=ends_run))
    discovered = Discovered.joined(parts)
    submissions = _once([_readable(submission) for submission in discovered.submissions])
    remarks = list(discovered.recognised)
    remarks += _taken_for(submissions)
    if known is None and (beside := _roster_beside(opened, course, len({row.student for row in submissions}) > 1)):
        known = read_roster(beside)
    if known is not None:
        submissions, lines, on_roster = _held_against(known, submissions)
        remarks += lines
    else:
        on_roster = {}
    asked = _asked_or_handed_in(submissions, asked_for)
    headings = () if known is None else known.headings
    return ClassList(asked, tuple(remarks), discovered.not_recognised, on_roster, headings)


@contextlib.contextmanager
def _errors_of(path: Path) -> Iterator[None]:
    """Raise what the system says about files below a path as UsageError: it is not the program's fault."""
    try:
        if path.is_dir():
            os.scandir(path).close()
        yield
    except OSError as error:
        if error.errno in MACHINE_ERRORS:
            raise
        raise UsageError(f"{error.filename or path}: it cannot be read: {error.strerror or error}") from None


def _readable(submission: Submission) -> Submission:
    """The submission, with the first of its files that cannot be read as what a person has to look at."""
    problem = "" if submission.folder is None or submission.unclear else unreadable(submission.folder)
    return replace(submission, unclear=problem) if problem else submission


def _unreadable(path: Path, course: Course, error: UsageError, new_folder: Path, *, alone: bool) -> Discovered:
    """The submissions of a folder or archive that cannot be read: beside others it costs nobody but its student.

    Raises the error if the path is ``alone``, or nothing that a student can have handed in.
    """
    is_file, is_folder = os.path.isfile(path), os.path.isdir(path)  # noqa: PTH112, PTH113 - Path may raise errors
    if alone or not (is_folder or (is_file and is_archive(path))):
        raise error
    folder = path
    if is_file:
        folder = new_folder / "unreadable"
        folder.mkdir(parents=True)
        with contextlib.suppress(OSError):
            shutil.copyfile(path, folder / path.name)
    name = entry_stem(path.resolve())
    return Discovered(tuple(Submission(name, assignment, folder, unclear=str(error)) for assignment in course))


def _taken_for(submissions: Sequence[Submission]) -> list[str]:
    """A line on the students whose assignment was found by a near name of its folder, or by the files alone."""
    taken = [
        f"{submission.student} ({', '.join(map(str, folders))})"
        for submission in submissions
        for note in submission.notes
        if note.kind == "taken-for" and isinstance(folders := note.params["folders"], list | tuple)
    ]
    return [f"Taken by a near name or by the files: {some_of(taken, _SHOWN, '; ')}"] if taken else []


def _roster_beside(opened: Sequence[NamedPath], course: Course, several: bool) -> Path | None:
    """The teacher's roster: in the folder of a class or beside it; what lies in a student's own folder is theirs."""
    for named in opened:
        is_class = several or named.download is not None
        is_students_own = named.path.is_file() or named.shown.resolve().name in course
        folders = [named.shown] if is_class else []
        folders += [] if is_students_own and not is_class else [named.parent]
        for folder in folders:
            candidate = folder / NAME
            if folder.is_dir() and candidate.is_file() and not candidate.is_symlink():
                return candidate
    return None


def _once(submissions: Sequence[Submission]) -> list[Submission]:
    """One submission for each student and assignment; one that comes twice costs nobody but its student."""
    by_identity: dict[tuple[str, str], Submission] = {}
    for submission in submissions:
        identity = submission.student, submission.assignment
        before = by_identity.get(identity)
        if before is not None and before.folder is not None and submission.folder is not None:
            text = f"it is handed in twice: {_place(before)} and {_place(submission)}"
            by_identity[identity] = replace(before, unclear=text)
        elif before is None or before.folder is None:
            by_identity[identity] = submission
    return list(by_identity.values())


def _place(submission: Submission) -> str:
    if submission.provenance is not None and submission.provenance.entries:
        return submission.provenance.entries[0]
    return str(submission.folder)


def _asked_or_handed_in(submissions: Sequence[Submission], asked_for: Collection[str]) -> tuple[Submission, ...]:
    """Leave out the rows of assignments that nobody handed in and nobody asked for; all if nobody handed in any."""
    handed_in = [submission for submission in submissions if submission.folder is not None]
    certain = [submission for submission in handed_in if not submission.guessed] or handed_in
    wanted = {submission.assignment for submission in certain} | set(asked_for)
    return tuple(
        submission
        for submission in submissions
        if submission.folder is not None or submission.assignment in wanted or not wanted
    )


def _held_against(
    roster: Roster, submissions: Sequence[Submission]
) -> tuple[list[Submission], list[str], dict[str, RosterEntry]]:
    """Give each submission the name and number of the roster, add who handed in nothing, and report who differs.

    Last comes who of the roster each student is.
    """
    entries = {submission.student: entry_of_submission(roster, submission) for submission in submissions}
    claims: dict[int, list[str]] = {}
    for student, entry in entries.items():
        if entry is not None:
            claims.setdefault(id(entry), []).append(student)
    clear = {student: entry for student, entry in entries.items() if entry and len(claims[id(entry)]) == 1}
    unknown = [student for student in entries if student not in clear]
    labels = _labels(roster, taken=unknown)
    known = [
        _named(submission, clear[submission.student], labels) if submission.student in clear else submission
        for submission in submissions
    ]
    present = {id(entry) for entry in clear.values()}
    absent = [entry for entry in roster.entries if id(entry) not in present]
    assignments = dict.fromkeys(submission.assignment for submission in submissions)
    missing = [
        Submission(labels[id(entry)], assignment, None, provenance=_provenance(None, entry))
        for entry in absent
        for assignment in assignments
    ]
    handed_in = {submission.student for submission in submissions if submission.folder}
    empty = [labels[id(entry)] for student, entry in clear.items() if student not in handed_in]
    nothing = [*(labels[id(entry)] for entry in absent), *empty]
    lines = [f"Roster of {len(roster.entries)}: {len(roster.entries) - len(nothing)} handed in"]
    lines += [f"Handed in nothing: {'; '.join(nothing)}"] if nothing else []
    lines += [f"Not on the roster, or not clear who of it: {'; '.join(unknown)}"] if unknown else []
    on_roster = {labels[id(entry)]: entry for entry in (*clear.values(), *absent)}
    return [*known, *missing], lines, on_roster


def _labels(roster: Roster, taken: Sequence[str]) -> dict[int, str]:
    """What each student of the roster is called; with their number where two have the same name."""
    names, unknown = Counter(entry.person.name for entry in roster.entries), set(taken)
    return {
        id(entry): entry.person.name
        if names[entry.person.name] == 1 and entry.person.name not in unknown
        else f"{entry.person.name} ({entry.person.id or entry.person.email})"
        for entry in roster.entries
    }


def _named(submission: Submission, entry: RosterEntry, labels: dict[int, str]) -> Submission:
    return replace(submission, student=labels[id(entry)], provenance=_provenance(submission.provenance, entry))


def _provenance(provenance: Provenance | None, entry: RosterEntry) -> Provenance:
    """What the download says about a student, and what only the roster knows."""
    person, known = entry.person, provenance or Provenance("roster")
    return replace(
        known,
        user_id=known.user_id or person.id,
        name=person.name or known.name,
        email=known.email or person.email,
    )


def work_of(student: str, folder: Path, assignment: Assignment) -> ClassList:
    """What a folder holds as the work of one student for one assignment.

    Raises:
        UsageError: when there is no such folder.

    """
    if not folder.is_dir():
        raise UsageError(f"{folder}: no such folder; with --student it is the folder of the student's files")
    handed_in = folder if submission_files(folder) else None
    unclear = why_unclear(folder, assignment.spec.files.required) if handed_in else ""
    return ClassList((_readable(Submission(student, assignment.id, handed_in, unclear=unclear)),))
