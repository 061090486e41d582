"""What was discovered below a path: submissions, where they came from, and what belongs to nobody."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from harness.course.ingest.submission import Submission


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
