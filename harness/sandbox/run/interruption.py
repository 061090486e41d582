"""End the grader at Ctrl-C or SIGTERM, but not in the midst of a fork.

An exception that a signal raises in what Python itself does at a fork is printed and lost: the grader would go on.
"""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Iterator

_NUMBERS = (signal.SIGINT, signal.SIGTERM)
_state = {"forks": False, "pending": False}


def interrupt_on_signals() -> None:
    """Raise KeyboardInterrupt in the main thread at SIGINT and SIGTERM; ValueError in another thread."""
    for number in _NUMBERS:
        signal.signal(number, _interrupt)


@contextlib.contextmanager
def uninterrupted() -> Iterator[None]:
    """Put an interruption off to the end of the block, which forks."""
    _state["forks"] = True
    try:
        yield
    finally:
        _state["forks"] = False
    if _state["pending"]:
        _state["pending"] = False
        raise KeyboardInterrupt


def _interrupt(*_: object) -> None:
    if _state["forks"]:
        _state["pending"] = True
    else:
        raise KeyboardInterrupt
