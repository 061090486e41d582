"""What was found below a path: submissions, where they came from, and what belongs to nobody."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from msgspec import Struct

from harness.model.finding import Finding
from harness.model.grade import Provenance


class Submission(Struct, frozen=True):
    """One assignment of one student; ``folder`` is None when nothing was handed in.

    The members of a group have a submission each, with the same folder.
    """

    student: str
    assignment: str
    folder: Path | None
    intake_notes: tuple[Finding, ...] | None = None
    """The notes of its intake, where another machine has done that already."""
    unclear: str = ""
    """Why a person has to say what is to be graded here; empty if that is clear."""
    notes: tuple[Finding, ...] = ()
    """What a reader of the grade should know of the hand-in: a file that was renamed, older attempts."""
    guessed: bool = False
    """Whether the files alone say which assignment it is."""
    provenance: Provenance | None = None
    """What the learning system says about it; None for a folder that comes from none."""


class Discovered(Struct, frozen=True):
    """The submissions of a path, or of several."""

    submissions: tuple[Submission, ...] = ()
    recognised: tuple[str, ...] = ()
    """A line for each download: whose system's it is, how many students, how many late."""
    not_recognised: tuple[str, ...] = ()
    """Files and folders that belong to no student or to no assignment, each with its path and perhaps the reason."""

    @classmethod
    def joined(cls, parts: Iterable[Discovered]) -> Discovered:
        """Several of them as one, in their order."""
        parts = list(parts)
        return cls(
            tuple(submission for part in parts for submission in part.submissions),
            tuple(line for part in parts for line in part.recognised),
            tuple(name for part in parts for name in part.not_recognised),
        )
