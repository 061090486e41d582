"""What is wrong with a run: where, what was expected, what came instead."""

from __future__ import annotations

from msgspec import Struct


class Finding(Struct, frozen=True):
    """One fault, worded for the student. Bytes stay bytes: only reports decode and escape them."""

    message: str
    """One sentence: what is wrong."""
    where: str = ""
    """The place, for example ``stdout, line 3, column 7``."""
    expected: bytes | None = None
    """The expected bytes, cut to a window around the difference; None where there are none to show."""
    actual: bytes | None = None
    """The actual bytes, cut in the same way."""
    near_misses: tuple[str, ...] = ()
    """The names of the near misses that together explain the whole difference, for example ``trailing-blanks``."""
