"""Parsing the output of ``nm -C``: which functions an object file defines, and their parameter types.

Glue for functions of C++ whose last parameters have defaults, so that they can be called without these.

A pointer to a function knows no defaults. So each is called by its name, with every number of arguments that is too
few; the compiler leaves out those calls that there are not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from harness.model.patterns import lazy_regex

_LINE = lazy_regex(r"^([0-9a-f]+) ([TtWw]) (.+)$")
_UNNAMED = "(anonymous namespace)::"
_NAME = lazy_regex(r"[A-Za-z_]\w*(?:::[A-Za-z_]\w*)*")


class Symbol(Struct, frozen=True):
    """A function that an object file defines."""

    address: int
    scope: str
    """The namespaces or the class around it, joined by ``::``; empty when there is none."""
    name: str
    parameters: str | None
    """Their types, as C++ writes them; None for a function with C linkage."""
    template: bool = False
    constant: bool = False
    """Whether it is a ``const`` method."""


def parse_symbols(nm_output: str) -> Iterator[Symbol]:
    """Yield the functions of ``nm -C``'s output; operators, lambdas and the like are left out."""
    for line in nm_output.splitlines():
        match = _LINE.match(line)
        if match is None or "[clone" in line:
            continue
        text = match[3].replace(_UNNAMED, "").replace("[abi:cxx11]", "")
        if "{lambda" in text or ")::" in text:
            continue  # a lambda, or something else inside a function
        head, parameters = _split_parameters(text)
        plain = without_template_arguments(head)
        scope, name = split_scope(head)
        template = "<" in name
        if template:  # its name follows its return type
            scope, name = split_scope(last_word(head))
            plain = plain.rpartition(" ")[2]
        if _NAME.fullmatch(plain):
            constant = parameters is not None and text.endswith(") const")
            yield Symbol(int(match[1], 16), scope, without_template_arguments(name), parameters, template, constant)


def _split_parameters(text: str) -> tuple[str, str | None]:
    """Split a declaration into what precedes the parameter list, and the list."""
    depth = 0
    for position, letter in enumerate(text):
        if letter == "(" and depth == 0:
            return text[:position], text[position + 1 : text.rfind(")")]
        depth += {"<": 1, ">": -1}.get(letter, 0)
    return text, None


def split_scope(full: str) -> tuple[str, str]:
    """What is in front of the last ``::`` that is in no brackets, and what is after it."""
    depth = 0
    for position in range(len(full) - 1, 0, -1):
        depth += {">": 1, "<": -1}.get(full[position], 0)
        if depth == 0 and full[position - 1 : position + 1] == "::":
            return full[: position - 1], full[position + 1 :]
    return "", full


def last_word(head: str) -> str:
    """What follows the last blank that is in no brackets."""
    depth = 0
    for position in range(len(head) - 1, -1, -1):
        depth += {">": 1, "<": -1}.get(head[position], 0)
        if depth == 0 and head[position] == " ":
            return head[position + 1 :]
    return head


def without_template_arguments(head: str) -> str:
    """A name without its template arguments."""
    depth, kept = 0, []
    for letter in head:
        depth += letter == "<"
        if depth == 0:
            kept.append(letter)
        depth -= letter == ">"
    return "".join(kept)


def owner_of(symbol: Symbol, namespaces: set[str], instances: Mapping[str, str]) -> str | None:
    """The class that a symbol is a member of, as a spec writes it; None if it is of no class.

    ``instances``: how a spec writes the classes that the compiler made of templates, by the compiler's names for them.
    """
    if not symbol.scope or set(symbol.scope.split("::")) <= namespaces:
        return None
    return instances.get(symbol.scope, split_scope(symbol.scope)[1])


def is_constructor(symbol: Symbol) -> bool:
    """Whether it makes objects of the class around it."""
    return without_template_arguments(split_scope(symbol.scope)[1]) == symbol.name


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
        parameters = split_types(symbol.parameters or "")
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


def split_types(parameters: str) -> list[str]:
    """The types of a list of parameters."""
    types, depth, begin = [], 0, 0
    for position, letter in enumerate(parameters):
        depth += {"<": 1, "(": 1, "[": 1, ">": -1, ")": -1, "]": -1}.get(letter, 0)
        if letter == "," and depth == 0:
            types.append(parameters[begin:position].strip())
            begin = position + 1
    last = parameters[begin:].strip()
    return [*types, last] if last else types
