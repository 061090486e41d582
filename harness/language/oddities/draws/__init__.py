"""Draws at random that reach one number too far."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from harness.model.patterns import lazy_regex

MOST_DRAWS = 20
"""Draws of a file that are looked at."""
MOST_NODES = 4000
"""Nodes of a function that is looked at."""
MAY_BE_LAST = lazy_regex(r"(?i)last|max|end|hi(?:gh)?|top|most|limit|upper")
"""In the names of what may be the last place instead of how many there are."""
HALF_LOOP = "half-loop"
"""What is odd in a search that goes from a random start to one end only."""
_Call = TypeVar("_Call")


def is_tried_again(
    name: str,
    calls: Mapping[str, Sequence[_Call]],
    look_up: tuple[Callable[[_Call], str], Callable[[_Call], bool]],
    seen: set[str],
) -> bool:
    """Whether a call of a function, or of one that calls it, is in a loop or a function that calls itself.

    ``look_up``: the function that a call is in, and whether it is in a loop that does not go through what is read.
    """
    caller_of, is_repeated = look_up
    seen.add(name)
    for call in calls.get(name, ()):
        caller = caller_of(call)
        if caller == name:
            continue
        if is_repeated(call):
            return True
        calls_itself = any(caller_of(each) == caller for each in calls.get(caller, ()))
        if caller and (caller in seen or calls_itself or is_tried_again(caller, calls, look_up, seen)):
            return True
    return False
