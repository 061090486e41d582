"""What a catch of Java or C++ catches without a word."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from harness.language.oddities.exceptions import SWALLOWED
from harness.language.parsing.syntax_trees import field, node_text, statements_of, walk

_LEAVES = ("break_statement", "continue_statement")
_CONSTANTS = ("true", "false", "null_literal", "null", "decimal_integer_literal", "number_literal", "unary_expression")
_MISTAKES = (
    "ArrayIndexOutOfBoundsException", "IndexOutOfBoundsException", "StringIndexOutOfBoundsException",
    "NullPointerException", "ArithmeticException", "NegativeArraySizeException", "ClassCastException",
    "ConcurrentModificationException", "StackOverflowError", "Exception", "RuntimeException", "Error", "Throwable",
    "out_of_range", "exception", "logic_error", "...",
)  # fmt: skip
"""What comes of a mistake in a program; others come of its input as well."""


def swallowed_exceptions(nodes: Sequence[Any]) -> Iterator[tuple[str, int, str]]:
    """The lines of the handlers that do nothing at all, or only leave, each with what it catches."""
    for handler in (node for node in nodes if node.type == "catch_clause"):
        caught = _caught(handler)
        statements = statements_of(field(handler, "body"))
        if all(map(_is_silent, statements)) and any(name.rpartition("::")[2] in _MISTAKES for name in caught):
            name = ", ".join(caught)
            yield SWALLOWED, handler.start_point[0] + 1, "any exception" if name == "..." else name


def _caught(handler: Any) -> list[str]:
    """The types that a handler catches; ``...`` for all of C++."""
    java = next((node for node in walk(handler) if node.type == "catch_type"), None)
    if java is not None:
        return [node_text(node).rpartition(".")[2] for node in java.named_children]
    declared = field(handler, "parameters")
    kinds = [node_text(field(node, "type")) for node in walk(declared) if node.type == "parameter_declaration"]
    return kinds or ["..."]


def _is_silent(statement: Any) -> bool:
    """Whether a statement does nothing but leave, with no value or a constant."""
    if statement.type != "return_statement":
        return statement.type in _LEAVES
    return all(value.type in _CONSTANTS for value in statement.named_children)
