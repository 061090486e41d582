"""Who calls whom among the functions of a submission."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from msgspec import Struct

from harness.language.parsing.outline import Function, Outline

Matcher = Callable[[str], bool]
"""Whether a function's name is one of those that a rule means."""


class CallGraph(Struct, frozen=True):
    """Who calls whom, over all files. Overloads are told apart by how many arguments they take."""

    functions: tuple[Function, ...]

    @classmethod
    def of(cls, outlines: Iterable[Outline]) -> CallGraph:
        """The graph of all functions in some files."""
        return cls(tuple(function for outline in outlines for function in outline.functions))

    def reachable(self, matches: Matcher) -> set[str]:
        """The names of everything that the functions of a name call, themselves or by way of others."""
        start = (function for function in self.functions if matches(function.name))
        return {name for function in self._closure(start) for name, _ in function.calls}

    def is_recursive(self, matches: Matcher) -> bool:
        """Whether one of the functions of a name calls itself, or its own overload of as many parameters."""
        for function in self.functions:
            if matches(function.name):
                callees = self._closure(self._callees(function))
                if (function.name, len(function.params)) in {(callee.name, len(callee.params)) for callee in callees}:
                    return True
        return False

    def _closure(self, functions: Iterable[Function]) -> list[Function]:
        """The functions, and all that they call, themselves or by way of others."""
        visited: dict[int, Function] = {}
        pending = list(functions)
        while pending:
            function = pending.pop()
            if id(function) not in visited:
                visited[id(function)] = function
                pending += self._callees(function)
        return list(visited.values())

    def _callees(self, function: Function) -> Iterator[Function]:
        """The functions that a function calls itself; of several of a name those that take so many arguments."""
        for name, arguments in function.calls:
            named = [callee for callee in self.functions if callee.name == name]
            fit = [callee for callee in named if arguments is None or callee.accepts(arguments)] or named
            sizes = {len(callee.params) for callee in fit}  # a default value stands in the declaration only
            yield from (callee for callee in named if len(callee.params) in sizes)
