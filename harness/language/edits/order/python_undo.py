"""What a Python function has to undo before it is left: a trial value, and what it changed at its begin."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from harness.language.edits.forms.ranked_edits import SHORT, RankedEdits, before, ranked
from harness.language.edits.forms.source_text import PythonText
from harness.language.edits.forms.value_forms import KEPT
from harness.language.parsing.python import Def, names_in


def missing_undo(tree: ast.Module, text: PythonText) -> RankedEdits:
    """The changes to the functions of a file."""
    for function in ast.walk(tree):
        if isinstance(function, Def):
            yield from _tried_values(function, text)
            yield from _cleaned(function, text)


def _tried_values(function: Def, text: PythonText) -> RankedEdits:
    """What a loop sets to each value that it tries, kept before the loop and put back after it."""
    kept = {text.text(node.value) for node in ast.walk(function) if isinstance(node, ast.Assign)}
    for loop in ast.walk(function):
        if not isinstance(loop, ast.For) or not isinstance(loop.target, ast.Name):
            continue
        (start, end), indent = text.span(loop), f"\n{text.indent(loop) or ''}"
        for place in dict.fromkeys(map(text.text, _set_to(loop, loop.target.id))):
            if place not in kept and end - start <= SHORT:
                yield ranked(-1, start, end, f"{KEPT} = {place}{indent}{text.text(loop)}{indent}{place} = {KEPT}")


def _set_to(loop: ast.For, counter: str) -> Iterator[ast.expr]:
    """The elements and members that the turns of a loop set to its counter, and that are the same in each turn."""
    for step in loop.body:
        if isinstance(step, ast.Assign) and isinstance(step.value, ast.Name) and step.value.id == counter:
            target = step.targets[0]
            if isinstance(target, (ast.Subscript, ast.Attribute)) and counter not in names_in(target):
                yield target


def _cleaned(function: Def, text: PythonText) -> RankedEdits:
    """What a function does last before its end, also before a return in its middle.

    Likely where it calls the same as at its begin, as what undoes a change does.
    """
    if len(function.body) < len("SLR") or not isinstance(function.body[-1], ast.Return):
        return
    *earlier, last, _ = function.body
    calls = [node for node in (last, *earlier) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)]
    if last not in calls:
        return
    names = [text.text(call.value.func) for call in calls if isinstance(call.value, ast.Call)]
    for node in (inner for part in earlier for inner in ast.walk(part)):
        if isinstance(node, ast.Return):
            yield from before(-1 if names[0] in names[1:] else 1, node, text.text(last), text)
