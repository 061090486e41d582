"""C++."""

from __future__ import annotations

import re
import signal
from collections.abc import Collection

from harness.language.base import Language, Tool, outermost
from harness.language.diagnostics.tool_messages import (
    ADDR2LINE_FRAME,
    GCC_ERROR,
    SANITIZER_FRAME,
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
_LONGEST = 200
_SHELLS_ABORT = 128 + signal.SIGABRT
"""The exit status of a shell whose program aborted."""
_UNCAUGHT = lazy_regex(
    rb"terminate called after throwing an instance of '(?P<type>[^\n]{1,500})'$"
    rb"(?:\n  what\(\):  (?P<what>[^\n]{0,800}))?",
    re.MULTILINE,
)
_STRING = lazy_regex(r"std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >")


STANDARDS = ("c++17", "gnu++20")
"""The usual C++, and a newer one for programs that it does not compile."""


def _compile(standard: str, sources: list[str]) -> Recipe:
    return Recipe(commands=(("g++", "-O2", f"-std={standard}", "-o", "program", *sources),), run=(("./program",),))


class Gcc(Language):
    """What the languages of one compiler have in common."""

    def innermost_frame(self, trace: bytes, files: Collection[str]) -> Place:
        """The first frame."""
        return next(places_in(ADDR2LINE_FRAME, trace, files), NOWHERE)

    def build_error(self, output: bytes, files: Collection[str]) -> BuildError | None:
        """The compiler's first error."""
        return first_error(GCC_ERROR, output, files)


class Cpp(Gcc):
    """C++: all source files are linked into one program."""

    name = "cpp"
    other_names = ("c++", "cplusplus", "g++", "cxx")
    suffixes = (".cc", ".cpp", ".cxx", ".C", ".c++")
    header_suffixes = (".h", ".hh", ".hpp", ".hxx")
    tools = (Tool("g++", "g++"),)

    def recipe(self, sources: list[str]) -> Recipe:
        """Compile all sources into one program."""
        return _compile(STANDARDS[0], sources)

    def fallback_recipes(self, sources: list[str]) -> tuple[Recipe, ...]:
        """The same without what lies in deeper folders, where there is such; then both as a newer C++."""
        upper = outermost(sources)
        ways = [sources, upper] if upper != sources else [sources]
        return tuple(_compile(standard, way) for standard in STANDARDS for way in ways)[1:]

    def crash(self, observation: Observation, files: Collection[str] = ()) -> Crash | None:
        """An uncaught exception, which libstdc++ reports before it aborts."""
        if observation.signal != signal.SIGABRT and observation.exit != _SHELLS_ABORT:
            return None
        stderr = observation.stderr[-_READ:]
        thrown = next(reversed([*_UNCAUGHT.finditer(stderr)]), None)
        if thrown is None:
            return None
        kind, what = (thrown[name] or b"" for name in ("type", "what"))
        words = _STRING.sub("std::string", kind.decode(errors="replace")), what.decode(errors="replace").strip()
        error = ": ".join(dict.fromkeys(filter(None, words)))
        return Crash(error[:_LONGEST], next(places_in(SANITIZER_FRAME, stderr, files), NOWHERE))

    def check_recipes(self, sources: list[str]) -> tuple[Recipe, ...]:
        """Compile what lies in the outermost folder, and make nothing."""
        upper = outermost(sources)
        return tuple(Recipe(commands=(("g++", f"-std={way}", "-fsyntax-only", *upper),)) for way in STANDARDS)


LANGUAGE = Cpp()
