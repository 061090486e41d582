"""A list of Python that is taken from its other end, or gone through in the other direction."""

from __future__ import annotations

import ast
from itertools import chain

from harness.language.edits.forms.ranked_edits import Ranked, RankedEdits, turned_round
from harness.language.edits.forms.source_text import PythonText
from harness.language.parsing.python import Def, called_name, called_names

_FIRST, _LAST = "0", "-1"
_SHOWS = ("append", "print")
"""What is called where the order of the turns is seen."""


def other_ends(function: Def, text: PythonText) -> RankedEdits:
    """The changes to one function."""
    for node in ast.walk(function):
        if isinstance(node, ast.Call):
            yield from _of_call(node, text)
        elif isinstance(node, ast.Subscript) and ast.unparse(node.slice) in (_FIRST, _LAST):
            other = _LAST if ast.unparse(node.slice) == _FIRST else _FIRST
            is_set = isinstance(node.ctx, ast.Store)
            if not is_set and not isinstance(node.value, (ast.Subscript, ast.Constant)):
                yield _instead(1, node, f"{text.text(node.value)}[{other}]", text)
        elif isinstance(node, ast.For):
            calls = {*chain.from_iterable(map(called_names, node.body))}
            leaves = any(isinstance(inner, (ast.Return, ast.Break)) for inner in ast.walk(node))
            if calls & {function.name, *_SHOWS} or leaves:
                is_back = leaves and called_name(node.iter) == "reversed"
                yield from _backwards(0 if is_back or function.name in calls else 1, node.iter, text)


def _of_call(call: ast.Call, text: PythonText) -> RankedEdits:
    """The other end of a list that is taken from, added to or sorted."""
    name, is_method = called_name(call), isinstance(call.func, ast.Attribute)
    arguments = [*map(text.text, call.args)]
    if is_method and name == "pop" and arguments in ([], [_FIRST], [_LAST]):
        yield _instead(-1, call, f"{text.text(call.func)}({'' if arguments == [_FIRST] else _FIRST})", text)
    elif isinstance(call.func, ast.Attribute) and len(arguments) == 1 and name == "append":
        yield _instead(1, call, f"{text.text(call.func.value)}.insert(0, {arguments[0]})", text)
    elif isinstance(call.func, ast.Attribute) and arguments[:1] == [_FIRST] and name == "insert":
        yield _instead(0, call, f"{text.text(call.func.value)}.append({', '.join(arguments[1:])})", text)
    elif name == "sorted" or (is_method and name == "sort"):
        reverse = next((key for key in call.keywords if key.arg == "reverse"), None)
        if reverse is None:
            # A generator has its parentheses in its own text.
            given = ", ".join([*arguments, *map(text.text, call.keywords), "reverse=True"])
            yield _instead(0, call, f"{text.text(call.func)}({given})", text)
        elif isinstance(reverse.value, ast.Constant):
            yield turned_round(0, *text.span(reverse.value), text.text(call), str(not reverse.value.value))


def _backwards(rank: int, through: ast.expr, text: PythonText) -> RankedEdits:
    """What a loop goes through, from its end."""
    if isinstance(through, ast.Call) and called_name(through) == "reversed" and through.args:
        yield _instead(rank, through, text.text(through.args[0]), text)
    elif isinstance(through, (ast.Name, ast.List)) or (
        isinstance(through, ast.Call) and called_name(through) == "range"
    ):
        yield _instead(rank, through, f"reversed({text.text(through)})", text)


def _instead(rank: int, node: ast.expr, new: str, text: PythonText) -> Ranked:
    return turned_round(rank, *text.span(node), text.text(node), new)
