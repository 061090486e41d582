"""A loop that returns whatever was found in its first turn: it may have to return only where that decides."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from typing import Any

from harness.language.edits.forms.edit_forms import RETURNS_IF
from harness.language.edits.forms.ranked_edits import Ranked, RankedEdits, inverted
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
    statements_of,
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
            text, block = node_text(value), statements_of(node.parent)
            right = f"if ({text}) return {'true' if is_own else text};"
            yield _only_if(-1, node, right, text, "true")
            for undo in _undoing(map(node_text, block[: block.index(node)])) if is_own else ():
                yield _only_if(-1, node, f"{right} {undo}", text, "true", "undoes")
            yield _only_if(0, node, f"if (!{text}) return {'false' if is_own else text};", text, "false")


def _undoing(before: Iterable[str]) -> Iterator[str]:
    """What undoes a change of the same block: nobody gets to it after a return."""
    yield from (undo for statement in before if (undo := inverted(statement)) and "\n" not in undo)


def _only_if(rank: int, statement: Any, new: str, *form: str) -> Ranked:
    return rank, Edit(statement.start_byte, statement.end_byte, new, form=(RETURNS_IF, *form))


def returned_if_python(function: Def, text: PythonText) -> RankedEdits:
    """The same of Python, in a function that knows true and false."""
    nodes = [*ast.walk(function)]
    if not any(isinstance(node, ast.Constant) and isinstance(node.value, bool) for node in nodes):
        return
    inner = {part for loop in nodes if isinstance(loop, PYTHON_LOOPS) for each in loop.body for part in ast.walk(each)}
    before = {
        statement: map(text.text, body[:at])
        for node in nodes
        if isinstance(body := getattr(node, "body", None), list)
        for at, statement in enumerate(body)
    }
    for node in (node for node in nodes if isinstance(node, ast.Return) and node in inner):
        indent = text.indent(node)
        is_own = isinstance(node.value, ast.Call) and called_in_python(node.value) == function.name
        if node.value is None or indent is None or not (is_own or isinstance(node.value, ast.Name)):
            continue
        value, span = text.text(node.value), text.span(node)
        right = f"if {value}:\n{indent}    return {True if is_own else value}"
        yield -1, Edit(*span, right, form=(RETURNS_IF, value, "true"))
        for undo in _undoing(before.get(node, ())) if is_own else ():
            yield -1, Edit(*span, f"{right}\n{indent}{undo}", form=(RETURNS_IF, value, "true", "undoes"))
        wrong = f"if not {value}:\n{indent}    return {False if is_own else value}"
        yield 0, Edit(*span, wrong, form=(RETURNS_IF, value, "false"))
