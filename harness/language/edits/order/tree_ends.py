"""A list of Java or C++ that is taken from its other end, or gone through in the other direction."""

from __future__ import annotations

from typing import Any

from harness.language.edits.forms.ranked_edits import RankedEdits, turned_round
from harness.language.edits.forms.tree_nodes import called_name
from harness.language.parsing.syntax_trees import (
    CALLS,
    DECLARATORS,
    field,
    function_name,
    name_of,
    node_text,
    start_of,
    values_of,
    walk,
)

_PAIRS = (
    ("removeFirst", "removeLast"), ("getFirst", "getLast"), ("addFirst", "addLast"), ("pollFirst", "pollLast"),
    ("peekFirst", "peekLast"), ("front", "back"),
)  # fmt: skip
_OF_DEQUES = (("push_back", "push_front"), ("pop_back", "pop_front"))
"""A vector has one of each only."""
_OTHER = {name: other for pair in _PAIRS for name, other in (pair, pair[::-1])}
_OTHER_OF_DEQUES = {name: other for pair in _OF_DEQUES for name, other in (pair, pair[::-1])}
_DEQUES = (b"deque<", b"list<")
_AT_END = ("remove", "get")
_SHOWS = ("add", "push_back", "println", "print")
"""What is called where the order of the turns is seen."""
_OPPOSITE = {"<": ">=", "<=": ">=", ">=": "<=", ">": "<="}
_UNSIGNED = ("unsigned", "size_t")


def other_ends(function: Any, source: bytes, *, is_java: bool) -> RankedEdits:
    """The changes to one function."""
    for node in walk(field(function, "body")) if field(function, "body") is not None else ():
        if node.type in CALLS:
            yield from _of_call(node, source, is_java=is_java)
        elif node.type == "for_statement":
            inside = [*walk(field(node, "body"))]
            calls = {called_name(inner) for inner in inside if inner.type in CALLS}
            leaves = any(inner.type in ("return_statement", "break_statement") for inner in inside)
            if calls & {function_name(function), *_SHOWS} or b"cout" in field(node, "body").text or leaves:
                is_back = leaves and "--" in node_text(field(node, "update"))
                yield from _backwards(0 if is_back or function_name(function) in calls else 1, node)


def _of_call(call: Any, source: bytes, *, is_java: bool) -> RankedEdits:
    """The other end of a list that is taken from, or added to."""
    name, text, values = called_name(call), node_text(call), values_of(field(call, "arguments"))
    callee = field(call, "function")
    holder = field(call, "object") if is_java else field(callee, "argument")
    has_both = any(kind in source for kind in _DEQUES)
    other = _OTHER.get(name) or (_OTHER_OF_DEQUES.get(name) if has_both else None)
    if holder is None:
        return
    if other is not None:
        at = field(call, "name") or field(callee, "field")
        yield turned_round(0, at.start_byte, at.end_byte, text, other)
    elif is_java and name in _AT_END and len(values) == 1:
        last = f"{node_text(holder)}.size() - 1"
        ends = {"0": last, last.replace(" ", ""): "0"}
        new = ends.get(node_text(values[0]).replace(" ", ""))
        if new is not None:
            yield turned_round(0, values[0].start_byte, values[0].end_byte, text, new)
    elif is_java and name == "add" and len(values) == 1:
        yield turned_round(1, values[0].start_byte, values[0].end_byte, text, f"0, {node_text(values[0])}")
    elif is_java and name == "add" and node_text(values[0]) == "0":
        yield turned_round(0, values[0].start_byte, values[1].start_byte, text, "")


def _backwards(rank: int, loop: Any) -> RankedEdits:
    """A loop that counts by one from one bound to the other, from that to this."""
    begin = start_of(loop)
    condition, step = field(loop, "condition"), field(loop, "update")
    sign = node_text(field(condition, "operator"))
    declared = next((node for node in walk(begin) if node.type in DECLARATORS), begin) if begin is not None else None
    counter = name_of(declared) or field(declared, "left")
    value, bound = field(declared, "value") or field(declared, "right"), field(condition, "right")
    name, kind = node_text(counter), node_text(field(begin, "type"))
    if None in (counter, value, bound, step) or sign not in _OPPOSITE or node_text(field(condition, "left")) != name:
        return
    is_up = sign.startswith("<")
    steps = ("++", "--") if is_up else ("--", "++")
    if node_text(step) not in (f"{name}{steps[0]}", f"{steps[0]}{name}") or any(word in kind for word in _UNSIGNED):
        return
    first = node_text(bound) + {"<": " - 1", ">": " + 1"}.get(sign, "")
    before = node_text(begin)[: value.start_byte - begin.start_byte]
    new = f"{before}{first}; {name} {_OPPOSITE[sign]} {node_text(value)}; {name}{steps[1]}"
    header = f"{node_text(begin).rstrip(';')}; {node_text(condition)}; {node_text(step)}"
    yield turned_round(rank, begin.start_byte, step.end_byte, header, new)
