"""The outline of a source file, the same for every language."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from msgspec import Struct, field

Call = tuple[str, int | None]
"""The simple name of what is called, and with how many arguments; None where that says nothing."""


class Function(Struct, frozen=True):
    """One function or method, declared or defined."""

    name: str
    params: tuple[str, ...] = ()
    """The parameters' types in their canonical spelling; the parameters' names in Python, without ``self``."""
    returns: str = ""
    """The type that it returns, spelt in the same way; empty in Python."""
    static: bool = False
    defined: bool = True
    """False for a declaration without a body."""
    calls: frozenset[Call] = frozenset()
    """What its body calls, hands on as a value or makes objects of."""
    optional: int = 0
    """How many of its last parameters may be left out."""
    variadic: bool = False
    """Whether it takes any number of further arguments."""
    compares: frozenset[int] = frozenset()
    """The numbers that its body compares with something (Java only)."""
    makes: bool = False
    """Whether it is no function of its own but what making an object of a class runs."""
    free: bool = True
    """Whether it stands by itself: neither a member of a class nor a template (told of C and C++ only)."""

    def takes(self, arguments: int) -> bool:
        """Whether it can be called with so many."""
        return len(self.params) - self.optional <= arguments and (self.variadic or arguments <= len(self.params))


class Outline(Struct, frozen=True):
    """One parsed source file."""

    path: str
    functions: tuple[Function, ...] = ()
    imports: frozenset[str] = frozenset()
    """Modules or packages imported, headers included; in Python also ``module.name``."""
    calls: frozenset[str] = frozenset()
    """The simple names of what is called anywhere in the file, or used as a value, and may be its own."""
    qualified: frozenset[str] = frozenset()
    """What is used of a module, a namespace or a class: ``itertools.permutations``, ``std.sort``."""
    scopes: frozenset[str] = frozenset()
    """The classes, namespaces and modules that the file itself is or declares."""
    aliases: Mapping[str, str] = field(default_factory=dict)
    """Names given to types -> the types."""
    constants: frozenset[str] = frozenset()
    """The constants declared outside functions and classes, macros with a value among them (C and C++ only)."""
    leading: frozenset[str] = frozenset()
    """What is imported before anything is declared (C and C++ only)."""
    variables: frozenset[tuple[str, str]] = frozenset()
    """Each variable declared, parameters too, with its type in its canonical spelling (Java only)."""
    lengths: frozenset[tuple[str, int]] = frozenset()
    """Variables to which a new array with a number for its length is assigned, and that number; not where they are
    declared (Java only)."""
    problem: str = ""
    """Why nothing is known of the file; empty where it was parsed."""


Chosen = Callable[[str], bool]
"""Whether a function's name is the one asked for."""


class Graph(Struct, frozen=True):
    """Who calls whom, over all files. Overloads are told apart by how many arguments they take."""

    functions: tuple[Function, ...]

    @classmethod
    def of(cls, outlines: Iterable[Outline]) -> Graph:
        """The graph of all functions in some files."""
        return cls(tuple(function for outline in outlines for function in outline.functions))

    def reached(self, names: Chosen) -> set[str]:
        """The names of everything that the functions of a name call, themselves or by way of others."""
        return {name for name, _ in self._calls(self._called(one for one in self.functions if names(one.name)))}

    def recursive(self, names: Chosen) -> bool:
        """Whether one of the functions of a name comes back to itself, or to its own overload of as many parameters."""
        for function in self.functions:
            if names(function.name):
                back = {(one.name, len(one.params)) for one in self._called(self._next(function))}
                if (function.name, len(function.params)) in back:
                    return True
        return False

    def _called(self, functions: Iterable[Function]) -> list[Function]:
        """The functions, and all that they lead to."""
        found: dict[int, Function] = {}
        ahead = list(functions)
        while ahead:
            one = ahead.pop()
            if id(one) not in found:
                found[id(one)] = one
                ahead += self._next(one)
        return list(found.values())

    def _calls(self, functions: Iterable[Function]) -> Iterator[Call]:
        for function in functions:
            yield from function.calls

    def _next(self, function: Function) -> Iterator[Function]:
        for name, arguments in function.calls:
            named = [one for one in self.functions if one.name == name]
            fit = [one for one in named if arguments is None or one.takes(arguments)] or named
            sizes = {len(one.params) for one in fit}  # a default value stands in the declaration only
            yield from (one for one in named if len(one.params) in sizes)
