"""The types with which the names of a file of Java are declared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from harness.language.parsing.syntax_trees import field, node_text

_DECLARATIONS = ("local_variable_declaration", "field_declaration", "formal_parameter", "enhanced_for_statement",
                 "method_declaration", "resource", "catch_formal_parameter", "spread_parameter")  # fmt: skip

Types = Mapping[str, set[str]]
"""The types with which a name is declared in a file; those of methods under their names with parentheses."""


def declared_types(nodes: Sequence[Any]) -> Types:
    """The types that a file of Java declares for each name; ``unknown`` for a lambda's parameter."""
    types: dict[str, set[str]] = {}
    for node in nodes:
        if node.type in _DECLARATIONS:
            kind, mark = node_text(field(node, "type")), "()" if node.type == "method_declaration" else ""
            for each in node.children_by_field_name("declarator") or [node]:
                own = kind + node_text(field(each, "dimensions"))
                types.setdefault(node_text(field(each, "name")) + mark, set()).add(own)
        elif node.type in ("lambda_expression", "inferred_parameters"):
            for part in node.named_children:
                types.setdefault(node_text(part), set()).add("unknown")
    return types
