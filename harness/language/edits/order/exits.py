"""What is before the if that leaves, and belongs into it; and an if that leaves before the next one is asked."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from harness.language.edits.forms.ranked_edits import SHORT, RankedEdits, moved_within, ranked
from harness.language.edits.forms.source_text import PythonText
from harness.language.edits.forms.tree_nodes import calls_or_prints, in_parentheses, in_place
from harness.language.parsing.syntax_trees import BLOCKS, CALLS, body_statements, expression_of, field, node_text, walk

LEAVES = ("return_statement", "break_statement", "continue_statement", "throw_statement")
"""Statements after which their block does not go on."""
PYTHON_LEAVES = (ast.Return, ast.Break, ast.Continue, ast.Raise)
"""The same of Python."""


def before_exits(statements: Sequence[Any], source: bytes) -> RankedEdits:
    """The changes to the statements of one block."""
    for first, second in pairwise(statements):
        if second.type == "if_statement":
            yield from _within(first, second, source)
            if first.type == "if_statement":
                yield from _asked_too(first, second)


def leaves(statement: Any) -> bool:
    """Whether a statement is an if, without an else, whose body ends by leaving."""
    is_alone = statement.type == "if_statement" and field(statement, "alternative") is None
    return is_alone and ends_by_leaving(field(statement, "consequence"))


def ends_by_leaving(body: Any) -> bool:
    """Whether a block, or the only statement of a branch, ends by leaving."""
    inner = body_statements(body)
    return bool(inner) and inner[-1].type in LEAVES


def _within(first: Any, second: Any, source: bytes) -> RankedEdits:
    """A call, or an if with one, at the begin of the block below it."""
    shown = expression_of(first)
    is_call = shown is not None and calls_or_prints(shown)
    is_choice = first.type == "if_statement" and not leaves(first)
    has_call = is_call or (is_choice and any(node.type in CALLS for node in walk(field(first, "consequence"))))
    body = field(second, "consequence")
    if not has_call or body is None or body.end_byte - first.start_byte > SHORT:
        return
    rank = -1 if leaves(second) else 0
    begin = body.start_byte + 1 if body.type in BLOCKS else body.start_byte
    between = source[second.start_byte : begin].decode(errors="replace")
    lines = (node_text(first).partition("\n")[0], f"if {node_text(field(second, 'condition'))}")
    if body.type in BLOCKS:
        yield moved_within(rank, first.start_byte, begin, f"{between} {node_text(first)}", lines)
    else:
        new = f"{between}{{ {node_text(first)} {node_text(body)} }}"
        yield moved_within(rank, first.start_byte, body.end_byte, new, lines)


def _asked_too(first: Any, second: Any) -> RankedEdits:
    """An if that leaves, only where what the next one asks first is so, too."""
    own, term = (in_parentheses(field(each, "condition")) for each in (first, second))
    while term is not None and node_text(field(term, "operator")) == "&&":
        term = in_parentheses(field(term, "left"))
    if not leaves(first) or None in (own, term) or not any(node.type in CALLS for node in walk(term)):
        return
    if node_text(field(term, "operator")) == "||" or node_text(term) in node_text(own):
        return
    is_plain = node_text(field(own, "operator")) != "||" and own.type not in (
        "ternary_expression",
        "conditional_expression",
    )
    asked = node_text(own) if is_plain else f"({node_text(own)})"
    yield in_place(0, own, f"{asked} && {node_text(term)}")


def before_exits_python(statements: Sequence[ast.stmt], text: PythonText) -> RankedEdits:
    """The changes to the statements of one block."""
    for first, second in pairwise(statements):
        if isinstance(second, ast.If):
            yield from _within_python(first, second, text)
            if isinstance(first, ast.If):
                yield from _asked_too_python(first, second, text)


def leaves_python(statement: ast.stmt) -> bool:
    """Whether a statement is an if, without an else, whose body ends by leaving."""
    return isinstance(statement, ast.If) and not statement.orelse and isinstance(statement.body[-1], PYTHON_LEAVES)


def _within_python(first: ast.stmt, second: ast.If, text: PythonText) -> RankedEdits:
    """A call, or an if with one, at the begin of the block below it."""
    is_call = isinstance(first, ast.Expr) and isinstance(first.value, ast.Call)
    is_choice = isinstance(first, ast.If) and not leaves_python(first) and any(
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
    yield moved_within(-1 if leaves_python(second) else 0, start, begin, f"{between}{moved}\n{inner}", first_lines)


def _asked_too_python(first: ast.If, second: ast.If, text: PythonText) -> RankedEdits:
    """An if that leaves, only where what the next one asks first is so, too."""
    terms = second.test.values if isinstance(second.test, ast.BoolOp) else [second.test]
    joins = not isinstance(second.test, ast.BoolOp) or isinstance(second.test.op, ast.And)
    term = terms[0]
    if not leaves_python(first) or not joins or not any(isinstance(node, ast.Call) for node in ast.walk(term)):
        return
    is_plain = not isinstance(first.test, (ast.BoolOp, ast.IfExp))
    asked = text.text(first.test) if is_plain else f"({text.text(first.test)})"
    if text.text(term) not in asked:
        yield ranked(0, *text.span(first.test), f"{asked} and {text.text(term)}")
