"""Glue for functions of C++ whose last parameters have defaults, so that they can be called without these.

A pointer to a function knows no defaults. So each is called by its name, with every number of arguments that is too
few; the compiler leaves out those calls that there are not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from harness.language.cpp.symbols import Symbol, is_constructor, owner_of


def has_defaults(name: str, text: str) -> bool:
    """Whether a function of this name, in any letter case, may have a parameter with a default."""
    called = re.compile(rf"\b{re.escape(name)}\s*\(", re.IGNORECASE)
    statements = (statement.rpartition("=")[0] for statement in re.split("[;{}]", text))
    return any(called.search(statement) for statement in statements if statement)


def shorter_calls(
    functions: Sequence[Symbol], namespaces: set[str], texts: Sequence[str], instances: Mapping[str, str]
) -> Iterator[str]:
    """Lines that register what can be called with fewer arguments than it has parameters."""
    for number, symbol in enumerate(functions):
        parameters = _split(symbol.parameters or "")
        if symbol.template or not parameters or not any(has_defaults(symbol.name, text) for text in texts):
            continue
        owner = owner_of(symbol, namespaces, instances)
        if owner is not None and is_constructor(symbol):
            yield from _constructors(number, symbol, owner, parameters)
            continue
        full = f"::{symbol.scope}::{symbol.name}" if symbol.scope else f"::{symbol.name}"
        yield from _calls(
            f"{number}", full, parameters, (owner or "", symbol.name, "plain" if owner is None else "fixed")
        )
        if owner is not None:
            on_object = [f"::{symbol.scope}&", *parameters]
            yield from _calls(f"{number}_on", symbol.name, on_object, (owner, symbol.name, "method"))


def _constructors(number: int, symbol: Symbol, owner: str, parameters: list[str]) -> Iterator[str]:
    for count in range(1, len(parameters)):
        types = ", ".join((f"::{symbol.scope}", *parameters[:count]))
        call = f'grade_driver::add_shorter_constructor<{types}>("{owner}")'
        yield f"const bool grade_shorter_{number}_{count} = {call};"


def _calls(label: str, name: str, parameters: list[str], known_as: tuple[str, str, str]) -> Iterator[str]:
    owner, shown, sort = known_as
    given = "static_cast<grade_A&&>(given)..."
    first = 1 if sort == "method" else 0
    template = "class grade_C, class... grade_A" if first else "class... grade_A"
    arguments = "grade_C& object, grade_A&&... given" if first else "grade_A&&... given"
    call = f"object.{name}({given})" if first else f"{name}({given})"
    yield (
        f"struct grade_call_{label} {{ template <{template}> static auto call({arguments}) -> decltype({call}) "
        f"{{ return {call}; }} }};"
    )
    for count in range(first, len(parameters)):
        types = ", ".join((f"grade_call_{label}", *parameters[:count]))
        sort_word = f"grade_driver::Sort::{sort}"
        adding = f'grade_driver::Shorter<{types}>::add("{owner}", "{shown}", {sort_word}, 0)'
        yield f"const bool grade_shorter_{label}_{count} = {adding};"


def _split(parameters: str) -> list[str]:
    """The types of a list of parameters."""
    types, depth, begin = [], 0, 0
    for position, letter in enumerate(parameters):
        depth += {"<": 1, "(": 1, "[": 1, ">": -1, ")": -1, "]": -1}.get(letter, 0)
        if letter == "," and depth == 0:
            types.append(parameters[begin:position].strip())
            begin = position + 1
    last = parameters[begin:].strip()
    return [*types, last] if last else types
