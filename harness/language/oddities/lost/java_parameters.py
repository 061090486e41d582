"""Parameters of Java's methods that become something new, which the caller never sees."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from harness.language.parsing.syntax_trees import LOOPS, field, is_inside, is_statement, node_text, walk

_FILLS = ("add", "addAll", "put", "append", "clear", "set", "push", "remove")
_NEW = ("array_creation_expression", "object_creation_expression", "array_initializer")
_MOST_SETTINGS = 20
"""Of a method that are looked at."""
_SCOPES = ("lambda_expression", "class_body")
_IF_NEEDED = (
    "if_statement",
    "switch_expression",
    "ternary_expression",
    "try_statement",
    "try_with_resources_statement",
)
"""Where a parameter may be set to something new only if the caller gave nothing of use."""


def own_parameters(nodes: Sequence[Any]) -> Iterator[tuple[str, int, str]]:
    """The lines that set a parameter to a new array or object that is only filled, in a method that returns nothing.

    None in an ``if``: ``if (rows == null) rows = new int[n];`` is for callers that give nothing.
    """
    for method in (node for node in nodes if node.type == "method_declaration"):
        body = field(method, "body")
        if body is None or node_text(field(method, "type")) != "void":
            continue
        names = {node_text(field(each, "name")) for each in field(method, "parameters").named_children} - {""}
        inside = [*walk(body)]
        uses = [(node_text(node), node) for node in inside if node.type == "identifier"]
        around = [node for node in inside if node.type in (*LOOPS, *_SCOPES, *_IF_NEEDED)]
        settings = ((name, use) for name, use in uses if name in names and _is_set_anew(use))
        for name, use in islice(settings, _MOST_SETTINGS):
            later = (node for text, node in uses if text == name and node.start_byte > use.start_byte)
            if not any(is_inside(use, node) for node in around) and all(map(_only_fills, later)):
                yield "own-parameter", use.start_point[0] + 1, name


def _is_set_anew(name: Any) -> bool:
    """Whether a statement gives a variable a new array or object."""
    setting = name.parent
    is_new = field(setting, "left") == name and field(setting, "right").type in _NEW
    return is_new and is_statement(setting)


def _only_fills(name: Any) -> bool:
    """Whether a name stands where elements are set, something is added, or the length is asked."""
    around = name.parent
    if around.type == "field_access":
        return node_text(field(around, "field")) == "length"
    if around.type == "method_invocation":
        is_filled = field(around, "object") == name and node_text(field(around, "name")) in _FILLS
        return is_filled and is_statement(around)
    whole = name
    while whole.parent.type == "array_access" and field(whole.parent, "array") == whole:
        whole = whole.parent
    return whole != name and field(whole.parent, "left") == whole and is_statement(whole.parent)
