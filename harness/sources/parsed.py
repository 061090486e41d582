"""The files handed in, as parsers see them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

from msgspec import Struct

from harness.model.finding import Finding
from harness.model.patterns import describe, name_matcher
from harness.sources import cpp, java, python
from harness.sources.outline import Function, Graph, Outline

_LARGEST = 2 << 20
"""Bytes of a source file; nobody writes more by hand, and a tree of it takes a hundred times its size."""

Sources = Mapping[str, bytes]
"""The files handed in, by path."""


def outline_of(path: str, source: bytes, blanks: Iterable[bytes] = ()) -> Outline | None:
    """The outline of a source file; None where no parser of ours reads it. ``blanks``: macros that are nothing."""
    name = path.lower()
    known = name.endswith((*python.SUFFIXES, *java.SUFFIXES, *cpp.SUFFIXES))
    if known and len(source) > _LARGEST:
        return Outline(path, problem=f"it is larger than {_LARGEST >> 20} MiB")
    if name.endswith(python.SUFFIXES):
        return python.outline(path, source)
    if name.endswith(java.SUFFIXES):
        return java.outline(path, source)
    return cpp.outline(path, source, blanks) if name.endswith(cpp.SUFFIXES) else None


class Parsed(Struct, frozen=True, dict=True):
    """What parsers find in the files; nothing is parsed before a rule asks."""

    files: Sources

    @cached_property
    def outlines(self) -> tuple[Outline, ...]:
        """The files that a parser of ours reads, by their names."""
        blanks = frozenset[bytes]().union(*map(cpp.empty_macros, self.files.values()))
        found = (outline_of(path, source, blanks) for path, source in sorted(self.files.items()))
        return tuple(one for one in found if one is not None)

    @cached_property
    def graph(self) -> Graph:
        """Who calls whom."""
        return Graph.of(self.outlines)

    def named(self, name: str) -> list[tuple[Outline, Function]]:
        """The functions that a rule's name means, with their files."""
        chosen = name_matcher(name)
        return [
            (outline, function)
            for outline in self.outlines
            for function in outline.functions
            if chosen(function.name) and not function.makes
        ]

    def missing(self, name: str) -> Finding:
        """There is no such function; perhaps as a file could not be parsed."""
        broken = "".join(f"; {one.path} is not valid ({one.problem})" for one in self.outlines if one.problem)
        return Finding(f"there is no function {describe(name)}{broken}", "the source")
