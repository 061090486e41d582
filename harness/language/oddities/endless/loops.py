"""Find the loop in which a program was: the innermost one around lines of a function."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from typing import Any

from harness.language.parsing.python import python_module
from harness.language.parsing.source_nodes import language_of, nodes_of
from harness.language.parsing.syntax_trees import (
    LOOPS,
    LOOPS_THROUGH,
    field,
    node_text,
    statements_of,
)

Span = tuple[int, int, bool, bool]
"""The first and the last line of a loop or a function, whether it is a loop, and one that goes through something."""

FUNCTION_TYPES = {
    "java": (
        "method_declaration", "constructor_declaration", "compact_constructor_declaration", "lambda_expression",
        "static_initializer", "class_body",
    ),
    "cpp": ("function_definition", "lambda_expression", "class_specifier", "struct_specifier"),
}  # fmt: skip
NOTHING = ast.Module([], [])
PYTHON_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)


def loop_around(path: str, source: bytes, lines: Collection[int]) -> int | None:
    """The line with which the innermost loop around all these lines begins; None if a function lies between.

    Lines of the loop's first line alone are not enough where it goes through something: that may be made there.
    """
    spans = _python_spans(source) if path.endswith(".py") else _parsed_spans(path, source)
    first, last = min(lines), max(lines)
    around = [span for span in spans if span[0] <= first and last <= span[1]]
    if not around:
        return None
    begin, _, is_loop, goes_through = max(around, key=lambda span: (span[0], -span[1]))
    return begin if is_loop and not (goes_through and last == begin) else None


def _python_spans(source: bytes) -> Iterator[Span]:
    for node in ast.walk(python_module(source) or NOTHING):
        if isinstance(node, (ast.While, ast.For, ast.AsyncFor)):
            yield node.lineno, node.body[-1].end_lineno or node.lineno, True, not isinstance(node, ast.While)
        elif isinstance(node, PYTHON_FUNCTIONS):
            yield node.lineno, node.end_lineno or node.lineno, False, False


def _parsed_spans(path: str, source: bytes) -> Iterator[Span]:
    language = language_of(path)
    for node in nodes_of(path, source):
        is_loop, first, last = node.type in LOOPS, node.start_point[0] + 1, node.end_point[0] + 1
        if (is_loop and not _is_whole_turn(node)) or (
            node.type in FUNCTION_TYPES[language] and not (node.type == "lambda_expression" and first == last)
        ):
            yield first, last, is_loop, node.type in LOOPS_THROUGH


def _is_whole_turn(node: Any) -> bool:
    """Whether a loop is all that each turn of another does, of which no line but its own is then executed."""
    around = node.parent
    if around.type in ("compound_statement", "block"):
        others = statements_of(around)
        around = around.parent if len(others) == 1 else None
    if around is None or around.type not in LOOPS or around.type in LOOPS_THROUGH:
        return False
    condition = field(around, "condition")
    return condition is None or node_text(condition).strip("( )") in ("true", "1")
