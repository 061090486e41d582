"""Drivers: how the functions of a submission are called, one language each.

A driver is a program of ours in the student's language. It reads one JSON line a case from stdin and writes JSON lines
to the file that its first argument names::

    {"case": 3, "set": {"n": 8}, "let": {"B": [[0]]}, "get": ["n"],
     "calls": [{"functions": ["placeQueen"], "fold": false, "args": [{"var": "B"}, {"value": 1}], "repeat": 1}],
     "cpu": 5.0, "argv": [], "files": ["Queens.py"]}

Keys that are left out are empty; ``fold`` and ``reads`` are false, ``repeat`` is 1. The driver answers::

    {"begin": 3}
    {"case": 3, "call": 0, "function": "placeQueen", "returned": null, "after": [[[0]], 1], "stdout": "base64",
     "raised": null, "message": "", "bases": [], "missing": null, "fields": {}}
    {"end": 3, "get": {"n": 8}}

A call with ``"new": true`` makes an object of the class ``functions``. ``"of": {"var": "account"}`` calls a method of
an object, ``"of": {"functions": ["Account"], "fold": false}`` a static method. ``"keep": "account"`` makes what was
made or returned a variable of that name, ``"fields": ["balance"]`` asks for fields of the object that was made, or that
the call is ``of``; with no ``functions`` it does nothing else. ``bases`` are the types that the exception's type
extends, ``trace`` the innermost frames of its stack, as the language itself writes them. ``"elements": 3`` says how
many elements a pointer that is returned points at; ``"after": true`` that the arguments behind the call are judged: in
C they may not be looked at otherwise, for what they point at may be freed.

Each case starts with fresh state. Values are JSON; what that cannot hold is tagged as
``harness/spec/yaml/value_notation.py`` says:
``{"!tuple": [...]}``, ``{"!set": [...]}``, ``{"!map": [[key, value], ...]}`` for a mapping with keys that are no texts
or one that looks like a tag, ``{"!bytes": "base64"}``, ``{"!number": "nan"}`` (``inf``, ``-inf``), ``{"!var": "B"}`` in
arguments, ``{"!linked": {"nodes": [{"value": 1}], "link": "next"}}`` for structures that point at each other, and
``{"!repr": text}`` for any other object. Expected values are never sent. A Prolog goal has
``"solutions": [...]`` in place of ``returned``, ``"choice": false``, ``"inferences": 90`` and ``"stopped": "cpu"``.

A driver that runs each case in a process of its own ends a case that died with ``{"end": 3, "signal": 11}``, ``{"end":
3, "exit": 1}``, ``{"end": 3, "limit": "cpu", "trace": "..."}`` or ``{"end": 3, "ended": sentence}`` and goes on;
``cpu`` is the case's own limit. Any driver may end between two cases: it is started again for those that are left. It
ends with a status other than 0, before any case and with a line on stderr, when the spec asks for what it cannot do.
``argv`` are the program's arguments while its code is made ready, ``files`` the patterns of the files required.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple, Protocol, runtime_checkable

from harness.model.runs.value_rules import ValueRules


class CalledNames(NamedTuple):
    """All names that an assignment's cases use of a program; alternatives are joined by ``|``."""

    functions: tuple[str, ...] = ()
    classes: tuple[str, ...] = ()
    fields: tuple[str, ...] = ()
    objects: bool = False
    """Whether objects are made, or methods called of some."""


class NotCallable(Exception):
    """The student's program cannot be made ready for calls (it does not compile with the driver); for the student."""


class Attempt(tuple[str, ...]):
    """A command that may fail by itself: the driver sees by what it made, and goes another way then."""

    __slots__ = ()


@runtime_checkable
class OverflowDriver(Protocol):
    """A driver whose language computes with numbers of fixed size, which a program may leave unnoticed."""

    def overflow_commands(
        self, workdir: Path, ways: tuple[tuple[str, ...], ...], report: str, calls: int
    ) -> tuple[Iterable[tuple[str, ...]], tuple[str, ...]]:
        """As ``Driver.trace_commands``; the program is ended after so many calls of its functions together.

        A second line of the report holds ``ended``: whether it was; and, of the first number that came out too large
        for its type, ``lost`` (``product``, ``sum``, ``conversion``, or ``comparison`` of an int with a number that no
        int reaches), ``value`` and ``line``.
        """
        ...


@runtime_checkable
class LocatingDriver(Protocol):
    """A driver that can find where a program is that does not end."""

    def locate_command(
        self, workdir: Path, ways: tuple[tuple[str, ...], ...], report: str, seconds: float, span: float
    ) -> tuple[str, ...]:
        """The command that runs the first usable one of ``ways``, and says where it is after so many CPU seconds.

        The file ``report`` then holds the calls that were under way for ``span`` more seconds, as the language writes
        them, and below ``lines: 3 4`` those in which the innermost of them was. The program is ended. There is no such
        file, or an empty one, where nothing was found.
        """
        ...


@runtime_checkable
class RebuildingDriver(Protocol):
    """A ``LocatingDriver`` whose programs must first be built anew for it."""

    locate_flags: tuple[str, ...]
    """What the compiler is told besides, with ``{top}`` for the folder in which the program is built."""

    def prepare_locating(self, folder: Path) -> Iterable[tuple[str, ...]]:
        """Copy the driver's files to where the program is then built; return the commands to run there first."""
        ...


class Driver(Protocol):
    """One language's driver; every module of this folder that has one holds it as ``DRIVER``."""

    language: str
    """The spec's word for the language."""
    has_fields: bool
    """Whether the program's variables can be set and read."""
    has_arguments: bool
    """Whether its functions see the program's arguments."""
    counts_calls: bool
    """Whether the calls of a whole run can be counted."""
    rules: ValueRules
    """How the language's values are compared with those of the spec."""

    def prepare_commands(self, workdir: Path, names: CalledNames) -> Iterable[tuple[str, ...]]:
        """Copy the driver's files into ``workdir``, a copy of the built submission; return the commands to run there.

        Each command is run before the next is requested, so a driver may read its results. One that fails ends the
        preparation, but for an ``Attempt``.
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
