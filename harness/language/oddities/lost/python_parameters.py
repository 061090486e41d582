"""Parameters of Python's functions that become a new list, which the caller never sees."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from itertools import islice

_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef, ast.GeneratorExp)
_LOOPS = (ast.For, ast.AsyncFor, ast.While)
_IF_NEEDED = (ast.If, ast.Match, ast.Try, ast.TryStar)
"""Where a parameter may be set to something new only if the caller gave nothing of use."""
_MOST_SETTINGS = 20
"""Of a function that are looked at."""
_LISTS = (ast.List, ast.ListComp, ast.Dict, ast.DictComp, ast.Set, ast.SetComp)
_MAKERS = ("list", "dict", "set", "sorted")
_FILLS = ("append", "extend", "add", "insert", "update", "clear", "sort", "reverse")


def own_parameters(function: ast.FunctionDef) -> Iterator[tuple[str, int, str]]:
    """The lines that set a parameter to a new list that is only filled, in a function that returns nothing.

    None in an ``if``: ``if rows is None: rows = []`` is for callers that give nothing.
    """
    given = function.args
    names = {each.arg for each in (*given.posonlyargs, *given.args, *given.kwonlyargs)}
    nodes = [node for statement in function.body for node in ast.walk(statement)]
    answers = (ast.Yield, ast.YieldFrom, *_SCOPES)
    if any(isinstance(node, answers) or (isinstance(node, ast.Return) and node.value is not None) for node in nodes):
        return
    parents = {id(child): node for node in nodes for child in ast.iter_child_nodes(node)}
    uses = [node for node in nodes if isinstance(node, ast.Name) and node.id in names]
    around = [node for node in nodes if isinstance(node, (*_LOOPS, *_IF_NEEDED))]
    apart = {id(inner) for node in around for inner in ast.walk(node)}
    settings = (node for node in nodes if isinstance(node, ast.Assign) and id(node) not in apart)
    for node in islice((node for node in settings if _target(node) in names and _is_new(node.value)), _MOST_SETTINGS):
        end, name = (node.end_lineno or 0, node.end_col_offset or 0), _target(node)
        later = (use for use in uses if use.id == name and (use.lineno, use.col_offset) >= end)
        if all(_only_fills(use, parents) for use in later):
            yield "own-parameter", node.lineno, name


def _target(assignment: ast.Assign) -> str:
    """The only variable that a statement sets; empty for others."""
    target = assignment.targets[0]
    return target.id if len(assignment.targets) == 1 and isinstance(target, ast.Name) else ""


def _is_new(value: ast.expr) -> bool:
    """Whether a value is a new list, or the like, of which nobody else has a name."""
    if isinstance(value, ast.BinOp):
        return _is_new(value.left) or _is_new(value.right)
    is_made = isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id in _MAKERS
    is_part = isinstance(value, ast.Subscript) and isinstance(value.slice, ast.Slice)
    return is_made or is_part or isinstance(value, _LISTS)


def _only_fills(name: ast.Name, parents: Mapping[int, ast.AST]) -> bool:
    """Whether a name stands where elements are set, something is added, or the length is asked."""
    node, around = name, parents.get(id(name))
    if isinstance(around, ast.Call):
        return isinstance(around.func, ast.Name) and around.func.id == "len"
    if isinstance(around, ast.Attribute):
        call = parents.get(id(around))
        is_fill = around.attr in _FILLS and isinstance(call, ast.Call) and call.func is around
        return is_fill and (call is not None and isinstance(parents.get(id(call)), ast.Expr))
    inner: ast.AST = node
    while isinstance(around, ast.Subscript) and around.value is inner:
        inner, around = around, parents.get(id(around))
    return isinstance(inner, ast.Subscript) and isinstance(inner.ctx, ast.Store)
