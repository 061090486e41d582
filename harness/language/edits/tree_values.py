"""Slips with the values of a Java or a C++ program: what is overwritten, compared with its sign, or not emptied."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from harness.language.edits.forms.ranked_edits import MOST_STEPS, RankedEdits, ranked
from harness.language.edits.forms.tree_nodes import called_name, in_place, inserted_at_begin
from harness.language.parsing.syntax_trees import (
    CALLS,
    DECLARATORS,
    ELEMENTS,
    NUMBERS,
    array_of,
    expression_of,
    field,
    function_name,
    name_of,
    node_text,
    statements_of,
    walk,
)
from harness.model.patterns import lazy_regex

_FIRST = {"0": "+=", "false": "|=", "true": "&="}
"""How a loop goes on from a variable's first value."""
ADDING = ("add", "addLast", "push_back", "push", "emplace_back", "insert")
_BUILDERS = ("StringBuilder", "StringBuffer")
_TEXTS = ("string", "std::string")
_BACK = {"+=": "-=", "-=": "+="}
_DIGIT = lazy_regex(r".*- ?'0'")


def of_operation(function: Any, node: Any, *, is_java: bool) -> RankedEdits:
    """The changes to a comparison of differences or of texts, and to a choice that is grouped otherwise."""
    left, sign, right = field(node, "left"), node_text(field(node, "operator")), field(node, "right")
    if sign == "==" and left.type == right.type == "identifier":
        texts = [node_text(left), node_text(right)]
        if {*texts} & {*_differences(function)}:
            first, second = (f"{'Math.' * is_java}abs({text})" for text in texts)
            yield in_place(-1, node, f"{first} == {second}")
    if is_java and sign == "!=" and any(side.type == "string_literal" for side in (left, right)):
        yield in_place(-1, node, f"!{node_text(left)}.equals({node_text(right)})")
    if sign == "||" and left.type == "binary_expression" and node_text(field(left, "operator")) == "&&":
        first, second = node_text(field(left, "left")), node_text(field(left, "right"))
        yield in_place(-1, node, f"{first} && ({second} || {node_text(right)})")


def _differences(function: Any) -> Iterator[str]:
    """The variables that are set to a difference."""
    for node in walk(function):
        value = field(node, "value") or field(node, "right")
        if node.type in DECLARATORS and node_text(field(value, "operator")) == "-":
            yield node_text(name_of(node))


def exchanged(block: Sequence[Any], *, is_java: bool) -> RankedEdits:
    """An exchange by three exclusive ors, which makes a place that is exchanged with itself 0."""
    for first, second, third in zip(block, block[1:], block[2:], strict=False):
        (one, operands), (other, *_), _ = steps = [*map(_exclusive_or, (first, second, third))]
        if operands == {one, other} and steps == [(one, operands), (other, operands), (one, operands)]:
            kind = "int" if is_java else "auto"
            yield ranked(-1, first.start_byte, third.end_byte, f"{kind} kept = {one}; {one} = {other}; {other} = kept;")


def _exclusive_or(statement: Any) -> tuple[str, frozenset[str]]:
    """What a statement sets to the exclusive or of which values; empty if it does something else."""
    change = expression_of(statement)
    target, value = field(change, "left"), field(change, "right")
    if node_text(field(change, "operator")) == "^=":
        return node_text(target), frozenset(map(node_text, (target, value)))
    if node_text(field(value, "operator")) == "^":
        return node_text(target), frozenset(node_text(field(value, side)) for side in ("left", "right"))
    return "", frozenset()


def not_counted(root: Any) -> RankedEdits:
    """An element that is set to a number, where the file counts up or down elsewhere: the step back."""
    steps: dict[str, dict[str, None]] = {}
    changes = [change for node in walk(root) if (change := expression_of(node)) is not None]
    for change in changes:
        for array, step in _step_back(change):
            steps.setdefault(array, {})[step] = None
    for change in changes:
        target, value = field(change, "left"), field(change, "right")
        number = field(value, "operand") or field(value, "argument") if _is_signed(value) else value
        is_set = change.type == "assignment_expression" and node_text(field(change, "operator")) == "="
        if is_set and target.type in ELEMENTS and number is not None and number.type in NUMBERS:
            for step in islice(steps.get(_array(target), ()), MOST_STEPS):
                yield ranked(-1, target.end_byte, value.end_byte, f" {step}")


def _step_back(change: Any) -> Iterator[tuple[str, str]]:
    """The array of which a change counts an element up or down, and the step back."""
    target, value = field(change, "left"), field(change, "right")
    sign, size = node_text(field(change, "operator")), node_text(value)
    if change.type == "update_expression":
        target, size = next(iter(change.named_children), None), "1"
        sign = "+=" if "++" in node_text(change) else "-="
    elif sign == "=" and value.type == "binary_expression" and node_text(field(value, "left")) == node_text(target):
        sign, size = f"{node_text(field(value, 'operator'))}=", node_text(field(value, "right"))
    if target is not None and target.type in ELEMENTS and sign in _BACK:
        yield _array(target), f"{_BACK[sign]} {size}"


def _is_signed(value: Any) -> bool:
    return value is not None and value.type == "unary_expression"


def _array(element: Any) -> str:
    """What an element is an element of."""
    while element.type in ELEMENTS:
        element = array_of(element)
    return node_text(element)


def not_emptied(root: Any, functions: Sequence[Any], shared: Mapping[str, str]) -> RankedEdits:
    """What holds many values and keeps those of earlier calls, emptied where a function begins."""
    file = node_text(root)
    kept = {name: f"{name}.{_emptying(kind)}" for name, kind in shared.items() if _is_added_to(name, kind, file)}
    kept = {name: how for name, how in kept.items() if how[:-2] not in file and file.count(f"{name} = ") <= 1}
    bodies = [(function, field(function, "body")) for function in functions if kept]
    inner = [(function, body, [*walk(body)]) for function, body in bodies if body is not None]
    used: dict[str, set[str]] = {}
    for function, _, nodes in inner:
        used.setdefault(function_name(function), set()).update(kept.keys() & {*map(node_text, nodes)})
    for function, body, nodes in inner:
        if function.type == "constructor_declaration" or function_name(function) == "main":
            continue
        called = {called_name(node) for node in nodes if node.type in CALLS} | {function_name(function)}
        for name in sorted(set[str]().union(*(used.get(each, ()) for each in called))):
            yield inserted_at_begin(-1, body, f"{kept[name]};")


def _emptying(kind: str) -> str:
    """The call that empties what is of a type."""
    return "setLength(0)" if kind in _BUILDERS else "clear()"


def _is_added_to(name: str, kind: str, file: str) -> bool:
    ways = [f".{how}(" for how in (*ADDING, "append")] + [" += "] * (kind in _TEXTS)
    return any(f"{name}{way}" in file for way in ways)


def is_filled_before(function: Any, loop: Any, filled: Any) -> bool:
    """Whether something that a loop adds to may hold something already when the loop begins."""
    name = node_text(filled)
    if any(f"{name}.clear()" in node_text(each) for each in statements_of(loop.parent)):
        return False
    for node in walk(function):
        declared = name_of(node)
        if node.type in ("variable_declarator", "init_declarator", "declaration") and declared is not None:
            if node_text(declared) == name:
                return False  # it is new
            if node_text(declared).lstrip("& ") == name:
                return bool(declared.type == "reference_declarator")
    return False


def overwritten(function: Any, loop: Any, change: Any) -> RankedEdits:
    """What each turn of a loop sets again, where it goes on from what it was."""
    left, right = field(change, "left"), field(change, "right")
    is_plain = (
        change is not None and change.type == "assignment_expression" and node_text(field(change, "operator")) == "="
    )
    if not is_plain or left.type != "identifier" or node_text(left) in {*map(node_text, walk(right))}:
        return
    name, value = node_text(left), node_text(right)
    first = _first_value(function, loop, name)
    if _DIGIT.fullmatch(value) and first == "0":
        yield in_place(-1, right, f"{name} * 10 + ({value})")
    elif first in _FIRST and (right.type in (*CALLS, "binary_expression")):
        yield in_place(-1, field(change, "operator"), _FIRST[first])


def _first_value(function: Any, loop: Any, name: str) -> str:
    """What a variable is set to before a loop; empty if it is not known."""
    values = [
        node_text(field(node, "value") or field(node, "right"))
        for node in walk(field(function, "body"))
        if node.end_byte <= loop.start_byte and name == node_text(name_of(node) or field(node, "left"))
    ]
    return values[-1] if values else ""
