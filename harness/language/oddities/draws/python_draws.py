"""Draws of Python from 0 to a size, which no place is counted by: both ends belong to what randint draws from."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

_PLACES = ("insert", "slice")
"""Calls that are given a place, of which there is one more than there are items."""
_MOST_DRAWS = 20
"""Draws of a function that are looked at."""


def far_draws(module: ast.Module) -> Iterator[tuple[str, int, str]]:
    """The lines that draw from 0 to a size, and that size: a range ends before it.

    None if the size changes, as in a shuffle, or if the number that is drawn is compared with it.
    """
    ranges = {ast.unparse(node.args[-1]) for node in _calls([*ast.walk(module)], "range") if len(node.args) == 1}
    for function in (node for node in ast.walk(module) if isinstance(node, ast.FunctionDef)):
        parts = [*ast.walk(function)]
        places = {id(node) for name in _PLACES for call in _calls(parts, name) for node in ast.walk(call)}
        for draw in _calls(parts, "randint")[:_MOST_DRAWS]:
            size = _largest(draw)
            is_size = size.startswith("len(") or (size in ranges and not _is_set(parts, size))
            if is_size and id(draw) not in places and not _is_compared(parts, draw, size):
                yield "drawn-too-far", draw.lineno, size


def _calls(parts: Sequence[ast.AST], name: str) -> list[ast.Call]:
    """The calls of functions or methods of this name."""
    calls = (node for node in parts if isinstance(node, ast.Call))
    return [node for node in calls if name == getattr(node.func, "id", getattr(node.func, "attr", ""))]


def _largest(draw: ast.Call) -> str:
    """The largest number that is drawn, if it is a variable or a length and the least is 0; else empty."""
    least, largest = draw.args if len(draw.args) == 2 else (None, None)  # noqa: PLR2004 - both ends
    is_from_0 = isinstance(least, ast.Constant) and least.value == 0
    is_size = isinstance(largest, ast.Name) or (largest is not None and bool(_calls([largest], "len")))
    return ast.unparse(largest) if is_from_0 and is_size and largest is not None else ""


def _is_set(parts: Sequence[ast.AST], name: str) -> bool:
    names = (node for node in parts if isinstance(node, ast.Name) and node.id == name)
    return any(not isinstance(node.ctx, ast.Load) for node in names)


def _is_compared(parts: Sequence[ast.AST], draw: ast.Call, size: str) -> bool:
    """Whether a number that is drawn is compared with this size."""
    assigning = [node for node in parts if isinstance(node, ast.Assign) and draw in ast.walk(node.value)]
    drawn = {ast.unparse(target) for node in assigning for target in node.targets}
    comparisons = [node for node in parts if isinstance(node, ast.Compare)]
    at_once = any(draw in ast.walk(node) for node in comparisons)
    sides = ({ast.unparse(node.left), *map(ast.unparse, node.comparators)} for node in comparisons)
    return at_once or any(size in pair and not pair.isdisjoint(drawn) for pair in sides)
