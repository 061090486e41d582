"""Outlines of Python files, by the standard library's own parser."""

from __future__ import annotations

import ast

from harness.sources.outline import Function, Outline

SUFFIXES = (".py",)


def outline(path: str, source: bytes) -> Outline:
    """The outline; an empty one where the file is no Python."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError):
        return Outline(path)
    functions = tuple(_function(node) for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
    return Outline(path, functions, frozenset(_imports(tree)), frozenset(_calls(tree)))


def _function(node: ast.FunctionDef) -> Function:
    names = tuple(one.arg for one in (*node.args.posonlyargs, *node.args.args))
    return Function(node.name, names, calls=frozenset(_calls(node)))


def _calls(tree: ast.AST) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            if isinstance(node.func, ast.Name):
                names.add(node.func.id)
            elif isinstance(node.func, ast.Attribute):
                names.add(node.func.attr)
    return names


def _imports(tree: ast.AST) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            module = node.module or ""
            names |= {module, *(f"{module}.{alias.name}" for alias in node.names)}
    return names
