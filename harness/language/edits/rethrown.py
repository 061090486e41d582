"""The change by which a handler throws again what it caught."""

from __future__ import annotations

import ast
from typing import Any

from harness.language.edits.forms.source_text import Edit, PythonText
from harness.language.parsing.outline import decode
from harness.language.parsing.python import python_module
from harness.language.parsing.source_nodes import nodes_of
from harness.language.parsing.syntax_trees import field, node_text, walk

_NEVER_THROWN = "int (*)[7919]"


def rethrown(path: str, source: bytes, line: int) -> Edit | None:
    """The change to the handler that begins in a line of a file; None if there is none."""
    if path.endswith(".py"):
        return _in_python(source, line)
    handlers = (node for node in nodes_of(path, source) if node.type == "catch_clause")
    handler = next((node for node in handlers if node.start_point[0] + 1 == line), None)
    body = field(handler, "body")
    return None if body is None else Edit(body.start_byte, body.end_byte, f"{{ throw {_caught_name(handler)}; }}")


def uncaught(path: str, source: bytes, line: int) -> Edit | None:
    """The change by which the handler around a line of C++ catches nothing; no line moves. None if there is none."""
    if decode(source).encode() != source:
        return None
    handlers = [node for node in nodes_of(path, source) if node.type == "catch_clause"]
    handler = next((node for node in reversed(handlers) if node.start_point[0] < line <= node.end_point[0] + 1), None)
    given = field(handler, "parameters")
    if handler is None or given is None:
        return None
    lines = "\n" * (handler.end_point[0] - given.start_point[0])
    return Edit(given.start_byte, handler.end_byte, f"({_NEVER_THROWN}) {{ throw; }}{lines}")


def _caught_name(handler: Any) -> str:
    """The variable of a handler of Java; empty in C++, where ``throw`` alone throws again."""
    caught = next((node for node in walk(handler) if node.type == "catch_formal_parameter"), None)
    return node_text(field(caught, "name"))


def _in_python(source: bytes, line: int) -> Edit | None:
    module, text = python_module(source), PythonText(source)
    handlers = (node for node in ast.walk(module) if isinstance(node, ast.ExceptHandler)) if module else ()
    handler = next((node for node in handlers if node.lineno == line), None)
    if handler is None:
        return None
    return Edit(text.span(handler.body[0])[0], text.span(handler.body[-1])[1], "raise")
