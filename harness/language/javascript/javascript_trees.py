"""JavaScript's syntax trees under the names of C++'s, so that rules on Java and C++ hold for JavaScript as well."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from harness.language.parsing.syntax_trees import parser

_TYPES = {
    "function_declaration": "function_definition", "generator_function_declaration": "function_definition",
    "function_expression": "function_definition", "method_definition": "function_definition",
    "arrow_function": "function_definition", "statement_block": "compound_statement", "number": "number_literal",
    "lexical_declaration": "declaration", "variable_declaration": "declaration",
    "variable_declarator": "init_declarator",
    "for_in_statement": "for_range_loop", "member_expression": "field_expression", "arguments": "argument_list",
    "augmented_assignment_expression": "assignment_expression", "ternary_expression": "conditional_expression",
    "switch_body": "switch_block", "switch_case": "case_statement", "switch_default": "case_statement",
    "string": "string_literal", "property_identifier": "field_identifier",
}  # fmt: skip
_FIELDS = {
    ("for_statement", "update"): "increment", ("member_expression", "argument"): "object",
    ("member_expression", "field"): "property", ("subscript_expression", "argument"): "object",
}  # fmt: skip
_NUMBER = SimpleNamespace(type="primitive_type", text=b"double", children=(), named_children=())
"""The type of every variable: what is tried is run, so that it may be taken for a number."""


class JavaScriptNode:
    """A node of the tree; two are equal if they are the same place of one source.

    ``declares``: a name in a list of parameters, or before ``=>``, as the declaration that it is.
    """

    def __init__(self, node: Any, *, declares: bool = False) -> None:
        self._node, self._declares = node, declares

    @property
    def type(self) -> str:
        """The name of its kind in C++'s grammar, or its own where there is none."""
        return "parameter_declaration" if self._declares else _TYPES.get(self._node.type, self._node.type)

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._node, name)
        if name in ("children", "named_children"):
            return [self._child(child) for child in value]
        if name in ("parent", "next_named_sibling", "prev_named_sibling"):
            return None if value is None else JavaScriptNode(value, declares=name != "parent" and _is_parameter(value))
        return value

    def _child(self, child: Any) -> JavaScriptNode:
        """A child. To ask a node for its parent is slow: the whole file is gone through."""
        kind = self._node.type if child.type == "identifier" else ""
        is_alone = kind == "arrow_function" and self._node.child_by_field_name("parameter") == child
        return JavaScriptNode(child, declares=is_alone or kind == "formal_parameters")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, JavaScriptNode) and (self._node, self._declares) == (other._node, other._declares)

    def __hash__(self) -> int:
        return hash((self._node, self._declares))

    def child_by_field_name(self, name: str) -> Any:
        """The child in that field of C++'s grammar, or None."""
        kind, node = self._node.type, self._node
        if name == "type" and (self._declares or kind == "variable_declarator"):
            return _NUMBER
        if self._declares:
            return JavaScriptNode(node, declares=False) if name == "declarator" else None
        if name == "declarator" and self.type == "declaration":
            return next((child for child in self.named_children if child.type == "init_declarator"), None)
        if name == "operator" and kind == "assignment_expression":
            return self.children[1]
        if name == "name" and kind in ("arrow_function", "function_expression") and node.parent is not None:
            node = node if node.child_by_field_name("name") else node.parent
        child = node.child_by_field_name(_FIELDS.get((kind, name), name))
        return None if child is None else self._child(child)

    def children_by_field_name(self, name: str) -> list[Any]:
        """All children in that field."""
        return [self._child(child) for child in self._node.children_by_field_name(name)]


def _is_parameter(node: Any) -> bool:
    around = node.parent if node.type == "identifier" else None
    if around is None:
        return False
    is_alone = around.type == "arrow_function" and around.child_by_field_name("parameter") == node
    return is_alone or bool(around.type == "formal_parameters")


def javascript_root(source: bytes) -> JavaScriptNode:
    """The root of a file's tree."""
    return JavaScriptNode(parser("javascript").parse(source).root_node)
