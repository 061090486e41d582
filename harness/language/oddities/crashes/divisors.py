"""What is 0 where a division by zero ended a program: the only divisor of its line that is no number."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

from harness.language.parsing.python import called_name, python_module
from harness.language.parsing.source_nodes import nodes_of
from harness.language.parsing.syntax_trees import NUMBERS, ancestors, bare_text, field, node_text

_LONGEST = 40
_STATEMENTS = ("_statement", "declaration")
_Divisor = tuple[range, str]
"""The lines of the statement around a division, and what is divided by; empty for what nobody can say."""


def zero_divisor(path: str, source: bytes, line: int) -> str:
    """The source text of what a line divides by; empty unless it is the only divisor in its statement."""
    found = _in_python(source) if path.endswith(".py") else _in_tree(path, source)
    divisors = [text for lines, text in found if line in lines]
    return divisors[0] if len(divisors) == 1 and len(divisors[0]) <= _LONGEST else ""


def _in_python(source: bytes) -> Iterator[_Divisor]:
    module = python_module(source)
    for statement in ast.walk(module) if module is not None else ():
        if isinstance(statement, ast.stmt):
            lines = range(statement.lineno, (statement.end_lineno or statement.lineno) + 1)
            pending: list[ast.AST] = [statement]
            while pending:
                node = pending.pop()
                yield from ((lines, text) for text in _python_divisor(node))
                pending += [child for child in ast.iter_child_nodes(node) if not isinstance(child, ast.stmt)]


def _python_divisor(node: ast.AST) -> Iterator[str]:
    if called_name(node) in ("divmod", "pow"):
        yield ""
    if not isinstance(node, (ast.BinOp, ast.AugAssign)) or not isinstance(node.op, (ast.Div, ast.FloorDiv, ast.Mod)):
        return
    divided, divisor = (node.left, node.right) if isinstance(node, ast.BinOp) else (node.target, node.value)
    is_text = isinstance(divided, ast.JoinedStr) or (
        isinstance(divided, ast.Constant) and isinstance(divided.value, str)
    )
    if not isinstance(divisor, ast.Constant) and not is_text:
        yield ast.unparse(divisor)


def _in_tree(path: str, source: bytes) -> Iterator[_Divisor]:
    for node in nodes_of(path, source):
        operator = node_text(field(node, "operator"))
        divisor: Any = field(node, "right") if operator in ("/", "%", "/=", "%=") else None
        if divisor is not None and divisor.type not in NUMBERS:
            statement = next((around for around in ancestors(node) if around.type.endswith(_STATEMENTS)), node)
            yield range(statement.start_point[0] + 1, statement.end_point[0] + 2), bare_text(divisor)
