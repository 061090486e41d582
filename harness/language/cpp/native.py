"""What the drivers of C and C++ share: their own object file, archives of objects, results of commands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from harness.language.drivers.program import FOLDER
from harness.language.tools.build_cache import get_cached, put_cached
from harness.language.tools.compilers import installation_id
from harness.sandbox.files.scratch import read_bounded

PROGRAM = f"{FOLDER}/program"
"""The program that a submission is made into."""
DRIVER_OBJECT = f"{FOLDER}/driver.o"
_MAX_BYTES = 16 * 1024**2


class DriverObject:
    """A driver's own object file, compiled before the student's files are read and used for all submissions."""

    def __init__(self, source: str, files: tuple[str, ...], path: str = DRIVER_OBJECT) -> None:
        """``files``: the source and all that it includes, by their names in the driver's folder."""
        self._source, self._files, self._path, self._content = source, files, path, b""

    def compile(self, workdir: Path) -> Iterator[tuple[str, ...]]:
        """Yield the command that compiles it, where it is not known yet; put it into the folder."""
        command = ("g++", "-std=c++17", "-w", "-pthread", "-O0", "-c", f"{FOLDER}/{self._source}", "-o", self._path)
        facts = repr(
            (command, installation_id("g++"), [(workdir / FOLDER / name).read_bytes() for name in self._files])
        )
        self._content = self._content or get_cached(facts) or b""
        if self._content:
            (workdir / self._path).write_bytes(self._content)
            return
        yield command
        self._content = read_bounded(workdir, self._path, _MAX_BYTES) or b""
        if self._content:
            put_cached(facts, self._content)


def archive(paths: Iterable[str]) -> Iterator[tuple[str, ...]]:
    """Archive objects, of which the linker takes only what it needs: another source may have a second ``main``."""
    objects = list(paths)
    if objects:
        yield ("ar", "rcs", f"{FOLDER}/others.a", *objects)


def archive_argument(workdir: Path) -> tuple[str, ...]:
    """The archive as an argument of the linker; empty where there is none."""
    path = f"{FOLDER}/others.a"
    return (path,) if (workdir / path).exists() else ()


def read_output(workdir: Path, name: str) -> str:
    """What a command wrote into a file of the driver's folder; empty where there is none."""
    return (read_bounded(workdir, f"{FOLDER}/{name}", _MAX_BYTES) or b"").decode(errors="replace")
