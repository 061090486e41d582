"""A variable that a call sets before a loop, and the loop in another way: set by the same call there."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

from harness.language.edits.forms.edit_forms import VALUE
from harness.language.edits.forms.ranked_edits import RankedEdits
from harness.language.edits.forms.source_text import Edit, PythonText
from harness.language.edits.forms.tree_nodes import first_set
from harness.language.parsing.python import LOOPS as PYTHON_LOOPS
from harness.language.parsing.syntax_trees import CALLS, LOOPS, field, node_text, walk

_SETS = ("local_variable_declaration", "declaration", "expression_statement")


def set_again_python(statements: Sequence[ast.stmt], text: PythonText) -> RankedEdits:
    """The changes to the loops of one block."""
    calls: dict[str, str] = {}
    for statement in statements:
        for node in ast.walk(statement) if isinstance(statement, PYTHON_LOOPS) else ():
            if isinstance(node, ast.Assign) and (name := text.text(node.targets[0])) in calls:
                yield from _instead(*text.span(node.value), text.text(node.value), calls[name])
        if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Call):
            calls[text.text(statement.targets[0])] = text.text(statement.value)


def set_again(statements: Sequence[Any]) -> RankedEdits:
    """The same of Java and C++."""
    calls: dict[str, str] = {}
    for statement in statements:
        for node in walk(statement) if statement.type in LOOPS else ():
            if node.type == "assignment_expression" and (name := node_text(field(node, "left"))) in calls:
                right = field(node, "right")
                yield from _instead(right.start_byte, right.end_byte, node_text(right), calls[name])
        variable, value = first_set(statement) if statement.type in _SETS else (None, None)
        if value is not None and value.type in CALLS:
            calls[node_text(variable)] = node_text(value)


def _instead(start: int, end: int, old: str, call: str) -> RankedEdits:
    if old != call and "\n" not in old:
        yield 1, Edit(start, end, call, form=(VALUE, old))
