"""An uncaught error that ended a program, as its language reports it."""

from __future__ import annotations

from msgspec import Struct

from harness.model.place import NOWHERE, Place


class Crash(Struct, frozen=True):
    """What the language's runtime said."""

    error: str
    """The error in one line, such as ``KeyError: 'n'``."""
    where: Place = NOWHERE
    """The innermost frame in the student's own files, as far as the report names one."""
    memory_error: str = ""
    """What a sanitizer or Valgrind found, such as ``use-after-free``; empty where none of them reports."""
    library: str = ""
    """The Python library that was not found, where the sources import it; else empty."""
