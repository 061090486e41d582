"""Removing differences in form from an output, by the names that near misses have or by the words of a spec."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from operator import attrgetter
from typing import TYPE_CHECKING, Literal

from harness.judge.near_misses import NEAR_MISSES

NORMALIZATIONS: Mapping[str, Callable[[bytes], bytes]] = {
    near_miss.name: near_miss.normalize
    for near_miss in sorted(NEAR_MISSES.values(), key=attrgetter("order"))
    if near_miss.normalize is not None
}
"""By name, in the order in which they are applied."""

_IGNORABLE = {near_miss.ignored_as: name for name, near_miss in NEAR_MISSES.items() if near_miss.ignored_as}

if TYPE_CHECKING:
    Ignorable = str
else:
    Ignorable = Literal[tuple(_IGNORABLE)]  # made at run time from the near misses found


def normalize(output: bytes, kinds: Collection[str]) -> bytes:
    """The output without the kinds of difference named, each by its name or by the word that ``ignore`` has for it."""
    names = {_IGNORABLE.get(kind, kind) for kind in kinds}
    for name, without in NORMALIZATIONS.items():
        if name in names:
            output = without(output)
    return output
