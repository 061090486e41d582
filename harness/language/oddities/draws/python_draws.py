"""Draws of Python from 0 to a size, which no place is counted by: both ends belong to what randint draws from."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from harness.language.oddities.draws import MAY_BE_LAST, MOST_DRAWS, MOST_NODES
from harness.language.oddities.draws.cpp_indices import is_index, names_compared
from harness.language.parsing.syntax_trees import bare_text, field, functions_in, node_text, values_of, walk


def far_draws(nodes: Sequence[Any]) -> Iterator[tuple[str, int, str]]:
    """The lines that draw from 0 to a size, and that size, where an item of a container is taken by the number.

    None if the size changes, as in a shuffle, if the number is compared with anything, or if there may be one more
    item: a place to insert at and a part of a list reach to the size itself.
    """
    names = _standard_names(nodes[0].origin)
    handlers = (node for node in nodes if node.type == "catch_clause") if names else ()
    if any(b"IndexError" in node.text for node in handlers):
        return
    bodies = (parts for function in functions_in(nodes) if len(parts := [*walk(function)]) <= MOST_NODES)
    draws = ((parts, node) for parts in bodies for node in parts if _largest(node, names))
    for parts, draw in islice(draws, MOST_DRAWS):
        size, is_tried = _largest(draw, names), any(node.type in ("Try", "TryStar") for node in parts)
        is_size = size.startswith("len(") or _is_size(parts, nodes, size)
        if is_size and not is_tried and is_index(parts, nodes, [draw], size):
            yield "drawn-too-far", draw.start_point[0] + 1, size


def _standard_names(module: ast.Module) -> set[str]:
    """How the file calls the standard module's randint; empty if the name has another origin, too."""
    own: set[str] = set()
    others: set[str] = set()
    for node in ast.walk(module):
        if isinstance(node, ast.Import):
            for alias in node.names:
                (own if alias.name == "random" else others).add(alias.asname or alias.name)
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                is_own = node.module == "random" and alias.name in ("randint", "*")
                name = alias.asname or ("randint" if is_own else alias.name)
                (own if is_own else others).add(name)
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            others.add(node.name)
        elif isinstance(node, ast.arg):
            others.add(node.arg)
        elif isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            others.add(node.id)
    names = own - others if "*" not in others else set()
    return names | {f"{name}.randint" for name in names}


def _largest(draw: Any, names: set[str]) -> str:
    """The largest number that is drawn, if it is a variable or a length and the least is 0; else empty."""
    is_draw = draw.type == "call_expression" and node_text(field(draw, "function")) in names
    given = values_of(field(draw, "arguments")) if is_draw else ()
    if len(given) != len("ab") or node_text(given[0]) != "0":
        return ""
    is_size = given[1].type == "identifier" or node_text(field(given[1], "function")) == "len"
    return node_text(given[1]) if is_size else ""


def _is_size(parts: Sequence[Any], nodes: Sequence[Any], size: str) -> bool:
    """Whether a range of the function ends before this number, and nothing changes it, reaches it or goes beyond."""
    is_larger = any(bare_text(node) in (f"{size}+1", f"1+{size}") for node in nodes if node.type == "binary_expression")
    is_item = any(node_text(field(node, "indices")) == size for node in parts if node.type == "subscript_expression")
    compared = (node for node in parts if node_text(field(node, "operator")) in ("<=", ">="))
    is_more = is_larger or is_item or any(size in names_compared(node) for node in compared)
    calls = (node for node in parts if node_text(field(node, "function")) == "range")
    ends_before = any(bare_text(node) == f"range({size})" for node in calls)
    is_set = any(node.type == "identifier" and node.is_set and node_text(node) == size for node in parts)
    return ends_before and not is_more and not is_set and MAY_BE_LAST.search(size) is None
