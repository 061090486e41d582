"""What changes an array or a list of Java in place or gives its name another one, and what only one turn reaches."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from harness.language.parsing.syntax_trees import (
    CHANGES,
    dotted_name,
    field,
    function_name,
    functions_in,
    node_text,
    walk,
)
from harness.model.patterns import lazy_regex

_CHANGES = ("add", "addAll", "clear", "remove", "removeLast", "set", "sort")
_COMPARES = ("==", "<", "<=", ">", ">=")
COUNTS = ("isEmpty", "size")
"""What asks how many items there are."""
_CHANGEABLE = lazy_regex(r"\]$|^(?:java\.util\.)?(?:\w*List|Vector)\b")
"""The types of what a loop or a search usually changes in place."""


class Methods(Struct, frozen=True):
    """The methods of a file, by what they do to what they are given."""

    nodes: Sequence[Any]
    """Those that have a body."""
    fields: frozenset[str]
    """The arrays and lists outside of them."""
    declared: Mapping[int, Mapping[str, str]]
    """The types of a method's own variables by their names, by the byte with which the method begins."""
    calls: Mapping[str, set[str]]
    """What the methods of a name call."""
    sets: Mapping[str, set[str]]
    """The variables to which the methods of a name give another value."""
    counts: Mapping[str, set[str]]
    """The variables whose number of items the methods of a name ask for."""
    changing: Mapping[str, set[int]]
    """The places of the parameters whose elements are changed, by the names of the methods."""

    def is_changeable(self, method: Any, name: str) -> bool:
        """Whether a name is that of an array or a list that a method sees."""
        own = self.declared[method.start_byte].get(name)
        return name in self.fields if own is None else _CHANGEABLE.search(own) is not None

    def changes(self, node: Any, name: str, within: str = "") -> bool:
        """Whether a node sets an element of this variable, or calls what does; ``within``: a method not to ask."""
        if _changed_by(node) == name:
            return True
        if node.type != "method_invocation":
            return False
        called, values = node_text(field(node, "name")), field(node, "arguments").named_children
        places = self.changing.get(called, set()) if called != within else set()
        return any(at < len(values) and node_text(values[at]) == name for at in places)

    def renews(self, method: Any, part: Any, name: str) -> bool:
        """Whether a part of a method gives this name another array; for a field also what is called there."""
        if any(_set_by(node) == name or (node.type[:5] == "local" and name in _names(node)) for node in walk(part)):
            return True
        if name in self.declared[method.start_byte]:
            return False  # no other method sees it
        called = (node_text(field(node, "name")) for node in walk(part) if node.type == "method_invocation")
        return any(name in self.sets.get(other, ()) for other in self.reached_from(called))

    def reached_from(self, names: Iterable[str]) -> set[str]:
        """The methods of these names, and all that they call, also through each other."""
        pending, reached = [*names], set[str]()
        while pending:
            if (name := pending.pop()) not in reached:
                reached.add(name)
                pending += self.calls.get(name, ())
        return reached


def methods_of(nodes: Sequence[Any]) -> Methods:
    """The methods of a file, and what they change, also through each other."""
    methods = functions_in(nodes)
    fields = (node for node in nodes if node.type == "field_declaration")
    changed = frozenset(
        name for node in fields if _CHANGEABLE.search(node_text(field(node, "type"))) for name in _names(node)
    )
    calls, sets, counts = ({function_name(method): set[str]() for method in methods} for _ in range(3))
    declared: dict[int, dict[str, str]] = {}
    parts = {method.start_byte: [*walk(method)] for method in methods}
    for method in methods:
        name = function_name(method)
        declared[method.start_byte] = _declared(parts[method.start_byte])
        for node in parts[method.start_byte]:
            sets[name].add(_set_by(node))
            if node.type == "method_invocation":
                calls[name].add(called := node_text(field(node, "name")))
                counts[name] |= {simple_name(field(node, "object"))} if called in COUNTS else set()
    return Methods(methods, changed, declared, calls, sets, counts, _changing(methods, parts))


def _changing(methods: Sequence[Any], parts: Mapping[int, Sequence[Any]]) -> Mapping[str, set[int]]:
    """The places of the changed parameters: first those that a method changes itself, then those that it hands on."""
    changing: dict[str, set[int]] = {function_name(method): set() for method in methods}
    handed: dict[tuple[str, int], list[tuple[str, int]]] = {}
    pending: list[tuple[str, int]] = []
    for method in methods:
        places = {name: (function_name(method), at) for at, name in enumerate(parameters_of(method))}
        for node in parts[method.start_byte]:
            if (name := _changed_by(node)) in places:
                pending.append(places[name])
            values = field(node, "arguments").named_children if node.type == "method_invocation" else ()
            for at, value in enumerate(values):
                if value.type == "identifier" and (name := node_text(value)) in places:
                    handed.setdefault((node_text(field(node, "name")), at), []).append(places[name])
    while pending:
        called, at = pending.pop()
        if at not in changing[called]:
            changing[called].add(at)
            pending += handed.get((called, at), ())
    return changing


def parameters_of(method: Any) -> list[str]:
    """The names of a method's parameters."""
    return [node_text(field(node, "name")) for node in field(method, "parameters").named_children]


def simple_name(node: Any) -> str:
    """The last part of a name: a field's own, with this or without."""
    return dotted_name(node).rpartition(".")[2]


def _declared(nodes: Iterable[Any]) -> dict[str, str]:
    """The types of the variables that are declared in a method, by their names; the first of each name."""
    declared: dict[str, str] = {}
    for node in nodes:
        if node.type in ("local_variable_declaration", "formal_parameter"):
            for name in _names(node):
                declared.setdefault(name, node_text(field(node, "type")))
    return declared


def _names(declaration: Any) -> list[str]:
    declarators = declaration.children_by_field_name("declarator") or [declaration]
    return [node_text(field(each, "name")) for each in declarators]


def _changed_by(node: Any) -> str:
    """The array or the list of which a node sets an element, or that its call changes; empty for others."""
    if node.type == "method_invocation":
        return simple_name(field(node, "object")) if node_text(field(node, "name")) in _CHANGES else ""
    if node.type not in CHANGES:
        return ""
    element = field(node, "left") or next(iter(node.named_children), None)
    if element is None or element.type != "array_access":
        return ""
    while element is not None and element.type == "array_access":
        element = field(element, "array")
    return simple_name(element)


def _set_by(node: Any) -> str:
    """The variable to which a node gives itself another value; empty for others."""
    left = field(node, "left") if node.type == "assignment_expression" else None
    return simple_name(left) if left is not None and left.type in ("identifier", "field_access") else ""


def is_once(around: Sequence[Any], loop: Any) -> bool:
    """Whether a loop reaches a statement only where an if compares a counter of the loop: in its last turn, say."""
    counters = _counters(loop)
    asked = (field(node, "condition") for node in around if node.type == "if_statement")
    compared = (node for condition in asked for node in walk(condition) if node.type == "binary_expression")
    sides = [
        field(node, side)
        for node in compared
        if node_text(field(node, "operator")) in _COMPARES
        for side in ("left", "right")
    ]
    return any(side.type == "identifier" and node_text(side) in counters for side in sides)


def _counters(loop: Any) -> set[str]:
    """The variables that a loop steps in one direction, and that it does not set otherwise."""
    up, down, others = set[str](), set[str](), set[str]()
    for node in walk(field(loop, "body")):
        if node.type == "variable_declarator":
            others.add(node_text(field(node, "name")))
        elif node.type in CHANGES:
            sign = next(child.type for child in node.children if not child.is_named)
            steps = up if sign in ("++", "+=") else down if sign in ("--", "-=") else others
            steps.add(node_text(node.named_children[0]))
    updates = {
        node_text(node.named_children[0]) for node in loop.children_by_field_name("update") if node.named_children
    }
    return ((up ^ down) | updates) - others
