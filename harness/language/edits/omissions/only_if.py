"""Statements of Python that have to be left out sometimes: before the first column, and for the thing itself."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from harness.language.edits.forms.ranked_edits import RankedEdits, ranked
from harness.language.edits.forms.source_text import PythonText
from harness.language.parsing.python import Def, names_in


def only_if(function: Def, text: PythonText) -> RankedEdits:
    """Each change of an element before the first, only where there is one; and each loop without the thing itself."""
    compared = {text.text(node.left) for node in ast.walk(function) if isinstance(node, ast.Compare)}
    for node in ast.walk(function):
        if isinstance(node, (ast.AugAssign, ast.Assign)):
            for place in _before_first(node, text):
                if place not in compared:
                    yield from _on_condition(node, place, text)
        elif isinstance(node, ast.For) and isinstance(node.target, ast.Name):
            yield from _without_itself(function, node, text)


def _before_first(statement: ast.Assign | ast.AugAssign, text: PythonText) -> Iterator[str]:
    """The differences that are indices of what a statement sets."""
    targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
    for target in targets:
        index = target.slice if isinstance(target, ast.Subscript) else None
        if isinstance(index, ast.BinOp) and isinstance(index.op, ast.Sub) and isinstance(index.right, ast.Name):
            yield text.text(index)


def _on_condition(statement: ast.stmt, place: str, text: PythonText) -> RankedEdits:
    indent = text.indent(statement)
    for least in ("> 0", ">= 0") if indent is not None else ():
        new = f"if {place} {least}:\n{indent}    {text.text(statement)}"
        yield ranked(0, *text.span(statement), new)


def _without_itself(function: Def, loop: ast.For, text: PythonText) -> RankedEdits:
    """The loop through all things, without the thing with which each is compared."""
    own = loop.target.id if isinstance(loop.target, ast.Name) else ""
    if _looks_whether_it_is(own, loop):
        return
    at, indent = text.span(loop.body[0])[0], text.indent(loop.body[0])
    if indent is None:
        return
    for other in sorted(_beside(own, loop) & _known_before(function, loop) - names_in(loop.iter)):
        yield ranked(0, at, at, f"if {own} == {other}: continue\n{indent}")


def _beside(own: str, loop: ast.For) -> set[str]:
    """The names of which a loop looks at the same element as of its own, or at how far they are from its own."""
    pairs = set[str]()
    by_array: dict[str, set[str]] = {}
    for node in ast.walk(loop):
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Name):
            by_array.setdefault(ast.unparse(node.value), set()).add(node.slice.id)
        elif isinstance(node, ast.Call) and node.args and ast.unparse(node.func).endswith("abs"):
            by_array[ast.unparse(node)] = _subtracted(node.args[0])
    for names in by_array.values():
        pairs |= names - {own} if own in names else set()
    return pairs


def _subtracted(node: ast.expr) -> set[str]:
    """The two variables of a difference."""
    sides = (node.left, node.right) if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub) else ()
    return {side.id for side in sides if isinstance(side, ast.Name)}


def _known_before(function: Def, loop: ast.For) -> set[str]:
    """The parameters, and the variables of the loops around."""
    around = [node for node in ast.walk(function) if isinstance(node, ast.For) and node.lineno < loop.lineno]
    inside = [node for node in around if loop in [*ast.walk(node)]]
    return {argument.arg for argument in function.args.args} | {
        node.target.id for node in inside if isinstance(node.target, ast.Name)
    }


def _looks_whether_it_is(own: str, loop: ast.For) -> bool:
    """Whether a loop compares its variable with another one."""
    return any(
        isinstance(node, ast.Compare) and own in map(ast.unparse, (node.left, *node.comparators))
        for node in ast.walk(loop)
    )
