"""What a checker found: where, what was expected, what came."""

from __future__ import annotations

from msgspec import Struct


class Finding(Struct, frozen=True):
    """One fault, told for a student. Bytes stay bytes: only reports decode and escape them."""

    message: str
    """One sentence: what is wrong."""
    where: str = ""
    """The place, for example ``stdout, line 3, column 7``."""
    expected: bytes | None = None
    """What should have come, cut to a window around the difference."""
    actual: bytes | None = None
    """What came, cut in the same way."""
    near_misses: tuple[str, ...] = ()
    """The names of the near misses that together explain the whole difference, for example ``trailing-blanks``."""
