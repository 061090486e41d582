"""Where a function of C++ is declared beside its definition, with a parameter that is a copy there as well."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from harness.language.parsing.syntax_trees import dotted_name, field, node_text


def declared_copy(trees: Mapping[str, Sequence[Any]], definition: Any, parameter: str) -> str:
    """The place of the declaration that takes this parameter by value too, as ``board.h, line 3``; empty for none.

    ``trees``: path -> the nodes of the file. ``parameter``: its name in the definition.
    """
    defined = next(_declarators([definition]), None)
    names = [node_text(field(each, "declarator")) for each in _parameters(defined)]
    if defined is None or parameter not in names:
        return ""
    at = names.index(parameter)
    for path, nodes in trees.items():
        declarations = [node for node in nodes if node.type in ("declaration", "field_declaration")]
        for declarator in _declarators(declarations):
            parameters = _parameters(declarator)
            if _name(declarator) == _name(defined) and len(parameters) == len(names):
                inner = field(parameters[at], "declarator")
                if inner is None or inner.type == "identifier":
                    return f"{path}, line {parameters[at].start_point[0] + 1}"
    return ""


def _declarators(nodes: Sequence[Any]) -> Iterator[Any]:
    """The part with the name and the parameters of each of these declarations of functions."""
    for node in nodes:
        inner = field(node, "declarator")
        while inner is not None and inner.type != "function_declarator":
            inner = field(inner, "declarator")
        if inner is not None:
            yield inner


def _parameters(declarator: Any) -> list[Any]:
    listed = field(declarator, "parameters") if declarator is not None else None
    return [node for node in listed.named_children if node.type == "parameter_declaration"] if listed else []


def _name(declarator: Any) -> str:
    return dotted_name(field(declarator, "declarator")).rpartition(".")[2]
