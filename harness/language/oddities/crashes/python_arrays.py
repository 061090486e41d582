"""Lists of Python: the lengths with which they are made, and the elements that a line uses."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence

from harness.language.oddities.crashes.stored import Stored
from harness.language.parsing.python import DEFS, last_name

_GROWS = ("append", "extend", "insert", "pop", "remove", "clear")
_MOST_DEPTH = 4


def python_elements(nodes: Sequence[ast.AST], line: int) -> dict[str, int]:
    """The lists whose elements a line uses, each with how many indices are taken of it at most."""
    depths: dict[str, int] = {}
    for node in nodes:
        if isinstance(node, ast.Subscript) and node.lineno <= line <= (node.end_lineno or node.lineno):
            name, depth = _base(node)
            depths[name] = max(depth, depths.get(name, 0))
    return depths


def python_functions(nodes: Sequence[ast.AST]) -> list[range]:
    """The lines of each function that names no variables of others as its own."""
    functions = [node for node in nodes if isinstance(node, DEFS)]
    sharing = [node.lineno for node in nodes if isinstance(node, (ast.Global, ast.Nonlocal))]
    spans = [range(node.lineno, (node.end_lineno or node.lineno) + 1) for node in functions]
    return [span for span in spans if not any(line in span for line in sharing)]


def stored_in_python(nodes: Iterable[ast.AST]) -> Iterator[Stored]:
    """What assignments, loops, parameters and calls among the nodes store in variables."""
    made = {
        id(target): _lengths(node.value) for node in nodes if isinstance(node, ast.Assign) for target in node.targets
    }
    for node in nodes:
        if isinstance(node, ast.arg):
            yield Stored(node.arg, node.lineno, declares=True)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _GROWS:
            name, depth = _base(node.func.value)
            yield Stored(name, node.lineno, depth=depth)
        elif isinstance(node, (ast.Name, ast.Attribute, ast.Subscript)) and not isinstance(node.ctx, ast.Load):
            name, depth = _base(node)
            depth -= isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice)  # it may change the length
            yield Stored(name, node.lineno, made.get(id(node), ()), isinstance(node, ast.Name), depth=depth)


def _base(node: ast.expr) -> tuple[str, int]:
    """The simple name of the list that an element is of, and how many indices are taken of it."""
    depth = 0
    while isinstance(node, ast.Subscript):
        node, depth = node.value, depth + 1
    return last_name(node), depth


def _lengths(value: ast.expr) -> tuple[str, ...]:
    """The lengths of a list that is made by ``[0] * n`` or of a range; none for another value."""
    lengths: list[str] = []
    while len(lengths) < _MOST_DEPTH:
        if isinstance(value, ast.ListComp) and len(value.generators) == 1 and not value.generators[0].ifs:
            items, length = value.elt, _range_length(value.generators[0].iter)
        elif isinstance(value, ast.BinOp) and isinstance(value.op, ast.Mult):
            left, right = (value.left, value.right) if isinstance(value.left, ast.List) else (value.right, value.left)
            if not isinstance(left, ast.List) or len(left.elts) != 1:
                break
            items, length = left.elts[0], right
        else:
            break
        if length is None:
            break
        lengths.append("".join(ast.unparse(length).split()))
        value = items
    return tuple(lengths)


def _range_length(value: ast.expr) -> ast.expr | None:
    """How many numbers ``range(n)`` has; None for anything else."""
    is_range = isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "range"
    if not isinstance(value, ast.Call) or not is_range or len(value.args) != 1 or value.keywords:
        return None
    return value.args[0]
