"""A statement on the other side of the step that moves a variable which it uses."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import Any

from harness.language.edits.forms.ranked_edits import FEW, SHORT, RankedEdits, swapped
from harness.language.edits.forms.source_text import PythonText
from harness.language.parsing.python import names_in
from harness.language.parsing.syntax_trees import CALLS, CHANGES, expression_of, field, node_text, statements_of, walk

_APART = 2
"""Statements side by side are swapped anyway."""
_Span = tuple[int, int]


def moved_past_steps(block: Any, source: bytes) -> RankedEdits:
    """What a block does with a variable after it moved it on, done before that; and the other way round."""
    statements = statements_of(block)[:FEW]
    for at, step in enumerate(statements):
        name = _stepped(step)
        for later in statements[at + _APART :] if name else ():
            if _uses(later, name):
                yield from _moved(
                    source, (step.start_byte, later.prev_sibling.end_byte), (later.start_byte, later.end_byte)
                )
        for earlier in statements[: max(at - _APART + 1, 0)] if name else ():
            if _uses(earlier, name):
                yield from _moved(
                    source, (earlier.start_byte, earlier.end_byte), (earlier.next_sibling.start_byte, step.end_byte)
                )


def _stepped(statement: Any) -> str:
    """The variable that a statement counts up or down; empty for other statements."""
    change = expression_of(statement)
    target = None if change is None else field(change, "left") or next(iter(change.named_children), None)
    if target is None or change.type not in CHANGES or target.type != "identifier":
        return ""
    is_plain = node_text(field(change, "operator")) == "="
    name = node_text(target)
    return "" if is_plain and name not in map(node_text, walk(field(change, "right"))) else name


def _uses(statement: Any, name: str) -> bool:
    """Whether a statement that is no step calls or sets something, and that with a variable."""
    change = expression_of(statement)
    is_simple = change is not None and change.type in (*CALLS, "assignment_expression")
    return is_simple and not _stepped(statement) and name in map(node_text, walk(change))


def _moved(source: bytes, first: tuple[int, int], second: tuple[int, int]) -> RankedEdits:
    """Two places of the source for each other; what is between them stays."""
    if second[1] - first[0] <= SHORT:
        yield swapped(source, 0, first, second)


def past_steps(statements: Sequence[ast.stmt], text: PythonText) -> Iterator[tuple[_Span, _Span]]:
    """Two parts of a block that change places.

    What the block does with a variable after it moved it on, done before that; and the other way round.
    """
    spans = [text.span(statement) for statement in statements[:FEW]]
    for at, step in enumerate(statements[:FEW]):
        name = _stepped_python(step)
        for later in range(at + _APART, len(spans)) if name else ():
            if _uses_python(statements[later], name) and spans[later][1] - spans[at][0] <= SHORT:
                yield (spans[at][0], spans[later - 1][1]), spans[later]
        for earlier in range(at - _APART + 1) if name else ():
            if _uses_python(statements[earlier], name) and spans[at][1] - spans[earlier][0] <= SHORT:
                yield spans[earlier], (spans[earlier + 1][0], spans[at][1])


def _stepped_python(statement: ast.stmt) -> str:
    """The variable that a statement counts up or down; empty for other statements."""
    target: ast.expr | None = None
    if isinstance(statement, ast.AugAssign):
        target = statement.target
    elif isinstance(statement, ast.Assign) and isinstance(statement.value, ast.BinOp):
        target = statement.targets[0]
        target = target if isinstance(target, ast.Name) and target.id in names_in(statement.value) else None
    return target.id if isinstance(target, ast.Name) else ""


def _uses_python(statement: ast.stmt, name: str) -> bool:
    """Whether a statement that is no step calls or sets something, and that with a variable."""
    is_call = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call)
    is_change = isinstance(statement, (ast.Assign, ast.AugAssign)) and not _stepped_python(statement)
    return (is_call or is_change) and name in names_in(statement)
