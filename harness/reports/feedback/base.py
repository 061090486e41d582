"""What a learning system that takes feedback files back is."""

from __future__ import annotations

from typing import Protocol

from harness.model.grade import Provenance
from harness.model.patterns import lazy_regex

_UNSAFE = lazy_regex(r"[\x00-\x1f\x7f-\x9f/\\\ud800-\udfff\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""What no name in a zip may hold: ways out of the folder, and what is no text or turns it round."""


class Feedback(Protocol):
    """A learning system. A module holds one as ``FEEDBACK``."""

    @property
    def system(self) -> str:
        """Its name, as its importer has it."""
        ...

    def name(self, provenance: Provenance, ending: str) -> str:
        """Where a student's file has its place in the zip; empty where the system takes none back for him."""
        ...


def inert(name: str) -> str:
    """A name of the download as it was, but for characters that are not text."""
    return _UNSAFE.sub("_", name)
