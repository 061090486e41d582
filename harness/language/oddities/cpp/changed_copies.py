"""Parameters of C and C++ functions that are copies, and whose changes are lost when the function ends."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from harness.language.oddities.cpp.value_types import ValueTypes
from harness.language.parsing.syntax_trees import LOOPS, field, is_statement, node_text, owner_of, values_of, walk

_CHANGES = (
    "push_back", "pop_back", "emplace_back", "clear", "insert", "emplace", "erase", "assign", "resize", "append",
    "fill", "set", "reset", "flip", "push_front", "pop_front",
)  # fmt: skip
"""Methods of containers and texts that give nothing to anybody else."""
_SHORTENS = ("pop_back", "pop_front", "erase")
"""Those by which a copy is used up: they alone tell nothing."""
_RESIZES = frozenset(_CHANGES) - {"fill", "set", "reset", "flip"}
"""Those after which the size is worth asking."""
_SIZES = ("size", "length", "empty")
_ALGORITHMS = ("sort", "stable_sort", "reverse", "rotate", "fill", "fill_n", "iota", "shuffle", "random_shuffle")
_MOST_COPIES = 20
"""Parameters of a function that are looked at."""
_NAMED_TYPES = ("type_identifier", "template_type", "qualified_identifier")
_PARTS = ("subscript_expression", "field_expression")
_Uses = list[tuple[str, Any]]
"""The names in a function, in their order."""
_DECLARES = {"for_range_loop": "right", "init_declarator": "value"}


def changed_copies(definition: Any, types: ValueTypes, *, is_asked: bool) -> Iterator[str]:
    """The parameters of a function that it takes by value and only changes: nothing reads what it sets there.

    Not one that is returned, handed on, printed or asked: the copy may be what the function works with. Of a function
    that the assignment asks for (``is_asked``) it may be read before its elements are set.
    """
    declarator = field(definition, "declarator")
    inside = [node for child in definition.named_children if child != declarator for node in walk(child)]
    uses: _Uses = []
    copies = (node for node in walk(declarator) if node.type == "parameter_declaration" and _is_by_value(node))
    for node in islice(copies, _MOST_COPIES) if field(definition, "body") is not None else ():
        kind, text = field(node, "type"), node_text(field(node, "declarator"))
        is_named = is_asked and kind.type in _NAMED_TYPES and not types.may_share(kind)
        is_owned = types.is_owned(kind)
        if not is_named and not is_owned:
            continue
        uses = uses or [(node_text(part), part) for part in inside if part.type == "identifier"]
        looked_at = (_since_set(uses, text) if is_named else []) or (uses if is_owned else [])
        if _is_only_changed(looked_at, text, of_class=types.is_made_of_classes(kind)):
            yield text


def _is_by_value(parameter: Any) -> bool:
    name = field(parameter, "declarator")
    return name is not None and name.type == "identifier"


def _since_set(uses: _Uses, name: str) -> _Uses:
    """The uses from the first setting of an element on; if that is in a loop, from where the loop begins."""
    wholes = [_whole(node) for text, node in uses if text == name]
    sets = [whole for whole in wholes if whole.type == "subscript_expression" and field(whole.parent, "left") == whole]
    start = min(map(_start, sets), default=None)
    return [use for use in uses if start is not None and use[1].start_byte >= start]


def _start(node: Any) -> int:
    """Where the outermost loop around a part of a function begins; else that part."""
    start = node.start_byte
    while node is not None and node.type != "function_definition":
        start = node.start_byte if node.type in LOOPS else start
        node = node.parent
    return int(start)


def _is_only_changed(uses: _Uses, name: str, *, of_class: bool) -> bool:
    """Whether all that a function does with a parameter is to set its parts.

    A part that a loop or a variable holds is looked at like the parameter: it is declared before its uses.
    ``of_class``: there is a class of the program in its type, of which only variables that are set tell something.
    """
    names, changes, methods = {name}, 0, set[str]()
    for text, node in uses:
        if text not in names or _is_declared(node):
            continue
        whole = _whole(node)
        declared, method = _declared_from(whole), _method(whole)
        if declared:
            names.add(declared)
        elif of_class and method and method not in _SIZES:
            return False
        elif _is_changed(node, whole) or _is_in_algorithm(whole, names):
            changes += method not in _SHORTENS
            methods.add(method)
        elif method in _SIZES:
            methods |= {method} if not _is_given_to_change(whole, names) else set()
        elif not _is_in_change(whole, names):
            return False
    is_asked_anew = not methods.isdisjoint(_SIZES) and not methods.isdisjoint(_RESIZES)
    return changes > 0 and not is_asked_anew


def _whole(node: Any) -> Any:
    """The part of a parameter that is meant: ``board[r][c]`` of ``board``."""
    while field(node.parent, "argument") == node and node.parent.type in _PARTS:
        node = node.parent
    return node


def _is_changed(node: Any, whole: Any) -> bool:
    """Whether a statement sets a part of a parameter, or a method does."""
    around = whole.parent
    if whole == node or not is_statement(around):
        return False
    is_set = around.type == "assignment_expression" and field(around, "left") == whole
    return is_set or around.type == "update_expression" or _method(whole) in _CHANGES


def _is_in_algorithm(whole: Any, names: set[str]) -> bool:
    """Whether a statement lets an algorithm of the standard library change a parameter, or swap two of its parts."""
    call = whole.parent if whole.type != "identifier" else None
    while call is not None and call.type in ("call_expression", "argument_list", "binary_expression"):
        if is_statement(call):
            name = node_text(field(call, "function")).removeprefix("std::")
            given = values_of(field(call, "arguments"))
            owners = [owner_of(value) for value in given]
            is_swap = name == "swap" and len(given) == 2  # noqa: PLR2004 - of two parts
            is_ordered = name in _ALGORITHMS and "begin" in node_text(given[0] if given else None)
            return (is_swap and names.issuperset(owners)) or (is_ordered and owners[0] in names)
        call = call.parent
    return False


def _method(whole: Any) -> str:
    """The method of a parameter, or of a part, that is called; empty for none."""
    is_call = whole.parent.type == "call_expression" and field(whole.parent, "function") == whole
    return node_text(field(whole, "field")) if is_call else ""


def _is_given_to_change(whole: Any, names: set[str]) -> bool:
    """Whether a size is only given to a method that changes a part: ``row.assign(row.size(), 0);``."""
    given = whole.parent.parent
    call = given.parent if given.type == "argument_list" else None
    function = field(call, "function")
    is_change = node_text(field(function, "field")) in _CHANGES and owner_of(function) in names
    return is_change and is_statement(call)


def _is_in_change(node: Any, names: set[str]) -> bool:
    """Whether a part is read only to set a part of the same parameter, without a call that could keep it."""
    inner, around = node, node.parent
    while around is not None and not around.type.endswith(("statement", "call_expression")):
        if around.type == "assignment_expression" and field(around, "right") == inner:
            is_part = field(around, "left").type in _PARTS and owner_of(field(around, "left")) in names
            return is_part and is_statement(around)
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
