"""Which number fields of a Java program its functions count on and do not set: main, or another one, does."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Any

from msgspec import Struct

from harness.language.parsing.outline import decode
from harness.language.parsing.syntax_trees import CHANGES, field, node_text, parser, walk

_NUMBERS = ("int", "long", "short", "byte")
_DECLARING = ("variable_declarator", "formal_parameter", "catch_formal_parameter", "enhanced_for_statement")


class _Method(Struct, frozen=True):
    name: str
    reads: frozenset[str]
    """The names that are in its body, those of its own variables aside."""
    sets: frozenset[str]
    calls: frozenset[str]


def fields_counted_on(sources: Iterable[bytes], functions: Collection[str]) -> set[str]:
    """The fields that these functions, or what they call, read and never set; constants are none."""
    nodes = [node for source in sources for node in walk(parser("java").parse(decode(source).encode()).root_node)]
    methods = [_method(node) for node in nodes if node.type == "method_declaration"]
    used = set(functions)
    for _ in methods:
        used |= {name for method in methods if method.name in used for name in method.calls}
    reads = {name for method in methods if method.name in used for name in method.reads}
    sets = {name for method in methods if method.name in used for name in method.sets}
    return (set(_number_fields(nodes)) & reads) - sets


def _number_fields(nodes: Iterable[Any]) -> Iterator[str]:
    for node in nodes:
        if node.type != "field_declaration" or node_text(field(node, "type")) not in _NUMBERS:
            continue
        modifiers = next((child for child in node.children if child.type == "modifiers"), None)
        if modifiers is None or all(child.type != "final" for child in modifiers.children):
            yield from (
                node_text(field(declarator, "name")) for declarator in node.children_by_field_name("declarator")
            )


def _method(node: Any) -> _Method:
    inside = list(walk(node))
    own = {node_text(field(part, "name")) for part in inside if part.type in _DECLARING}
    names = {node_text(part) for part in inside if part.type == "identifier"}
    targets = (field(part, "left") or part for part in inside if part.type in CHANGES)
    sets = {_field_name(target) for target in targets}
    calls = {node_text(field(part, "name")) for part in inside if part.type == "method_invocation"}
    return _Method(node_text(field(node, "name")), frozenset(names - own), frozenset(sets - own), frozenset(calls))


def _field_name(target: Any) -> str:
    """The field that is set: of ``this.n``, ``Queens.n`` and ``n++`` it is n."""
    names = [part for part in walk(target) if part.type == "identifier"]
    return node_text(names[-1]) if names and target.type != "array_access" else ""
