"""Quotients of whole numbers in Java and C++ that are compared with 1, as a slope is, though what remains is lost."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

from harness.language.oddities import Odd
from harness.language.parsing.syntax_trees import (
    CALLS,
    DECLARATORS,
    dotted_name,
    field,
    functions_in,
    name_of,
    node_text,
    walk,
)
from harness.model.patterns import lazy_regex

_WHOLE = lazy_regex(
    r"(?:(?:const|unsigned|signed|long|short|int|size_t|std::size_t|(?:std::)?vector<int>)\s*)+(?:\[\])*"
)
_DECLARATIONS = ("local_variable_declaration", "field_declaration", "declaration", "formal_parameter",
                 "parameter_declaration", "enhanced_for_statement", "for_range_loop")  # fmt: skip
_PLAIN = ("binary_expression", "unary_expression", "parenthesized_expression", "identifier", "decimal_integer_literal",
          "number_literal", "array_access", "subscript_expression", "subscript_argument_list", "argument_list",
          *CALLS)  # fmt: skip
"""What a value that is certainly a whole number is made of."""
_CALLED = ("name", "object", "function")
"""The fields of a call that say what is called."""
_ABSOLUTE = lazy_regex(r"(?:.*\.)?abs")
_SLOPES = ("1", "-1")
_LONGEST = 60
"""Characters of a quotient that is named."""


def integer_divisions(nodes: Sequence[Any]) -> Iterator[Odd]:
    """The quotients of whole numbers that are compared with 1 or -1, themselves or by the variable that holds them.

    Nothing is said where the function asks for what remains.
    """
    functions = functions_in(nodes)
    declared = [node for node in nodes if node.type == "field_declaration"]
    fields = _whole_names(declared)  # another class may have one of the same name
    for function in functions:
        inner = [*walk(function)]
        if any(node.type == "%" for node in inner):
            continue
        names = _whole_names(inner, fields)
        slopes = {node_text(side) for node in inner for side in _compared_with_one(node)}
        for node in inner:
            is_quotient = node.type == "binary_expression" and node_text(field(node, "operator")) == "/"
            if is_quotient and len(node_text(node)) <= _LONGEST and _is_compared(node, slopes, names):
                yield "integer-division", node.start_point[0] + 1, node_text(node)


def _whole_names(nodes: Iterable[Any], known: Iterable[str] = ()) -> set[str]:
    """The variables of whole numbers, or of arrays of them, that are known or declared, and never with another type."""
    whole: set[str] = {*known}
    others: set[str] = set()
    for node in nodes:
        if node.type in _DECLARATIONS:
            is_whole = _WHOLE.fullmatch(node_text(field(node, "type"))) is not None
            (whole if is_whole else others).update(_declared(node))
    return whole - others


def _declared(node: Any) -> Iterator[str]:
    """The names that a declaration declares."""
    own = [field(node, "name")] if field(node, "name") is not None else node.children_by_field_name("declarator")
    for each in own:
        inner = name_of(each) or each
        yield from (node_text(part) for part in walk(inner) if part.type == "identifier")


def _compared_with_one(node: Any) -> Iterator[Any]:
    """What a node compares with 1 or -1, without parentheses and the call for its absolute value."""
    if node.type == "binary_expression" and node_text(field(node, "operator")) in ("==", "!="):
        sides = field(node, "left"), field(node, "right")
        for side, other in (sides, sides[::-1]):
            if node_text(other).strip("()") in _SLOPES:
                yield _bare(side)


def _bare(node: Any) -> Any:
    while node.type == "parenthesized_expression" or _is_absolute(node):
        inner = field(node, "arguments") if _is_absolute(node) else node
        if len(inner.named_children) != 1:
            break
        node = inner.named_children[0]
    return node


def _is_absolute(node: Any) -> bool:
    called = field(node, "name") or field(node, "function")
    return node.type in CALLS and _ABSOLUTE.fullmatch(dotted_name(called)) is not None


def _is_compared(quotient: Any, slopes: Collection[str], names: Collection[str]) -> bool:
    """Whether a quotient is certainly one of whole numbers, and is what is compared with 1."""
    sides = [_bare(field(quotient, side)) for side in ("left", "right")]
    is_variable = all(any(node.type == "identifier" for node in walk(side)) for side in sides)
    if not is_variable or not all(_is_whole(side, names) for side in sides):
        return False
    around = quotient.parent
    while around.type == "parenthesized_expression":
        around = around.parent
    is_held = around.type in DECLARATORS
    held = node_text(name_of(around)) if is_held else node_text(quotient)
    return held in slopes


def _is_whole(value: Any, names: Collection[str]) -> bool:
    """Whether a value is made of whole numbers alone."""
    for node in walk(value):
        is_called = node.parent.type in CALLS and any(field(node.parent, key) == node for key in _CALLED)
        if is_called or (node.child_count == 0 and not node.is_named):
            continue
        if node.type not in _PLAIN or (node.type in CALLS and not _is_absolute(node)):
            return False
        if node.type == "identifier" and node_text(node) not in names:
            return False
        if node.type == "number_literal" and not node_text(node).isdecimal():
            return False
    return True
