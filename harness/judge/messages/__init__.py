"""The catalogue: a sentence for each kind of finding, found by looking into this folder for ``MESSAGES``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from harness.model.family import members


@cache
def catalogue() -> Mapping[str, Any]:
    """Every phrase of the harness's own by its kind, in English."""
    return dict(_entries())


def _entries() -> Iterator[tuple[str, Any]]:
    for module in members(__name__, __path__):
        yield from getattr(module, "MESSAGES", {}).items()
