"""Draws of C and C++ from 0 to a size, which no place is counted by: both ends belong to what is drawn from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from harness.language.oddities.draws import MAY_BE_LAST, MOST_DRAWS, MOST_NODES
from harness.language.oddities.draws.cpp_indices import DECLARES, is_index
from harness.language.parsing.syntax_trees import DECLARATORS, field, functions_in, node_text, statements_of, walk
from harness.model.patterns import lazy_regex

_DISTRIBUTION = lazy_regex(r"\buniform_int_distribution\b")
_GENERATES = lazy_regex(r"(?:std::)?(?:rand|random|lrand48)\(\)")
_CAST = lazy_regex(r"(?:\(\s*(?:unsigned|int|long|size_t)\s*\)|(?:int|static_cast<[\w ]+>)(?=\())\s*")
_SIZE = lazy_regex(r"[\w.\->]+(?:\.|->)size\(\)|[A-Za-z_]\w*")
_CHANGES = ("update_expression", "assignment_expression", *DECLARATORS)
_SMALLER = ("<", "!=")
_LONGEST_SUM = 40
"""Bytes of what may be ``size + 1``."""


def far_draws(nodes: Sequence[Any]) -> Iterator[tuple[str, int, str]]:
    """The lines that draw from 0 to a size, and that size, where an item of a container is taken by the number.

    None if the size changes, as in a shuffle, if the number is compared with anything, or if there may be one more
    item: a place to insert at and a part of a container reach to the size itself.
    """
    functions = functions_in(nodes)
    bodies = (parts for function in functions if len(parts := [*walk(function)]) <= MOST_NODES)
    draws = [*islice(((parts, node) for parts in bodies for node in parts if _largest(node)), MOST_DRAWS)]
    sums = [node for node in nodes if _is_one_more(node)] if draws else []
    larger = {node_text(node).replace(" ", "") for node in sums}
    declarations = [node for node in nodes if node.type in DECLARES] if draws else []
    for parts, node in draws:
        size = _largest(node)
        is_size = size.endswith(")") or (larger.isdisjoint((f"{size}+1", f"1+{size}")) and _is_size(parts, size))
        if is_size and is_index(parts, declarations, _drawn(parts, node), size):
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
    """Whether something ends before this number, and nothing changes it, reaches it or goes beyond."""
    targets = [
        field(node, "left") or field(node, "declarator") or field(node, "argument")
        for node in parts
        if node.type in _CHANGES
    ]
    pairs = [node for node in parts if node.type == "binary_expression" and node_text(field(node, "right")) == size]
    operators = {node_text(field(node, "operator")) for node in pairs}
    reached = {node_text(field(node, "indices"))[1:-1] for node in parts if node.type == "subscript_expression"}
    is_more = size in reached or not operators.isdisjoint(("<=", ">"))
    is_set = any(node_text(target) == size for target in targets)
    return not operators.isdisjoint(_SMALLER) and not is_more and not is_set and MAY_BE_LAST.search(size) is None


def _is_one_more(node: Any) -> bool:
    """Whether something short is added, such as one to a size, other than for a draw."""
    if node.type != "binary_expression" or node.end_byte - node.start_byte > _LONGEST_SUM:
        return False
    around = node.parent.parent if node.parent.type == "parenthesized_expression" else node.parent
    return node_text(field(node, "operator")) == "+" and not _largest(around)


def _drawn(parts: Sequence[Any], draw: Any) -> list[Any]:
    """The expressions whose values are the numbers of a draw: the remainder, or the calls of a distribution."""
    if draw.type == "binary_expression":
        return [draw]
    owner = draw.parent
    declarator = owner if owner.type in DECLARATORS else owner.parent
    name = node_text(field(declarator, "declarator")) if declarator.type in DECLARATORS else ""
    calls = (node for node in parts if node.type == "call_expression")
    return [node for node in calls if field(node, "function") == owner or node_text(field(node, "function")) == name]
