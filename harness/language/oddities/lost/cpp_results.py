"""Statements of C and C++ that compute something and drop it: ``a == b;``, ``toupper(c);``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from harness.language.parsing.syntax_trees import (
    FUNCTIONS,
    expression_of,
    field,
    function_name,
    node_text,
    simple_call_name,
    values_of,
    walk,
)

_QUIET = (
    "identifier", "field_identifier", "field_expression", "subscript_expression", "subscript_argument_list",
    "number_literal", "char_literal", "character", "true", "false", "binary_expression", "parenthesized_expression",
    "pointer_expression", "this",
)  # fmt: skip
"""What does nothing but give a value."""
_OF_VALUES = ("toupper", "tolower", "abs", "fabs", "sqrt", "pow", "max", "min")
_LONGEST = 40
"""Characters of what is named."""


def dropped_results(nodes: Sequence[Any]) -> Iterator[tuple[str, int, str, str]]:
    """The lines of such statements, with what is dropped, and what stays as it is."""
    overloads = {node_text(node).removeprefix("operator").strip() for node in nodes if node.type == "operator_name"}
    functions: set[str] | None = None
    for node in nodes:
        value = expression_of(node)
        if value is None or node.has_error:
            continue
        line = value.start_point[0] + 1
        if value.type == "binary_expression" and not overloads:
            what = {"==": "compares-alone", "+": "value-dropped", "-": "value-dropped"}.get(_operator(value), "")
            if what and len(node_text(value)) <= _LONGEST and _is_quiet(value):
                yield what, line, node_text(value), ""
        elif value.type == "call_expression":
            functions = _defined(nodes) if functions is None else functions
            yield from ((what, line, *names) for what, *names in _dropped_call(value, functions))


def _defined(nodes: Sequence[Any]) -> set[str]:
    """The functions that a file defines or declares."""
    return {function_name(node) for node in nodes if node.type in (*FUNCTIONS, "declaration", "field_declaration")}


def _operator(value: Any) -> str:
    return node_text(field(value, "operator"))


def _is_quiet(value: Any) -> bool:
    """Whether a value is made of names, numbers and elements alone."""
    return all(part.type in _QUIET or not part.is_named for part in walk(value))


def _dropped_call(call: Any, functions: set[str]) -> Iterator[tuple[str, str, str]]:
    """A call that gives a new value and changes nothing."""
    function, given = node_text(field(call, "function")), values_of(field(call, "arguments"))
    name = function.removeprefix("std::")
    if name in functions or simple_call_name(call) in functions:
        return
    stays = field(field(call, "function"), "argument") if simple_call_name(call) == "substr" else None
    stays = given[0] if name in _OF_VALUES and given else stays
    if stays is not None and stays.type in _QUIET and len(node_text(stays)) <= _LONGEST and _is_quiet(stays):
        yield "result-dropped", f"{function}(...)", node_text(stays)
