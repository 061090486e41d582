"""The function in which a line of Java, C++ or Python stands."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from harness.language.parsing.python import python_module
from harness.language.parsing.source_nodes import nodes_of
from harness.language.parsing.syntax_trees import CALLS, FUNCTIONS, function_name, simple_call_name, walk


def enclosing_function(path: str, source: bytes, line: int) -> str:
    """The simple name of the innermost function that a line of a file is in; empty for none, or if it is not parsed.

    ``line``: from 1.
    """
    spans = [span for span in _spans(path, source) if span[0] <= line <= span[1]]
    return max(spans, default=(0, 0, ""))[2]


def callers_of(sources: Mapping[str, bytes], name: str) -> tuple[str, ...]:
    """The simple names of the functions of Java and C++ that call a function of this simple name, without itself.

    ``sources``: path -> content.
    """
    callers = dict.fromkeys(caller for path, source in sources.items() for caller in _callers(path, source, name))
    return tuple(caller for caller in callers if caller not in ("", name))


def _callers(path: str, source: bytes, name: str) -> Iterator[str]:
    for function in (node for node in nodes_of(path, source) if node.type in FUNCTIONS):
        if any(node.type in CALLS and simple_call_name(node) == name for node in walk(function)):
            yield function_name(function)


def _spans(path: str, source: bytes) -> Iterator[tuple[int, int, str]]:
    """The first and the last line of each function, and its name."""
    if path.endswith(".py"):
        tree = python_module(source)
        for node in ast.walk(tree) if tree is not None else ():
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                yield node.lineno, node.end_lineno or node.lineno, node.name
        return
    for node in nodes_of(path, source):
        if node.type in FUNCTIONS:
            yield node.start_point[0] + 1, node.end_point[0] + 1, function_name(node)
