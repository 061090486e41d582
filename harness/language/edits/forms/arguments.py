"""Arguments of a call beside the parameters of what is called."""

from __future__ import annotations

from collections.abc import Sequence

LIKELY, UNLIKELY = -1, 2
"""How unlikely it is that two arguments have to change places."""


def swapped_rank(parameters: Sequence[str], arguments: Sequence[str], at: int) -> int:
    """How unlikely it is that the argument there and the next one are to be swapped."""
    return pair_rank(parameters, arguments, at, at + 1)


def pair_rank(parameters: Sequence[str], arguments: Sequence[str], at: int, other: int) -> int:
    """How unlikely it is that these two arguments are to be swapped.

    Likely where a variable then stands in the place of the parameter of its name, and neither does now. A name counts
    as that of its longer form: ``column`` is passed for ``col``.
    """
    if len(parameters) != len(arguments):
        return UNLIKELY
    first, second = arguments[at], arguments[other]
    wanted, next_wanted = parameters[at], parameters[other]
    fits = _alike(first, wanted) or _alike(second, next_wanted)
    return LIKELY if not fits and (_alike(first, next_wanted) or _alike(second, wanted)) else UNLIKELY


def _alike(name: str, other: str) -> bool:
    return name.startswith(other) or other.startswith(name)
