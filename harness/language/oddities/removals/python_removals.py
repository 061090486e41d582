"""Loops of Python through a list that take the element of the turn off it: the next one is never looked at."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

_LOOPS = (ast.For, ast.AsyncFor, ast.While)
_LEAVES = (ast.Return, ast.Raise)
_OUTSIDE = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)


def shrinking_lists(module: ast.Module) -> Iterator[tuple[str, int, str]]:
    """The loops that go on with a list after they took this turn's element off it, and put none in.

    Each with the kind of its sentence, the line, and the list.
    """
    for loop in (node for node in ast.walk(module) if isinstance(node, ast.For)):
        item, index, owner = _parts(loop)
        nodes = [node for statement in loop.body for node in ast.walk(statement)]
        sets = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
        is_steady = owner and sets.isdisjoint((owner, item, index)) and not any(_puts_in(node, owner) for node in nodes)
        if is_steady and _goes_on_without(loop.body, (item, index, owner), is_inner=False):
            yield "shrinking-list", loop.lineno, owner


def _parts(loop: ast.For) -> tuple[str, str, str]:
    """The variables of a loop for an element and its index, and the list; empty for what it has not."""
    source, target = loop.iter, loop.target
    if isinstance(source, ast.Name) and isinstance(target, ast.Name):
        return target.id, "", source.id
    is_call = isinstance(source, ast.Call) and len(source.args) == 1 and not source.keywords
    if isinstance(source, ast.Call) and is_call and ast.unparse(source.func) == "enumerate":
        names = [each.id for each in target.elts if isinstance(each, ast.Name)] if isinstance(target, ast.Tuple) else []
        if isinstance(source.args[0], ast.Name) and len(names) == 2:  # noqa: PLR2004 - index and element
            return names[1], names[0], source.args[0].id
    return "", "", ""


def _puts_in(node: ast.AST, owner: str) -> bool:
    """Whether a call inserts into the list: it may put back what was taken off."""
    return isinstance(node, ast.Call) and ast.unparse(node.func) == f"{owner}.insert"


def _goes_on_without(statements: Sequence[ast.stmt], parts: tuple[str, str, str], *, is_inner: bool) -> bool:
    """Whether one of these statements takes the element off, and none after it certainly ends the loop."""
    ends = _LEAVES if is_inner else (*_LEAVES, ast.Break)
    last = max((at for at, each in enumerate(statements) if isinstance(each, ends)), default=-1)
    for statement in statements[last + 1 :]:
        blocks = [*_blocks(statement)]
        within = is_inner or isinstance(statement, _LOOPS)
        if any(_goes_on_without(block, parts, is_inner=within) for block in blocks):
            return True
        if (
            not blocks
            and not isinstance(statement, _OUTSIDE)
            and any(_takes(node, parts) for node in ast.walk(statement))
        ):
            return True
    return False


def _blocks(statement: ast.stmt) -> Iterator[list[ast.stmt]]:
    """The blocks of a statement that is no definition."""
    if not isinstance(statement, _OUTSIDE):
        for name in ("body", "orelse", "finalbody"):
            if block := getattr(statement, name, None):
                yield block
        yield from (handler.body for handler in getattr(statement, "handlers", ()))


def _takes(node: ast.AST, parts: tuple[str, str, str]) -> bool:
    """Whether a part of a statement takes the element of the turn off the list."""
    item, index, owner = parts
    places = {f"{owner}.index({item})", *([index] if index else [])}
    if isinstance(node, ast.Delete):
        return any(ast.unparse(target) in {f"{owner}[{place}]" for place in places} for target in node.targets)
    calls = {f"{owner}.remove({item})", f"{owner}.pop(0)", *(f"{owner}.pop({place})" for place in places)}
    return isinstance(node, ast.Call) and ast.unparse(node) in calls
