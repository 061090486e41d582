"""What files declare: in Java the types of names, in C++ a function whose parameter is a copy there as well."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from harness.language.parsing.syntax_trees import bare_text, dotted_name, enclosing, field, node_text

_PARAMETERS = ("parameter_declaration", "optional_parameter_declaration")
_CLASSES = ("class_specifier", "struct_specifier")
_DECLARING = ("local_variable_declaration", "field_declaration", "formal_parameter", "enhanced_for_statement",
                 "method_declaration", "resource", "catch_formal_parameter", "spread_parameter")  # fmt: skip

Types = Mapping[str, set[str]]
"""The types with which a name is declared in a file of Java; those of methods under their names with parentheses."""


def declared_types(nodes: Sequence[Any]) -> Types:
    """The types that a file of Java declares for each name; ``unknown`` for a lambda's parameter."""
    types: dict[str, set[str]] = {}
    for node in nodes:
        if node.type in _DECLARING:
            kind, mark = node_text(field(node, "type")), "()" if node.type == "method_declaration" else ""
            for each in node.children_by_field_name("declarator") or [node]:
                own = kind + node_text(field(each, "dimensions"))
                types.setdefault(node_text(field(each, "name")) + mark, set()).add(own)
        elif node.type in ("lambda_expression", "inferred_parameters"):
            for part in node.named_children:
                types.setdefault(node_text(part), set()).add("unknown")
    return types


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
