"""What the harness knows of a language: sources, usual build and run, tools, and what a crash looks like."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from msgspec import Struct

from harness.language.diagnostics.tool_messages import BuildError
from harness.model.finding import NOWHERE, Place
from harness.model.observation import Crash, Observation
from harness.spec.format.model import Recipe


class Tool(Struct, frozen=True):
    """A compiler or interpreter of a language, and how it is installed."""

    name: str
    """The program's name on the search path."""
    package: str
    """The Debian package that brings it."""
    version_flag: str = "--version"
    """The option that makes it print its version."""
    required: bool = True
    """Whether a machine without it cannot grade the language; False for a tool that only some programs take."""


class Language:
    """One language; every module of this folder holds one as ``LANGUAGE``.

    Source files are recognised by their suffix, and ``{main}`` is a source file, where a language says nothing else.
    """

    name: str
    """The word that a spec uses for it."""
    other_names: tuple[str, ...] = ()
    """Words that an author may write for it; an error then says the name."""
    rank: int = 1
    """Where any language is allowed, the lowest rank with sources wins: 0 a Makefile, 1 a language, 2 scripts."""
    suffixes: tuple[str, ...] = ()
    """Suffixes of its source files; empty if a suffix says nothing."""
    header_suffixes: tuple[str, ...] = ()
    """Suffixes of files that hold all of a hand-in where functions and classes are only called."""
    tools: tuple[Tool, ...] = ()
    """What its programs are built and run with."""

    def sources(self, _workdir: Path, paths: list[str]) -> list[str]:
        """The files of this language among ``paths``, which are relative to the folder."""
        return [path for path in paths if path.endswith(self.suffixes)]

    def recipe(self, sources: list[str]) -> Recipe:
        """The usual way to build and start a program of these source files."""
        raise NotImplementedError

    def fallback_recipes(self, _sources: list[str]) -> tuple[Recipe, ...]:
        """The recipes that are tried, in order, when the usual one does not build."""
        return ()

    def check_recipes(self, _sources: list[str]) -> tuple[Recipe, ...]:
        """How sources are checked that need not make a program, as where functions are only called; empty: as usual."""
        return ()

    def quick_check(self, _command: tuple[str, ...]) -> tuple[str, ...] | None:
        """A command that writes what a build command writes for less time; it runs first. None if there is none.

        Where ``quick_check_decides`` denies it, the build command itself runs.
        """
        return None

    def quick_check_decides(self, observation: Observation) -> bool:
        """Whether the build command would come to what the quick one came to: here, if that says nothing."""
        return observation.exit == 0 and not (observation.stdout or observation.stderr)

    def entry_point(self, _workdir: Path, sources: list[str]) -> tuple[str, ...] | None:
        """The words that replace ``{main}`` in the built folder; None when there is no entry point.

        The file named main or run, else the first by name.
        """
        best = min(sources, key=lambda name: (Path(name).stem not in ("main", "run"), name), default=None)
        return None if best is None else (best,)

    def crash(self, _observation: Observation, _files: Collection[str] = ()) -> Crash | None:
        """The uncaught error that ended the program; None when there is none, or the output does not show it.

        ``_files``: the submission's, of which its place names one.
        """
        return None

    def innermost_frame(self, _trace: bytes, _files: Collection[str]) -> Place:
        """The innermost frame of a stack that lies in one of these files; nowhere when there is none.

        ``_trace``: the frames as the language itself writes them.
        """
        return NOWHERE

    def build_error(self, _output: bytes, _files: Collection[str]) -> BuildError | None:
        """The first error in a compiler's output that lies in one of these files; None when there is none."""
        return None


_MAX_SOURCE_BYTES = 2 << 20
"""A larger source file is not parsed: its syntax tree takes a hundred times its size in memory."""


def outermost(sources: list[str]) -> list[str]:
    """The source files of the outermost folder: an older version may lie below it."""
    depth = min((path.count("/") for path in sources), default=0)
    return [path for path in sources if path.count("/") == depth]


def read_source(path: Path) -> bytes:
    """Read a source file that is to be parsed; empty when it is larger than anybody writes by hand."""
    return path.read_bytes() if path.stat().st_size <= _MAX_SOURCE_BYTES else b""


def last_line(stderr: bytes) -> str:
    """The last line that is not blank, decoded for a report."""
    lines = [line for line in stderr.decode(errors="replace").splitlines() if line.strip()]
    return lines[-1].strip()[:200] if lines else ""
