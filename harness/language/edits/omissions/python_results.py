"""What a Python function leaves out after a step: to use what its own call gives, the rest of an exchange, a move."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

from harness.language.edits.forms.ranked_edits import RankedEdits, after, ranked
from harness.language.edits.forms.source_text import PythonText
from harness.language.edits.omissions.tree_results import unmoved
from harness.language.parsing.python import Def, called_name


def left_out_results(function: Def, text: PythonText) -> RankedEdits:
    """The changes to one function; those to its loops apart."""
    values = [node.value for node in ast.walk(function) if isinstance(node, ast.Return) and node.value is not None]
    for node in ast.walk(function):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and called_name(node.value) == function.name:
            yield from _used(node, values, text)
    yield from _exchanged(function, text)


def moved(loop: Any, text: PythonText) -> RankedEdits:
    """A step of what a loop's condition compares, and nothing in the loop changes."""
    for name in unmoved(loop):
        for step in ("+= 1", "-= 1"):
            yield from after(0, loop.origin.body[-1], f"{name} {step}", text)


def _used(statement: ast.Expr, values: list[ast.expr], text: PythonText) -> RankedEdits:
    """What a call of the function by itself gives: added, looked at, or returned."""
    call, (start, end) = text.text(statement), text.span(statement)
    for name in dict.fromkeys(value.id for value in values if isinstance(value, ast.Name)):
        yield ranked(-1, start, end, f"{name} += {call}")
    indent = text.indent(statement)
    gives_truth = any(isinstance(value, ast.Constant) and isinstance(value.value, bool) for value in values)
    if gives_truth and indent is not None:
        yield ranked(-1, start, end, f"if {call}:\n{indent}    return True")
    if values:
        yield ranked(-1, start, end, f"return {call}")


def _exchanged(function: Def, text: PythonText) -> RankedEdits:
    """The last third of an exchange, where an old value was kept and is not used."""
    read = {node.id for node in ast.walk(function) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
    kept = {place: name for name, place in _kept(function) if name not in read}
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Subscript):
            name = kept.get(ast.unparse(node.targets[0]))
            yield from after(-1, node, f"{text.text(node.value)} = {name}", text) if name else ()


def _kept(function: Def) -> Iterator[tuple[str, str]]:
    """The variables that keep an element, each with its element."""
    for node in ast.walk(function):
        target, value = (node.targets[0], node.value) if isinstance(node, ast.Assign) else (None, None)
        if isinstance(target, ast.Name) and isinstance(value, ast.Subscript):
            yield target.id, ast.unparse(value)
