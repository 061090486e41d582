"""Draws of C and C++ from 0 to a size, which no place is counted by: both ends belong to what is drawn from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from harness.language.parsing.syntax_trees import DECLARATORS, FUNCTIONS, field, node_text, statements_of, walk
from harness.model.patterns import lazy_regex

_DISTRIBUTION = lazy_regex(r"\buniform_int_distribution\b")
_GENERATES = lazy_regex(r"(?:std::)?(?:rand|random|lrand48)\(\)")
_CAST = lazy_regex(r"(?:\(\s*(?:unsigned|int|long|size_t)\s*\)|(?:int|static_cast<[\w ]+>)(?=\())\s*")
_SIZE = lazy_regex(r"[\w.\->]+(?:\.|->)size\(\)|[A-Za-z_]\w*")
_CHANGES = ("update_expression", "assignment_expression", *DECLARATORS)
_SMALLER = ("<", "!=")
_MOST_DRAWS = 20
"""Draws of a function that are looked at."""
_COMPARES = (*_SMALLER, "<=", ">", ">=", "==")


def far_draws(nodes: Sequence[Any]) -> Iterator[tuple[str, int, str]]:
    """The lines that draw from 0 to a size, and that size: a loop or a container ends before it.

    None if the size changes, as in a shuffle, or if the number that is drawn is compared with it.
    """
    for function in (node for node in nodes if node.type in FUNCTIONS and field(node, "body") is not None):
        parts = [*walk(function)]
        draws = ((node, size) for node in parts if (size := _largest(node)))
        for node, size in islice(draws, _MOST_DRAWS):
            if _is_size(parts, size) and not _is_compared(parts, node, size):
                yield "drawn-too-far", node.start_point[0] + 1, size


def _largest(node: Any) -> str:
    """The largest number that a node draws, as it is written, where the least is 0; empty for what draws none."""
    if node.type == "binary_expression" and node_text(field(node, "operator")) == "%":
        return _before_one(node) if _GENERATES.fullmatch(node_text(field(node, "left"))) else ""
    if node.type not in ("argument_list", "initializer_list"):
        return ""
    owner = node.parent.parent if node.parent.type in DECLARATORS else node.parent
    values = statements_of(node)
    kind = field(owner, "type") or field(owner, "function")
    is_range = kind is not None and _DISTRIBUTION.search(node_text(kind)) is not None and len(values) == 2  # noqa: PLR2004
    return _size(values[1]) if is_range and node_text(values[0]) == "0" else ""


def _before_one(remainder: Any) -> str:
    """The size of ``rand() % (size + 1)``; empty for another, or where something is added to what comes."""
    divisor = field(remainder, "right")
    inner = divisor.named_children[0] if divisor.type == "parenthesized_expression" else divisor
    is_sum = inner.type == "binary_expression" and node_text(field(inner, "operator")) == "+"
    around = node_text(field(remainder.parent, "operator"))
    is_more = is_sum and node_text(field(inner, "right")) == "1" and around not in ("+", "-")
    return _size(field(inner, "left")) if is_more else ""


def _size(value: Any) -> str:
    """What may be a size, without a cast; empty for other values."""
    text = _CAST.sub("", node_text(value), count=1)
    text = text[1:-1] if text[:1] == "(" else text
    return text if _SIZE.fullmatch(text) else ""


def _is_size(parts: Sequence[Any], size: str) -> bool:
    """Whether something ends before this number, as it counts places, and nothing changes it."""
    if size.endswith(")"):
        return True
    targets = [_given(node)[0] or field(node, "argument") for node in parts if node.type in _CHANGES]
    pairs = (node for node in parts if node.type == "binary_expression" and node_text(field(node, "right")) == size)
    ends_before = any(node_text(field(node, "operator")) in _SMALLER for node in pairs)
    return ends_before and all(node_text(target) != size for target in targets)


def _is_compared(parts: Sequence[Any], draw: Any, size: str) -> bool:
    """Whether a number that is drawn is compared with this size."""
    is_named = draw.parent.type in DECLARATORS and draw.type != "binary_expression"
    source = node_text(field(draw.parent, "declarator")) + "(" if is_named else node_text(draw)
    drawn = {node_text(target) for target, value in map(_given, parts) if source in node_text(value)}
    comparisons = [node for node in parts if node_text(field(node, "operator")) in _COMPARES]
    sides = [[node_text(field(node, key)) for key in ("left", "right")] for node in comparisons]
    return any(size in pair and (not drawn.isdisjoint(pair) or source in "".join(pair)) for pair in sides)


def _given(node: Any) -> tuple[Any, Any]:
    """What a node gives a value, and the value; twice None if it gives none."""
    if node.type == "assignment_expression":
        return field(node, "left"), field(node, "right")
    return (field(node, "declarator"), field(node, "value")) if node.type in DECLARATORS else (None, None)
