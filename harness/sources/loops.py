"""Find the loop in which a program was: the innermost one around lines of a function."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Collection, Iterator

from harness.sources.decoding import decode
from harness.sources.syntax_trees import parser, walk

Span = tuple[int, int, bool, bool]
"""The first and the last line of a loop or a function, whether it is a loop, and one that goes through something."""

_JAVA_LOOPS = ("while_statement", "do_statement", "for_statement", "enhanced_for_statement")
_JAVA_FUNCTIONS = (
    "method_declaration", "constructor_declaration", "compact_constructor_declaration", "lambda_expression",
    "static_initializer", "class_body",
)  # fmt: skip
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)


def loop_around(path: str, source: bytes, lines: Collection[int]) -> int | None:
    """The line with which the innermost loop around all these lines begins; None where a function lies between.

    Lines of the loop's first line alone are not enough where it goes through something: that may be made there.
    """
    spans = _python_spans(source) if path.endswith(".py") else _java_spans(source) if path.endswith(".java") else ()
    first, last = min(lines), max(lines)
    around = [span for span in spans if span[0] <= first and last <= span[1]]
    if not around:
        return None
    begin, _, is_loop, goes_through = max(around, key=lambda span: (span[0], -span[1]))
    return begin if is_loop and not (goes_through and last == begin) else None


def _python_spans(source: bytes) -> Iterator[Span]:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    for node in ast.walk(tree):
        if isinstance(node, (ast.While, ast.For, ast.AsyncFor)):
            yield node.lineno, node.body[-1].end_lineno or node.lineno, True, not isinstance(node, ast.While)
        elif isinstance(node, _FUNCTIONS):
            yield node.lineno, node.end_lineno or node.lineno, False, False


def _java_spans(source: bytes) -> Iterator[Span]:
    for node in walk(parser("java").parse(decode(source).encode()).root_node):
        if node.type in _JAVA_LOOPS or node.type in _JAVA_FUNCTIONS:
            is_loop, goes_through = node.type in _JAVA_LOOPS, node.type == "enhanced_for_statement"
            yield node.start_point[0] + 1, node.end_point[0] + 1, is_loop, goes_through
