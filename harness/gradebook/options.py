"""What a user wants of a gradebook."""

from __future__ import annotations

from msgspec import Struct


class GradebookOptions(Struct, frozen=True):
    """What the user wants of a gradebook."""

    place: str | None = None
    """A file or a URL; None: the course's own."""
    resume: bool = False
    """Go on with the last run where it was broken off."""
    changed: bool = False
    """Grade only what was never graded as it is now."""
