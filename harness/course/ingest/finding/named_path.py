"""What a path is that the user named: a hand-in, a folder or archive of them, or a learning system's download."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from harness.course.ingest.archives.limits import Refused
from harness.course.ingest.finding.staging import NewFolder
from harness.course.ingest.submission import Discovered, Submission
from harness.course.ingest.taking_in.entries import only_folder, subfolders
from harness.course.ingest.taking_in.unwrap import is_archive, stem, unpack
from harness.course.learning_systems import known_entries, recognise
from harness.course.learning_systems.base import Download
from harness.model.errors import UsageError
from harness.spec.format.assignment import Course

Layout = Literal["student/assignment", "assignment/student"]
"""What the folders below a path are, as the user says: the folder of a student, or of an assignment, comes first."""
_MOST_WRAPPERS = 3


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

    ``unpacked``: a folder, which need not be there, where archives may be unpacked. ``layout``: what the folders are;
    where the user says it, no download is looked for.

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
    own = own_folders(course)
    real = path.resolve()
    return real in own or any(real.is_relative_to(folder) for folder in own - {course_folder(course)})


def own_folders(course: Course) -> set[Path]:
    """The course's own folders: that of the whole, of its specs, of its references."""
    return {
        folder
        for assignment in course.values()
        for folder in (
            assignment.folder.resolve().parent.parent,
            assignment.folder.resolve().parent,
            assignment.reference_folder.resolve().parent,
        )
    }


def course_folder(course: Course) -> Path:
    """The folder that holds the folder of specs."""
    return next(iter(course.values())).folder.resolve().parent.parent


_SHOWN = 10


class RefusedEntries(Struct, frozen=True):
    """The entries of an archive that were left out, and the folder that it was unpacked in."""

    root: Path
    entries: tuple[Refused, ...] = ()


def without_refused(shown: Path, refused: RefusedEntries | None, discovered: Discovered) -> Discovered:
    """Mark the submissions of the students in whose folders such entries would lie; others are listed.

    Raises:
        UsageError: where the archive is that of one student.

    """
    if refused is None or not refused.entries:
        return discovered
    if len({submission.student for submission in discovered.submissions}) <= 1:
        raise UsageError(f"{shown}: {refused.entries[0].reason}")
    reasons = {entry: _owners(entry, refused.root, discovered) for entry in refused.entries}
    nobodys = [entry.reason for entry, owners in reasons.items() if not owners]
    more = [f"{len(nobodys) - _SHOWN} more entries of {shown.name} were left out"] if len(nobodys) > _SHOWN else []
    return replace(
        discovered,
        submissions=tuple(
            _marked(submission, reasons, discovered, refused.root) for submission in discovered.submissions
        ),
        not_recognised=(*discovered.not_recognised, *(f"{shown.name}: {text}" for text in nobodys[:_SHOWN]), *more),
    )


def _marked(submission: Submission, reasons: dict[Refused, set[str]], discovered: Discovered, root: Path) -> Submission:
    """The submission, with the first of what was left out of all that its student handed in."""
    own = next((entry for entry, owners in reasons.items() if submission.student in owners), None)
    if own is None:
        return submission
    if submission.folder is not None:
        return replace(submission, unclear=own.reason)
    handed_in = [row for row in discovered.submissions if row.folder is not None]
    has_other = any(row.student == submission.student for row in handed_in)
    is_wanted = not handed_in or submission.assignment in {row.assignment for row in handed_in}
    return (
        submission if has_other or not is_wanted else replace(submission, folder=root / own.place, unclear=own.reason)
    )


def _owners(entry: Refused, root: Path, discovered: Discovered) -> set[str]:
    """The students in whose folders the entry would lie: the folder next to the root that is not everybody's."""
    place = root / entry.place
    for folder in [*reversed(place.relative_to(root).parents), place.relative_to(root)]:
        owners = set(_students_below(root / folder, discovered))
        if len(owners) == 1:
            return owners
    return set()


def _students_below(folder: Path, discovered: Discovered) -> Iterator[str]:
    for submission in discovered.submissions:
        entries = () if submission.provenance is None else submission.provenance.entries
        below = submission.folder is not None and submission.folder.is_relative_to(folder)
        if below or folder.name in entries or (submission.folder is None and folder.name == submission.student):
            yield submission.student
