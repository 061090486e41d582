"""The expressions of a file as terms."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from typing import Any

from harness.language.edits.forms.tree_nodes import called_name
from harness.language.edits.variables.terms import CALL, DEEPEST, ELEMENT, LIST, NAME, OTHER, Term
from harness.language.parsing.syntax_trees import (
    CALLS,
    DECLARATORS,
    ELEMENTS,
    array_of,
    bare_text,
    field,
    indices_of,
    node_text,
    values_of,
)
from harness.language.python.python_trees import PythonNode

_MEMBERS = ("field_access", "field_expression")
_LISTS = ("initializer_list", "array_initializer")
_LISTS_OF_PYTHON = ("Tuple", "List", "Set")
_NO_STEPS = (ast.AnnAssign, ast.NamedExpr)
_ROOTS_OF_PYTHON = ("comparison_chain", "return_statement", "Tuple", "List")
_ROOTS = (
    "binary_expression", "assignment_expression", "return_statement", "object_creation_expression",
    *DECLARATORS, *CALLS, *ELEMENTS, *_LISTS,
)  # fmt: skip
_CREATES = "object_creation_expression"
_Shape = tuple[str, list[Any], str]
_JOINS = ("&&", "||", "<<", ">>", "and", "or")
_APART = (
    "unary_expression", "ternary_expression", "conditional_expression", "lambda_expression", "Lambda", "ListComp",
    "SetComp", "DictComp", "GeneratorExp", "Dict", "JoinedStr", "Slice",
)  # fmt: skip
"""What joins several expressions, each of which is one of its own."""
_LONGEST = 400
"""Bytes of an expression; a longer one is hardly one that a slip is seen in."""


def tree_terms(root: Any) -> Iterator[Term]:
    """Each comparison, assignment, call or sum that is in no other one."""
    pending = [(root, False)]
    while pending:
        node, is_inside = pending.pop()
        is_own = isinstance(node, PythonNode) and node.type in _ROOTS_OF_PYTHON
        is_root = is_own or (node.type in _ROOTS and not isinstance(getattr(node, "origin", None), _NO_STEPS))
        if _is_apart(node) and not is_own:
            is_inside = False
        elif not is_inside and is_root and node.end_byte - node.start_byte <= _LONGEST:
            yield _term(node)
            is_inside = True
        pending += [(child, is_inside) for child in reversed(node.named_children)]


def members_of(nodes: Iterable[Any]) -> Iterator[tuple[str, list[str]]]:
    """Each structure of C++, with the names of its members."""
    for node in nodes:
        if node.type in ("struct_specifier", "class_specifier") and field(node, "body") is not None:
            members = [each for each in field(node, "body").named_children if each.type == "field_declaration"]
            names = [name for each in members for name in each.children_by_field_name("declarator")]
            yield node_text(field(node, "name")), [*map(node_text, names)]


def _is_apart(node: Any) -> bool:
    joins = _JOINS[:2] if isinstance(node, PythonNode) else _JOINS
    return node.type in _APART or node.type.endswith("_statement") or node_text(field(node, "operator")) in joins


def _term(node: Any, depth: int = 0) -> Term:
    """A node as a term; what joins several expressions, or is nested deeply, has no parts."""
    while node.type == "parenthesized_expression" and len(node.named_children) == 1:
        node = node.named_children[0]
    sign, parts, owner = (OTHER, [], "") if depth >= DEEPEST else _shape(node)
    inner = tuple(_term(part, depth + 1) for part in parts if part is not None)
    return Term(node.start_byte, node.end_byte, bare_text(node), sign, inner, owner)


def _shape(node: Any) -> _Shape:
    """The sign, the parts and the owner of a node."""
    shape: _Shape = ("", [], "")
    if node.type == "identifier" or (node.type in _MEMBERS and node_text(node).replace(".", "").isidentifier()):
        shape = (NAME, [], "")
    elif node.type in ELEMENTS:
        shape = _element(node)
    elif node.type in (*CALLS, _CREATES):
        name = called_name(node) if node.type in CALLS else node_text(field(node, "type"))
        shape = (CALL, [each for each in values_of(field(node, "arguments")) if each.type != "keyword"], name)
    elif node.type == "assignment_expression" or (node.type == "binary_expression" and not _is_apart(node)):
        is_set = isinstance(node, PythonNode) and node.type == "assignment_expression"
        sides = [field(node, "left"), field(node, "right")]
        shape = ("=" if is_set else node_text(field(node, "operator")), sides, "")
        if is_set and (isinstance(node.origin, _NO_STEPS) or node.children != sides):
            shape = ("", [], "")
    elif node.type in (*DECLARATORS, "return_statement"):
        value = field(node, "value") if node.type in DECLARATORS else next(iter(node.named_children), None)
        shape = ("return", [value], "")
    elif node.type in _LISTS_OF_PYTHON:
        shape = (LIST, [*node.named_children], "")
    elif node.type in _LISTS:
        kind = field(node.parent, "type") or field(node.parent.parent, "type")
        shape = (LIST, [*node.named_children], node_text(kind))
    return shape


def _element(node: Any) -> _Shape:
    """An element of an array, with all its indices."""
    indices: list[Any] = []
    while node is not None and node.type in ELEMENTS:
        indices, node = [*indices_of(node), *indices], array_of(node)
    return ELEMENT, indices, node_text(node)
