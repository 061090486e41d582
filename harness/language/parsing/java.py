"""Parse Java files into outlines, with tree-sitter."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from typing import Any

from harness.language.parsing.outline import Call, Function, Outline, decode
from harness.language.parsing.syntax_trees import (
    argument_count,
    dotted_name,
    field,
    held_lambdas,
    line_of,
    node_text,
    parser,
    position,
    positions_around,
    walk,
)
from harness.language.parsing.types import canonical_type

SUFFIXES = (".java",)

_TYPES = ("class_declaration", "record_declaration", "enum_declaration", "interface_declaration")
_CONSTRUCTORS = ("constructor_declaration", "compact_constructor_declaration")
_DECLARATIONS = ("field_declaration", "constant_declaration", "local_variable_declaration")
_WITH_BODIES = ("method_declaration", *_CONSTRUCTORS, "lambda_expression")
_COMPARISONS = ("==", "!=", "<", "<=", ">", ">=")
_CALLS = ("method_invocation", "method_reference", "object_creation_expression")


def outline(path: str, source: bytes) -> Outline:
    """Parse a file; what has a syntax error is left out, for the grammar goes on after it."""
    nodes = list(walk(parser("java").parse(decode(source).encode()).root_node))
    scopes = frozenset(node_text(field(node, "name")) for node in nodes if node.type in _TYPES)
    callees = [_callee(node) for node in nodes if node.type in _CALLS]
    held = frozenset(name for name, _ in held_lambdas(nodes))
    return Outline(
        path,
        tuple(function for node in nodes if (function := _function(path, node, held))),
        frozenset(_imports(nodes, scopes)),
        frozenset(name for name, receiver, _ in callees if not _is_class(receiver)),
        frozenset(f"{receiver}.{name}" for name, receiver, _ in callees if _is_class(receiver)),
        scopes,
        variables=frozenset(_variables(nodes)),
        fields=frozenset(_variables(node for node in nodes if node.type == "field_declaration")),
        array_lengths=frozenset(_array_lengths(nodes)),
        lambdas=tuple(_lambdas(path, nodes, held)),
    )


def _function(path: str, node: Any, held: Container[str]) -> Function | None:
    if node.type != "method_declaration" and node.type not in _CONSTRUCTORS:
        return None
    modifiers = next((child for child in node.children if child.type == "modifiers"), None)
    parameters = field(node, "parameters")
    params = [child for child in parameters.named_children if child.type.endswith("_parameter")] if parameters else []
    body = field(node, "body")
    inside = [] if body is None else list(walk(body))
    return Function(
        node_text(field(node, "name")),
        tuple(_type(param) for param in params if param.type != "receiver_parameter"),
        _type(node),
        static=modifiers is not None and any(child.type == "static" for child in modifiers.children),
        defined=body is not None,
        calls=frozenset(_calls(inside, held)),
        compared_numbers=frozenset(_compared_numbers(inside)),
        variadic=any(param.type == "spread_parameter" for param in params),
        is_constructor=node.type in _CONSTRUCTORS,
        at=position(path, node),
        line=line_of(field(node, "name")),
        around=positions_around(path, node, _WITH_BODIES),
    )


def _lambdas(path: str, nodes: Sequence[Any], held: Container[str]) -> Iterator[Function]:
    for name, node in held_lambdas(nodes):
        calls = frozenset(_calls(list(walk(node)), held))
        yield Function(name, calls=calls, at=position(path, node), around=positions_around(path, node, _WITH_BODIES))


def _type(node: Any) -> str:
    """The type of a parameter, or the one that a method returns."""
    if node.type == "spread_parameter":
        kind = next(child for child in node.named_children if child.type not in ("modifiers", "variable_declarator"))
        return canonical_type(node_text(kind), java=True) + "[]"
    return canonical_type(node_text(field(node, "type")) + node_text(field(node, "dimensions")), java=True)


def _variables(nodes: Iterable[Any]) -> Iterator[tuple[str, str]]:
    """Names and types of what is declared; brackets may be after the name, too."""
    for node in nodes:
        if node.type in _DECLARATIONS:
            for declarator in node.children_by_field_name("declarator"):
                kind = node_text(field(node, "type")) + node_text(field(declarator, "dimensions"))
                yield node_text(field(declarator, "name")), canonical_type(kind, java=True)
        elif node.type == "formal_parameter":
            yield node_text(field(node, "name")), _type(node)


def _array_lengths(nodes: Sequence[Any]) -> Iterator[tuple[str, int, int]]:
    """Variables, each with the number that is the length of a new array assigned to it, and its line.

    An array of its declaration counts if no assignment makes another one.
    """
    assigned = [*_new_arrays(nodes, "assignment_expression", "left", "right")]
    again = {name for name, _ in assigned}
    declared = [*_new_arrays(nodes, "variable_declarator", "name", "value")]
    for name, value in (*assigned, *(array for array in declared if array[0] not in again)):
        sizes = value.children_by_field_name("dimensions")
        yield from ((name, *length) for size in sizes[:1] for length in _numbers(size))


def _new_arrays(nodes: Iterable[Any], kind: str, target: str, made: str) -> Iterator[tuple[str, Any]]:
    """The variables that nodes of this kind give a new array, and the node that makes it."""
    for node in nodes:
        value = field(node, made) if node.type == kind else None
        if value is not None and value.type == "array_creation_expression":
            yield dotted_name(field(node, target)).rpartition(".")[2], value


def _compared_numbers(nodes: Iterable[Any]) -> Iterator[tuple[int, int]]:
    for node in nodes:
        if node.type == "binary_expression" and node_text(field(node, "operator")) in _COMPARISONS:
            yield from _numbers(node)


def _numbers(node: Any) -> Iterator[tuple[int, int]]:
    """The plain numbers directly below a node, and their lines."""
    plain = (child for child in node.named_children if node_text(child).isdecimal())
    return ((int(node_text(child)), line_of(child)) for child in plain)


def _calls(nodes: Iterable[Any], held: Container[str]) -> Iterator[Call]:
    """What is called; ``held``: the variables that hold lambdas, which are called by a method: ``f.apply(1)``."""
    for node in nodes:
        if node.type in _CALLS:
            name, receiver, arguments = _callee(node)
            yield name, arguments
            variable = receiver.rpartition(".")[2]
            if variable in held or (variable := node_text(field(field(node, "object"), "field"))) in held:
                yield variable, None


def _callee(node: Any) -> tuple[str, str, int | None]:
    """The simple name of what is called, what it is called on, and with how many arguments.

    It is called on nothing if that is ``this`` or an object made on the spot.
    """
    if node.type == "object_creation_expression":
        name = dotted_name(field(node, "type"))
        return name.rpartition(".")[2], name.rpartition(".")[0], argument_count(node)
    if node.type == "method_reference":
        ends = node.named_children
        # Board::new makes a Board
        name = dotted_name(ends[0]).rpartition(".")[2] if len(ends) == 1 else node_text(ends[-1])
        return name, _receiver(ends[0]) if len(ends) > 1 else "", None
    return node_text(field(node, "name")), _receiver(field(node, "object")), argument_count(node)


def _receiver(node: Any) -> str:
    is_name = node is not None and node.type in ("identifier", "field_access", "scoped_identifier")
    return dotted_name(node) if is_name else ""


def _is_class(receiver: str) -> bool:
    """Whether a receiver is a class, or something of one: ``Collections``, ``System.out``."""
    return any(part[:1].isupper() for part in receiver.split("."))


def _imports(nodes: list[Any], own: frozenset[str]) -> Iterator[str]:
    """Imports, names written in full, and names that an import of a whole package may have brought in."""
    packages: list[str] = []
    single: set[str] = set()
    for node in nodes:
        if node.type == "import_declaration":
            name = dotted_name(next(child for child in node.named_children if "identifier" in child.type))
            packages += [name] * any(child.type == "asterisk" for child in node.named_children)
            single.add(name.rpartition(".")[2])
            yield name
        elif node.type in ("scoped_type_identifier", "field_access") and dotted_name(node)[:1].islower():
            yield dotted_name(node)
    used = {
        node_text(node)
        for node in nodes
        if node.type in ("type_identifier", "identifier") and node_text(node)[:1].isupper()
    }
    yield from (f"{package}.{name}" for package in packages for name in used - single - own)
