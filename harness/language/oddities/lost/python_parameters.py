"""Parameters of Python's functions that lose what the caller gave: to a new list, or to the values of a loop."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef, ast.GeneratorExp)
_INNER = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
_ENDS = (ast.Return, ast.Raise, ast.Break, ast.Continue)
_BLOCKS = ("body", "orelse", "finalbody")
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


def lost_parameters(function: ast.FunctionDef) -> Iterator[tuple[str, int, str]]:
    """The loops of a function whose variable is one of its parameters, where a later statement reads that.

    None of a loop that may be left early, or whose function returns the variable: what it came to is wanted then.
    """
    given = function.args
    names = {each.arg for each in (*given.posonlyargs, *given.args, *given.kwonlyargs)}
    yield from _in_block(function.body, (), names)


def _in_block(block: Sequence[ast.stmt], after: Sequence[ast.stmt], names: set[str]) -> Iterator[tuple[str, int, str]]:
    """The loops of a block, and of the blocks in it; ``after``: what is done when the block is over."""
    for number, statement in enumerate(block):
        ends = any(isinstance(later, _ENDS) for later in block[number + 1 :])
        following = [*block[number + 1 :], *(() if ends else after)]
        if isinstance(statement, ast.For) and isinstance(statement.target, ast.Name):
            name = statement.target.id
            if name in names and not _may_be_left(statement) and _is_read([*statement.orelse, *following], name):
                yield "lost-parameter", statement.lineno, name
        if not isinstance(statement, _INNER):
            for inner in (getattr(statement, key, ()) for key in _BLOCKS):
                yield from _in_block(inner, following, names)


def _may_be_left(loop: ast.For) -> bool:
    return any(isinstance(node, (ast.Break, ast.Return, ast.Raise)) for node in ast.walk(loop))


def _is_read(statements: Sequence[ast.stmt], name: str) -> bool:
    """Whether the first statement with a variable reads it, other than to return it as it is."""
    for statement in statements:
        nodes = [*ast.walk(statement)]
        uses = [node for node in nodes if isinstance(node, ast.Name) and node.id == name]
        if not uses and not any(isinstance(node, ast.arg) and node.arg == name for node in nodes):
            continue
        if isinstance(statement, (ast.For, ast.Assign)):  # what is read before another value is given
            first = statement.iter if isinstance(statement, ast.For) else statement.value
            uses = [node for node in ast.walk(first) if isinstance(node, ast.Name) and node.id == name] or uses
        is_returned = isinstance(statement, ast.Return) and statement.value in uses
        is_scope = any(isinstance(node, _INNER) for node in nodes)
        return not is_returned and not is_scope and all(isinstance(node.ctx, ast.Load) for node in uses)
    return False
