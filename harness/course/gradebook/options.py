"""The options of ``grade`` that concern the gradebook."""

from __future__ import annotations

from msgspec import Struct


class GradebookOptions(Struct, frozen=True):
    """Which gradebook to write into, and what to take over from earlier runs."""

    location: str | None = None
    """A file or a database's URL; None: the course's own gradebook."""
    resume: bool = False
    """Continue the last run where it was interrupted."""
    changed: bool = False
    """Grade only submissions that were not graded yet with the same files, spec, harness and tools."""
