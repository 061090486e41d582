"""Where a function of C++ is declared beside its definition, with a parameter that is a copy there as well."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from harness.language.parsing.syntax_trees import bare_text, dotted_name, enclosing, field, node_text

_PARAMETERS = ("parameter_declaration", "optional_parameter_declaration")
_CLASSES = ("class_specifier", "struct_specifier")


def declared_copy(trees: Mapping[str, Sequence[Any]], definition: Any, parameter: str) -> str:
    """The place of the declaration that takes this parameter by value too, as ``board.h, line 3``; empty for none.

    ``trees``: path -> the nodes of the file. ``parameter``: its name in the definition.
    """
    defined = _declarator(definition)
    names = [node_text(field(each, "declarator")) for each in _parameters(defined)]
    if defined is None or parameter not in names:
        return ""
    signature, at = _signature(defined), names.index(parameter)
    for path, nodes in trees.items():
        for node in nodes:
            declarator = _declarator(node) if node.type in ("declaration", "field_declaration") else None
            if declarator is not None and _signature(declarator) == signature:
                return f"{path}, line {_parameters(declarator)[at].start_point[0] + 1}"
    return ""


def _signature(declarator: Any) -> tuple[str, ...]:
    """The name with that of its class, and the type of each parameter; a variable of a function has none of these."""
    name = dotted_name(field(declarator, "declarator"))
    around = enclosing(declarator, (*_CLASSES, "compound_statement"))
    if around is not None and around.type == "compound_statement":
        return (name, "local")
    owner = dotted_name(field(around, "name"))
    types = (_type(parameter) for parameter in _parameters(declarator))
    return (f"{owner}.{name}" if owner else name, *types)


def _type(parameter: Any) -> str:
    """The type as it is written, without blanks and ``std::``, and how the parameter holds it: ``vector<int>&``."""
    form, inner = "", field(parameter, "declarator")
    while inner is not None and inner.type != "identifier":
        form, inner = form + inner.type.removeprefix("abstract_"), field(inner, "declarator")
    return bare_text(field(parameter, "type")).replace("std::", "") + form


def _declarator(declaration: Any) -> Any:
    """The part of a function's declaration with its name and parameters; None for another declaration."""
    inner = field(declaration, "declarator")
    while inner is not None and inner.type != "function_declarator":
        inner = field(inner, "declarator")
    return inner


def _parameters(declarator: Any) -> list[Any]:
    listed = field(declarator, "parameters") if declarator is not None else None
    return [node for node in listed.named_children if node.type in _PARAMETERS] if listed else []
