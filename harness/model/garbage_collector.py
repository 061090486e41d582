"""Python's collector of cycles, kept from looking through what stays for good."""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Iterator


@contextlib.contextmanager
def resting_collector() -> Iterator[None]:
    """Let the collector rest while modules are loaded or specs are read: it would take up to half of that time."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()
