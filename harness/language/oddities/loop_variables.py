"""Loops through all elements that set their variable: it is a copy, so that no element changes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Any

from harness.language.oddities import Odd
from harness.language.parsing.syntax_trees import (
    FUNCTIONS,
    LOOPS,
    LOOPS_THROUGH,
    ancestors,
    enclosing,
    field,
    is_statement,
    name_of,
    node_text,
    walk,
)
from harness.language.python.python_trees import PythonNode

LOOP_VARIABLE = "loop-variable"
_CHOICES = ("expression_statement", "block", "if_statement")
_THROUGH = ("identifier", "field_expression", "subscript_expression")
"""What holds the elements that may be meant; a range has none."""


def set_loop_variables(nodes: Sequence[Any]) -> Iterator[Odd]:
    """The lines that set the variable of such a loop, where nothing reads it after that; in Python after the loop."""
    has_proxies = any(node.type == "template_type" and node_text(node) == "vector<bool>" for node in nodes)
    for loop in (node for node in nodes if node.type in LOOPS_THROUGH):
        name = name_of(loop) or field(loop, "declarator")
        may_refer = has_proxies and node_text(field(loop, "type")) == "auto"
        if name is None or name.type != "identifier" or may_refer:
            continue
        uses = [node for node in walk(field(loop, "body")) if node.type == "identifier" and node.text == name.text]
        change = _setting(uses[-1], name) if uses else None
        is_copy = not isinstance(loop, PythonNode) or (change is not None and _is_unread(loop, change, name))
        if change is not None and is_copy and enclosing(change, LOOPS) == loop:
            yield LOOP_VARIABLE, change.start_point[0] + 1, node_text(name)


def _setting(use: Any, name: Any) -> Any:
    """The statement that sets a variable and in which it is used; None for others."""
    change = enclosing(use, ("assignment_expression",))
    is_set = change is not None and is_statement(change) and field(change, "left").text == name.text
    return change if is_set else None


def _is_unread(loop: PythonNode, change: Any, name: Any) -> bool:
    """Whether a loop of Python goes through what holds elements, and nothing reads its variable after it set that."""
    around = [*takewhile(lambda node: node != loop, ancestors(change))]
    is_plain = node_text(field(change, "operator")) == "=" and field(loop, "right").type in _THROUGH
    uses = [*walk(enclosing(loop, (*FUNCTIONS, "Lambda", "module")))]
    names = (node for node in uses if node.type == "identifier" and node_text(node) == node_text(name))
    is_read = any(node.start_byte >= change.end_byte and not node.is_set for node in names)
    is_shared = any(node.type == "Global" and node_text(name) in node.origin.names for node in uses)
    return is_plain and not is_read and not is_shared and all(node.type in _CHOICES for node in around)
