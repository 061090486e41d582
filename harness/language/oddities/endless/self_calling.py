"""A function that calls itself, as far as it is known what ends its calls."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

MOST_NODES = 4000
MOST_TESTS = 30
SHOWS = ("print", "println", "printf")
"""What changes nothing that it is given."""


class SelfCalling(Struct, frozen=True):
    """A function that calls itself."""

    parameters: Sequence[str]
    calls: Sequence[tuple[int, Sequence[str]]]
    """The calls of itself: the line, and the arguments as they are written."""
    comparisons: Sequence[tuple[str, frozenset[str]]]
    """All comparisons, and the names in each."""
    decides: frozenset[str]
    """What its conditions and comparisons name outside of these calls; the kind of what is no plain name."""
    asked: frozenset[str]
    """The names by which it chooses a way otherwise than by a comparison."""
    changed: frozenset[str]
    """The names that it changes, or lets something else change."""
