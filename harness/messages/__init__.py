"""The catalogue: a sentence for each kind of finding, found by looking into this folder for ``MESSAGES``."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any


@cache
def catalogue() -> Mapping[str, Any]:
    """Every phrase of the harness's own by its kind, in English."""
    return dict(_entries())


def _entries() -> Iterator[tuple[str, Any]]:
    for entry in pkgutil.iter_modules(__path__):
        module = importlib.import_module(f"{__name__}.{entry.name}")
        yield from getattr(module, "MESSAGES", {}).items()
