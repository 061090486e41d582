"""A submission: what one student handed in for one assignment."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct


class Submission(Struct, frozen=True):
    """One assignment of one student; ``folder`` is None when nothing was handed in."""

    student: str
    assignment: str
    folder: Path | None
    intake_notes: tuple[str, ...] | None = None
    """The notes of its intake, where another machine has done that already."""
    unclear: str = ""
    """Why a person has to say what is to be graded here; empty where that is clear."""
