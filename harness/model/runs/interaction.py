"""What came of a conversation between a student's program and one of the course's, joined by two pipes."""

from __future__ import annotations

from msgspec import Struct

ACCEPTED, WRONG = 42, 43
"""The exit statuses by which the course's program accepts or rejects, as Kattis and DOMjudge have them."""


class Interaction(Struct, frozen=True):
    """How the course's program judged, and how the conversation ended."""

    status: int | None = None
    """Its exit status; negative: a signal; None where it was ended because it did not end in time."""
    message: str = ""
    """What it wrote for the student."""
    score: float | None = None
    """The part of the points that it gave, from 0 to 1; None where it gave none."""
    complaint: str = ""
    """The last lines of its standard error."""
    ended_first: bool = False
    """Whether it ended while the student's program was still there."""
    deadlock: bool = False
    """Whether each of the two waited for the other."""
    heard: bool = False
    """Whether the student's program wrote anything."""
    transcript: bytes = b""
    """The lines in their order, the student's behind ``> ``, those of the course's program behind ``< ``."""
