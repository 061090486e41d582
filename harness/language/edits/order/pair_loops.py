"""Loops that take each pair of elements twice: an inner one may begin later, and one that swaps may end halfway."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import Any

from harness.language.edits.forms.edit_forms import VALUE
from harness.language.edits.forms.ranked_edits import Ranked, RankedEdits, ranked
from harness.language.edits.forms.source_text import Edit, PythonText
from harness.language.edits.forms.tree_nodes import counted_from, in_parentheses
from harness.language.oddities.pairs.swapped_twice import loops_beyond_middle
from harness.language.parsing.python import called_name
from harness.language.parsing.syntax_trees import field, node_text, walk

_LEAVES_OUT = ("==", "!=")
_Loop = tuple[str, Any, str]
"""A counter, the value with which it begins, and the text of its limit."""


def each_pair_once(loop: Any) -> RankedEdits:
    """The loops of Java or C++ in one over the same numbers that leave out its own, begun after that number."""
    outer = _counted(loop)
    for node in walk(field(loop, "body")) if outer is not None else ():
        inner = _counted(node) if node.type == "for_statement" else None
        if outer is None or inner is None:
            continue
        is_same = node_text(inner[1]) == node_text(outer[1]) and inner[2] == outer[2]
        if is_same and any(_asks_whether_same(part, outer[0], inner[0]) for part in walk(field(node, "body"))):
            yield _begun(inner[1].start_byte, inner[1].end_byte, node_text(inner[1]), f"{outer[0]} + 1")


def _begun(start: int, end: int, old: str, new: str) -> Ranked:
    """The loop that begins with another value."""
    return -1, Edit(start, end, new, form=(VALUE, old))


def _counted(loop: Any) -> _Loop | None:
    """A loop that counts up from a value to a limit; None for others."""
    counter, value = counted_from(loop)
    test = in_parentheses(field(loop, "condition"))
    if counter is None or value is None or node_text(field(test, "left")) != node_text(counter):
        return None
    return node_text(counter), value, f"{node_text(field(test, 'operator'))} {node_text(field(test, 'right'))}"


def _asks_whether_same(node: Any, first: str, second: str) -> bool:
    """Whether a node asks whether two counters are the same."""
    is_asked = node.type == "binary_expression" and node_text(field(node, "operator")) in _LEAVES_OUT
    return is_asked and {node_text(field(node, "left")), node_text(field(node, "right"))} == {first, second}


def each_pair_once_python(loop: ast.For, text: PythonText) -> RankedEdits:
    """The same in Python, where both go through the same range."""
    outer, inner_loops = _range_of(loop), [node for node in ast.walk(loop) if isinstance(node, ast.For)]
    for inner in inner_loops if outer is not None else ():
        arguments = _range_of(inner)
        if outer is None or arguments is None or inner is loop:
            continue
        is_same = [*map(text.text, arguments)] == [*map(text.text, outer)]
        names = {text.text(loop.target), text.text(inner.target)}
        if is_same and names in _compared(inner):
            begin = f"{text.text(loop.target)} + 1"
            if len(arguments) == 1:
                yield ranked(-1, *text.span(inner.iter), f"range({begin}, {text.text(arguments[0])})")
            else:
                yield _begun(*text.span(arguments[0]), text.text(arguments[0]), begin)


def _range_of(loop: ast.For) -> list[ast.expr] | None:
    """The one or two arguments of the range that a loop goes through; None for others."""
    call = loop.iter
    is_range = isinstance(call, ast.Call) and called_name(call) == "range" and isinstance(loop.target, ast.Name)
    return call.args if is_range and isinstance(call, ast.Call) and 0 < len(call.args) < len("123") else None


def _compared(loop: ast.For) -> Iterator[set[str]]:
    """The pairs of which a loop asks whether they are the same."""
    for node in ast.walk(loop):
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], (ast.Eq, ast.NotEq)):
            sides = (node.left, node.comparators[0])
            yield {side.id for side in sides if isinstance(side, ast.Name)}


def half_turns(functions: Sequence[Any]) -> RankedEdits:
    """The loops of Java or C++ that swap each pair twice, ended in the middle."""
    for loop in loops_beyond_middle(functions):
        (_, begin), limit = counted_from(loop), field(in_parentheses(field(loop, "condition")), "right")
        text = node_text(limit) if limit.child_count == 0 else f"({node_text(limit)})"
        total = text if node_text(begin) == "0" else f"({node_text(begin)} + {node_text(limit)})"
        yield _begun(limit.start_byte, limit.end_byte, node_text(limit), f"{total} / 2")


def half_turns_python(loop: ast.For, text: PythonText) -> RankedEdits:
    """The same of Python, for each loop that only swaps two elements."""
    limits, swap = _range_of(loop), loop.body[0]
    if limits is None or len(loop.body) > 1 or not isinstance(swap, ast.Assign):
        return
    pairs = [each.elts for each in (swap.targets[0], swap.value) if isinstance(each, ast.Tuple)]
    if len(pairs) > 1 and [*map(text.text, pairs[0])] == [*map(text.text, pairs[1])][::-1]:
        begin = f"{text.text(limits[0])} + " * (len(limits) > 1)
        last = limits[-1]
        total = f"({begin}{text.text(last)})" if begin or not isinstance(last, ast.Name) else text.text(last)
        yield _begun(*text.span(last), text.text(last), f"{total} // 2")
