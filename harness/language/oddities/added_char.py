"""Characters of Java that are added to a number, as a char is one, where both are meant to be joined as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from harness.language.oddities import Odd
from harness.language.oddities.lost.java_types import Types, declared_types
from harness.language.parsing.syntax_trees import field, node_text
from harness.model.patterns import lazy_regex

_WHOLE = ("int", "long", "short", "byte")
_SEPARATOR = lazy_regex(r"'(?:\\[tn]|[ ,;:|/().\[\]-])'")
"""A character that nobody computes with."""
_WRITES = ("append", "print", "println")
_LONGEST = 60
"""Characters of a sum that is named."""


def added_chars(nodes: Sequence[Any]) -> Iterator[Odd]:
    """The sums of a whole number and a separator such as ``' '`` that become text at once."""
    types: Types | None = None
    for node in nodes:
        if node.type != "binary_expression" or node_text(field(node, "operator")) != "+":
            continue
        sides = field(node, "left"), field(node, "right")
        chars = [_SEPARATOR.fullmatch(node_text(side)) is not None for side in sides]
        if sum(chars) != 1 or len(node_text(node)) > _LONGEST:
            continue
        types = declared_types(nodes) if types is None else types
        if _is_whole(sides[chars.index(False)], types) and _becomes_text(node, types):
            yield "added-char", node.start_point[0] + 1, node_text(node)


def _is_whole(value: Any, types: Types) -> bool:
    """Whether a value is certainly a whole number, and no character."""
    if value.type == "parenthesized_expression":
        return len(value.named_children) == 1 and _is_whole(value.named_children[0], types)
    if value.type == "binary_expression":
        is_sum = node_text(field(value, "operator")) in ("+", "-", "*", "/", "%")
        return is_sum and all(_is_whole(field(value, side), types) for side in ("left", "right"))
    if value.type == "method_invocation":
        kinds = types.get(f"{node_text(field(value, 'name'))}()", set())
        return field(value, "object") is None and _all_whole(kinds)
    if value.type == "array_access":
        kinds = types.get(node_text(field(value, "array")), set())
        return bool(kinds) and all(kind.removesuffix("[]") in _WHOLE and kind.endswith("[]") for kind in kinds)
    is_literal = value.type == "decimal_integer_literal"
    return is_literal or (value.type == "identifier" and _all_whole(types.get(node_text(value), set())))


def _all_whole(kinds: set[str]) -> bool:
    return bool(kinds) and kinds.issubset(_WHOLE)


def _becomes_text(node: Any, types: Types) -> bool:
    """Whether a sum is joined to a text, or written."""
    around = node.parent
    if around.type == "assignment_expression" and node_text(field(around, "operator")) == "+=":
        return types.get(node_text(field(around, "left")), set()) == {"String"}
    if around.type == "argument_list" and around.parent.type == "method_invocation":
        called = around.parent
        is_own = field(called, "object") is None
        return not is_own and node_text(field(called, "name")) in _WRITES and len(around.named_children) == 1
    is_join = around.type == "binary_expression" and node_text(field(around, "operator")) == "+"
    other = field(around, "right") if is_join and field(around, "left") == node else field(around, "left")
    return is_join and other.type == "string_literal"
