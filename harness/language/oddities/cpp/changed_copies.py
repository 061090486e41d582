"""Parameters of C and C++ functions that are copies, and whose changes are lost when the function ends."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from harness.language.oddities.cpp.owned_types import OwnedTypes
from harness.language.oddities.lost.cpp_results import owner_of
from harness.language.parsing.syntax_trees import expression_of, field, node_text, values_of, walk

_CHANGES = (
    "push_back", "pop_back", "emplace_back", "clear", "insert", "emplace", "erase", "assign", "resize", "append",
    "fill", "set", "reset", "flip", "push_front", "pop_front",
)  # fmt: skip
"""Methods of containers and texts that give nothing to anybody else."""
_SIZES = ("size", "length", "empty")
_ALGORITHMS = ("sort", "stable_sort", "reverse", "rotate", "fill", "fill_n", "iota", "shuffle", "random_shuffle")
_MOST_COPIES = 20
"""Parameters of a function that are looked at."""
_NAMED_TYPES = ("type_identifier", "template_type", "qualified_identifier")
_PARTS = ("subscript_expression", "field_expression")
_DECLARES = {"for_range_loop": "right", "init_declarator": "value"}


def changed_copies(definition: Any, types: OwnedTypes, *, is_asked: bool) -> Iterator[str]:
    """The parameters of a function that it takes by value and only changes: nothing reads what it sets there.

    Not one that is returned, handed on, printed or asked: the copy may be what the function works with. Of a function
    that the assignment asks for (``is_asked``) each is named of which it sets elements, unless it returns that.
    """
    declarator = field(definition, "declarator")
    inside = [node for child in definition.named_children if child != declarator for node in walk(child)]
    uses: list[tuple[str, Any]] = []
    changed = _elements_set(inside) if is_asked else ()
    copies = (node for node in walk(declarator) if node.type == "parameter_declaration" and _is_by_value(node))
    for node in islice(copies, _MOST_COPIES) if field(definition, "body") is not None else ():
        kind, text = field(node, "type"), node_text(field(node, "declarator"))
        is_named = text in changed and kind.type in _NAMED_TYPES and not types.may_share(kind)
        is_owned = not is_named and types.is_owned(kind)
        if is_owned and not uses:
            uses = [(node_text(part), part) for part in inside if part.type == "identifier"]
        if is_named or (is_owned and _is_only_changed(uses, text)):
            yield text


def _is_by_value(parameter: Any) -> bool:
    name = field(parameter, "declarator")
    return name is not None and name.type == "identifier"


def _elements_set(nodes: list[Any]) -> set[str]:
    """The names of what a function sets elements of, and does not return."""
    sets = [field(node, "left") for node in nodes if node.type == "assignment_expression"]
    returned = {node_text(part) for node in nodes if node.type == "return_statement" for part in node.named_children}
    return {owner_of(left) for left in sets if left.type == "subscript_expression"} - returned


def _is_only_changed(uses: list[tuple[str, Any]], name: str) -> bool:
    """Whether all that a function does with a parameter is to set its parts.

    A part that a loop or a variable holds is looked at like the parameter: it is declared before its uses.
    """
    names, changes = {name}, 0
    for text, node in uses:
        if text not in names or _is_declared(node):
            continue
        whole = _whole(node)
        declared = _declared_from(whole)
        if declared:
            names.add(declared)
        elif _is_changed(node, whole) or _is_in_algorithm(whole, names):
            changes += 1
        elif not _is_size(whole) and not _is_in_change(whole, names):
            return False
    return changes > 0


def _whole(node: Any) -> Any:
    """The part of a parameter that is meant: ``board[r][c]`` of ``board``."""
    while field(node.parent, "argument") == node and node.parent.type in _PARTS:
        node = node.parent
    return node


def _is_statement(node: Any) -> bool:
    return node.parent is not None and expression_of(node.parent) == node


def _is_changed(node: Any, whole: Any) -> bool:
    """Whether a statement sets a part of a parameter, or a method does."""
    around = whole.parent
    if whole == node or not _is_statement(around):
        return False
    is_set = around.type == "assignment_expression" and field(around, "left") == whole
    is_call = around.type == "call_expression" and field(around, "function") == whole
    return is_set or around.type == "update_expression" or (is_call and node_text(field(whole, "field")) in _CHANGES)


def _is_in_algorithm(whole: Any, names: set[str]) -> bool:
    """Whether a statement lets an algorithm of the standard library change a parameter, or swap two of its parts."""
    call = whole.parent if whole.type != "identifier" else None
    while call is not None and call.type in ("call_expression", "argument_list", "binary_expression"):
        if _is_statement(call):
            name = node_text(field(call, "function")).removeprefix("std::")
            given = values_of(field(call, "arguments"))
            owners = [owner_of(value) for value in given]
            is_swap = name == "swap" and len(given) == 2  # noqa: PLR2004 - of two parts
            is_ordered = name in _ALGORITHMS and "begin" in node_text(given[0] if given else None)
            return (is_swap and names.issuperset(owners)) or (is_ordered and owners[0] in names)
        call = call.parent
    return False


def _is_size(whole: Any) -> bool:
    """Whether only the size of a parameter or of a part is asked."""
    is_call = whole.parent.type == "call_expression" and field(whole.parent, "function") == whole
    return is_call and node_text(field(whole, "field")) in _SIZES


def _is_in_change(node: Any, names: set[str]) -> bool:
    """Whether a part is read only to set a part of the same parameter, without a call that could keep it."""
    inner, around = node, node.parent
    while around is not None and not around.type.endswith(("statement", "call_expression")):
        if around.type == "assignment_expression" and field(around, "right") == inner:
            is_part = field(around, "left").type in _PARTS and owner_of(field(around, "left")) in names
            return is_part and _is_statement(around)
        inner, around = around, around.parent
    return False


def _declared_from(whole: Any) -> str:
    """The variable that is declared from a part of a parameter, in a loop through it or for later; empty for none."""
    around = whole.parent
    declarator = field(around, "declarator") if field(around, _DECLARES.get(around.type, "")) == whole else None
    if declarator is not None and declarator.type == "reference_declarator":
        declarator = next(reversed(declarator.named_children), None)
    return node_text(declarator) if declarator is not None and declarator.type == "identifier" else ""


def _is_declared(name: Any) -> bool:
    """Whether a name stands where it is declared."""
    around = name.parent if name.parent.type != "reference_declarator" else name.parent.parent
    return around.type in _DECLARES and field(around, "declarator") in (name, name.parent)
