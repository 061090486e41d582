"""Functions of Java and C++ whose only loop over an array takes each element with the next one, and no other pair."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from harness.language.parsing.syntax_trees import (
    DECLARATORS,
    ELEMENTS,
    LOOPS,
    array_of,
    bare_text,
    dotted_name,
    field,
    functions_in,
    indices_of,
    name_of,
    node_text,
    walk,
)
from harness.model.finding import NEIGHBOURS_ALONE

_PAIRS = ({"", "+1"}, {"", "-1"})
"""What is added to the counter of the loop in the indices of the two."""


def neighbours_alone(nodes: Sequence[Any]) -> Iterator[tuple[str, int, str]]:
    """The lines where such loops begin, and the array."""
    for function in functions_in(nodes):
        loops = [node for node in walk(field(function, "body")) if node.type in LOOPS]
        using = [loop for loop in loops if any(node.type in ELEMENTS for node in walk(loop))]
        if len(using) != 1:
            continue
        for array in sorted({_array(node) for node in walk(using[0]) if node.type in ELEMENTS}):
            if array and _takes_neighbours(using[0], array):
                yield NEIGHBOURS_ALONE, using[0].start_point[0] + 1, array


def _array(element: Any) -> str:
    """The variable or field of which this is an element; empty for an element of an element."""
    array = array_of(element)
    return "" if array.type in ELEMENTS else dotted_name(array).rpartition(".")[2]


def _takes_neighbours(loop: Any, array: str) -> bool:
    """Whether the elements of an array that a loop uses are those of its counter and of one place beside it."""
    elements = [node for node in walk(loop) if node.type in ELEMENTS and _array(node) == array]
    indices = [value for node in elements for value in indices_of(node)]
    stands_for = dict(filter(None, map(_declared, walk(loop))))
    counters = {counter for node in walk(loop) if (counter := _counted(node))}
    written = {text if text in counters else stands_for.get(text, text) for text in map(bare_text, indices)}
    return any(written == {counter + more for more in pair} for counter in counters for pair in _PAIRS)


def _declared(node: Any) -> tuple[str, str] | None:
    """A variable with its first value, as it is written; None for other nodes."""
    if node.type not in DECLARATORS or field(node, "value") is None:
        return None
    return node_text(name_of(node)), bare_text(field(node, "value"))


def _counted(node: Any) -> str:
    """The variable to which a node adds one, or from which it takes one; empty for others."""
    if node.type == "update_expression":
        return node_text(field(node, "argument") or node).strip("+-")
    left = node_text(field(node, "left")) if node.type == "assignment_expression" else ""
    steps = (f"{left}={left}+1", f"{left}+=1", f"{left}={left}-1", f"{left}-=1")
    return left if left and bare_text(node) in steps else ""
