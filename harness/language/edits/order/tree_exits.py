"""What is before the if that leaves, and belongs into it; and an if that leaves before the next one is asked."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from harness.language.edits.forms.ranked_edits import SHORT, RankedEdits, moved_within
from harness.language.edits.forms.tree_nodes import in_parentheses, in_place
from harness.language.parsing.syntax_trees import BLOCKS, CALLS, body_statements, expression_of, field, node_text, walk

LEAVES = ("return_statement", "break_statement", "continue_statement", "throw_statement")
"""Statements after which their block does not go on."""


def before_exits(statements: Sequence[Any], source: bytes) -> RankedEdits:
    """The changes to the statements of one block."""
    for first, second in pairwise(statements):
        if second.type == "if_statement":
            yield from _within(first, second, source)
            if first.type == "if_statement":
                yield from _asked_too(first, second)


def leaves(statement: Any) -> bool:
    """Whether a statement is an if, without an else, whose body ends by leaving."""
    if statement.type != "if_statement" or field(statement, "alternative") is not None:
        return False
    inner = body_statements(field(statement, "consequence"))
    return bool(inner) and inner[-1].type in LEAVES


def _within(first: Any, second: Any, source: bytes) -> RankedEdits:
    """A call, or an if with one, at the begin of the block below it."""
    shown = expression_of(first)
    is_call = shown is not None and (shown.type in CALLS or node_text(shown).startswith(("cout", "std::cout")))
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
