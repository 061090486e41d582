"""Python."""

from __future__ import annotations

import re
from collections.abc import Collection
from pathlib import Path

from harness.language.base import Language, Tool, last_line, read_source
from harness.language.diagnostics.tool_messages import (
    FAULTHANDLER_FRAME,
    PYTHON_FRAME,
    PYTHON_SORRY,
    BuildError,
    first_error,
    places_in,
)
from harness.model.finding import NOWHERE, Place
from harness.model.observation import Crash, Observation
from harness.model.patterns import lazy_regex
from harness.spec.format.model import Recipe

_READ = 1 << 16
"""Bytes at the end of stderr that are read."""
_FAULTHANDLER = b"(most recent call first):"
_TRACEBACK = b"Traceback (most recent call last):"
_ERROR = lazy_regex(rb"^(?!Traceback )[A-Za-z_][\w.]{0,100}(?:: [^\n]{0,800})?$", re.MULTILINE)
_UNREAD_SOURCE = lazy_regex(
    rb"^(SyntaxError: (?:Non-UTF-8 code|encoding problem)[^\n]{0,100}?) in file ([^\n]{1,300}?) on line (\d{1,9})\b",
    re.MULTILINE,
)
"""What is said about a source in another encoding, without a traceback."""
_SYNTAX_ERROR = lazy_regex(rb"^(?:SyntaxError|IndentationError|TabError)\b[^\n]{0,300}", re.MULTILINE)
_CHECK = ("python3", "-m", "py_compile")
_QUICK_CHECK = """\
import sys
from _frozen_importlib_external import SourceFileLoader, cache_from_source
from posix import unlink
sys.dont_write_bytecode = False
for path in sys.argv[1:]:
    try:
        unlink(cache_from_source(path))
    except OSError:
        pass
    SourceFileLoader("", path).get_code("")
"""
"""Writes the bytecode that ``py_compile`` writes, without its modules (a third of the CPU time)."""


class Python(Language):
    """Python 3, run by the system's interpreter."""

    name = "python"
    other_names = ("python3", "python 3", "cpython")
    suffixes = (".py",)
    tools = (Tool("python3", "python3"),)

    def recipe(self, sources: list[str]) -> Recipe:
        """Check that every file compiles, then start the main file."""
        return Recipe(commands=((*_CHECK, *sources),), run=(("python3", "{main}"),))

    def quick_check(self, command: tuple[str, ...]) -> tuple[str, ...] | None:
        """The same without the modules of ``py_compile``."""
        sources = command[len(_CHECK) :]
        if command != _CHECK + sources or not sources or any(path.startswith("-") for path in sources):
            return None
        return ("python3", "-S", "-c", _QUICK_CHECK, *sources)

    def entry_point(self, workdir: Path, sources: list[str]) -> tuple[str, ...] | None:
        """The file that no other one imports, or ``-m`` and a package."""
        from harness.language.python.entry_point import entry_point  # noqa: PLC0415 - parsing takes long to load

        return entry_point({name: _read(workdir / name) for name in sources})

    def crash(self, observation: Observation, files: Collection[str] = ()) -> Crash | None:
        """A traceback that ended the program."""
        stderr = observation.stderr
        if observation.exit and _TRACEBACK in stderr:
            trace = stderr[stderr.rfind(_TRACEBACK) :]
            return Crash(_error(trace) or last_line(stderr), _innermost(trace, files))
        if observation.exit and b"SyntaxError" in stderr and b'  File "' in stderr:
            return Crash(last_line(stderr), _innermost(stderr, files))
        if observation.exit and (unread := _UNREAD_SOURCE.search(stderr[-_READ:])) is not None:
            path = next((name for name in files if unread[2].decode(errors="replace").endswith(f"/{name}")), "")
            return Crash(unread[1].decode(errors="replace"), Place(path=path, line=int(unread[3])) if path else NOWHERE)
        return None

    def innermost_frame(self, trace: bytes, files: Collection[str]) -> Place:
        """The last frame of a traceback; the first of what faulthandler writes of a single thread."""
        threads = trace.count(_FAULTHANDLER)
        if threads > 1:
            return NOWHERE
        if threads:
            return next(places_in(FAULTHANDLER_FRAME, trace[:_READ], files), NOWHERE)
        return _innermost(trace, files)

    def build_error(self, output: bytes, files: Collection[str]) -> BuildError | None:
        """The first syntax error."""
        error = _SYNTAX_ERROR.search(output)
        if error is None:
            return first_error(PYTHON_SORRY, output, files)
        start = max(output.rfind(b'  File "', 0, error.start()), 0)
        place = next(places_in(PYTHON_FRAME, output[start : error.start()], files), None)
        return BuildError(place, error[0].decode(errors="replace"), start) if place else None


def _read(path: Path) -> bytes:
    try:
        return read_source(path)
    except OSError:
        return b""


def _error(trace: bytes) -> str:
    """The line of a traceback that names the exception: a message may have more lines, and output may follow."""
    match = _ERROR.search(trace[-_READ:])
    return match[0].decode(errors="replace").removeprefix("__main__.")[:200] if match is not None else ""


def _innermost(trace: bytes, files: Collection[str]) -> Place:
    """The last frame of a traceback that lies in one of the files."""
    return (list(places_in(PYTHON_FRAME, trace[-_READ:], files)) or [NOWHERE])[-1]


LANGUAGE = Python()
