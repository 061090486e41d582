"""What the harness knows of a language: its usual way to build and run, and what a crash looks like."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from msgspec import Struct

from harness.model.observation import Observation
from harness.spec.model import Recipe


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


class Language(Protocol):
    """One language; every module of this folder holds one as ``LANGUAGE``."""

    name: str
    """The word that a spec uses for it."""
    rank: int
    """Where any language is allowed, the lowest rank that finds sources wins: a Makefile, a language, other scripts."""
    suffixes: tuple[str, ...]
    """Endings of its source files; empty where an ending tells nothing."""
    tools: tuple[Tool, ...]
    """What its programs are built and run with."""

    def sources(self, workdir: Path, paths: list[str]) -> list[str]:
        """The files of this language among ``paths``, which are below ``box``."""
        ...

    def recipe(self, sources: list[str]) -> Recipe:
        """The usual way to build and start a program made of these files."""
        ...

    def otherwise(self, sources: list[str]) -> tuple[Recipe, ...]:
        """What is tried, in order, where the usual way does not build."""
        ...

    def entry(self, workdir: Path, sources: list[str]) -> tuple[str, ...] | None:
        """The words that ``{main}`` stands for in the built folder; None when there is no entry point."""
        ...

    def crash(self, observation: Observation) -> str | None:
        """The uncaught error that ended the program, in one line; None when there was none."""
        ...


_LARGEST = 2 << 20
"""Bytes of a source file; a tree of it takes a hundred times its size."""


class BySuffix:
    """The usual case: a language is told by the endings of its files, ``{main}`` is its first file."""

    rank = 1
    suffixes: tuple[str, ...] = ()
    tools: tuple[Tool, ...] = ()

    def sources(self, workdir: Path, paths: list[str]) -> list[str]:  # noqa: ARG002 - others look into the files
        """The files with one of the endings."""
        return [path for path in paths if path.endswith(self.suffixes)]

    def otherwise(self, sources: list[str]) -> tuple[Recipe, ...]:  # noqa: ARG002 - part of the protocol
        """Nothing else."""
        return ()

    def entry(self, workdir: Path, sources: list[str]) -> tuple[str, ...] | None:  # noqa: ARG002 - others look into the files
        """The file named main or run, else the first."""
        best = min(sources, key=lambda name: (Path(name).stem not in ("main", "run"), name), default=None)
        return None if best is None else (best,)

    def crash(self, observation: Observation) -> str | None:  # noqa: ARG002 - nothing general can be said
        """No uncaught error can be told from the output."""
        return None


def looked_at(path: Path) -> bytes:
    """A source file that is to be parsed; nothing of one that nobody can have written, which would take much memory."""
    return path.read_bytes() if path.stat().st_size <= _LARGEST else b""


def last_line(stderr: bytes) -> str:
    """The last line that says something, decoded for a report."""
    lines = [line for line in stderr.decode(errors="replace").splitlines() if line.strip()]
    return lines[-1].strip()[:200] if lines else ""
