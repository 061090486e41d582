"""Numbers of a Python module that functions only add to: a second call goes on from what the first one left."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TypeGuard

from harness.language.oddities import Odd
from harness.model.finding import KEPT_GLOBAL

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


def kept_globals(module: ast.Module) -> Iterator[Odd]:
    """The first line that adds to a number, of those that are set once, outside of functions, and that one returns."""
    nodes_of_module = [*ast.walk(module)]
    shared = {name for node in nodes_of_module if isinstance(node, ast.Global) for name in node.names}
    functions = [node for node in nodes_of_module if isinstance(node, ast.FunctionDef)] if shared else []
    outside = [node.id for node in _outside_of_functions(module) if _is_set(node)] if shared else []
    numbers = {
        target.id
        for statement in module.body
        if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Constant)
        for target in statement.targets
        if isinstance(target, ast.Name) and isinstance(statement.value.value, int) and outside.count(target.id) == 1
    }
    for name in sorted(numbers & shared):
        sharing = [node for node in functions if _declares(node, name)]
        nodes = [node for function in sharing for node in ast.walk(function)]
        lines = [node.lineno for node in nodes if isinstance(node, (ast.Assign, ast.AugAssign)) and _adds(node, name)]
        sets = [node for node in nodes if _is_set(node) and node.id == name]
        returned = [node.value for node in nodes if isinstance(node, ast.Return)]
        answers = [value for value in returned if isinstance(value, ast.Name) and value.id == name]
        reads = [node for node in nodes if isinstance(node, ast.Name) and node.id == name and node not in sets]
        sums = [node for node in nodes if isinstance(node, ast.Assign) and _adds(node, name)]
        if answers and lines and len(lines) == len(sets) and len(reads) == len(answers) + len(sums):
            yield KEPT_GLOBAL, lines[0], name


def _outside_of_functions(tree: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a tree that are in no function."""
    nodes = [tree]
    for node in nodes:
        yield node
        nodes += [inner for inner in ast.iter_child_nodes(node) if not isinstance(inner, _FUNCTIONS)]


def _is_set(node: ast.AST) -> TypeGuard[ast.Name]:
    return isinstance(node, ast.Name) and isinstance(node.ctx, (ast.Store, ast.Del))


def _declares(function: ast.FunctionDef, name: str) -> bool:
    return any(isinstance(node, ast.Global) and name in node.names for node in ast.walk(function))


def _adds(node: ast.Assign | ast.AugAssign, name: str) -> bool:
    """Whether a statement adds to a variable of this name."""
    if isinstance(node, ast.AugAssign):
        return isinstance(node.op, ast.Add) and isinstance(node.target, ast.Name) and node.target.id == name
    is_sum = isinstance(node.value, ast.BinOp) and isinstance(node.value.op, ast.Add)
    parts = (node.value.left, node.value.right) if isinstance(node.value, ast.BinOp) and is_sum else ()
    target = node.targets[0]
    return (
        isinstance(target, ast.Name)
        and target.id == name
        and any(isinstance(part, ast.Name) and part.id == name for part in parts)
    )
