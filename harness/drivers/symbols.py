"""Reading what ``nm -C`` tells of an object file: which functions it defines, and their parameters."""

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


def symbols(told: str) -> Iterator[Symbol]:
    """The functions, one a line that tells of a plain one; operators, lambdas and the like are left out."""
    for line in told.splitlines():
        found = _LINE.match(line)
        if found is None or "[clone" in line:
            continue
        text = found[3].replace(_UNNAMED, "").replace("[abi:cxx11]", "")
        if "{lambda" in text or ")::" in text:
            continue  # what a lambda, or another thing inside a function, is made into
        head, parameters = _parted(text)
        plain = _without_arguments(head)
        template = plain != head
        full = plain.rpartition(" ")[2] if template else plain  # a template's name stands behind what it returns
        if _NAME.fullmatch(full):
            scope, _, name = full.rpartition("::")
            yield Symbol(int(found[1], 16), scope, name, parameters, template)


def _parted(text: str) -> tuple[str, str | None]:
    """What stands before the list of parameters, and the list."""
    depth = 0
    for at, letter in enumerate(text):
        if letter == "(" and depth == 0:
            return text[:at], text[at + 1 : text.rfind(")")]
        depth += {"<": 1, ">": -1}.get(letter, 0)
    return text, None


def _without_arguments(head: str) -> str:
    """A name without the arguments of its templates."""
    depth, kept = 0, []
    for letter in head:
        depth += letter == "<"
        if depth == 0:
            kept.append(letter)
        depth -= letter == ">"
    return "".join(kept)
