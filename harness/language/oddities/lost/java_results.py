"""Statements of Java that call a method for its result alone, and drop that: ``text.trim();``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from harness.language.oddities.lost.java_types import Types, declared_types
from harness.language.parsing.syntax_trees import ancestors, expression_of, field, node_text

_OF_TEXT = (
    "concat", "replace", "replaceAll", "replaceFirst", "trim", "strip", "stripLeading", "stripTrailing", "toUpperCase",
    "toLowerCase", "substring", "repeat", "split", "formatted",
)  # fmt: skip
_OF_NUMBER = ("add", "subtract", "multiply", "divide", "negate", "abs", "pow", "mod", "remainder", "max", "min")
_RESULTS: Mapping[str, tuple[str, ...]] = {"String": _OF_TEXT, "BigInteger": _OF_NUMBER, "BigDecimal": _OF_NUMBER}
"""The methods that change nothing and give something new, by the type of what they are called on."""
_MAY_FAIL = ("substring", "repeat", "formatted", "divide", "remainder", "mod", "pow")
"""Those of which a ``try`` may only ask whether they fail."""
_TRIES = ("try_statement", "try_with_resources_statement")
_LONGEST = 40
"""Characters of what is named."""


def dropped_results(nodes: Sequence[Any]) -> Iterator[tuple[str, int, str, str]]:
    """The lines of such statements, with the call and what it leaves as it is."""
    types: Types | None = None
    for node in nodes:
        call = expression_of(node)
        name, value = node_text(field(call, "name")), field(call, "object")
        is_result = value is not None and any(name in names for names in _RESULTS.values())
        if not is_result or len(node_text(value)) > _LONGEST or (name in _MAY_FAIL and _is_tried(node)):
            continue
        types = declared_types(nodes) if types is None else types
        kinds = _kinds(value, types)
        if kinds and all(name in _RESULTS.get(kind, ()) for kind in kinds):
            yield "result-dropped", call.start_point[0] + 1, f"{node_text(value)}.{name}(...)", node_text(value)


def _kinds(value: Any, types: Types) -> set[str]:
    """The types of a variable, of an element or of a field of ``this``; none of anything else."""
    if value.type == "array_access":
        kinds = types.get(node_text(field(value, "array")), set())
        return {kind.removesuffix("[]") if kind.endswith("[]") else "" for kind in kinds}
    if value.type == "field_access" and node_text(field(value, "object")) == "this":
        value = field(value, "field")
    return types.get(node_text(value), set()) if value.type == "identifier" else set()


def _is_tried(statement: Any) -> bool:
    """Whether a statement is in a ``try`` of its method."""
    kinds = (node.type for node in ancestors(statement) if node.type in (*_TRIES, "method_declaration"))
    return next(kinds, "") in _TRIES
