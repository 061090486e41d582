"""What a program stores in a variable: an array of some lengths, or something else."""

from __future__ import annotations

from msgspec import Struct


class Stored(Struct, frozen=True):
    """A declaration of a variable, or an assignment to it."""

    name: str
    line: int
    lengths: tuple[str, ...] = ()
    """The lengths of the array that is made here, without blanks, the outermost first; none for any other value."""
    declares: bool = False
    """Whether the variable is declared here."""
    has_value: bool = True
    depth: int = 0
    """How many indices stand before what is assigned: 1 for a row of the array."""
