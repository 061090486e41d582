"""Where a submission came from: what a learning system knew of it, and needs to get a grade or feedback back."""

from __future__ import annotations

from msgspec import Struct


class Provenance(Struct, frozen=True):
    """A hand-in as the system that it was downloaded from names it."""

    system: str
    """The system's name, such as ``Canvas``; ``roster`` for a folder that only a roster knows more about."""
    user_id: str = ""
    """The student's number or login in that system; empty where it tells none."""
    name: str = ""
    """The student's name as the system or the roster writes it."""
    email: str = ""
    group: str = ""
    """The group's name, where the hand-in is that of a group."""
    submitted: str = ""
    """When it was handed in, ISO 8601, with an offset where the system tells one; empty where it is not known."""
    claimed: bool = False
    """Whether that time is the student's own claim, as a commit's is."""
    late: bool | None = None
    """Whether the system calls it late; None where it does not say."""
    entries: tuple[str, ...] = ()
    """The names of its files or of its folder in the download: feedback goes back under these very names."""
