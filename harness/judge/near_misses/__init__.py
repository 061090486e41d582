"""The near misses, found by looking into this folder: a new one is one new file that holds ``NEAR_MISSES``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from harness.judge.near_misses.base import NearMiss
from harness.model.family import members


def _find() -> Iterator[NearMiss]:
    for module in members(__name__, __path__):
        yield from getattr(module, "NEAR_MISSES", ())


NEAR_MISSES: Mapping[str, NearMiss] = {
    near_miss.name: near_miss for near_miss in sorted(_find(), key=lambda near_miss: (near_miss.rank, near_miss.name))
}
"""Every near miss by name, in the order in which names are listed."""

__all__ = ["NEAR_MISSES", "NearMiss"]
