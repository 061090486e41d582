"""What an except of Python catches without a word, and the end of the program that it catches, too."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Sequence

from harness.language.oddities.exceptions import CAUGHT_EXIT, SWALLOWED
from harness.language.parsing.python import called_name, called_names, is_bare_constant

_ALL = ("", "BaseException")
"""What an except names that catches everything, also the end of the program."""
_MISTAKES = (
    *_ALL, "Exception", "IndexError", "KeyError", "LookupError", "TypeError", "AttributeError", "NameError",
    "UnboundLocalError", "ZeroDivisionError", "RecursionError",
)  # fmt: skip
"""What comes of a mistake in a program; others come of its input as well."""
_SHOWS = ("print", "write")


def swallowed_exceptions(module: ast.Module) -> Iterator[tuple[str, int, str]]:
    """The lines of the handlers that do nothing at all, or only leave, each with what it catches."""
    for handler in (node for node in ast.walk(module) if isinstance(node, ast.ExceptHandler)):
        caught = [ast.unparse(each) for each in _types(handler)] or [""]
        statements = [each for each in handler.body if not is_bare_constant(each)]
        if all(map(_is_silent, statements)) and {*caught} & {*_MISTAKES}:
            yield SWALLOWED, handler.lineno, ", ".join(caught) or "any exception"


def caught_exits(module: ast.Module) -> Iterator[tuple[str, int, str]]:
    """The lines of the handlers that print after a function of the file did so and ended the program, and its name."""
    functions = [node for node in module.body if isinstance(node, ast.FunctionDef)]
    ending = {node.name for node in functions if _ends_loudly(node)}
    for attempt in (node for node in ast.walk(module) if isinstance(node, ast.Try) and ending):
        called = [name for part in attempt.body for name in called_names(part) if name in ending]
        for handler in attempt.handlers if called else ():
            if _catches_all(handler) and {*called_names(handler)} & {*ending, *_SHOWS}:
                yield CAUGHT_EXIT, handler.lineno, called[0]
            if _catches_all(handler) or "SystemExit" in map(ast.unparse, _types(handler)):
                break


def _types(handler: ast.ExceptHandler) -> Sequence[ast.expr]:
    kinds = handler.type
    return kinds.elts if isinstance(kinds, ast.Tuple) else [kinds] if kinds is not None else []


def _catches_all(handler: ast.ExceptHandler) -> bool:
    """Whether a handler catches everything, and hands nothing on or asks what it is."""
    raises = any(isinstance(node, ast.Raise) for node in ast.walk(handler))
    caught: Collection[str] = [*map(ast.unparse, _types(handler))] or [""]
    return any(name in _ALL for name in caught) and not raises and handler.name is None


def _is_silent(statement: ast.stmt) -> bool:
    """Whether a statement does nothing but leave, with no value or a constant."""
    if isinstance(statement, ast.Return):
        return statement.value is None or isinstance(statement.value, ast.Constant)
    return isinstance(statement, (ast.Pass, ast.Continue, ast.Break))


def _ends_loudly(function: ast.FunctionDef) -> bool:
    """Whether a function prints something, and then ends the program at its end by an exception."""
    last = function.body[-1]
    raised = last.exc if isinstance(last, ast.Raise) else last.value if isinstance(last, ast.Expr) else None
    name = called_name(raised) if isinstance(raised, ast.Call) else ast.unparse(raised) if raised is not None else ""
    is_end = name in ("exit", "quit", "SystemExit")
    return is_end and not {*_SHOWS}.isdisjoint(called_names(function))
