"""What is before the if that leaves, and belongs into it; and an if that leaves before the next one is asked."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from itertools import pairwise

from harness.language.edits.forms.ranked_edits import SHORT, RankedEdits, moved_within, ranked
from harness.language.edits.forms.source_text import PythonText

LEAVES = (ast.Return, ast.Break, ast.Continue, ast.Raise)
"""Statements after which their block does not go on."""


def before_exits(statements: Sequence[ast.stmt], text: PythonText) -> RankedEdits:
    """The changes to the statements of one block."""
    for first, second in pairwise(statements):
        if isinstance(second, ast.If):
            yield from _within(first, second, text)
            if isinstance(first, ast.If):
                yield from _asked_too(first, second, text)


def leaves(statement: ast.stmt) -> bool:
    """Whether a statement is an if, without an else, whose body ends by leaving."""
    return isinstance(statement, ast.If) and not statement.orelse and isinstance(statement.body[-1], LEAVES)


def _within(first: ast.stmt, second: ast.If, text: PythonText) -> RankedEdits:
    """A call, or an if with one, at the begin of the block below it."""
    is_call = isinstance(first, ast.Expr) and isinstance(first.value, ast.Call)
    is_choice = isinstance(first, ast.If) and not leaves(first) and any(
        isinstance(node, ast.Call) for part in first.body for node in ast.walk(part)
    )  # fmt: skip
    indent, inner = text.indent(first), text.indent(second.body[0])
    (start, end), begin = text.span(first), text.span(second.body[0])[0]
    if not (is_call or is_choice) or indent is None or inner is None or begin - start > SHORT:
        return
    lines = text.source[start:end].decode(errors="replace").split("\n")
    if "\t" in indent + inner or not all(line.startswith(indent) for line in lines[1:] if line.strip()):
        return
    more = inner.removeprefix(indent)
    moved = "\n".join([lines[0], *(more + line if line.strip() else line for line in lines[1:])])
    between = text.source[text.span(second)[0] : begin].decode(errors="replace")
    first_lines = (lines[0], text.text(second).partition("\n")[0])
    yield moved_within(-1 if leaves(second) else 0, start, begin, f"{between}{moved}\n{inner}", first_lines)


def _asked_too(first: ast.If, second: ast.If, text: PythonText) -> RankedEdits:
    """An if that leaves, only where what the next one asks first is so, too."""
    terms = second.test.values if isinstance(second.test, ast.BoolOp) else [second.test]
    joins = not isinstance(second.test, ast.BoolOp) or isinstance(second.test.op, ast.And)
    term = terms[0]
    if not leaves(first) or not joins or not any(isinstance(node, ast.Call) for node in ast.walk(term)):
        return
    is_plain = not isinstance(first.test, (ast.BoolOp, ast.IfExp))
    asked = text.text(first.test) if is_plain else f"({text.text(first.test)})"
    if text.text(term) not in asked:
        yield ranked(0, *text.span(first.test), f"{asked} and {text.text(term)}")
