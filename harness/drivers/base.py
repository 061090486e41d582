"""Drivers: how the functions of a submission are called, one language each.

A driver is a program of ours in the student's language. It reads one JSON line a case from stdin and writes JSON lines
to the file that its first argument names::

    {"case": 3, "set": {"n": 8}, "let": {"B": [[0]]}, "get": ["n"],
     "calls": [{"functions": ["placeQueen"], "fold": false, "args": [{"var": "B"}, {"value": 1}], "repeat": 1}],
     "cpu": 5.0, "argv": [], "files": ["Queens.py"]}

Keys that are left out are empty; ``fold`` and ``reads`` are false, ``repeat`` is 1. The driver answers::

    {"begin": 3}
    {"case": 3, "call": 0, "function": "placeQueen", "returned": null, "after": [[[0]], 1], "stdout": "base64",
     "raised": null, "message": "", "missing": null}
    {"end": 3, "get": {"n": 8}}

Each case starts with fresh state. Values are JSON, with ``{"repr": text}`` for an object that JSON cannot hold and
``{"tuple": [...]}`` for a tuple. Expected values are never sent. A Prolog goal has
``"solutions": [...]`` in place of ``returned``, ``"choice": false``, ``"inferences": 90`` and ``"stopped": "cpu"``.

A driver that runs each case in a process of its own ends a case that died with ``{"end": 3, "signal": 11}``,
``{"end": 3, "exit": 1}``, ``{"end": 3, "limit": "cpu"}`` or ``{"end": 3, "ended": sentence}`` and goes on; ``cpu``
is the case's own limit. Any driver may end between two cases: it is started again for those that are left. It ends with
a status other than 0, before any case and with a line on stderr, when the spec asks for what it cannot do.
``argv`` are the program's arguments while its code is made ready, ``files`` the patterns of the files required.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Protocol


class NotCallable(Exception):
    """The student's program cannot be made ready for calls (it does not compile with the driver); for the student."""


class Driver(Protocol):
    """One language's driver; every module of this folder that has one holds it as ``DRIVER``."""

    language: str
    """The spec's word for the language."""
    has_fields: bool
    """Whether the program's variables can be set and read."""

    def prepare_commands(self, workdir: Path, functions: tuple[str, ...]) -> Iterable[tuple[str, ...]]:
        """Copy the driver's files into ``workdir``, a copy of the built submission; return the commands to run there.

        Each command is run before the next is requested, so a driver may read its results.

        ``functions`` are all names that will be called, alternatives joined by ``|``.
        """
        ...

    def trace_commands(
        self, workdir: Path, ways: tuple[tuple[str, ...], ...], report: str
    ) -> tuple[Iterable[tuple[str, ...]], tuple[str, ...]]:
        """The commands to run first, and the command that runs the first usable one of ``ways`` and counts its calls.

        After the program's end the file ``report`` holds one JSON object: the simple name of each of the student's
        functions -> the number of its calls. The program's streams, arguments and exit status are unchanged.
        """
        ...

    def copy_driver(self, workdir: Path) -> bool:
        """Copy the driver into an empty folder, so that it can be started without a submission.

        False when that is impossible because the two are one program.
        """
        ...

    def start_command(self, workdir: Path, report: str) -> tuple[str, ...]:
        """The command that reads cases from stdin and writes to the file ``report``."""
        ...
