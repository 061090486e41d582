"""The submissions of a learning system's download: of several attempts the newest, unless all are asked for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

from msgspec import Struct

from harness.course.ingest.finding.staging import NewFolder, stage
from harness.course.ingest.matching.assignment_match import assignments_by_name, fitting_assignments
from harness.course.ingest.matching.several_students import why_unclear
from harness.course.ingest.submission import Discovered, Submission
from harness.course.ingest.taking_in.unwrap import archive_content_names, content_names, is_archive, top_names
from harness.course.learning_systems.base import Download, HandIn, Person
from harness.model.errors import UsageError
from harness.model.finding import Finding
from harness.model.grade import Provenance
from harness.spec.format.assignment import Course


class Attempt(Struct, frozen=True):
    """A hand-in, and those of its people for whom it is the newest."""

    hand_in: HandIn
    people: tuple[Person, ...]
    older: int = 0
    """How many hand-ins of theirs are older."""
    unclear: str = ""
    """Why nobody knows whether it is the newest; empty if that is clear."""


def every_attempt(hand_ins: Sequence[HandIn]) -> list[Attempt]:
    """Return all hand-ins, each of all its people, the oldest first as far as times are known."""
    return [
        Attempt(hand_in, tuple({person.key: person for person in hand_in.people}.values()))
        for hand_in in sorted(hand_ins, key=_time)
    ]


def newest_attempts(hand_ins: Sequence[HandIn]) -> list[Attempt]:
    """Return each hand-in that is the newest of one of its people; a member of a group may have one of their own."""
    by_person: dict[tuple[str, ...], list[int]] = {}
    for number, hand_in in enumerate(hand_ins):
        for person in hand_in.people:
            by_person.setdefault(person.key, []).append(number)
    newest = {key: max(numbers, key=lambda number: _time(hand_ins[number])) for key, numbers in by_person.items()}
    attempts = []
    for number, hand_in in enumerate(hand_ins):
        people = tuple({person.key: person for person in hand_in.people if newest[person.key] == number}.values())
        if people:
            all_attempts = {other for person in people for other in by_person[person.key]}
            attempts.append(Attempt(hand_in, people, len(all_attempts) - 1, _unclear(hand_in, all_attempts, hand_ins)))
    return attempts


def _unclear(newest: HandIn, all_attempts: set[int], hand_ins: Sequence[HandIn]) -> str:
    same_time = [number for number in all_attempts if _time(hand_ins[number]) == _time(newest)]
    if len(all_attempts) == 1 or (newest.submitted and len(same_time) == 1):
        return ""
    names = ", ".join(entry for number in sorted(all_attempts) for entry in hand_ins[number].entries[:1])
    return f"it is handed in several times, and the times do not say which is the newest: {names}"


def _time(hand_in: HandIn) -> datetime:
    """When it was handed in; where the system gives no offset all times are those of one place."""
    if not hand_in.submitted:
        return datetime.min.replace(tzinfo=UTC)
    time = datetime.fromisoformat(hand_in.submitted)
    return time if time.tzinfo else time.replace(tzinfo=UTC)


_CLEAR_MAJORITY = 0.75
"""The part of the students whose files must fit one assignment: some always hand in something else."""


def read_download(
    shown: Path,
    system: str,
    download: Download,
    course: Course,
    names: Sequence[str],
    new_folder: NewFolder,
    *,
    every: bool = False,
) -> Discovered:
    """Return the submissions of a download, the newest of each student, or every one.

    Args:
        shown: the path as the user wrote it, for messages.
        system: the system that made it.
        download: what its importer read.
        course: the assignments by id.
        names: what the download is called: its folder, or the archive.
        new_folder: makes an empty folder.
        every: whether older attempts of a student are submissions, too.

    Raises:
        UsageError: when it is not clear which assignment it is.

    """
    attempts = every_attempt(download.hand_ins) if every else newest_attempts(download.hand_ins)
    assignment, reason = _choose_assignment(shown, system, attempts, course, [*names, download.assignment])
    required = course[assignment].spec.files.required
    labels = _labels([person for attempt in attempts for person in attempt.people])
    submissions: list[Submission] = []
    again = 0
    for attempt in attempts:
        staged = stage(attempt.hand_in, required, new_folder)
        again += len(attempt.people) if attempt.older or staged.renamed else 0
        unclear = (
            attempt.unclear
            or staged.unreadable
            or _only_texts(attempt.hand_in, system)
            or why_unclear(staged.folder, required)
        )
        notes = (*_describe(attempt, system), *staged.notes)
        submissions += [
            Submission(
                labels[person.key], assignment, staged.folder, unclear=unclear, notes=notes,
                provenance=_provenance(person, attempt.hand_in, system),
            )
            for person in attempt.people
        ]  # fmt: skip
    submissions.sort(key=lambda submission: submission.student)
    line = "; ".join(filter(None, (_summary(system, attempts, again), reason)))
    return Discovered(tuple(submissions), (line,), tuple(f"{shown}: {name}" for name in download.not_recognised))


def _choose_assignment(
    shown: Path, system: str, attempts: Sequence[Attempt], course: Course, names: Sequence[str]
) -> tuple[str, str]:
    """Return the assignment and how it was found; UsageError if neither a name nor the files say it."""
    exact = [name for name in names if name in course]
    if len(course) == 1 or exact:
        return exact[0] if exact else next(iter(course)), ""
    fitting_each = [fitting_assignments(_names(attempt.hand_in), course) for attempt in attempts]
    votes = Counter(assignment for fitting in fitting_each for assignment in fitting)
    near = {assignment for name in names for assignment in assignments_by_name(name, course)}
    if votes:
        (first, count), *others = votes.most_common()
        clear = count >= _CLEAR_MAJORITY * sum(map(bool, fitting_each)) and count not in [
            number for _, number in others
        ]
        if clear and (first in near or len(near) != 1):
            return first, f"taken for {first}, which the files of {count} of {len(attempts)} fit"
    named = [assignment for assignment in near if not votes or assignment in votes]
    if len(near) == 1 and named:
        return named[0], f"taken for {named[0]} by its name"
    fitting = ", ".join(f"{assignment} ({count})" for assignment, count in votes.most_common()) or "none"
    raise UsageError(
        f"{shown}: this is a {system} download of {len(attempts)} hand-ins, and it is not clear of which assignment "
        f"(by their files: {fitting}); say which with --assignment ID, known: {', '.join(course)}"
    )


def _names(hand_in: HandIn) -> list[str]:
    """The names of the files, through an archive or a folder that is all there is."""
    names = [file.name for file in hand_in.files if not file.by_system]
    if hand_in.folder is not None:
        names += content_names(hand_in.folder)
    for file in hand_in.files:
        if is_archive(file.path) and len(hand_in.files) == 1:
            names += archive_content_names(file.path)
    return top_names(names)


def _labels(people: Sequence[Person]) -> dict[tuple[str, ...], str]:
    """What each student is called in the reports: their name, with their number where two have the same name."""
    names = {person.key: person.name.strip() or person.id or person.email for person in people}
    same = Counter(name.casefold() for name in names.values())
    return {
        person.key: names[person.key]
        if same[names[person.key].casefold()] == 1
        else f"{names[person.key]} ({person.id or person.email})"
        for person in people
    }


def _only_texts(hand_in: HandIn, system: str) -> str:
    if hand_in.folder is None and hand_in.files and all(file.by_system for file in hand_in.files):
        return f"no file was handed in, but a text, a link or a comment in {system}: {hand_in.entries[0]}"
    return ""


def _provenance(person: Person, hand_in: HandIn, system: str) -> Provenance:
    return Provenance(
        system, person.id, person.name, person.email, hand_in.group,
        hand_in.submitted, hand_in.claimed, hand_in.late, hand_in.entries,
    )  # fmt: skip


def _describe(attempt: Attempt, system: str) -> Iterator[Finding]:
    hand_in = attempt.hand_in
    if hand_in.late:
        yield Finding.of("late", system=system)
    if hand_in.claimed:
        yield Finding.of("committed-at", time=hand_in.submitted)
    elif hand_in.submitted:
        yield Finding.of("handed-in-at", time=hand_in.submitted)
    if len(attempt.people) > 1:
        yield Finding.of("group-graded-once", count=len(attempt.people))
    if attempt.older and not attempt.unclear:
        yield Finding.of("newest-attempt", count=attempt.older + 1)


def _summary(system: str, attempts: Sequence[Attempt], again: int) -> str:
    """One line, such as ``Canvas download: 3 students, 1 late``."""
    students = len({person.key for attempt in attempts for person in attempt.people})
    groups = sum(len(attempt.people) > 1 for attempt in attempts)
    counts = [
        (students, "student" if students == 1 else "students"),
        (sum(len(attempt.people) for attempt in attempts if attempt.hand_in.late), "late"),
        (again, "handed in again"),
        (groups, "group" if groups == 1 else "groups"),
    ]
    return f"{system} download: {', '.join(f'{count} {what}' for count, what in counts if count)}"
