"""The field or global variable of Java and C++ that a function sets, and that it does not reset when it begins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from harness.language.parsing.syntax_trees import (
    CALLS,
    CHANGES,
    DECLARATORS,
    ELEMENTS,
    LOCALS,
    NAMES,
    array_of,
    body_statements,
    expression_of,
    field,
    function_name,
    functions_in,
    name_of,
    node_text,
    simple_call_name,
    walk,
)

FIELD, GLOBAL = "field", "global"
_CHANGES = (
    "add", "remove", "push_back", "pop_back", "insert", "erase", "set", "put", "push", "pop", "append", "clear",
)  # fmt: skip
"""Methods that change what they are called of."""
_PARAMETERS = ("formal_parameter", "parameter_declaration")


def kept_variable(nodes: Sequence[Any], name: str) -> tuple[str, str] | None:
    """What the only variable is, and its name; None if a function of this name sets none, or several.

    What the functions set that it calls counts, too.
    """
    outside = _outside(nodes)
    functions = functions_in(nodes)
    own = [node for node in functions if function_name(node) == name]
    if len(own) != 1 or not outside:
        return None
    pending, reached = [name], {name}
    is_set = set[str]()
    while pending:
        current = pending.pop()
        for function in (each for each in functions if function_name(each) == current):
            parts = [*walk(field(function, "body"))]
            is_set |= {*_set_in(function, parts)} & {*outside}
            called = {simple_call_name(node) for node in parts if node.type in CALLS} - reached
            reached |= called
            pending += called
    kept = is_set - {*_reset(own[0])}
    return next(((outside[each], each) for each in kept), None) if len(kept) == 1 else None


def _outside(nodes: Sequence[Any]) -> dict[str, str]:
    """The variables that no function declares, each with what it is; not those that are one of both."""
    fields = {name for node in nodes if node.type == "field_declaration" for name in _declared(node)}
    at_top = [node for node in nodes[0].children if node.type == "declaration"] if nodes else []
    shared = {name for node in at_top for name in _declared(node)}
    return dict.fromkeys(fields - shared, FIELD) | dict.fromkeys(shared - fields, GLOBAL)


def _declared(declaration: Any) -> Iterator[str]:
    """The variables of a declaration; no functions."""
    for declarator in declaration.children_by_field_name("declarator"):
        parts = [*walk(declarator)]
        if not any(part.type == "function_declarator" for part in parts):
            inner = name_of(declarator) or declarator
            names = (part for part in walk(inner) if part.type in NAMES)
            yield from map(node_text, islice(names, 1))


def _set_in(function: Any, parts: Sequence[Any]) -> Iterator[str]:
    """The variables that a function sets and does not declare."""
    own = {name for node in parts if node.type in LOCALS for name in _declared(node)}
    own |= {name for node in walk(function) if node.type in _PARAMETERS for name in _names(node)}
    own |= {name for node in parts if node.type in DECLARATORS for name in _names(node)}
    for node in parts:
        target = _target(node) if node.type in CHANGES else _changed_by(node) if node.type in CALLS else None
        if target is not None and (target[0] or target[1] not in own):
            yield target[1]


def _names(node: Any) -> Iterator[str]:
    """The name that a parameter or declarator gives."""
    inner = name_of(node)
    parts = walk(inner) if inner is not None else ()
    yield from (node_text(part) for part in parts if part.type == "identifier")


def _target(node: Any) -> tuple[bool, str] | None:
    """Whether an object stands before it, and the name of the variable that is set, or an element of it."""
    target = field(node, "left") or field(node, "argument") or next(iter(node.named_children), None)
    return _variable(target)


def _variable(target: Any) -> tuple[bool, str] | None:
    while target is not None and target.type in ELEMENTS:
        target = array_of(target)
    member = field(target, "field")
    if member is not None:
        return True, node_text(member)
    return (False, node_text(target)) if target is not None else None


def _changed_by(call: Any) -> tuple[bool, str] | None:
    """The same of a container that a call of its method changes; None for another call."""
    is_change = simple_call_name(call) in _CHANGES
    function = field(call, "function")
    return _variable(field(call, "object") or field(function, "argument")) if is_change else None


def _reset(function: Any) -> Iterator[str]:
    """The variables that a function gives a value in its block itself, under no condition and in no loop."""
    for statement in body_statements(field(function, "body")):
        expression = expression_of(statement)
        is_set = expression is not None and expression.type == "assignment_expression"
        is_whole = is_set and field(expression, "left").type not in ELEMENTS
        if is_whole and node_text(field(expression, "operator")) == "=":
            target = _target(expression)
            yield from [target[1]] if target is not None else []
