"""The outline of a source file, the same for every language."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Function:
    """One function or method, declared or defined."""

    name: str
    params: tuple[str, ...] = ()
    """The parameters' types, written without blanks, names and ``std::``; the parameters' names in Python."""
    returns: str = ""
    """The type that it returns, written in the same way; empty in Python."""
    static: bool = False
    defined: bool = True
    """False for a declaration without a body."""
    calls: frozenset[str] = frozenset()
    """The simple names of what its body calls."""


@dataclass(frozen=True, slots=True)
class Outline:
    """One parsed source file."""

    path: str
    functions: tuple[Function, ...] = ()
    imports: frozenset[str] = frozenset()
    """Modules or packages imported, headers included; in Python also ``module.name``."""
    calls: frozenset[str] = frozenset()
    """The simple names of everything that is called anywhere in the file."""


def recursive(name: str, outlines: Iterable[Outline]) -> bool:
    """Whether a function reaches itself through calls, of itself or by way of others."""
    graph: dict[str, set[str]] = {}
    for outline in outlines:
        for function in outline.functions:
            graph.setdefault(function.name, set()).update(function.calls)
    reached: set[str] = set()
    ahead = set(graph.get(name, ()))
    while ahead:
        reached |= ahead
        ahead = {called for one in ahead for called in graph.get(one, ())} - reached
    return name in reached
