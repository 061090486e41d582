"""What a Java or C++ function leaves out after a step: the use of what its own call gives, an exchange, a move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from harness.language.edits.forms.ranked_edits import RankedEdits
from harness.language.edits.forms.tree_nodes import (
    called_name,
    declared_in,
    in_parentheses,
    in_place,
    inserted_after,
    inserted_at_begin,
    inserted_at_end,
)
from harness.language.parsing.syntax_trees import (
    BLOCKS,
    CALLS,
    DECLARATORS,
    ELEMENTS,
    array_of,
    expression_of,
    field,
    function_name,
    name_of,
    node_text,
    start_of,
    target_of,
    values_of,
    walk,
)
from harness.language.python.python_trees import PythonNode

_ORDER = ("<", "<=", ">", ">=", "!=")
_TRUTH = ("boolean", "bool")


def left_out_results(function: Any) -> RankedEdits:
    """The changes to one function."""
    nodes = [*walk(function)]
    for node in nodes:
        call = expression_of(node)
        if call is not None and call.type in CALLS and called_name(call) == function_name(function):
            yield from _used(function, node, nodes)
        elif node.type == "while_statement":
            yield from _moved(node)
        elif node.type == "for_statement":
            yield from _without_itself(function, node)
    yield from _exchanged(nodes)


def _used(function: Any, statement: Any, nodes: Sequence[Any]) -> RankedEdits:
    """What a call of the function by itself gives: looked at, added, or returned."""
    kind, call = node_text(field(function, "type")), node_text(expression_of(statement))
    if kind in ("void", ""):
        return
    if kind in _TRUTH:
        yield in_place(-1, statement, f"if ({call}) return true;")
    returned = [node.named_children[0] for node in nodes if node.type == "return_statement" and node.named_children]
    for name in dict.fromkeys(node_text(value) for value in returned if value.type == "identifier"):
        yield in_place(-1, statement, f"{name} = {call};" if kind in _TRUTH else f"{name} += {call};")
    yield in_place(-1, statement, f"return {call};")


def _moved(loop: Any) -> RankedEdits:
    """A step of what a loop's condition compares, and nothing in the loop changes."""
    body = field(loop, "body")
    for name in unmoved(loop) if body is not None and body.type in BLOCKS else ():
        yield from (inserted_at_end(0, body, f"{name}{step};") for step in ("++", "--"))


def unmoved(loop: Any) -> Iterator[str]:
    """The variables that a loop's condition compares, and that nothing in the loop changes.

    Where the loop changes another variable of the condition, only of what it uses on the left: a bound is on the right.
    """
    changed, used = {*_changed(loop)}, {node_text(node) for node in walk(field(loop, "body"))}
    condition = [*walk(field(loop, "condition"))]
    is_moving = any(node_text(node) in changed for node in condition)
    compared = (node for node in condition if node_text(field(node, "operator")) in _ORDER)
    sides = (field(node, side) for node in compared for side in (("left",) if is_moving else ("left", "right")))
    names = dict.fromkeys(node_text(side) for side in sides if side is not None and side.type == "identifier")
    yield from (name for name in names if name not in changed and (name in used or not is_moving))


def _changed(loop: Any) -> Iterator[str]:
    """The variables that are set or moved or read in within a loop, and those of which a part is set."""
    for node in walk(loop):
        target = target_of(node)
        if node.type == "binary_expression" and node_text(field(node, "operator")) == ">>":
            target = field(node, "right")
        elif node.type in CALLS:
            target = field(node, "object") or field(field(node, "function"), "argument")
        elif isinstance(node, PythonNode) and node.is_set:
            target = node
        if target is not None:
            yield next((node_text(part) for part in walk(target) if part.type == "identifier"), "")


def _exchanged(nodes: Sequence[Any]) -> RankedEdits:
    """The last third of an exchange, where an old value was kept and is not used."""
    uses = [node_text(node) for node in nodes if node.type == "identifier"]
    kept: dict[str, str] = {}
    for node in nodes:
        value = field(node, "value")
        name = node_text(name_of(node))
        if node.type in DECLARATORS and value is not None and value.type in ELEMENTS and uses.count(name) == 1:
            kept[node_text(value)] = name
    for node in nodes:
        change = expression_of(node)
        place = node_text(field(change, "left")) if change is not None else ""
        right = field(change, "right")
        if place in kept and right is not None and right.type in ELEMENTS:
            yield inserted_after(-1, node, f"{node_text(right)} = {kept[place]};")


def _without_itself(function: Any, loop: Any) -> RankedEdits:
    """The loop through all things, without the thing with which each is compared."""
    start, body = start_of(loop), field(loop, "body")
    own = next((node_text(node) for node in walk(loop) if node.type in _COUNTED), "")
    own = next(iter(own.split("=")), "").strip()
    if start is None or body is None or body.type not in BLOCKS or not own:
        return
    asks = any(_asks_whether_same(node, own) for node in walk(body))
    begin = {node_text(node) for node in walk(start)}
    for other in () if asks else sorted(_beside(own, body) & _known_before(function, loop) - begin):
        yield inserted_at_begin(0, body, f"if ({own} == {other}) continue;")


_COUNTED = ("variable_declarator", "init_declarator", "assignment_expression")


def _asks_whether_same(node: Any, own: str) -> bool:
    """Whether a comparison asks whether a variable is the same as another one."""
    sign = node_text(field(node, "operator")) if node.type == "binary_expression" else ""
    return sign in ("==", "!=") and own in {node_text(field(node, side)) for side in ("left", "right")}


def _beside(own: str, body: Any) -> set[str]:
    """The names of which a loop looks at the same element as of its own, or at how far they are from its own."""
    groups: dict[str, set[str]] = {}
    for node in walk(body):
        if node.type in ELEMENTS:
            array = node_text(array_of(node))
            index = field(node, "index") or field(node, "indices")
            groups.setdefault(array, set()).add(node_text(in_parentheses(index)).strip("[] "))
        elif node.type in CALLS and called_name(node) in ("abs", "fabs"):
            inner = next(iter(values_of(field(node, "arguments"))), None)
            if node_text(field(inner, "operator")) == "-":
                groups[node_text(node)] = {node_text(field(inner, side)) for side in ("left", "right")}
    return set[str]().union(*(names - {own} for names in groups.values() if own in names))


def _known_before(function: Any, loop: Any) -> set[str]:
    """The parameters, and what is declared before a loop."""
    before = (node for node in walk(function) if node.start_byte < loop.start_byte)
    return {name for name, kind in declared_in(before) if kind == "number"}
