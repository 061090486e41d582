"""The submitted files, parsed when a rule first needs it, and which function calls which."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from graphlib import CycleError, TopologicalSorter

from msgspec import Struct

from harness.judge.finding_kinds import FUNCTION_NOT_FOUND
from harness.language.parsing import cpp, java, prolog, python, python_outline
from harness.language.parsing.outline import Function, Outline
from harness.model.finding import Finding, Parameter, Place
from harness.model.patterns import alternatives, describe_name, name_matcher

Matcher = Callable[[str], bool]
"""Whether a function's name is one of those that a rule means."""


class CallGraph(Struct, frozen=True, dict=True):
    """Who calls whom, over all files. Overloads are distinguished by how many arguments they take."""

    functions: tuple[Function, ...]

    @classmethod
    def of(cls, outlines: Iterable[Outline]) -> CallGraph:
        """The graph of all functions in some files."""
        return cls(tuple(function for outline in outlines for function in (*outline.functions, *outline.lambdas)))

    def reachable(self, matches: Matcher) -> set[str]:
        """The names of everything that the functions of a name call, themselves or by way of others."""
        start = (function for function in self.functions if matches(function.name))
        return {name for function in self._closure(start) for name, _ in function.calls}

    def callers(self, matches: Matcher) -> list[str]:
        """The names of the functions that call one of a name themselves."""
        own = (each for each in self.functions if not each.is_constructor and not each.name.startswith("__"))
        return sorted({each.name for each in own if any(matches(name) for name, _ in each.calls)})

    def is_recursive(self, matches: Matcher, no_helpers: Sequence[Matcher] = ()) -> bool:
        """Whether one of the functions of a name calls itself, or a helper of it does.

        An overload of as many parameters is the same function. ``no_helpers``: which functions are none.
        """
        return any(
            _same(function) in map(_same, self._closure(self._callees(function)))
            or self._has_recursive_helper(function, no_helpers)
            for function in self.functions
            if matches(function.name)
        )

    def _has_recursive_helper(self, function: Function, no_helpers: Sequence[Matcher]) -> bool:
        """Whether what a function calls, itself or by way of others, calls itself."""
        calls: dict[_Same, set[_Same]] = {}
        for caller in self._closure([function], no_helpers):
            callees = (callee for callee in self._callees(caller) if not _is_any(callee, no_helpers))
            calls.setdefault(_same(caller), set()).update(map(_same, callees))
        try:
            TopologicalSorter(calls).prepare()
        except CycleError:
            return True
        return False

    def _closure(self, functions: Iterable[Function], without: Sequence[Matcher] = ()) -> list[Function]:
        """The functions, and all that they call, themselves or by way of others."""
        visited: dict[int, Function] = {}
        pending = list(functions)
        while pending:
            function = pending.pop()
            if id(function) not in visited:
                visited[id(function)] = function
                pending += (callee for callee in self._callees(function) if not _is_any(callee, without))
        return list(visited.values())

    def _callees(self, function: Function) -> Iterator[Function]:
        """The functions that a function calls itself; of several of a name those that take so many arguments."""
        for name, arguments in function.calls:
            named = _innermost(self._named.get(name, []), {*function.around, function.at})
            fit = [callee for callee in named if arguments is None or callee.accepts(arguments)] or named
            sizes = {len(callee.params) for callee in fit}  # a default value stands in the declaration only
            yield from (callee for callee in named if len(callee.params) in sizes)

    @cached_property
    def _named(self) -> dict[str, list[Function]]:
        named: dict[str, list[Function]] = {}
        for function in self.functions:
            named.setdefault(function.name, []).append(function)
        return named


def head_of(matches: Sequence[tuple[Outline, Function]]) -> Place:
    """Where the first of some functions begins, if possible with its body."""
    bodies = [match for match in matches if match[1].defined] or matches
    return Place(path=bodies[0][0].path, line=bodies[0][1].line) if bodies else Place(part="source")


def _is_any(function: Function, matchers: Iterable[Matcher]) -> bool:
    return any(matches(function.name) for matches in matchers)


_Same = tuple[str, int, tuple[str, ...]]


def _same(function: Function) -> _Same:
    """What a function and its declarations have in common."""
    return function.name, len(function.params), function.around


def _innermost(named: Iterable[Function], around: Collection[str]) -> list[Function]:
    """The functions of a name that are meant inside some functions: those of the innermost, else those of the file."""
    visible = [function for function in named if not function.around or function.around[-1] in around] or [*named]
    depth = max((len(function.around) for function in visible), default=0)
    return [function for function in visible if len(function.around) == depth]


_LARGEST = 2 << 20
"""Bytes of a source file; nobody writes more by hand, and a tree of it takes a hundred times its size."""

Sources = Mapping[str, bytes]
"""The files that were submitted, by path."""


def outline_of(path: str, source: bytes, macros: Iterable[bytes] = ()) -> Outline | None:
    """Parse a source file; None if no parser of ours reads it. ``macros``: those that stand for nothing."""
    name = path.lower()
    known = name.endswith((*python.SUFFIXES, *java.SUFFIXES, *cpp.SUFFIXES, *prolog.SUFFIXES))
    if known and len(source) > _LARGEST:
        return Outline(path, problem=f"it is larger than {_LARGEST >> 20} MiB")
    if name.endswith(python.SUFFIXES):
        return python_outline.outline(path, source)
    if name.endswith(java.SUFFIXES):
        return java.outline(path, source)
    if name.endswith(prolog.SUFFIXES):
        return prolog.outline(path, source)
    return cpp.outline(path, source, macros) if name.endswith(cpp.SUFFIXES) else None


class ParsedSources(Struct, frozen=True, dict=True):
    """What parsers find in the files; nothing is parsed before a rule needs it."""

    files: Sources
    near_names: Mapping[str, str] = {}
    """Names asked for that are not there -> those that are in their place."""

    @cached_property
    def outlines(self) -> tuple[Outline, ...]:
        """The files that a parser of ours reads, by their names."""
        macros = frozenset[bytes]().union(*map(cpp.empty_macros, self.files.values()))
        outlines = (outline_of(path, source, macros) for path, source in sorted(self.files.items()))
        return tuple(outline for outline in outlines if outline is not None)

    def with_near_names(self, near_names: Mapping[str, str]) -> ParsedSources:
        """The same with these names; what was parsed is not parsed again."""
        parsed = ParsedSources(self.files, near_names)
        parsed.__dict__.update(self.__dict__)
        return parsed

    @cached_property
    def call_graph(self) -> CallGraph:
        """Who calls whom."""
        return CallGraph.of(self.outlines)

    def functions_named(self, name: str) -> list[tuple[Outline, Function]]:
        """The functions that a rule's name means, with their files."""
        matches = name_matcher(name)
        return [
            (outline, function)
            for outline in self.outlines
            for function in outline.functions
            if matches(function.name) and not function.is_constructor
        ]

    def line_of(self, path: str, name: str) -> int | None:
        """The first line of a file's code that has a name, without what it belongs to."""
        from harness.language.parsing.comments import code_in  # noqa: PLC0415 - Pygments takes a while to import

        word = re.compile(rf"\b{re.escape(re.split('::|[.]', name)[-1])}\b")
        lines = (enumerate(code.split("\n"), 1) for code in code_in(path, self.files[path]))
        return next((number for code in lines for number, line in code if word.search(line)), None)

    def missing_function(self, name: str) -> Finding:
        """The finding that there is none; it names what is in its place, or the files that could not be parsed."""
        near = self.near_names.get(alternatives(name)[0])
        if near is not None:
            where = head_of(self.functions_named(near))
            return Finding.of(FUNCTION_NOT_FOUND, where, function=describe_name(name), near=near)
        broken = [outline for outline in self.outlines if outline.problem]
        params: dict[str, Parameter] = {}
        params = {"broken": [outline.path for outline in broken], "problem": broken[0].problem} if broken else params
        return Finding.of(FUNCTION_NOT_FOUND, Place(part="source"), function=describe_name(name), **params)
