"""What changes an array or a list of Java in place, and what gives its name another one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from harness.language.parsing.syntax_trees import FUNCTIONS, dotted_name, field, function_name, node_text, walk
from harness.model.patterns import lazy_regex

_CHANGES = ("add", "addAll", "clear", "remove", "removeLast", "set", "sort")
_CHANGEABLE = lazy_regex(r"\]$|^(?:java\.util\.)?(?:\w*List|Vector)\b")
"""The types of what a loop or a search usually changes in place."""


class Methods(Struct, frozen=True):
    """The methods of a file, by what they do to what they are given."""

    nodes: Sequence[Any]
    """Those that have a body."""
    fields: frozenset[str]
    """The arrays and lists outside of them."""
    changing: Mapping[str, set[int]]
    """The places of the parameters whose elements are changed, by the names of the methods."""

    def is_changeable(self, method: Any, name: str) -> bool:
        """Whether a name is that of an array or a list that a method sees."""
        own = next((kind for kind, declared in _declared(method) if declared == name), None)
        return name in self.fields if own is None else _CHANGEABLE.search(own) is not None

    def changes(self, node: Any, name: str, within: str = "") -> bool:
        """Whether a node sets an element of this variable, or calls what does; ``within``: a method not to ask."""
        if node.type != "method_invocation":
            return _sets_element(node, name)
        called = node_text(field(node, "name"))
        if called in _CHANGES and simple_name(field(node, "object")) == name:
            return True
        values = field(node, "arguments").named_children
        places = self.changing.get(called, set()) if called != within else set()
        return any(at < len(values) and node_text(values[at]) == name for at in places)

    def renews(self, method: Any, part: Any, name: str) -> bool:
        """Whether a part of a method gives this name another array; for a field also what is called there."""
        if any(_sets(node, name) or (name in _names(node) and node.type[:5] == "local") for node in walk(part)):
            return True
        if any(declared == name for _, declared in _declared(method)):
            return False  # no other method sees it
        called, size = _called(part), 0
        while size < len(called):
            size = len(called)
            called |= {name for other in self.nodes if function_name(other) in called for name in _called(other)}
        others = (other for other in self.nodes if function_name(other) in called)
        return any(_sets(node, name) for other in others for node in walk(other))


def methods_of(nodes: Sequence[Any]) -> Methods:
    """The methods of a file, and what they change, also through each other."""
    methods = [node for node in nodes if node.type in FUNCTIONS and field(node, "body") is not None]
    fields = (node for node in nodes if node.type == "field_declaration")
    changed = frozenset(
        name for node in fields if _CHANGEABLE.search(node_text(field(node, "type"))) for name in _names(node)
    )
    found = Methods(methods, changed, {function_name(method): set() for method in methods})
    size = -1
    while size != (size := sum(map(len, found.changing.values()))):
        for method in methods:
            parts = [*walk(field(method, "body"))]
            for at, name in enumerate(parameters_of(method)):
                if any(found.changes(part, name) for part in parts):
                    found.changing[function_name(method)].add(at)
    return found


def parameters_of(method: Any) -> list[str]:
    """The names of a method's parameters."""
    return [node_text(field(node, "name")) for node in field(method, "parameters").named_children]


def simple_name(node: Any) -> str:
    """The last part of a name: a field's own, with this or without."""
    return dotted_name(node).rpartition(".")[2]


def _declared(method: Any) -> Iterator[tuple[str, str]]:
    """The types and names of a method's own variables."""
    for node in walk(method):
        if node.type in ("local_variable_declaration", "formal_parameter"):
            yield from ((node_text(field(node, "type")), name) for name in _names(node))


def _names(declaration: Any) -> list[str]:
    declarators = declaration.children_by_field_name("declarator") or [declaration]
    return [node_text(field(each, "name")) for each in declarators]


def _sets_element(node: Any, name: str) -> bool:
    if node.type not in ("assignment_expression", "update_expression"):
        return False
    element = field(node, "left") or next(iter(node.named_children), None)
    is_element = element is not None and element.type == "array_access"
    while element is not None and element.type == "array_access":
        element = field(element, "array")
    return is_element and simple_name(element) == name


def _sets(node: Any, name: str) -> bool:
    """Whether a node gives a variable itself another value."""
    left = field(node, "left") if node.type == "assignment_expression" else None
    return left is not None and left.type in ("identifier", "field_access") and simple_name(left) == name


def _called(part: Any) -> set[str]:
    return {node_text(field(node, "name")) for node in walk(part) if node.type == "method_invocation"}
