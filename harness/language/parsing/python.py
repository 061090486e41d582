"""Parsed files of Python, by the standard library's own parser: names, calls and imports in their trees."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterable, Iterator

SUFFIXES = (".py", ".pyw")
DEFS = (ast.FunctionDef, ast.AsyncFunctionDef)
Def = ast.FunctionDef | ast.AsyncFunctionDef
LOOPS = (ast.For, ast.While)


def python_module(source: bytes) -> ast.Module | None:
    """Parse a file; None if Python would not take it."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what a student's file is warned of is not for the grader's screen
            return ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def names_in(tree: ast.AST) -> set[str]:
    """The variables and functions that a part of a program names."""
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}


def called_name(node: ast.AST) -> str:
    """The simple name of what a call calls, alone or of an object; empty for what is no call."""
    function = node.func if isinstance(node, ast.Call) else None
    return function.id if isinstance(function, ast.Name) else getattr(function, "attr", "")


def called_names(tree: ast.AST) -> Iterator[str]:
    """The simple names of all that is called."""
    return (called_name(node) for node in ast.walk(tree) if isinstance(node, ast.Call))


def is_bare_constant(statement: ast.AST) -> bool:
    """Whether a statement is a constant alone, such as a text that describes a function."""
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def imports(tree: ast.AST) -> Iterator[str]:
    """Yield the full names of what a file imports, wherever it does: modules, and what it takes from them."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""
            yield from (f"{node.module or ''}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Call) and last_name(node.func) in ("__import__", "import_module"):
            yield from _texts(node.args[:1])


def last_name(node: ast.expr) -> str:
    """The name of a variable or of an attribute; empty for others."""
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def _texts(nodes: Iterable[ast.expr]) -> Iterator[str]:
    yield from (node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str))


def unread_parameters(function: Def) -> list[str]:
    """The parameters of a function that nothing in it names; none whose name says that this is meant."""
    given = function.args
    names = [each.arg for each in (*given.posonlyargs, *given.args, *given.kwonlyargs)]
    nodes = [node for statement in function.body for node in ast.walk(statement)]
    if any(isinstance(node, ast.Call) and called_name(node) in ("locals", "vars", "eval", "exec") for node in nodes):
        return []
    read = {node.id for node in nodes if isinstance(node, ast.Name)}
    return [name for name in names if name not in read and name not in ("self", "cls") and not name.startswith("_")]


def inside(body: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """What is in statements, and in no loop, function or class within them."""
    pending = [*body]
    while pending:
        node = pending.pop()
        yield node
        if not isinstance(node, (*LOOPS, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            pending += ast.iter_child_nodes(node)
