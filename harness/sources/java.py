"""Outlines of Java files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from harness.sources.outline import Call, Function, Outline
from harness.sources.text import decoded
from harness.sources.trees import arguments, dotted, parser, part, text, walk
from harness.sources.types import canonical

SUFFIXES = (".java",)

_TYPES = ("class_declaration", "record_declaration", "enum_declaration", "interface_declaration")
_MAKERS = ("constructor_declaration", "compact_constructor_declaration")
_DECLARATIONS = ("field_declaration", "constant_declaration", "local_variable_declaration")
_COMPARISONS = ("==", "!=", "<", "<=", ">", ">=")
_CALLS = ("method_invocation", "method_reference", "object_creation_expression")


def outline(path: str, source: bytes) -> Outline:
    """The outline; what does not parse is left out, as the grammar goes on behind an error."""
    nodes = list(walk(parser("java").parse(decoded(source).encode()).root_node))
    scopes = frozenset(text(part(node, "name")) for node in nodes if node.type in _TYPES)
    called = [_called(node) for node in nodes if node.type in _CALLS]
    return Outline(
        path,
        tuple(found for node in nodes if (found := _function(node))),
        frozenset(_imports(nodes, scopes)),
        frozenset(name for name, receiver, _ in called if not _class(receiver)),
        frozenset(f"{receiver}.{name}" for name, receiver, _ in called if _class(receiver)),
        scopes,
        variables=frozenset(_variables(nodes)),
        lengths=frozenset(_lengths(nodes)),
    )


def _function(node: Any) -> Function | None:
    if node.type != "method_declaration" and node.type not in _MAKERS:
        return None
    modifiers = next((child for child in node.children if child.type == "modifiers"), None)
    given = part(node, "parameters")
    params = [one for one in given.named_children if one.type.endswith("_parameter")] if given else []
    body = part(node, "body")
    inside = [] if body is None else list(walk(body))
    return Function(
        text(part(node, "name")),
        tuple(_type(one) for one in params if one.type != "receiver_parameter"),
        _type(node),
        static=modifiers is not None and any(child.type == "static" for child in modifiers.children),
        defined=body is not None,
        calls=frozenset(_calls(inside)),
        compares=frozenset(_compared(inside)),
        variadic=any(one.type == "spread_parameter" for one in params),
        makes=node.type in _MAKERS,
    )


def _type(node: Any) -> str:
    """The type of a parameter, or the one that a method returns."""
    if node.type == "spread_parameter":
        kind = next(child for child in node.named_children if child.type not in ("modifiers", "variable_declarator"))
        return canonical(text(kind), java=True) + "[]"
    return canonical(text(part(node, "type")) + text(part(node, "dimensions")), java=True)


def _variables(nodes: Iterable[Any]) -> Iterator[tuple[str, str]]:
    """Names and types of what is declared; brackets may stand behind the name, too."""
    for node in nodes:
        if node.type in _DECLARATIONS:
            for one in node.children_by_field_name("declarator"):
                kind = text(part(node, "type")) + text(part(one, "dimensions"))
                yield text(part(one, "name")), canonical(kind, java=True)
        elif node.type == "formal_parameter":
            yield text(part(node, "name")), _type(node)


def _lengths(nodes: Iterable[Any]) -> Iterator[tuple[str, int]]:
    for node in nodes:
        value = part(node, "right") if node.type == "assignment_expression" else None
        if value is not None and value.type == "array_creation_expression":
            sizes = value.children_by_field_name("dimensions")
            name = dotted(part(node, "left")).rpartition(".")[2]
            yield from ((name, length) for size in sizes[:1] for length in _numbers(size))


def _compared(nodes: Iterable[Any]) -> Iterator[int]:
    for node in nodes:
        if node.type == "binary_expression" and text(part(node, "operator")) in _COMPARISONS:
            yield from _numbers(node)


def _numbers(node: Any) -> Iterator[int]:
    """The plain numbers directly below a node."""
    return (int(text(one)) for one in node.named_children if text(one).isdecimal())


def _calls(nodes: Iterable[Any]) -> Iterator[Call]:
    for node in nodes:
        if node.type in _CALLS:
            yield _called(node)[0], arguments(node)


def _called(node: Any) -> tuple[str, str, int | None]:
    """The simple name of what is called, what it is called on, and with how many arguments.

    It is called on nothing where that is ``this`` or an object made on the spot.
    """
    if node.type == "object_creation_expression":
        whole = dotted(part(node, "type"))
        return whole.rpartition(".")[2], whole.rpartition(".")[0], arguments(node)
    if node.type == "method_reference":
        ends = node.named_children
        name = dotted(ends[0]).rpartition(".")[2] if len(ends) == 1 else text(ends[-1])  # Board::new makes a Board
        return name, _receiver(ends[0]) if len(ends) > 1 else "", None
    return text(part(node, "name")), _receiver(part(node, "object")), arguments(node)


def _receiver(node: Any) -> str:
    return dotted(node) if node is not None and node.type in ("identifier", "field_access", "scoped_identifier") else ""


def _class(receiver: str) -> bool:
    """Whether a receiver is a class, or something of one: ``Collections``, ``System.out``."""
    return any(one[:1].isupper() for one in receiver.split("."))


def _imports(nodes: list[Any], own: frozenset[str]) -> Iterator[str]:
    """Imports, names written in full, and names that an import of a whole package may have brought in."""
    whole: list[str] = []
    single: set[str] = set()
    for node in nodes:
        if node.type == "import_declaration":
            name = dotted(next(child for child in node.named_children if "identifier" in child.type))
            whole += [name] * any(child.type == "asterisk" for child in node.named_children)
            single.add(name.rpartition(".")[2])
            yield name
        elif node.type in ("scoped_type_identifier", "field_access") and dotted(node)[:1].islower():
            yield dotted(node)
    used = {text(node) for node in nodes if node.type in ("type_identifier", "identifier") and text(node)[:1].isupper()}
    yield from (f"{package}.{name}" for package in whole for name in used - single - own)
