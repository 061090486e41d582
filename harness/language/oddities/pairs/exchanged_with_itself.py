"""Exchanges of two elements by ``^``, or by + and -, in a loop that goes on where both are one: it becomes 0."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from harness.language.parsing.syntax_trees import (
    BLOCKS,
    CALLS,
    ELEMENTS,
    LOOPS,
    expression_of,
    field,
    function_name,
    functions_in,
    indices_in_array,
    name_of,
    node_text,
    simple_call_name,
    statements_of,
    values_of,
    walk,
)

_COMPUTE = {"^": int.__xor__, "+": int.__add__, "-": int.__sub__}
_TRIED = (5, 12)
"""Values by which an exchange is known: each step is done with them."""
_STEPS = 3


class _Step(NamedTuple):
    """``target = left operator right``; the nodes of places, and a sign."""

    target: Any
    left: Any
    operator: str
    right: Any


def exchanged_with_itself(nodes: Sequence[Any]) -> Iterator[tuple[str, int, str]]:
    """The first lines of such exchanges, each with the line of the loop."""
    for function in functions_in(nodes):
        for block in (node for node in walk(field(function, "body")) if node.type in BLOCKS):
            statements = statements_of(block)
            for at in range(len(statements) - _STEPS + 1):
                loop = _loop_of(statements[at : at + _STEPS], function, nodes)
                if loop is not None:
                    yield "exchanged-with-itself", statements[at].start_point[0] + 1, str(loop.start_point[0] + 1)


def _loop_of(statements: Sequence[Any], function: Any, nodes: Sequence[Any]) -> Any:
    """The loop in which three statements exchange a place with itself; None if they do not, or in none that is seen."""
    steps = [step for statement in statements for step in _steps(statement)]
    places = list({node_text(step.target): step.target for step in steps}.values())
    if len(steps) != _STEPS or len(places) != 2 or not _exchanges(steps):  # noqa: PLR2004 - two places
        return None
    names = _indices(*places)
    loop = _allowing(statements[0], *names) if names else None
    if loop is not None:
        return loop
    listed = _parameters(function)
    parameters = [_declared(node) for node in listed.named_children] if listed is not None else []
    wanted = names or tuple(map(node_text, places))
    if not {*wanted} <= {*parameters} or any(_compares(node, wanted) for node in walk(field(function, "body"))):
        return None
    is_of_places = not names and all(f"&{name}" in node_text(listed).replace(" ", "") for name in wanted)
    calls = (node for node in nodes if node.type in CALLS and simple_call_name(node) == function_name(function))
    for call in calls if names or is_of_places else ():
        arguments = values_of(field(call, "arguments"))
        if len(arguments) != len(parameters):
            continue
        given = [arguments[parameters.index(name)] for name in wanted]
        indices = tuple(map(node_text, given)) if names else _indices(*given)
        loop = _allowing(call, *indices) if indices else None
        if loop is not None:
            return loop
    return None


def _parameters(function: Any) -> Any:
    """The list of the parameters of a function; None for one without such a list."""
    node = function
    while node is not None and field(node, "parameters") is None:
        node = field(node, "declarator")
    return field(node, "parameters")


def _declared(parameter: Any) -> str:
    name = name_of(parameter)
    return node_text(name).lstrip("&* ").partition("[")[0]


def _steps(statement: Any) -> Iterator[_Step]:
    node = expression_of(statement)
    if node is None or node.type != "assignment_expression":
        return
    target, sign, value = field(node, "left"), node_text(field(node, "operator")), field(node, "right")
    if sign[:-1] in _COMPUTE:
        yield _Step(target, target, sign[:-1], value)
    elif sign == "=" and value.type == "binary_expression":
        yield _Step(target, field(value, "left"), node_text(field(value, "operator")), field(value, "right"))


def _exchanges(steps: Sequence[_Step]) -> bool:
    """Whether steps exchange two places, as they do with values that are tried."""
    first, second = dict.fromkeys(node_text(step.target) for step in steps)
    values = dict(zip((first, second), _TRIED, strict=True))
    for step in steps:
        left, right = (values.get(node_text(side)) for side in (step.left, step.right))
        compute = _COMPUTE.get(step.operator)
        if compute is None or left is None or right is None:
            return False
        values[node_text(step.target)] = compute(left, right)
    return (values[second], values[first]) == _TRIED


def _indices(first: Any, second: Any) -> tuple[str, str] | None:
    """The indices of two elements of one array; None for other places."""
    if first.type not in ELEMENTS or second.type not in ELEMENTS:
        return None
    indices = indices_in_array(first, second)
    return None if indices is None else (node_text(indices[0]), node_text(indices[1]))


def _allowing(node: Any, first: str, second: str) -> Any:
    """The nearest loop around a node whose turn may have these two variables equal; None if there is none."""
    loop = node
    while loop is not None and loop.type not in LOOPS:
        if loop.type == "if_statement" and _compares(field(loop, "condition"), (first, second)):
            return None
        loop = loop.parent
    condition = field(loop, "condition")
    if condition is None or loop.type == "do_statement" or not _compares(condition, (first, second), ("<=", ">=")):
        return None
    if _compares(condition, (first, second), ("<", ">", "!=")) or "||" in node_text(condition):
        return None
    before = [part for part in walk(field(loop, "body")) if part.start_byte < node.start_byte]
    is_changed = any(_changes(part, (first, second)) for part in before)
    return None if is_changed or any(_compares(part, (first, second)) for part in before) else loop


def _changes(node: Any, names: Sequence[str]) -> bool:
    if node.type == "update_expression":
        return any(node_text(part) in names for part in node.named_children)
    return node.type == "assignment_expression" and node_text(field(node, "left")) in names


def _compares(node: Any, names: Sequence[str], signs: Sequence[str] = ("==", "!=", "<", ">", "<=", ">=")) -> bool:
    """Whether a condition, or a part of it, compares these two with one of these signs."""
    return node is not None and any(
        part.type == "binary_expression"
        and node_text(field(part, "operator")) in signs
        and {node_text(field(part, side)) for side in ("left", "right")} == {*names}
        for part in walk(node)
    )
