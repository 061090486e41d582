"""What takes an item of a container by a number drawn at random, whatever the number is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from harness.language.parsing.syntax_trees import DECLARATORS, field, node_text, values_of
from harness.language.python.python_trees import PythonNode
from harness.model.patterns import lazy_regex

_AROUND = ("parenthesized_expression", "cast_expression")
_IS_CAST = lazy_regex(r"(?:std::)?(?:int|unsigned|long|size_t|abs|(?:std::)?size_t|static_cast\s*<.*>)")
_COMPARES = ("<", "!=", "<=", ">", ">=", "==", "in", "not in", "is", "is not")
_GROWS = ("push_back", "emplace_back", "insert", "emplace", "resize", "push_front", "extend", "add")
_DICTIONARY = lazy_regex(r"\{|(?:\w+\.)?(?:dict|Counter|defaultdict|OrderedDict)\b")
_OWN_SIZE = (*DECLARATORS, "array_declarator", "declaration")
DECLARES = (*_OWN_SIZE, "parameter_declaration", "field_declaration")
_PARTS_OF_NAMES = ("array_declarator", "pointer_declarator", "reference_declarator")


def is_index(parts: Sequence[Any], declarations: Sequence[Any], draws: Sequence[Any], size: str) -> bool:
    """Whether an item of a container of this size is taken by a number that is drawn.

    ``declarations``: those of the file.
    ``draws``: the expressions whose values are such numbers.
    None if the number is compared, changed or given to a
    function before: that may see to it that the number is not too large.
    """
    is_python = isinstance(parts[0], PythonNode)
    values = [*draws] if is_python else [_whole(draw) for draw in draws]
    names = {name for name, value in given_values(parts) if any(value == whole for whole in values)}
    kept = {name for name in names if _is_only_drawn(parts, name, values)}
    comparisons = [node for node in parts if node_text(field(node, "operator")) in _COMPARES]
    if any(not kept.isdisjoint(names_compared(node)) for node in comparisons):
        return False
    calls = (node for node in parts if node.type == "call_expression" and (is_python or not _is_cast(node)))
    tests = (call for call in calls if any(node_text(value) in names for value in values_of(field(call, "arguments"))))
    first = min((call.start_byte for call in tests), default=parts[0].end_byte)
    items = (node for node in parts if node.type == "subscript_expression" and node.start_byte < first)
    taken = (node for node in items if any(i in values or node_text(i) in kept for i in _indices(node)))
    is_as_long = is_list_as_long if is_python else _is_as_long
    return any(is_as_long(parts, declarations, _container(node), size) for node in taken)


def given_values(parts: Sequence[Any]) -> Iterator[tuple[str, Any]]:
    """What is given a value, and the value."""
    for node in parts:
        if node.type == "assignment_expression":
            left, right = field(node, "left"), field(node, "right")
            is_pair = left.type == right.type == "Tuple"  # of Python
            pairs = zip(left.named_children, right.named_children, strict=False) if is_pair else [(left, right)]
            yield from ((node_text(target), value) for target, value in pairs)
        elif node.type in DECLARATORS and (value := field(node, "value")) is not None:
            is_list = value.type in ("argument_list", "initializer_list") and len(value.named_children) == 1
            yield node_text(field(node, "declarator")), value.named_children[0] if is_list else value


def _whole(draw: Any) -> Any:
    """A draw with the casts and the brackets around it."""
    while True:
        around = draw.parent
        is_given = around.type == "argument_list" and around.parent.type == "call_expression"
        if is_given and _is_cast(around.parent):
            around = around.parent
        elif around.type not in _AROUND:
            return draw
        draw = around


def _is_cast(call: Any) -> bool:
    return _IS_CAST.fullmatch(node_text(field(call, "function"))[:60]) is not None


def _is_only_drawn(parts: Sequence[Any], name: str, values: Sequence[Any]) -> bool:
    """Whether a variable holds nothing but such draws."""
    changes = (node for node in parts if node.type in ("update_expression", "pointer_expression"))
    assigned = (
        node for node in parts if node.type == "assignment_expression" and node_text(field(node, "left")) == name
    )
    is_set = all(node_text(field(node, "operator")) == "=" for node in assigned)
    stored = sum(isinstance(node, PythonNode) and node.is_set and node_text(node) == name for node in parts)
    texts = {node_text(value) for value in values} if stored else set()  # drawn again in the same way
    is_set &= stored in (0, [target for target, _ in given_values(parts)].count(name))
    is_changed = any(node_text(field(node, "argument")) == name for node in changes)
    read = any(node_text(field(node, "operator")) == ">>" and node_text(field(node, "right")) == name for node in parts)
    return (
        is_set
        and not is_changed
        and not read
        and all(v in values or node_text(v) in texts for n, v in given_values(parts) if n == name)
    )


def names_compared(node: Any) -> Iterator[str]:
    """The names in an expression that are not in an index, nor given to a function: what is compared itself."""
    pending = [node]
    while pending:
        part = pending.pop()
        if part.type == "identifier":
            yield node_text(part)
        if part.type != "subscript_expression" and (part.type != "call_expression" or _is_cast(part)):
            pending += part.named_children


def _indices(item: Any) -> Sequence[Any]:
    return values_of(field(item, "indices"))


def _container(item: Any) -> str:
    """The variable of an item: ``board`` of ``board[row][col]``."""
    while item.type == "subscript_expression":
        item = field(item, "argument")
    return node_text(item)


def _is_as_long(parts: Sequence[Any], declarations: Sequence[Any], container: str, size: str) -> bool:
    """Whether nothing says that a container is none of this size."""
    called = {node_text(field(node, "function")) for node in parts if node.type == "call_expression"}
    if any(f"{container}{dot}{name}" in called for dot in (".", "->") for name in _GROWS):
        return False
    own = (node for node in declarations if _declares(node, container))
    if any("map" in node_text(field(node, "type") or field(node.parent, "type")) for node in own):
        return False
    if re.split(r"[\[.]|->", size)[0] == container and size.endswith(")"):
        return True
    inside = [node_text(node) for node in parts if node.type in _OWN_SIZE and _declares(node, container)]
    by_size = re.compile(rf"(?<![\w.]){re.escape(size)}(?!\w)")
    return all(by_size.search(text) and "+" not in text for text in inside) and (bool(inside) or size.isidentifier())


def is_list_as_long(parts: Sequence[Any], nodes: Sequence[Any], container: str, size: str) -> bool:
    """Whether nothing says that a container of Python is no list of this size. ``nodes``: those of the file."""
    methods = {node_text(field(node, "function")) for node in parts if node.type == "call_expression"}
    changes = [node for node in parts if node.type == "assignment_expression"]
    enlarged = {node_text(field(node, "left")) for node in changes if node_text(field(node, "operator")) != "="}
    grows = container in enlarged or any(f"{container}.{name}" in methods for name in ("append", *_GROWS))
    anywhere, values = (
        [node_text(value) for target, value in given_values(each) if target == container] for each in (nodes, parts)
    )
    if grows or any(map(_DICTIONARY.match, anywhere)):
        return False
    if size in (f"len({container})", f"len({container}[0])"):
        return len(values) < 2  # noqa: PLR2004 - nothing else takes its place
    by_size = re.compile(rf"(?<![\w.]){re.escape(size)}(?!\w)")
    return all(by_size.search(text) and "+" not in text for text in values) and (bool(values) or size.isidentifier())


def _declares(node: Any, name: str) -> bool:
    for declarator in node.children_by_field_name("declarator"):
        while declarator is not None and declarator.type in _PARTS_OF_NAMES:
            declarator = field(declarator, "declarator") or next(reversed(declarator.named_children), None)  # noqa: PLW2901
        if node_text(declarator) == name:
            return True
    return False
