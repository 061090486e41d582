"""A submission: what one student handed in for one assignment."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from harness.model.finding import Finding
from harness.model.provenance import Provenance


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
    """Why a person has to say what is to be graded here; empty where that is clear."""
    notes: tuple[Finding, ...] = ()
    """What a reader of the grade should know of the hand-in: a file that was renamed, older attempts."""
    guessed: bool = False
    """Whether the assignment was told by the files alone."""
    provenance: Provenance | None = None
    """What the learning system says of it; None for a folder that comes from none."""
