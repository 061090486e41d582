"""Variables of Java's methods that are set to something new, and hide a field that was probably meant."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from harness.language.parsing.syntax_trees import dotted_name, enclosing, field, node_text, walk

_METHODS = ("method_declaration", "constructor_declaration", "lambda_expression", "function_definition")
_NEW = ("array_creation_expression", "object_creation_expression")
_MOST_HIDDEN = 50
"""Variables of a file that are looked at."""


def hidden_fields(nodes: Sequence[Any]) -> Mapping[int, list[str]]:
    """The fields that a file's declarations hide, by the bytes with which the declarations begin.

    Not those that the method sets as well, and not where it returns its own variable.
    """
    hidden: dict[int, list[str]] = {}
    kept: dict[int, tuple[set[str], str]] = {}
    for declaration, name in islice(_new_variables(nodes), _MOST_HIDDEN):
        method = enclosing(declaration, _METHODS)
        if method is not None and method.start_byte not in kept:
            kept[method.start_byte] = _set_and_returned(method)
        is_set, returned = kept[method.start_byte] if method is not None else ((), "")
        if name not in is_set and name not in returned:
            hidden.setdefault(declaration.start_byte, []).append(name)
    return hidden


def _new_variables(nodes: Sequence[Any]) -> Iterator[tuple[Any, str]]:
    """The variables of methods that have the name of a field and begin as something new, with their declarations."""
    declarators = [node for node in nodes if node.type == "variable_declarator"]
    fields = {node_text(field(node, "name")) for node in declarators if node.parent.type == "field_declaration"}
    for node in declarators:
        name, value = node_text(field(node, "name")), field(node, "value")
        is_new = name in fields and value is not None and value.type in _NEW
        if is_new and node.parent.type == "local_variable_declaration":
            yield node.parent, name


def _set_and_returned(method: Any) -> tuple[set[str], str]:
    """The fields that a method sets by ``this.`` and the like, and all its statements that return something."""
    is_set, returned = set(), []
    for node in walk(method):
        if node.type == "assignment_expression":
            owner, _, name = dotted_name(field(node, "left")).rpartition(".")
            is_set |= {name} if owner else set()
        elif node.type == "return_statement":
            returned.append(node_text(node))
    return is_set, "\n".join(returned)
