"""What is another value in each turn of a loop of Java or C++ because the loop counts, and for no other reason."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from harness.language.parsing.syntax_trees import (
    CHANGES,
    DECLARATORS,
    LOOPS_THROUGH,
    NUMBERS,
    body_statements,
    expression_of,
    field,
    name_of,
    node_text,
    walk,
)


def turns_only(loop: Any, value: Any) -> bool:
    """Whether a value changes from turn to turn with what the loop counts, beside something that stays.

    What depends on a sum, on something read or on what the loop changes is the state so far: its last value may be
    meant. So may be what is asked of the last item alone, or whether a number is odd.
    """
    names, counters = names_of(value), _counters(loop)
    if not names & counters or len(names) == 1 or any(map(_is_rest, walk(value))):
        return False
    return not names & {*_changed(loop, counters)}


def identifiers(node: Any) -> Iterator[Any]:
    """The names in a part of a program, except for those of the methods of an object."""
    for part in walk(node):
        owner = field(part.parent, "object") if part.type == "identifier" else None
        is_method = owner is not None and owner.type == "identifier" and field(part.parent, "name") == part
        if part.type == "identifier" and not is_method:
            yield part


def names_of(node: Any) -> set[str]:
    """The variables and functions that a part of a program names."""
    return {node_text(part) for part in identifiers(node)} if node is not None else set()


def _counters(loop: Any) -> set[str]:
    """The variables that go on with a loop: those of its header, or that its condition names and each turn steps."""
    if loop.type in LOOPS_THROUGH:
        return names_of(name_of(loop))
    stepped = {_stepped(expression_of(statement)) for statement in body_statements(field(loop, "body"))}
    updates = loop.children_by_field_name("update")
    changed = (part for update in updates for part in walk(update) if part.type in CHANGES)
    return (stepped & names_of(field(loop, "condition"))).union(*map(_target_names, changed))


def _stepped(expression: Any) -> str:
    """The variable to which an expression adds a number, or from which it takes one; else empty."""
    if expression is None or expression.type not in CHANGES:
        return ""
    if expression.type == "update_expression":
        return node_text(expression).strip("+-")
    left, right, operator = (field(expression, key) for key in ("left", "right", "operator"))
    if right.type == "binary_expression" and node_text(field(right, "left")) == node_text(left):
        operator, right = field(right, "operator"), field(right, "right")
    is_step = right.type in NUMBERS and node_text(operator).rstrip("=") in ("+", "-")
    return node_text(left) if is_step else ""


def _changed(loop: Any, counters: set[str]) -> Iterator[str]:
    """The variables that the turns of a loop may change; its own steps are left out."""
    called = 0
    statements = (statement for statement in body_statements(field(loop, "body")) if not _is_step(statement, counters))
    for node in (node for statement in statements for node in walk(statement)):
        expression = expression_of(node)
        if node.type in CHANGES:
            yield from _target_names(node)
        elif node.type in (*DECLARATORS, *LOOPS_THROUGH, "comprehension"):
            yield from names_of(name_of(node))
        elif expression is not None and expression.type not in CHANGES and node.start_byte >= called:
            called = node.end_byte  # what is inside it has been seen
            yield from names_of(expression) - counters  # a call may change what it is given


def _is_step(statement: Any, counters: set[str]) -> bool:
    return _stepped(expression_of(statement)) in counters


def _target_names(change: Any) -> set[str]:
    """The variables that an assignment, or a step by one, sets, or of which it sets a part."""
    target = field(change, "left") or change
    targets = target.named_children if target.type in ("Tuple", "List") else [target]
    return {node_text(name) for each in targets for name in islice(identifiers(each), 1)}


def _is_rest(node: Any) -> bool:
    """Whether a node is that of a division's rest by a number."""
    is_rest = node.type == "binary_expression" and node_text(field(node, "operator")) == "%"
    return is_rest and field(node, "right").type in NUMBERS
