"""A parameter of a Python function where a number, or another variable, stands: nothing reads it, or a loop begins."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from itertools import islice

from harness.language.edits.forms.ranked_edits import RankedEdits, ranked
from harness.language.edits.forms.source_text import PythonText
from harness.language.edits.variables.begins import MOST_PLACES, begin_rank, in_each_place
from harness.language.parsing.python import LOOPS, Def, called_name, is_bare_constant, unread_parameters


def parameters_instead(function: Def, text: PythonText, is_number: Callable[[str], bool]) -> RankedEdits:
    """The changes to one function; ``is_number``: whether a variable may be a number."""
    unread = [name for name in unread_parameters(function) if is_number(name)]
    values = _places(function, is_number) if unread else ()
    places = [(node.lineno, *text.span(node), text.text(node)) for node in values]
    loops = {node.lineno for node in ast.walk(function) if isinstance(node, LOOPS)}
    for name in unread:
        yield from in_each_place(name, places, loops)
    numbers = [each.arg for each in function.args.args if is_number(each.arg)]
    for begin, is_limit, loop in islice(_begins(function), MOST_PLACES):
        known = {node.id for node in ast.walk(loop) if isinstance(node, ast.Name)}
        rest = f", {text.text(begin)}" if is_limit else ""
        for name in (name for name in numbers if name not in known):
            rank = begin_rank(name, is_read=name not in unread)
            yield from (ranked(rank, *text.span(begin), f"{value}{rest}") for value in (name, f"{name} + 1"))


def _places(function: Def, is_number: Callable[[str], bool]) -> Iterator[ast.expr]:
    """The whole numbers, and the variables and elements that are read, in the order of the source."""
    for statement in function.body:
        for node in ast.walk(statement) if not is_bare_constant(statement) else ():
            value = node.operand if isinstance(node, ast.UnaryOp) else node
            is_whole = isinstance(value, ast.Constant) and type(value.value) is int
            is_read = isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and is_number(node.id)
            is_element = isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load)
            if isinstance(node, ast.expr) and (is_whole or is_read or is_element):
                yield node


def _begins(function: Def) -> Iterator[tuple[ast.expr, bool, ast.expr]]:
    """Where loops begin at a number: it, or the limit of those that name none, and all that the loop goes through."""
    for node in ast.walk(function):
        if isinstance(node, ast.For) and isinstance(node.iter, ast.Call) and called_name(node.iter) == "range":
            given = node.iter.args
            if len(given) == 1:
                yield given[0], True, node.iter
            elif given and isinstance(given[0], ast.Constant):
                yield given[0], False, node.iter
