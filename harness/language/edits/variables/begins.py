"""How likely a parameter is to stand in a place, and a loop to begin at it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from harness.language.edits.forms.ranked_edits import RankedEdits, ranked
from harness.model.patterns import lazy_regex

MOST_PLACES = 24
"""Of one function in which a parameter may stand."""
_BEGIN = lazy_regex(r"(?i)(?:start|begin|from|first|lo|low|left|min|lower|idx|index|pos|position|offset)\w*")
_FEW = 8
"""Of these, the places that are tried early."""
_LIKELY, _NAMED, _POSSIBLE = -1, 0, 2


def begin_rank(name: str, *, is_read: bool) -> int:
    """How unlikely a loop that begins at a number is to begin at this parameter."""
    return _LIKELY if not is_read else _NAMED if _BEGIN.fullmatch(name) else _POSSIBLE


def in_each_place(name: str, places: Sequence[tuple[int, int, int, str]], loops: Collection[int]) -> RankedEdits:
    """A parameter that nothing reads in these places, first in those whose text occurs twice in its line.

    Args:
        name: the parameter.
        places: the line of each, where it begins and ends in bytes, and its text.
        loops: the lines in which loops begin.

    """
    times = Counter((line, text) for line, _, _, text in places)
    order = sorted(places, key=lambda place: (place[0] in loops, times[place[0], place[3]] == 1, place[1]))
    for number, (_, start, end, _) in enumerate(order[:MOST_PLACES]):
        yield ranked(_LIKELY if number < _FEW else _NAMED, start, end, name)
