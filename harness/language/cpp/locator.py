"""Find where a C or C++ program is that does not end: it is built anew, with hooks at its functions and blocks."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from harness.language.cpp.native import DriverObject
from harness.language.drivers.base import NotCallable
from harness.language.drivers.program import FOLDER, copy_program

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
"""Run the program; then its addresses become functions, files and lines: the calls, and behind them the blocks."""


class NativeLocator:
    """Base class of the drivers of C and C++, in this respect the same."""

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
