"""Handlers of exceptions that print how the program is used: they also answer what is no fault of the arguments."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from msgspec import Struct

from harness.language.oddities.odd_python import python_module
from harness.language.parsing.python import called_names
from harness.language.parsing.source_nodes import nodes_of
from harness.language.parsing.syntax_trees import (
    CALLS,
    FUNCTIONS,
    field,
    function_name,
    node_text,
    simple_call_name,
    walk,
)

_USAGE = "usage"


class _Part(Struct, frozen=True):
    """A function or the body of a handler."""

    name: str
    line: int
    text: str
    calls: frozenset[str]


def usage_handlers(path: str, source: bytes) -> Iterator[int]:
    """The lines of the handlers that name the usage, themselves or in a function of the file that they call."""
    functions, handlers = _python_parts(source) if path.endswith(".py") else _tree_parts(path, source)
    naming = {function.name for function in functions if _USAGE in function.text.lower()}
    for handler in handlers:
        if _USAGE in handler.text.lower() or not naming.isdisjoint(handler.calls):
            yield handler.line


def _python_parts(source: bytes) -> tuple[list[_Part], list[_Part]]:
    nodes = [*ast.walk(python_module(source) or ast.Module([], []))]
    functions = [
        _Part(node.name, node.lineno, ast.unparse(node), frozenset())
        for node in nodes
        if isinstance(node, ast.FunctionDef)
    ]
    return functions, [_python_handler(node) for node in nodes if isinstance(node, ast.ExceptHandler)]


def _python_handler(handler: ast.ExceptHandler) -> _Part:
    body = ast.Module(handler.body, [])
    return _Part("", handler.lineno, ast.unparse(body), frozenset(called_names(body)))


def _tree_parts(path: str, source: bytes) -> tuple[list[_Part], list[_Part]]:
    nodes = [*nodes_of(path, source)]
    functions = [
        _Part(function_name(node), 0, node_text(node), frozenset()) for node in nodes if node.type in FUNCTIONS
    ]
    handlers = [node for node in nodes if node.type == "catch_clause"]
    calls = [{simple_call_name(call) for call in walk(node) if call.type in CALLS} for node in handlers]
    return functions, [
        _Part("", node.start_point[0] + 1, node_text(field(node, "body")), frozenset(called))
        for node, called in zip(handlers, calls, strict=True)
    ]
