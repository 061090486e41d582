"""Changes to the statements of a Java or a C++ program: one less, another place or order, other variables."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from harness.language.edits.forms.ranked_edits import (
    COMPARISONS,
    FEW,
    SHORT,
    Ranked,
    RankedEdits,
    look_alike,
    ranked,
    swapped,
)
from harness.language.edits.forms.tree_nodes import (
    FUNCTIONS,
    SIMPLE,
    WITH_BODY,
    are_related,
    body_of,
    called_name,
    counted_from,
    declared_in,
    gives_value,
    in_place,
    is_value,
    one_more,
    sets_variable,
)
from harness.language.edits.order.else_branches import asked_otherwise
from harness.language.edits.order.exits import before_exits, ends_by_leaving, leaves
from harness.language.edits.order.past_steps import moved_past_steps
from harness.language.edits.order.set_again import set_again
from harness.language.parsing.syntax_trees import (
    CALLS,
    ELEMENTS,
    LOOPS,
    NUMBERS,
    array_of,
    expression_of,
    field,
    function_name,
    node_text,
    statements_of,
    values_of,
    walk,
)
from harness.model.patterns import lazy_regex

_LISTS = ("argument_list", "subscript_argument_list")
_PRINTS = lazy_regex(r"System\.out\b|(?:std::)?(?:cout|f?printf|puts|putchar)\b|console\.log\b|process\.stdout\b")
_EQUALITIES = ("==", "!=")


def of_block(block: Any, source: bytes, *, is_java: bool) -> RankedEdits:
    """The changes to the statements of one block."""
    statements = statements_of(block)
    for statement in statements:
        if statement.type in SIMPLE and not (is_java and statement.type == "return_statement"):
            rank = 0 if statement.type == "break_statement" else 1 if _PRINTS.match(node_text(statement)) else 2
            yield in_place(rank, statement, ";")
    for first, second in pairwise(statements):
        both_leave = leaves(first) and leaves(second)  # what is asked first counts
        if both_leave or are_related(first, second):
            is_simple = first.type == second.type == "expression_statement"
            yield swapped_nodes(source, 0 if is_simple or both_leave else 2, first, second)
        inner = body_of(first)
        if inner is not None and second.type in SIMPLE and not ends_by_leaving(inner):  # into the block before it
            brace = inner.end_byte - 1
            yield ranked(2, brace, second.end_byte, f"{node_text(second)} }}")
    yield from (in_place(-1, each, ";") for each in _left_out(statements))
    yield from set_again(statements)
    yield from before_exits(statements, source)
    yield from asked_otherwise(statements)
    for number, statement in enumerate(statements[2:FEW], 2):
        if sets_variable(statement):
            yield _put_first(source, statements[0], statements[number - 1], statement)
    yield from moved_past_steps(block, source)
    is_inner = block.parent is not None and block.parent.type in WITH_BODY
    if is_inner and len(statements) > 1 and statements[-1].type in SIMPLE:
        last = statements[-1]
        leaves_loop = block.parent.type != "if_statement"
        yield ranked(0, last.start_byte, block.end_byte, f"}} {node_text(last)}", leaves_loop=leaves_loop)
        if last.type == "return_statement":
            yield from _returned_after(last, source)


def _left_out(statements: Sequence[Any]) -> Iterator[Any]:
    """A break right after something is counted, as all may have to be, and a statement that occurs twice in a row."""
    for first, second in pairwise(statements):
        if second.type == "expression_statement" and node_text(first) == node_text(second):
            yield second
        change = expression_of(first) if second.type == "break_statement" else None
        if change is not None and (change.type == "update_expression" or node_text(field(change, "operator")) == "+="):
            yield second


def _returned_after(last: Any, source: bytes) -> RankedEdits:
    """A return that ends a block deeper within loops, after each of them; in the place of one that follows there."""
    around = last.parent.parent
    while around.type not in (*FUNCTIONS, "lambda_expression") and around.parent is not None:
        around = around.parent
        if around.type in LOOPS and around.end_byte - last.start_byte <= SHORT:
            following = around.next_named_sibling
            is_passed = following is not None and following.type == "return_statement"
            end = following.end_byte if is_passed else around.end_byte
            between = source[last.end_byte : around.end_byte].decode(errors="replace")
            yield ranked(0, last.start_byte, end, f"{between} {node_text(last)}", leaves_loop=True)


def _put_first(source: bytes, first: Any, last: Any, statement: Any) -> Ranked:
    """A statement before others, which may need what it sets; what is between them stays."""
    return swapped(source, 0, (first.start_byte, last.end_byte), (statement.start_byte, statement.end_byte))


def of_loop(loop: Any) -> RankedEdits:
    """A loop that begins one earlier or later, and the distance from its begin in the place of its counter."""
    counter, value = counted_from(loop)
    begin = next((node for node in walk(value) if node.type == "identifier"), None) if value is not None else None
    if counter is None or begin is None:
        return
    if value == begin:
        yield from one_more(0, value)
    name, first = node_text(counter), node_text(begin)
    for node in walk(field(loop, "body")):
        is_part = node.type == "identifier" and node_text(node) == name and node.parent.type == "binary_expression"
        if is_part and node_text(field(node.parent, "operator")) in ("+", "-"):
            others = {node_text(field(node.parent, side)) for side in ("left", "right")}
            if first not in others:
                yield in_place(0, node, f"({name} - {first})")


def of_function(function: Any) -> RankedEdits:
    """Its variables for each other."""
    nodes = list(walk(function))
    known = dict(declared_in(nodes))
    values = [node for node in nodes if node.type == "identifier" and is_value(node)]
    parameters = dict(declared_in(node for node in nodes if "parameter" in node.type))
    for node in values:
        is_handed_on = node_text(node) in parameters and node.parent.type in (*ELEMENTS, *_LISTS)
        alike = [other for other, kind in known.items() if kind == known.get(node_text(node))]
        for other in (other for other in alike if other != node_text(node)):
            is_likely = is_handed_on and other in parameters
            yield in_place(1 if is_likely else 2 if look_alike(node_text(node), other) else 3, node, other)
    shared = {*_compared_with_shared(nodes, known)}
    for call in (node for node in nodes if node.type in CALLS and called_name(node) == function_name(function)):
        yield from _handed_on(list(parameters), values_of(field(call, "arguments")), shared)
    unread = [other for other in parameters if other not in map(node_text, values)]
    numbers = [name for name, kind in parameters.items() if kind == "number" and name not in unread]
    for node in nodes:
        is_read = node.type in (*CALLS, *ELEMENTS) and gives_value(node)
        if is_read and field(node.parent, "operator") is not None and node_text(node.parent.children[1]) in _EQUALITIES:
            inside = {node_text(inner) for inner in walk(node)}
            yield from (in_place(0, node, other) for other in numbers if other not in inside)


def of_element(node: Any, shared: Mapping[str, str]) -> RankedEdits:
    """The element of another array or vector of its type that functions share."""
    array = array_of(node)
    kind = shared.get(node_text(array)) if array is not None and array.type == "identifier" else None
    if kind is not None and kind != "number":
        alike = (other for other, other_kind in shared.items() if other_kind == kind)
        yield from (in_place(1, array, other) for other in alike if other != node_text(array))


def _compared_with_shared(nodes: Sequence[Any], known: Container[str]) -> Iterator[str]:
    """The variables that are compared with more than the function's own ones and numbers: that may have to change."""
    for node in nodes:
        is_comparison = node.type == "binary_expression" and node_text(field(node, "operator")) in COMPARISONS
        sides = [field(node, "left"), field(node, "right")] if is_comparison else []
        if any(node_text(side) not in known and side.type not in NUMBERS for side in sides):
            yield from map(node_text, sides)


def _handed_on(parameters: Sequence[str], arguments: Sequence[Any], shared: Container[str]) -> RankedEdits:
    """The variable that a function gets, or one more or less, in the place of what it hands on to itself there."""
    for parameter, argument in zip(parameters, arguments, strict=True) if len(parameters) == len(arguments) else ():
        if argument.type == "identifier" and node_text(argument) != parameter:
            yield in_place(1, argument, parameter)
        yield from one_more(2 if node_text(argument) in shared else 1, argument)


def swapped_nodes(source: bytes, rank: int, first: Any, second: Any) -> Ranked:
    """Two nodes for each other; what is between them stays."""
    return swapped(source, rank, (first.start_byte, first.end_byte), (second.start_byte, second.end_byte))
