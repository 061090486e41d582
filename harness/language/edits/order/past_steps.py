"""A statement on the other side of the step that moves a variable which it uses."""

from __future__ import annotations

import ast
from typing import Any

from harness.language.edits.forms.ranked_edits import FEW, SHORT, RankedEdits, swapped
from harness.language.parsing.syntax_trees import CALLS, CHANGES, expression_of, field, node_text, statements_of, walk
from harness.language.python.python_trees import PythonNode

_APART = 2
"""Statements side by side are swapped anyway."""


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
    right, name = field(change, "right"), node_text(target)
    is_plain = node_text(field(change, "operator")) == "="
    is_step = not is_plain or (name in _words(right) and (not isinstance(right, PythonNode) or _is_sum(right)))
    return name if is_step else ""


def _is_sum(value: PythonNode) -> bool:
    return isinstance(value.origin, ast.BinOp)


def _words(node: Any) -> set[str]:
    """The variables in a part of a program; in Java and C++ also its other parts, as they are written."""
    return {node_text(part) for part in walk(node) if part.type == "identifier" or not isinstance(part, PythonNode)}


def _uses(statement: Any, name: str) -> bool:
    """Whether a statement that is no step calls or sets something, and that with a variable."""
    change = expression_of(statement)
    is_typed = isinstance(getattr(change, "origin", None), ast.AnnAssign)
    is_simple = change is not None and not is_typed and change.type in (*CALLS, "assignment_expression")
    return is_simple and not _stepped(statement) and name in _words(change)


def _moved(source: bytes, first: tuple[int, int], second: tuple[int, int]) -> RankedEdits:
    """Two places of the source for each other; what is between them stays."""
    if second[1] - first[0] <= SHORT:
        yield swapped(source, 0, first, second)
