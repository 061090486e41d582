"""Flags of Java and C++ that each turn of a loop sets again, so that only its last turn counts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from harness.language.parsing.syntax_trees import (
    BLOCKS,
    DECLARATORS,
    FUNCTIONS,
    LOOPS,
    LOOPS_THROUGH,
    expression_of,
    field,
    node_text,
    statements_of,
    walk,
)

_LEAVES = ("break_statement", "continue_statement", "goto_statement", "return_statement", "throw_statement")
_TYPES = ("boolean", "bool")
_DECLARATIONS = ("local_variable_declaration", "declaration")
_LITERALS = ("true", "false")
_MOST_SET = 50
"""Statements of a function that are looked at."""
_Set = tuple[str, Any]
"""A flag, and what it depends on."""


def overwritten_flags(nodes: Sequence[Any]) -> Iterator[tuple[str, int, str]]:
    """The lines of loops that set a flag in each turn, where the loop goes on and it is read only after that."""
    for function in (node for node in nodes if node.type in FUNCTIONS and field(node, "body") is not None):
        parts = [*walk(field(function, "body"))]
        flags = {name: at for node in parts for name, at in _declared_flags(node)}
        for loop, statement, name, value in islice(_set_flags(parts, flags), _MOST_SET):
            if _is_lost(parts, loop, name) and _turned(loop) & _names(value) - {name}:
                yield "overwritten-flag", statement.start_point[0] + 1, name


def _set_flags(parts: Sequence[Any], flags: Mapping[str, int]) -> Iterator[tuple[Any, Any, str, Any]]:
    """The loops of a function, each with a statement that sets a flag declared before it, and what that depends on."""
    for loop in (node for node in parts if flags and node.type in LOOPS):
        for statement in _statements(field(loop, "body")):
            name, value = _set_flag(statement)
            if name in flags and flags[name] < loop.start_byte:
                yield loop, statement, name, value


def _declared_flags(node: Any) -> Iterator[tuple[str, int]]:
    """The flags that a node declares, and where."""
    if node.type in _DECLARATIONS and node_text(field(node, "type")) in _TYPES:
        for declarator in node.children_by_field_name("declarator"):
            name = field(declarator, "name") or field(declarator, "declarator") or declarator
            yield node_text(name), node.start_byte


def _statements(body: Any) -> list[Any]:
    return statements_of(body) if body.type in BLOCKS else [body]


def _set_flag(statement: Any) -> _Set:
    """The flag that a statement sets in each turn: to a value, or by an if with an else to true and to false."""
    if statement.type != "if_statement":
        name, value = _assigned(statement)
        is_same = value is None or value.type in _LITERALS or name in _names(value)
        return ("", None) if is_same else (name, value)
    first, second = (_given(field(statement, key)) for key in ("consequence", "alternative"))
    names = [name for name in first if {first[name], second.get(name, "")} == {*_LITERALS}]
    return (names[0], field(statement, "condition")) if names else ("", None)


def _given(branch: Any) -> dict[str, str]:
    """The variables that a branch of an if sets, and the kinds of their values."""
    if branch is not None and branch.type == "else_clause":
        branch = branch.named_children[0]
    pairs = map(_assigned, _statements(branch) if branch is not None else ())
    return {name: value.type for name, value in pairs if value is not None}


def _assigned(statement: Any) -> _Set:
    """The variable that a statement gives a value, and that value; nothing for other statements."""
    assignment = expression_of(statement)
    if assignment is None or assignment.type != "assignment_expression":
        return "", None
    left, right = field(assignment, "left"), field(assignment, "right")
    is_plain = left.type == "identifier" and node_text(field(assignment, "operator")) == "="
    return (node_text(left), right) if is_plain else ("", None)


def _is_lost(parts: Sequence[Any], loop: Any, name: str) -> bool:
    """Whether a loop goes to its end, reads a flag nowhere, and something after it does."""
    uses = [node for node in parts if node.type == "identifier" and node_text(node) == name]
    reads = [node for node in uses if not _is_target(node)]
    is_read_within = any(loop.start_byte <= node.start_byte < loop.end_byte for node in reads)
    leaves = any(node.type in _LEAVES for node in walk(loop))
    return not leaves and not is_read_within and any(node.start_byte >= loop.end_byte for node in reads)


def _is_target(name: Any) -> bool:
    parent = name.parent
    is_plain = parent.type == "assignment_expression" and node_text(field(parent, "operator")) == "="
    return is_plain and field(parent, "left") == name


def _turned(loop: Any) -> set[str]:
    """The variables that a loop changes from turn to turn."""
    changed = {node_text(field(loop, "name") or field(loop, "declarator"))} if loop.type in LOOPS_THROUGH else set()
    for node in walk(loop):
        if node.type == "assignment_expression":
            changed.add(node_text(field(node, "left")))
        elif node.type == "update_expression":
            changed |= _names(node)
        elif node.type in DECLARATORS:
            changed.add(node_text(field(node, "name") or field(node, "declarator")))
    return changed


def _names(node: Any) -> set[str]:
    return {node_text(each) for each in walk(node) if each.type == "identifier"}
