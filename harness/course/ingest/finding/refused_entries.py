"""What was not unpacked of a class's archive: whose it is, a person has to look at; the others are graded."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from harness.course.ingest.archives.limits import Refused
from harness.course.ingest.submission import Discovered, Submission
from harness.model.errors import UsageError

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
