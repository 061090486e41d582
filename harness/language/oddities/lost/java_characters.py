"""Texts of Java of which the first character alone is read, and all that follows is lost."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from harness.language.parsing.syntax_trees import field, node_text, values_of, walk
from harness.model.finding import FIRST_CHARACTER

_ASK_FOR_LENGTH = ("isEmpty", "isBlank", "length", "equals")
_TO_NUMBER = ("getNumericValue", "digit", "parseInt", "valueOf", "toString")


def first_characters(nodes: Sequence[Any]) -> Iterator[tuple[str, int, str]]:
    """The calls of ``charAt(0)`` whose text is used for nothing else in its method, with the name of the text."""
    methods = (node for node in nodes if node.type == "method_declaration" and field(node, "body") is not None)
    for method in methods:
        body = [*walk(field(method, "body"))]
        for name in _texts(method):
            uses = [node for node in body if node.type == "identifier" and node_text(node) == name]
            calls = [use.parent for use in uses if _is_called(use)]
            taken = [call for call in calls if _takes_first(call) and _becomes_number(call, body[0])]
            others = [call for call in calls if not _takes_first(call)]
            if taken and len(calls) == len(uses) and all(map(_asks_for_length, others)):
                yield FIRST_CHARACTER, taken[0].start_point[0] + 1, name


def _texts(method: Any) -> Iterator[str]:
    """The parameters of a method that are texts."""
    parameters = field(method, "parameters")
    for node in parameters.named_children if parameters is not None else ():
        if node_text(field(node, "type")) == "String":
            yield node_text(field(node, "name"))


def _is_called(use: Any) -> bool:
    """Whether a method of a text is called."""
    return bool(use.parent.type == "method_invocation" and field(use.parent, "object") == use)


def _takes_first(call: Any) -> bool:
    given = [node_text(value) for value in values_of(field(call, "arguments"))]
    return node_text(field(call, "name")) == "charAt" and given == ["0"]


def _asks_for_length(call: Any) -> bool:
    return node_text(field(call, "name")) in _ASK_FOR_LENGTH


def _becomes_number(call: Any, body: Any) -> bool:
    """Whether a character, or the variable that holds it, is taken for the digit of a number."""
    kept = call.parent if call.parent.type == "variable_declarator" else None
    character = re.escape(node_text(call if kept is None else field(kept, "name")))
    as_number = rf"(?<!\w){character}\s*-\s*(?:'0'|48)|(?:{'|'.join(_TO_NUMBER)})\([^;()]*(?<!\w){character}(?!\w)"
    return re.search(as_number, node_text(body)) is not None
