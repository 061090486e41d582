"""A loop that returns whatever was found in its first turn: it may have to return only where that decides."""

from __future__ import annotations

import ast
from typing import Any

from harness.language.edits.forms.edit_forms import ONLY_IF
from harness.language.edits.forms.ranked_edits import Ranked, RankedEdits
from harness.language.edits.forms.source_text import Edit, PythonText
from harness.language.edits.forms.tree_nodes import FUNCTIONS, called_name
from harness.language.parsing.python import LOOPS as PYTHON_LOOPS
from harness.language.parsing.python import Def
from harness.language.parsing.python import called_name as called_in_python
from harness.language.parsing.syntax_trees import (
    CALLS,
    LOOPS,
    enclosing,
    field,
    function_name,
    node_text,
    walk,
)

_TRUTH = ("boolean", "bool", "int")
"""The types of what is true or false, that of C too."""


def returned_if(function: Any) -> RankedEdits:
    """Each truth value that a loop of Java or C++ returns, returned only where it decides."""
    if node_text(field(function, "type")) not in _TRUTH:
        return
    for node in walk(function):
        value = next(iter(node.named_children), None) if node.type == "return_statement" else None
        is_own = value is not None and value.type in CALLS and called_name(value) == function_name(function)
        if value is None or not (is_own or value.type == "identifier"):
            continue
        around = enclosing(node, (*LOOPS, *FUNCTIONS, "lambda_expression"))
        if around is not None and around.type in LOOPS:
            text = node_text(value)
            yield _only_if(-1, node, f"if ({text}) return {'true' if is_own else text};")
            yield _only_if(0, node, f"if (!{text}) return {'false' if is_own else text};")


def _only_if(rank: int, statement: Any, new: str) -> Ranked:
    return rank, Edit(statement.start_byte, statement.end_byte, new, form=(ONLY_IF, node_text(statement)))


def returned_if_python(function: Def, text: PythonText) -> RankedEdits:
    """The same of Python, in a function that knows true and false."""
    nodes = [*ast.walk(function)]
    if not any(isinstance(node, ast.Constant) and isinstance(node.value, bool) for node in nodes):
        return
    inner = {part for loop in nodes if isinstance(loop, PYTHON_LOOPS) for each in loop.body for part in ast.walk(each)}
    for node in (node for node in nodes if isinstance(node, ast.Return) and node in inner):
        indent = text.indent(node)
        is_own = isinstance(node.value, ast.Call) and called_in_python(node.value) == function.name
        if node.value is None or indent is None or not (is_own or isinstance(node.value, ast.Name)):
            continue
        value, form = text.text(node.value), (ONLY_IF, text.text(node))
        for rank, sign, other in ((-1, "", "True"), (0, "not ", "False")):
            new = f"if {sign}{value}:\n{indent}    return {other if is_own else value}"
            yield rank, Edit(*text.span(node), new, form=form)
