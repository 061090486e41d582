"""A statement of Python on the other side of the step that moves a variable which it uses."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from harness.language.edits.forms.ranked_edits import FEW, SHORT
from harness.language.edits.forms.source_text import PythonText
from harness.language.parsing.python import names_in

_APART = 2
"""Statements side by side are swapped anyway."""
_Span = tuple[int, int]


def past_steps(statements: Sequence[ast.stmt], text: PythonText) -> Iterator[tuple[_Span, _Span]]:
    """Two parts of a block that change places.

    What the block does with a variable after it moved it on, done before that; and the other way round.
    """
    spans = [text.span(statement) for statement in statements[:FEW]]
    for at, step in enumerate(statements[:FEW]):
        name = _stepped(step)
        for later in range(at + _APART, len(spans)) if name else ():
            if _uses(statements[later], name) and spans[later][1] - spans[at][0] <= SHORT:
                yield (spans[at][0], spans[later - 1][1]), spans[later]
        for earlier in range(at - _APART + 1) if name else ():
            if _uses(statements[earlier], name) and spans[at][1] - spans[earlier][0] <= SHORT:
                yield spans[earlier], (spans[earlier + 1][0], spans[at][1])


def _stepped(statement: ast.stmt) -> str:
    """The variable that a statement counts up or down; empty for other statements."""
    target: ast.expr | None = None
    if isinstance(statement, ast.AugAssign):
        target = statement.target
    elif isinstance(statement, ast.Assign) and isinstance(statement.value, ast.BinOp):
        target = statement.targets[0]
        target = target if isinstance(target, ast.Name) and target.id in names_in(statement.value) else None
    return target.id if isinstance(target, ast.Name) else ""


def _uses(statement: ast.stmt, name: str) -> bool:
    """Whether a statement that is no step calls or sets something, and that with a variable."""
    is_call = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call)
    is_change = isinstance(statement, (ast.Assign, ast.AugAssign)) and not _stepped(statement)
    return (is_call or is_change) and name in names_in(statement)
