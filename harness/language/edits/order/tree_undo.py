"""What a Java or a C++ function has to undo before it is left: a trial value, and what it changed at its begin."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from harness.language.edits.forms.ranked_edits import SHORT, RankedEdits, ranked
from harness.language.edits.forms.tree_nodes import called_name, inserted_before
from harness.language.edits.forms.value_forms import KEPT
from harness.language.parsing.syntax_trees import (
    BLOCKS,
    CALLS,
    DECLARATORS,
    ELEMENTS,
    body_statements,
    expression_of,
    field,
    name_of,
    node_text,
    start_of,
    statements_of,
    walk,
)

_PLACES = (*ELEMENTS, "field_access", "field_expression")


def missing_undo(function: Any, *, is_java: bool) -> RankedEdits:
    """The changes to one function."""
    body = field(function, "body")
    if body is None:
        return
    nodes = list(walk(body))
    kept = {node_text(field(node, "value") or field(node, "right")) for node in nodes}
    for loop in (node for node in nodes if node.type == "for_statement" and node.parent.type in BLOCKS):
        for place in dict.fromkeys(map(node_text, _tried(loop))):
            if place not in kept and loop.end_byte - loop.start_byte <= SHORT:
                new = f"{'int' if is_java else 'auto'} {KEPT} = {place}; {node_text(loop)} {place} = {KEPT};"
                yield ranked(-1, loop.start_byte, loop.end_byte, new)
    yield from _cleaned(statements_of(body))


def _tried(loop: Any) -> Iterator[Any]:
    """The elements and members that the turns of a loop set to its counter, and that are the same in each turn."""
    begin = start_of(loop)
    started = next((node for node in walk(begin) if node.type in DECLARATORS), None) if begin is not None else None
    counter = node_text(name_of(started))
    for step in body_statements(field(loop, "body")):
        change = expression_of(step) if step is not None else None
        target, value = field(change, "left"), node_text(field(change, "right"))
        is_set = bool(counter) and target is not None and target.type in _PLACES and value == counter
        if is_set and counter not in map(node_text, walk(target)):
            yield target


def _cleaned(statements: list[Any]) -> RankedEdits:
    """What a function does last before its end, also before a return in its middle.

    Likely where it calls the same as at its begin, as what undoes a change does.
    """
    if len(statements) < len("SLR") or statements[-1].type != "return_statement":
        return
    *before, last, _ = statements
    name, *others = [
        called_name(call) if (call := expression_of(each)) is not None and call.type in CALLS else ""
        for each in (last, *before)
    ]
    for node in (inner for part in before for inner in walk(part)) if name else ():
        if node.type == "return_statement":
            yield inserted_before(-1 if name in others else 1, node, node_text(last))
