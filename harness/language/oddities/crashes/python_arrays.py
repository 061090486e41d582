"""Lists of Python: the lengths with which they are made, and the elements that a line uses."""

from __future__ import annotations

import ast
from bisect import bisect
from collections.abc import Iterator, Sequence

from harness.language.oddities.crashes.stored import Stored
from harness.language.parsing.python import DEFS, last_name

_READS = ("len", "print", "range")
"""What takes a list and keeps nothing of it."""
_KEEP_LENGTH = ("sort", "reverse", "index", "count")
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
    sharing = sorted(node.lineno for node in nodes if isinstance(node, (ast.Global, ast.Nonlocal)))
    spans = [range(node.lineno, (node.end_lineno or node.lineno) + 1) for node in functions]
    return [span for span in spans if bisect(sharing, span.start) == bisect(sharing, span.stop - 1)]


def stored_in_python(nodes: Sequence[ast.AST]) -> Iterator[Stored]:
    """What assignments, loops, parameters and deletions among the nodes store in variables."""
    lengths = {
        id(node.targets[0]): _lengths(node.value)
        for node in nodes
        if isinstance(node, ast.Assign) and len(node.targets) == 1
    }
    for node in nodes:
        if isinstance(node, ast.arg):
            yield Stored(node.arg, node.lineno, declares=True)
        elif isinstance(node, (ast.Name, ast.Attribute, ast.Subscript)) and not isinstance(node.ctx, ast.Load):
            name, depth = _base(node)
            changes_length = isinstance(node.ctx, ast.Del) or isinstance(getattr(node, "slice", None), ast.Slice)
            depth -= isinstance(node, ast.Subscript) and changes_length
            yield Stored(name, node.lineno, lengths.get(id(node), ()), isinstance(node, ast.Name), depth=depth)


def handed_on(nodes: Sequence[ast.AST]) -> dict[str, int]:
    """The lists that something else gets, or a row of them: it may change the length; each with the least indices."""
    kept: set[int] = set()
    passed = {id(node.iter) for node in nodes if isinstance(node, (ast.For, ast.comprehension))}
    for node in nodes:
        if isinstance(node, (ast.Subscript, ast.FormattedValue)):
            kept.add(id(node.value))
        elif isinstance(node, ast.Compare):
            kept.update(map(id, (node.left, *node.comparators)))
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _READS:
            kept.update(map(id, node.args))
        elif isinstance(node, ast.Attribute) and node.attr in _KEEP_LENGTH:
            kept.add(id(node.value))
    depths: dict[str, int] = {}
    for node in nodes:
        is_read = isinstance(node, (ast.Name, ast.Attribute, ast.Subscript)) and isinstance(node.ctx, ast.Load)
        if isinstance(node, ast.expr) and is_read and id(node) not in kept:
            name, depth = _base(node)
            depth += id(node) in passed  # a loop hands on what is in it
            depths[name] = min(depth, depths.get(name, depth))
    return depths


def _base(node: ast.expr) -> tuple[str, int]:
    """The simple name of the list that an element is of, and how many indices are taken of it; empty for too many."""
    depth = 0
    while isinstance(node, ast.Subscript) and depth <= _MOST_DEPTH:
        node, depth = node.value, depth + 1
    return "" if depth > _MOST_DEPTH else last_name(node), depth


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
        text = _text(length)
        if not text:
            break
        lengths.append(text)
        value = items
    return tuple(lengths)


def _text(length: ast.expr | None) -> str:
    """The source text of a name or a number, or of a sum of two; empty for anything else."""
    if isinstance(length, ast.BinOp) and isinstance(length.op, (ast.Add, ast.Sub)):
        left, right = _word(length.left), _word(length.right)
        return left + "-+"[isinstance(length.op, ast.Add)] + right if left and right else ""
    return _word(length)


def _word(value: ast.expr | None) -> str:
    if isinstance(value, ast.Attribute):
        return f"{_word(value.value)}.{value.attr}" if isinstance(value.value, ast.Name) else ""
    if isinstance(value, ast.Constant) and type(value.value) is int and value.value < 1 << 31:
        return str(value.value)
    return value.id if isinstance(value, ast.Name) else ""


def _range_length(value: ast.expr) -> ast.expr | None:
    """How many numbers ``range(n)`` has; None for anything else."""
    is_range = isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "range"
    if not isinstance(value, ast.Call) or not is_range or len(value.args) != 1 or value.keywords:
        return None
    return value.args[0]
