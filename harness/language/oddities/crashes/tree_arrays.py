"""Arrays of Java and C++: the lengths with which they are made, and the elements that a line uses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from harness.language.oddities.crashes.stored import Stored
from harness.language.parsing.syntax_trees import (
    ELEMENTS,
    FUNCTIONS,
    array_of,
    bare_text,
    dotted_name,
    field,
    name_of,
    values_of,
)

_FUNCTIONS = (*FUNCTIONS, "constructor_declaration")
_DECLARED = ("variable_declarator", "init_declarator")
_PARAMETERS = ("formal_parameter", "parameter_declaration", "catch_formal_parameter")
_LOOPS = ("for_range_loop", "enhanced_for_statement")
_WITHOUT_VALUE = ("declaration", "field_declaration")
_GROWS = ("push_back", "emplace_back", "pop_back", "resize", "insert", "erase", "clear", "assign", "swap")
_MOST_DEPTH = 4
_MOST_DECLARED = 200
_LONGEST = 500
"""Bytes of a declaration of which the lengths are read."""


def tree_elements(nodes: Sequence[Any], line: int, column: int | None = None) -> dict[str, int]:
    """The arrays whose elements a line uses, each with how many indices are taken of it at most.

    ``column``: in bytes, the bracket of the only index that is meant, its first in C, its last in C++; None: all are.
    """
    depths: dict[str, int] = {}
    for node in nodes:
        if (
            (column is None or _is_at(node, line, column))
            and node.start_point[0] < line <= node.end_point[0] + 1
            and _is_element(node)
        ):
            name, depth = _base(node)
            depths[name] = max(depth, depths.get(name, 0))
    return depths


def has_long_list(nodes: Sequence[Any]) -> bool:
    """Whether a declaration declares more names than anybody writes."""
    return any(node.child_count > _MOST_DECLARED and node.type.endswith("declaration") for node in nodes)


def tree_functions(nodes: Sequence[Any]) -> list[range]:
    """The lines of each function."""
    return [range(node.start_point[0] + 1, node.end_point[0] + 2) for node in nodes if node.type in _FUNCTIONS]


def stored_in_tree(nodes: Iterable[Any]) -> Iterator[Stored]:
    """What declarations, assignments and calls among the nodes store in variables."""
    for node in nodes:
        at = node.start_point[0] + 1
        if node.type in _DECLARED:
            name, value = _plain(name_of(node)), field(node, "value")
            lengths = _lengths(value) or _declared_lengths(name_of(node)) or _vector_lengths(value)
            yield Stored(name, at, lengths, declares=True, has_value=value is not None or bool(lengths))
        elif node.type in _WITHOUT_VALUE:
            for name in node.children_by_field_name("declarator"):
                if name.type not in _DECLARED:
                    lengths = _declared_lengths(name)
                    yield Stored(_plain(name), at, lengths, declares=True, has_value=bool(lengths))
        elif node.type in (*_PARAMETERS, *_LOOPS):
            yield Stored(_plain(name_of(node)), at, declares=True)
        elif node.type == "assignment_expression":
            name, depth = _base(field(node, "left"))
            yield Stored(name, at, _lengths(field(node, "right")), depth=depth)
        elif node.type == "call_expression" and bare_text(field(field(node, "function"), "field")) in _GROWS:
            name, depth = _base(field(field(node, "function"), "argument"))
            yield Stored(name, at, depth=depth)


def _is_at(element: Any, line: int, column: int) -> bool:
    """Whether the brackets of an element begin or end at a place."""
    begin = array_of(element).end_point if element.type in ELEMENTS else (-1, -1)
    return (line - 1, column - 1) == tuple(begin) or (line - 1, column) == tuple(element.end_point)


def _is_element(node: Any) -> bool:
    """Whether it is an element of an array, or one that ``at`` takes of a container."""
    return node.type in ELEMENTS or _checked(node) is not None


def _checked(node: Any) -> Any:
    """The container of which ``at`` takes an element; None for anything else."""
    function = field(node, "function") if node.type == "call_expression" else None
    return field(function, "argument") if bare_text(field(function, "field")) == "at" else None


def _base(node: Any) -> tuple[str, int]:
    """The simple name of the array that an element is of, and how many indices are taken of it."""
    depth = 0
    while node is not None and depth <= _MOST_DEPTH and _is_element(node):
        node, depth = _checked(node) or array_of(node), depth + 1
    return "" if depth > _MOST_DEPTH else _plain(node), depth


def _plain(name: Any) -> str:
    """The simple name in a declarator or an expression; empty for none."""
    while name is not None and name.type.endswith("_declarator"):
        name = field(name, "declarator") or next(reversed(name.named_children), None)
    return dotted_name(name).rpartition(".")[2]


def _lengths(value: Any) -> tuple[str, ...]:
    """The lengths of an array that ``new`` makes; none for another value."""
    if value is None:
        return ()
    if value.type == "array_creation_expression":
        given = [each for part in value.children_by_field_name("dimensions") for each in part.named_children]
        return tuple(map(bare_text, given)) if field(value, "value") is None else ()
    declarator = field(value, "declarator") if value.type == "new_expression" else None
    length = field(declarator, "length")
    return () if length is None else (bare_text(length),)


def _declared_lengths(declarator: Any) -> tuple[str, ...]:
    """The lengths in the declaration of an array of C or C++, as ``int board[N][N]``; none for any other."""
    lengths: list[str] = []
    while declarator is not None and declarator.type == "array_declarator" and len(lengths) <= _MOST_DEPTH:
        lengths.append(bare_text(field(declarator, "size")))
        declarator = field(declarator, "declarator")
    return tuple(reversed(lengths)) if all(lengths) else ()


def _vector_lengths(value: Any) -> tuple[str, ...]:
    """The lengths with which a vector is made, as ``(n, vector<int>(n))``; none if it may be another value."""
    lengths: list[str] = []
    if value is None or value.parent.end_byte - value.parent.start_byte > _LONGEST:
        return ()
    while value is not None and "vector" in bare_text(value.parent) and len(lengths) < _MOST_DEPTH:
        arguments = value if value.type == "argument_list" else field(value, "arguments")
        given = values_of(arguments)
        if arguments is None or not given or len(given) > 2:  # noqa: PLR2004 - how many, and what
            break
        lengths.append(bare_text(given[0]))
        value = given[1] if len(given) > 1 and given[1].type == "call_expression" else None
    return tuple(lengths)
