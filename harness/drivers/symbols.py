"""Parsing the output of ``nm -C``: which functions an object file defines, and their parameter types."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

_LINE = re.compile(r"^([0-9a-f]+) ([TtWw]) (.+)$")
_UNNAMED = "(anonymous namespace)::"
_NAME = re.compile(r"[A-Za-z_]\w*(?:::[A-Za-z_]\w*)*")


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
        plain = _without_template_arguments(head)
        template = plain != head
        full = plain.rpartition(" ")[2] if template else plain  # a template's name follows its return type
        if _NAME.fullmatch(full):
            scope, _, name = full.rpartition("::")
            constant = parameters is not None and text.endswith(") const")
            yield Symbol(int(match[1], 16), scope, name, parameters, template, constant)


def _split_parameters(text: str) -> tuple[str, str | None]:
    """Split a declaration into what precedes the parameter list, and the list."""
    depth = 0
    for position, letter in enumerate(text):
        if letter == "(" and depth == 0:
            return text[:position], text[position + 1 : text.rfind(")")]
        depth += {"<": 1, ">": -1}.get(letter, 0)
    return text, None


def _without_template_arguments(head: str) -> str:
    """A name without its template arguments."""
    depth, kept = 0, []
    for letter in head:
        depth += letter == "<"
        if depth == 0:
            kept.append(letter)
        depth -= letter == ">"
    return "".join(kept)
