"""Parsing the output of ``nm -C``: which functions an object file defines, and their parameter types."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

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
            scope, name = split_scope(_last_word(head))
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
    """What stands in front of the last ``::`` that is in no brackets, and what stands behind it."""
    depth = 0
    for position in range(len(full) - 1, 0, -1):
        depth += {">": 1, "<": -1}.get(full[position], 0)
        if depth == 0 and full[position - 1 : position + 1] == "::":
            return full[: position - 1], full[position + 1 :]
    return "", full


def _last_word(head: str) -> str:
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
    """The class that a symbol is a member of, as a spec writes it; None where it is of no class.

    ``instances``: how a spec writes the classes that the compiler made of templates, by the compiler's names for them.
    """
    if not symbol.scope or set(symbol.scope.split("::")) <= namespaces:
        return None
    return instances.get(symbol.scope, split_scope(symbol.scope)[1])


def is_constructor(symbol: Symbol) -> bool:
    """Whether it makes objects of the class around it."""
    return without_template_arguments(split_scope(symbol.scope)[1]) == symbol.name
