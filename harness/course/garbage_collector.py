"""Python's garbage collector, paused while objects are made that stay for good."""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Iterator


@contextlib.contextmanager
def paused_collector() -> Iterator[None]:
    """Pause the collector while modules are loaded or specs are read: it would take up to half of that time."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()
