"""Statements that a loop of Java reaches in one of its turns only, by a counter."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from harness.language.parsing.syntax_trees import field, node_text, walk

_STEPS = ("assignment_expression", "update_expression")
_COMPARES = ("==", "<", "<=", ">", ">=")


def is_once(around: Sequence[Any], loop: Any) -> bool:
    """Whether a loop reaches a statement only where an if compares a counter of the loop: in its last turn, say."""
    counters = _counters(loop)
    asked = (field(node, "condition") for node in around if node.type == "if_statement")
    compared = (node for condition in asked for node in walk(condition) if node.type == "binary_expression")
    sides = [
        field(node, side)
        for node in compared
        if node_text(field(node, "operator")) in _COMPARES
        for side in ("left", "right")
    ]
    return any(side.type == "identifier" and node_text(side) in counters for side in sides)


def _counters(loop: Any) -> set[str]:
    """The variables that a loop steps in one direction, and that it does not set otherwise."""
    up, down, others = set[str](), set[str](), set[str]()
    for node in walk(field(loop, "body")):
        if node.type == "variable_declarator":
            others.add(node_text(field(node, "name")))
        elif node.type in _STEPS:
            sign = next(child.type for child in node.children if not child.is_named)
            steps = up if sign in ("++", "+=") else down if sign in ("--", "-=") else others
            steps.add(node_text(node.named_children[0]))
    updates = {
        node_text(node.named_children[0]) for node in loop.children_by_field_name("update") if node.named_children
    }
    return ((up ^ down) | updates) - others
