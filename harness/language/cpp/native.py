"""What the drivers of C and C++ share: object files, archives, results of commands, and where a program is at work."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from harness.language.driver import FOLDER, Driver, NotCallable, copy_program
from harness.language.tools.build_cache import get_cached, put_cached
from harness.language.tools.toolchain import installation_id
from harness.sandbox.files.scratch import read_bounded, regular_files

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
        """Yield the command that compiles it, if it is not known yet; put it into the folder."""
        command = ("g++", "-std=c++17", "-w", "-pthread", "-O0", "-c", f"{FOLDER}/{self._source}", "-o", self._path)
        facts = repr(
            (command, installation_id("g++"), [(workdir / FOLDER / name).read_bytes() for name in self._files])
        )
        self._content = self._content or get_cached(facts, of_tools=True) or b""
        if self._content:
            (workdir / self._path).write_bytes(self._content)
            return
        yield command
        self._content = read_bounded(workdir, self._path, _MAX_BYTES) or b""
        if self._content:
            put_cached(facts, self._content, of_tools=True)


def archive(paths: Iterable[str]) -> Iterator[tuple[str, ...]]:
    """Archive objects, of which the linker takes only what it needs: another source may have a second ``main``."""
    objects = list(paths)
    if objects:
        yield ("ar", "rcs", f"{FOLDER}/others.a", *objects)


def archive_argument(workdir: Path) -> tuple[str, ...]:
    """The archive as an argument of the linker; empty if there is none."""
    path = f"{FOLDER}/others.a"
    return (path,) if (workdir / path).exists() else ()


def source_files(workdir: Path, suffixes: tuple[str, ...]) -> list[str]:
    """The student's source files, without those whose names no directive of the compiler can hold."""
    paths = [path for path in regular_files(workdir) if path.endswith(suffixes) and not set(path) & set('"\\\n')]
    return [path for path in paths if not path.startswith(FOLDER)]


def read_output(workdir: Path, name: str) -> str:
    """What a command wrote into a file of the driver's folder; empty if there is none."""
    return (read_bounded(workdir, f"{FOLDER}/{name}", _MAX_BYTES) or b"").decode(errors="replace")


_SOURCE = "locator.cc"
_OBJECT = f"{FOLDER}/locator.o"
_SCRIPT = """\
report=$1 times="$2 $3"
shift 3
GRADE_LOCATE="$times $report.places" "$@"
program=$(head -n 1 "$report.places") || exit
tail -n +2 "$report.places" | addr2line -pfC -e "$program" >"$report.frames"
{
  sed '/^?? ??:0$/q' "$report.frames"
  printf lines:
  sed -n '1,/^?? ??:0$/d; s/.*:\\([1-9][0-9]*\\).*/ \\1/p' "$report.frames" | tr -d '\\n'
  echo
} >"$report"
"""
"""Run the program; then its addresses become functions, files and lines: the calls, and after them the blocks."""


class NativeDriver(Driver):
    """Base class of the drivers of C and C++: what they can do, how they are started, and how they find a place."""

    has_fields = False
    has_arguments = False
    locate_flags = (
        "-w",
        "-g",
        "-O0",  # or the lines of conditions are moved out of their loops, and calls have no places of their own
        "-finstrument-functions",
        "-finstrument-functions-exclude-file-list=/usr/include,/usr/lib",
        "-fsanitize-coverage=trace-pc",
        f"{{top}}/{_OBJECT}",
    )
    _locator_object = DriverObject(_SOURCE, (_SOURCE,), _OBJECT)

    def start_command(self, workdir: Path, report: str) -> tuple[str, ...]:  # noqa: ARG002 - it is the working folder
        """The program that the preparing commands made."""
        return (f"./{PROGRAM}", report)

    def prepare_locating(self, folder: Path) -> Iterable[tuple[str, ...]]:
        """Compile the hooks, once for all submissions."""
        copy_program(folder, "cpp/program", (_SOURCE,))
        yield from self._locator_object.compile(folder)

    def locate_command(
        self,
        workdir: Path,  # noqa: ARG002 - part of the protocol
        ways: tuple[tuple[str, ...], ...],
        report: str,
        seconds: float,
        span: float,
    ) -> tuple[str, ...]:
        """The first way, whose program writes addresses; they are looked up in it when it has ended."""
        if not ways:
            raise NotCallable("nothing says how the program is started")
        return ("sh", "-c", _SCRIPT, "sh", report, str(seconds), str(span), *ways[0])
