"""Drivers: how the functions of a submission are called; a module ``driver`` in the folder of a language."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple, Protocol, runtime_checkable

import harness.language
from harness.model.family import parts
from harness.model.result import ValueRules


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
        file, or an empty one, if nothing was found.
        """
        ...


@runtime_checkable
class RebuildingDriver(Protocol):
    """A ``LocatingDriver`` whose programs must first be built again for it."""

    locate_flags: tuple[str, ...]
    """Further options of the compiler, with ``{top}`` for the folder in which the program is built."""

    def prepare_locating(self, folder: Path) -> Iterable[tuple[str, ...]]:
        """Copy the driver's files to where the program is then built; return the commands to run there first."""
        ...


@runtime_checkable
class IndexDriver(Protocol):
    """A driver that can say which index of which length ended a program, where its language does not."""

    def index_command(self, workdir: Path, ways: tuple[tuple[str, ...], ...], report: str) -> tuple[str, ...]:
        """The command that runs the first usable one of ``ways``.

        Where an index out of range ends the program, the file ``report`` then holds the innermost call as the language
        writes it, and below it ``index 8 of 8``: the index and the length.
        """
        ...


class Driver:
    """One language's driver; every module of this folder that has one holds it as ``DRIVER``."""

    language: str
    """The spec's word for the language."""
    program: tuple[str, ...] = ()
    """The files of its own program, below its language's folder; none if it is compiled with a submission."""
    has_fields: bool = True
    """Whether the program's variables can be set and read."""
    has_arguments: bool = True
    """Whether its functions see the program's arguments."""
    counts_calls: bool = True
    """Whether the calls of a whole run can be counted."""
    rules: ValueRules
    """How the language's values are compared with those of the spec."""

    def prepare_commands(self, workdir: Path, names: CalledNames) -> Iterable[tuple[str, ...]]:
        """Copy the driver's files into ``workdir``, a copy of the built submission; return the commands to run there.

        Each command is run before the next is requested, so a driver may read its results. One that fails ends the
        preparation, except for an ``Attempt``.
        """
        raise NotImplementedError

    def trace_commands(
        self, workdir: Path, ways: tuple[tuple[str, ...], ...], report: str
    ) -> tuple[Iterable[tuple[str, ...]], tuple[str, ...]]:
        """The commands to run first, and the command that runs the first usable one of ``ways`` and counts its calls.

        After the program's end the file ``report`` holds one JSON object: the simple name of each of the student's
        functions -> the number of its calls. The program's streams, arguments and exit status are unchanged.
        """
        raise NotImplementedError

    def copy_driver(self, workdir: Path) -> bool:
        """Copy the driver into an empty folder, so that it can be started without a submission.

        False when that is impossible because the two are one program.
        """
        if self.program:
            copy_program(workdir, f"{self.language}/program", self.program)
        return bool(self.program)

    def start_command(self, workdir: Path, report: str) -> tuple[str, ...]:
        """The command that reads cases from stdin and writes to the file ``report``."""
        raise NotImplementedError


_LANGUAGES = str(Path(__file__).parent)
FOLDER = ".grade"
"""The folder for them; a student's file or folder of this name is replaced."""


def copy_program(workdir: Path, program: str, names: tuple[str, ...]) -> Path:
    """Copy files of the folder ``program``, as ``java/program``, into ``workdir``; return the folder they are in."""
    folder = workdir / FOLDER
    if folder.is_symlink() or folder.is_file():
        folder.unlink()
    elif folder.exists():
        shutil.rmtree(folder)
    folder.mkdir()
    for name in names:
        shutil.copyfile(os.path.join(_LANGUAGES, program, name), folder / name)  # noqa: PTH118 - at each start
    return folder


@cache
def drivers() -> dict[str, Driver]:
    """Every driver by its language."""
    modules = parts(harness.language.__name__, harness.language.__path__, "driver")
    family = [module.DRIVER for module in modules if hasattr(module, "DRIVER")]
    return {driver.language: driver for driver in family}
