"""Which global variables of a C++ program hold an argument of a function when the program itself calls it.

``while (cin >> N) solveNQueens(N);`` and ``N = n; solveNQueens(n);`` both set N before the call, and what solveNQueens
calls counts on it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct

from harness.language.parsing.outline import decode
from harness.language.parsing.syntax_trees import field, node_text, parser, walk

_NUMBERS = {"int", "unsigned", "long", "short", "size_t", "std::size_t", "uint32_t", "int32_t", "unsigned int"}
_FIXED = ("const", "constexpr")
_WRAPPED = ("parenthesized_expression", "argument_list", "initializer_list", "reference_declarator")
_MOST_FUNCTIONS = 500

Held = Mapping[int, tuple[str, ...]]
"""The position of an argument -> the globals that hold it."""


class _Body(Struct, frozen=True):
    """What a function does with plain names."""

    name: str
    params: tuple[str, ...]
    equal: tuple[tuple[str, str], ...]
    """Pairs of names of which one is set to the other."""
    calls: tuple[tuple[str, tuple[str, ...]], ...]
    """What it calls, with the names that are arguments; empty for any other expression."""
    own: frozenset[str]
    """Its parameters and local variables."""


def globals_holding(source: bytes, headers: Iterable[bytes], functions: Collection[str]) -> dict[str, Held]:
    """The globals of a source or its headers that callers set to an argument of one of these functions."""
    roots = [parser("cpp").parse(decode(text).encode()).root_node for text in (source, *headers)]
    names = frozenset(name for root in roots for name in _globals(root))
    bodies = [body for root in roots for node in walk(root) if (body := _body(node)) is not None] if names else []
    if len(bodies) > _MOST_FUNCTIONS:
        return {}
    taken = {
        body.name: {at: (_same(body, param, {}) & names) - body.own for at, param in enumerate(body.params)}
        for body in bodies
    }
    held: dict[str, dict[int, set[str]]] = {}
    for body in bodies:
        for called, arguments in body.calls:
            for at, argument in enumerate(arguments if called in functions and called != body.name else ()):
                names_found = (_same(body, argument, taken) & names) - body.own if argument else set()
                held.setdefault(called, {}).setdefault(at, set()).update(names_found)
    return {
        name: {at: tuple(sorted(names_found)) for at, names_found in by_argument.items() if names_found}
        for name, by_argument in held.items()
        if any(by_argument.values())
    }


def _same(body: _Body, name: str, taken: Mapping[str, Mapping[int, set[str]]]) -> set[str]:
    """The names that are set to the same value in a function, or by one that it hands the value to."""
    same = {name}
    for left, right in (*body.equal, *body.equal):
        if same & {left, right}:
            same |= {left, right}
    handed = [
        (called, at) for called, arguments in body.calls for at, argument in enumerate(arguments) if argument in same
    ]
    return same.union(*(taken.get(called, {}).get(at, set()) for called, at in handed))


def _globals(root: Any) -> Iterator[str]:
    """The numbers that a file declares outside functions, classes and namespaces, and that can be set."""
    for node in root.named_children:
        fixed = any(node_text(child) in _FIXED for child in node.children)
        if node.type == "declaration" and not fixed and node_text(field(node, "type")) in _NUMBERS:
            for declarator in node.children_by_field_name("declarator"):
                inner = field(declarator, "declarator") if declarator.type == "init_declarator" else declarator
                if inner is not None and inner.type == "identifier":
                    yield node_text(inner)


def _body(node: Any) -> _Body | None:
    declarator = field(node, "declarator") if node.type == "function_definition" else None
    if declarator is None or declarator.type != "function_declarator":
        return None
    listed = field(declarator, "parameters")
    params = tuple(_last_name(field(param, "declarator")) for param in listed.named_children) if listed else ()
    inside = list(walk(field(node, "body"))) if field(node, "body") is not None else []
    declarations = (part for part in inside if part.type == "declaration")
    local = {_last_name(name) for part in declarations for name in part.children_by_field_name("declarator")}
    return _Body(
        node_text(field(declarator, "declarator")),
        params,
        tuple(_equal(inside)),
        tuple(_calls(inside)),
        frozenset({*params, *local} - {""}),
    )


def _last_name(declarator: Any) -> str:
    """The name that is declared: of ``const unsigned& n`` and of ``n = 5`` it is n."""
    while declarator is not None and declarator.type != "identifier":
        inner = field(declarator, "declarator")
        names = [child for child in declarator.named_children if child.type == "identifier"]
        declarator = inner if inner is not None else names[0] if names else None
    return node_text(declarator)


def _equal(inside: Iterable[Any]) -> Iterator[tuple[str, str]]:
    for node in inside:
        left, right = field(node, "left"), field(node, "right")
        if node.type == "init_declarator":
            left, right = field(node, "declarator"), field(node, "value")
        if node.type in ("init_declarator", "assignment_expression") and _name(left) and _name(right):
            yield _name(left), _name(right)


def _calls(inside: Iterable[Any]) -> Iterator[tuple[str, tuple[str, ...]]]:
    for node in inside:
        listed = field(node, "arguments") if node.type == "call_expression" else None
        if listed is not None:
            arguments = (child for child in listed.named_children if child.type != "comment")
            yield node_text(field(node, "function")), tuple(map(_name, arguments))


def _name(node: Any) -> str:
    """The name that an expression is, whatever it is converted to; empty for any other expression."""
    while node is not None and node.type != "identifier":
        if node.type == "call_expression":
            is_cast = node_text(field(node, "function")).startswith(("static_cast", "int", "unsigned", "size_t"))
            node = field(node, "arguments") if is_cast else None
        elif node.type == "cast_expression":
            node = field(node, "value")
        else:
            is_wrapped = node.type in _WRAPPED and len(node.named_children) == 1
            node = node.named_children[0] if is_wrapped else None
    return node_text(node)
