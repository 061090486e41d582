"""A parameter of a Java or a C++ function where another value stands: nothing reads it, or a loop begins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from harness.language.edits.forms.ranked_edits import RankedEdits
from harness.language.edits.forms.tree_nodes import counted_from, declared_in, gives_value, in_place, is_value
from harness.language.edits.variables.begins import MOST_PLACES, begin_rank, in_each_place
from harness.language.parsing.syntax_trees import CALLS, ELEMENTS, LOOPS, NUMBERS, field, function_name, node_text, walk


def parameters_instead(function: Any) -> RankedEdits:
    """The changes to one function."""
    body = field(function, "body")
    nodes = [*walk(body)] if body is not None else []
    parameters = dict(declared_in(node for node in walk(function) if "parameter" in node.type))
    read = {node_text(node) for node in nodes if node.type == "identifier"}
    kinds = dict(declared_in(nodes)) | parameters
    for name, kind in parameters.items() if nodes and function_name(function) != "main" else ():
        if name not in read:
            alike = [node for node in _places(nodes) if _kind(node, kinds) == kind]
            places = [(node.start_point[0], node.start_byte, node.end_byte, node_text(node)) for node in alike]
            yield from in_each_place(name, places, {node.start_point[0] for node in nodes if node.type in LOOPS})
    numbers = [name for name, kind in parameters.items() if kind == "number"]
    for loop in islice((node for node in nodes if node.type in LOOPS), MOST_PLACES):
        begin = counted_from(loop)[1]
        if begin is not None and begin.type in NUMBERS:
            known = {node_text(node) for node in walk(field(loop, "condition"))}
            for name in (name for name in numbers if name not in known):
                for value in (name, f"{name} + 1"):
                    yield in_place(begin_rank(name, is_read=name in read), begin, value)


def _places(nodes: Sequence[Any]) -> Iterator[Any]:
    """The whole numbers, and the variables, elements and calls whose values are used, in the order of the source."""
    for node in nodes:
        is_name = node.type == "identifier" and is_value(node)
        is_given = node.type in (*CALLS, *ELEMENTS) and gives_value(node)
        if is_name or is_given or (node.type in NUMBERS and node_text(node).isdecimal()):
            yield node.parent if node.parent.type == "unary_expression" else node


def _kind(node: Any, kinds: dict[str, str]) -> str:
    """The type of a value; of a number, an element or a call it is taken for that of a number."""
    return kinds.get(node_text(node), "") if node.type == "identifier" else "number"
