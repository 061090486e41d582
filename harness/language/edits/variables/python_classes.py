"""What the objects of a Python file's classes are made of."""

from __future__ import annotations

import ast
from collections.abc import Iterator


def made_by(tree: ast.AST) -> Iterator[tuple[str, list[str]]]:
    """Each class, with the names of what its objects are made of."""
    for node in ast.walk(tree):
        body = node.body if isinstance(node, ast.ClassDef) else []
        makers = [each for each in body if isinstance(each, ast.FunctionDef) and each.name == "__init__"]
        fields = [
            each.target.id for each in body if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name)
        ]
        if isinstance(node, ast.ClassDef):
            yield node.name, [argument.arg for argument in makers[0].args.args[1:]] if makers else fields
