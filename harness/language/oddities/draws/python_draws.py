"""Draws of Python from 0 to a size, which no place is counted by: both ends belong to what randint draws from."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from itertools import islice

from harness.language.oddities.draws import MAY_BE_LAST, MOST_DRAWS, MOST_NODES
from harness.model.patterns import lazy_regex

_GROWS = ("append", "insert", "extend", "add")
_DICTIONARY = lazy_regex(r"\{|(?:\w+\.)?(?:dict|Counter|defaultdict|OrderedDict)\b")


def far_draws(module: ast.Module) -> Iterator[tuple[str, int, str]]:
    """The lines that draw from 0 to a size, and that size, where an item of a container is taken by the number.

    None if the size changes, as in a shuffle, if the number is compared with anything, or if there may be one more
    item: a place to insert at and a part of a list reach to the size itself.
    """
    try:
        yield from [*_far_draws(module)]
    except RecursionError:  # nested too deeply
        return


def _far_draws(module: ast.Module) -> Iterator[tuple[str, int, str]]:
    names = _standard_names(module)
    nodes = [*ast.walk(module)] if names else []
    if any(isinstance(node, ast.ExceptHandler) and "IndexError" in ast.unparse(node.type or node) for node in nodes):
        return
    bodies = ([*ast.walk(function)] for function in nodes if isinstance(function, ast.FunctionDef))
    short = (parts for parts in bodies if len(parts) <= MOST_NODES)
    draws = ((parts, node) for parts in short for node in parts if isinstance(node, ast.Call) and _largest(node))
    for parts, draw in islice(((parts, node) for parts, node in draws if ast.unparse(node.func) in names), MOST_DRAWS):
        size = _largest(draw)
        is_size = size.startswith("len(") or _is_size(parts, nodes, size)
        if is_size and _is_index(parts, nodes, draw, size):
            yield "drawn-too-far", draw.lineno, size


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


def _largest(draw: ast.Call) -> str:
    """The largest number that is drawn, if it is a variable or a length and the least is 0; else empty."""
    least, largest = draw.args if len(draw.args) == 2 else (None, None)  # noqa: PLR2004 - both ends
    is_from_0 = isinstance(least, ast.Constant) and least.value == 0
    is_size = isinstance(largest, ast.Name) or (isinstance(largest, ast.Call) and ast.unparse(largest.func) == "len")
    return ast.unparse(largest) if is_from_0 and is_size and largest is not None else ""


def _is_size(parts: Sequence[ast.AST], nodes: Sequence[ast.AST], size: str) -> bool:
    """Whether a range of the function ends before this number, and nothing changes it, reaches it or goes beyond."""
    sums = (node for node in nodes if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add))
    texts = {ast.unparse(node) for node in sums if isinstance(node.left, (ast.Name, ast.Constant))}
    is_item = any(isinstance(node, ast.Subscript) and _is_name(node.slice, size) for node in parts)
    compared = (node for node in parts if isinstance(node, ast.Compare))
    is_reached = any(isinstance(op, (ast.LtE, ast.GtE)) for node in compared for op in node.ops if size in _names(node))
    is_more = is_reached or is_item or not texts.isdisjoint((f"{size} + 1", f"1 + {size}"))
    ranges = (node.args for node in parts if isinstance(node, ast.Call) and _is_name(node.func, "range"))
    ends_before = any(len(arguments) == 1 and _is_name(arguments[0], size) for arguments in ranges)
    return ends_before and not is_more and not _stores(parts, size) and MAY_BE_LAST.search(size) is None


def _stores(parts: Sequence[ast.AST], name: str) -> int:
    return sum(_is_name(node, name) and not isinstance(getattr(node, "ctx", None), ast.Load) for node in parts)


def _is_name(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _given(parts: Sequence[ast.AST]) -> Iterator[tuple[str, ast.expr]]:
    """What is given a value, and the value."""
    for node in parts:
        if isinstance(node, (ast.Assign, ast.AnnAssign, ast.NamedExpr)) and node.value is not None:
            for target in node.targets if isinstance(node, ast.Assign) else (node.target,):
                is_pair = isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple)
                pairs = zip(getattr(target, "elts", ()), getattr(node.value, "elts", ()), strict=False)
                yield from (
                    (ast.unparse(left), right) for left, right in (pairs if is_pair else [(target, node.value)])
                )


def _is_index(parts: Sequence[ast.AST], nodes: Sequence[ast.AST], draw: ast.Call, size: str) -> bool:
    """Whether an item of a container of this size is taken by the number that is drawn, whatever the number is."""
    name = next((target for target, value in _given(parts) if value is draw), "")
    values = [ast.unparse(value) for target, value in _given(parts) if target == name]
    is_kept = name.isidentifier() and values == [ast.unparse(draw)] * _stores(parts, name)
    is_compared = any(name in _names(node) for node in parts if isinstance(node, ast.Compare))
    if is_compared or any(isinstance(node, ast.Try) for node in parts):
        return False
    items = [node for node in parts if isinstance(node, ast.Subscript)]
    taken = [node for node in items if node.slice is draw or (is_kept and _is_name(node.slice, name))]
    calls = (node for node in parts if isinstance(node, ast.Call) and any(_is_name(arg, name) for arg in node.args))
    tested = min(map(_place, calls), default=None)  # such a call may say that the number is too large
    sure = [node for node in taken if tested is None or _place(node) < tested]
    return any(_is_as_long(parts, nodes, _container(node), size) for node in sure)


def _place(node: ast.expr) -> tuple[int, int]:
    return node.lineno, node.col_offset


def _names(node: ast.AST) -> set[str]:
    """The names in an expression that are not in an index, nor given to a function: what is compared itself."""
    is_call = isinstance(node, ast.Call) and ast.unparse(node.func) not in ("int", "abs")
    if is_call or isinstance(node, ast.Subscript):
        return set()
    own = {node.id} if isinstance(node, ast.Name) else set()
    return own.union(*map(_names, ast.iter_child_nodes(node)))


def _container(item: ast.expr) -> str:
    """The variable of an item: ``board`` of ``board[row][col]``."""
    while isinstance(item, ast.Subscript):
        item = item.value
    return ast.unparse(item)


def _is_as_long(parts: Sequence[ast.AST], nodes: Sequence[ast.AST], container: str, size: str) -> bool:
    """Whether nothing says that a container is no list of this size."""
    methods = {ast.unparse(node.func) for node in parts if isinstance(node, ast.Call)}
    enlarged = {ast.unparse(node.target) for node in parts if isinstance(node, ast.AugAssign)}
    grows = container in enlarged or any(f"{container}.{name}" in methods for name in _GROWS)
    anywhere = [ast.unparse(value) for target, value in _given(nodes) if target == container]
    values = [ast.unparse(value) for target, value in _given(parts) if target == container]
    if grows or any(map(_DICTIONARY.match, anywhere)):
        return False
    if size in (f"len({container})", f"len({container}[0])"):
        return len(values) < 2  # noqa: PLR2004 - nothing else takes its place
    by_size = re.compile(rf"(?<![\w.]){re.escape(size)}(?!\w)")
    return all(by_size.search(text) and "+" not in text for text in values) and (bool(values) or size.isidentifier())
