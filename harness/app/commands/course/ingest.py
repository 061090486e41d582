"""``harness ingest``: bring a download into the gradebook, every hand-in of it, each with its student and time."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace
from sqlalchemy import func, select

from harness.app.commands.course.gradebook import print_unmatched
from harness.app.commands.course.opened import opened
from harness.course.assignments import load_course
from harness.course.gradebook.begin_run import content_hash, store_of
from harness.course.gradebook.gradebook import Gradebook
from harness.course.gradebook.roster_import import add_students, questions
from harness.course.gradebook.storage.database import add_event
from harness.course.gradebook.storage.tables import STUDENT
from harness.course.gradebook.submissions import HandedIn, Recorded, record_submissions
from harness.course.gradebook.unmatched import match_again
from harness.course.ingest.finding.class_list import find_submissions
from harness.course.ingest.finding.discovery import read_path
from harness.course.ingest.finding.named_path import Layout, open_path
from harness.course.ingest.matching.roster import Roster, read_roster
from harness.course.ingest.matching.roster_row import RosterEntry, name_forms, submitted
from harness.course.ingest.submission import Discovered, Submission
from harness.course.ingest.taking_in.own_check import OwnCheck, own_check
from harness.course.learning_systems.base import Person
from harness.course.learning_systems.identifiers import kind_of_system
from harness.course.policy.load import load_policy, own_check_of
from harness.model.errors import UsageError
from harness.model.grade import Provenance
from harness.reports.output.printing import echo
from harness.sandbox.files.scratch import scratch
from harness.spec.format.assignment import Course
from harness.spec.format.folder import find_specs


def ingest(
    path: Path,
    *,
    assignment: str,
    roster: Path | None,
    layout: Layout | None,
    new_students: bool,
    gradebook: str | None,
    specs: Path | None,
) -> int:
    """Bring in what a path holds; return the exit status: 1 where somebody is not matched.

    ``path``: a learning system's download, or a folder of students. ``new_students``: whether who is not known becomes
    a student.
    """
    folder = specs or find_specs(Path.cwd(), path)
    course = load_course(folder, (assignment,))
    known = read_roster(roster) if roster else Roster(())
    with opened(gradebook, folder, new=True) as book, scratch() as root:
        discovered = _discover(path, course, root / "unpacked", layout)
        submissions = [_with_time(submission, known) for submission in discovered.submissions]
        checks = own_check_of(load_policy(folder), assignment) != "none"
        handed_in = _keep(book, folder, submissions, str(path), root if checks else None)
        with book.writing() as connection:
            details = {"path": str(path), "assignment": assignment}
            event = add_event(connection, "ingest", details=details)
            if roster is not None and (asked := questions(connection, known)):
                lines = [f"{roster}: {len(asked)} of its rows need your word:", *(f"  {line}" for line in asked)]
                raise UsageError("\n".join((*lines, f"to take them so: harness gradebook roster {roster} --yes")))
            add_students(connection, known.entries, event)
            if new_students or not connection.execute(select(func.count()).select_from(STUDENT)).scalar():
                add_students(connection, _people(submissions), event)
            recorded = record_submissions(connection, handed_in, event)
            match_again(connection, event)
            echo(*discovered.recognised, _summary(assignment, recorded))
            echo(*_times_remark(submissions))
            unchecked = sum(item.own_check == "none" for item in handed_in)
            if unchecked:
                echo(f"without the receipt of a check of one's own, and so not counted: {unchecked} hand-ins")
            echo(*(f"not recognised: {name}" for name in discovered.not_recognised))
            return print_unmatched(connection, assignment)


def _discover(path: Path, course: Course, unpacked: Path, layout: Layout | None) -> Discovered:
    """All hand-ins below a path, older attempts among them."""
    named = open_path(path, course, unpacked, layout)
    if named.download is not None:
        return read_path(named, course, layout, alone=True, every=True)
    class_list = find_submissions([path], course, unpacked / "again", layout, tuple(course))
    return Discovered(class_list.submissions, class_list.remarks, class_list.not_recognised)


def _keep(
    book: Gradebook, specs: Path, submissions: Sequence[Submission], source: str, unpacked: Path | None
) -> list[HandedIn]:
    """Copy all work into the store; with a folder to unpack in: look for receipts of students' own checks."""
    store, handed_in = store_of(book, specs), []

    def new_folder() -> Path:
        return Path(tempfile.mkdtemp(dir=unpacked))

    for submission in submissions:
        content = content_hash(submission).hex() or None
        notes = store.keep(submission.folder, content) if content and submission.folder else ()
        check: OwnCheck | None = None
        if unpacked is not None and submission.folder is not None:
            check = own_check(submission.folder, submission.assignment, new_folder)
        handed_in.append(HandedIn(submission, content, source, notes, check))
    return handed_in


def _with_time(submission: Submission, roster: Roster) -> Submission:
    """The submission with its time in a worksheet, where the download has none."""
    origin = submission.provenance
    if origin is None or origin.submitted or submission.folder is None:
        return submission
    ids = [text for text in (origin.user_id, origin.email) if text]
    kind = kind_of_system(origin.system)
    entry = roster.entry_of(ids, [origin.name or submission.student], kind)
    time = submitted(entry) if entry is not None else ""
    return replace(submission, provenance=replace(origin, submitted=time)) if time else submission


def _times_remark(submissions: Sequence[Submission]) -> list[str]:
    """A line if nobody knows when work was handed in, nor that it is not late."""
    unknown = [
        submission
        for submission in submissions
        if submission.folder is not None
        and not (submission.provenance and (submission.provenance.submitted or submission.provenance.late is not None))
    ]
    if not unknown:
        return []
    way = "Moodle's grading worksheet as --roster tells it, or handed_in in course.yaml"
    return [f"no time is known of {len(unknown)} hand-ins, which count as in time: {way}"]


def _people(submissions: Sequence[Submission]) -> list[RosterEntry]:
    """Those who handed in, as the rows of a roster: the download is all that is known about the class."""
    people = {}
    for submission in submissions:
        origin = submission.provenance or Provenance("")
        person = Person(origin.name or submission.student, origin.user_id, origin.email)
        ids = {text.casefold() for text in (person.id, person.email) if text}
        kind = kind_of_system(origin.system) if not person.name.startswith("anon_") else None
        typed = ((kind, person.id),) if kind and person.id else ()
        people[person.key] = RosterEntry(person, frozenset(ids), frozenset(name_forms(person.name)), typed=typed)
    return list(people.values())


def _summary(assignment: str, recorded: Sequence[Recorded | None]) -> str:
    present = [row for row in recorded if row is not None]
    students = {row.student.id for row in present if row.student}
    new = len({row.id for row in present if row.new})
    known = len({row.id for row in present}) - new
    return f"{assignment}: {new} new hand-ins of {len(students)} students" + (
        f", {known} known before" if known else ""
    )
