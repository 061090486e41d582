"""Slips in the statements of a Java or a C++ program: what is not left, left too early, or not looked at."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from harness.language.edits.forms.ranked_edits import RankedEdits, compares_two, ranked, undoing
from harness.language.edits.forms.tree_nodes import (
    FUNCTIONS,
    SIMPLE,
    called_name,
    declared_in,
    in_place,
    inserted_at_end,
    inserted_before,
    sets_variable,
)
from harness.language.edits.order.exits import LEAVES
from harness.language.edits.tree_values import ADDING, exchanged, is_filled_before, of_operation, overwritten
from harness.language.parsing.syntax_trees import (
    BLOCKS,
    CALLS,
    LOOPS,
    body_statements,
    enclosing,
    expression_of,
    field,
    function_name,
    node_text,
    start_of,
    statements_of,
    walk,
)

_OTHER_WAYS = {
    "return_statement": "continue;",
    "break_statement": "continue;",
    "continue_statement": "break;",
}
_NO_VALUE = ("void", "")


def slips_of(function: Any, *, is_java: bool) -> RankedEdits:
    """The changes to one function."""
    body = field(function, "body")
    if body is None:
        return
    for node in walk(body):
        if node.type == "if_statement":
            yield from _not_left(function, node)
            yield from _left_by_else(node)
            yield from _goes_on(function, node)
            yield from _one_side(field(node, "condition"))
        elif node.type == "catch_clause" and _gives_nothing(function):
            yield from _ended(-1, field(node, "body"), "return;")
        elif node.type in LOOPS:
            yield from _of_loop(function, node)
        elif node.type == "binary_expression":
            yield from of_operation(function, node, is_java=is_java)
        elif node.type in BLOCKS:
            yield from _not_looked_at(function, statements_of(node))
            yield from exchanged(statements_of(node), is_java=is_java)


def _goes_on(function: Any, choice: Any) -> RankedEdits:
    """An if in a loop that leaves it where it was only to go on with the next turn, or the other way round.

    Likely where it gives the same as the function's end: then nothing was found yet.
    """
    last = node_text(statements_of(field(function, "body"))[-1])
    part = field(choice, "consequence")
    inner = body_statements(part)
    if _around(choice, LOOPS) is not None and len(inner) == 1 and inner[0].type in _OTHER_WAYS:
        rank = -1 if node_text(inner[0]) == last else 1
        yield in_place(rank, inner[0], _OTHER_WAYS[inner[0].type])


def _one_side(condition: Any) -> RankedEdits:
    """A choice that leaves out all things on one side of another, where that alone may be meant."""
    for node in walk(condition):
        left, operator, right = (field(node, name) for name in ("left", "operator", "right"))
        if None not in (left, operator, right) and compares_two(*map(node_text, (left, operator, right))):
            yield in_place(0, operator, "!=")


def _not_left(function: Any, choice: Any) -> RankedEdits:
    """A loop that goes on after what was looked for, and a function that goes on after a special case."""
    part = field(choice, "consequence")
    if _around(choice, LOOPS) is not None:
        yield from _ended(-1 if any(map(sets_variable, walk(part))) else 1, part, "break;")
    elif _gives_nothing(function) and choice.parent == field(function, "body") and _following(choice):
        yield from _ended(1 if function_name(function) == "main" else -1, part, "return;")


def _ended(rank: int, part: Any, last: str) -> RankedEdits:
    """A part that is left at its end."""
    if part is None or any(node.type in LEAVES for node in walk(part)):
        return
    if part.type in BLOCKS:
        yield inserted_at_end(rank, part, last)
    elif part.type in SIMPLE:
        yield in_place(rank, part, f"{{ {node_text(part)} {last} }}")


def _left_by_else(choice: Any) -> RankedEdits:
    """An else that leaves at the first one which is not what is looked for."""
    other = field(choice, "alternative")
    inner = other.named_children[-1] if other is not None and other.type == "else_clause" else other
    if inner is not None and inner.type in BLOCKS:
        inner = next(iter(statements_of(inner)), None)
    is_left = inner is not None and inner.type in ("return_statement", "break_statement")
    if is_left and _around(choice, LOOPS) is not None:
        yield ranked(-1, field(choice, "consequence").end_byte, other.end_byte, "")


def _of_loop(function: Any, loop: Any) -> RankedEdits:
    body = field(loop, "body")
    inner = body_statements(body)
    if len(inner) > 1 and inner[-1].type == "return_statement":
        yield in_place(0, inner[-1], ";")
    for node in walk(loop):
        if node.type == "expression_statement":
            yield from overwritten(function, loop, expression_of(node))
        if node.type in CALLS and called_name(node) in ADDING:
            filled = field(node, "object") or field(field(node, "function"), "argument")
            if filled is not None and filled.type == "identifier" and is_filled_before(function, loop, filled):
                yield inserted_before(-1, loop, f"{node_text(filled)}.clear();")
    begin = start_of(loop)
    counter = node_text(field(begin, "left")) if begin is not None else ""
    parameters = dict(declared_in(node for node in walk(function) if "parameter" in node.type))
    if counter in parameters and body is not None:
        yield in_place(-1, loop, node_text(body))


def _not_looked_at(function: Any, block: Sequence[Any]) -> RankedEdits:
    """What a function that searches gets from itself, looked at: true ends the search, else the change is undone."""
    for number, (call, after) in enumerate(pairwise(block)):
        called = expression_of(call)
        is_own = called is not None and called.type in CALLS and called_name(called) == function_name(function)
        if is_own and node_text(after).split() == ["return", "true;"]:
            undone = (undoing(node_text(before), ()) for before in reversed(block[:number]))
            for rest in dict.fromkeys((next(filter(None, undone), ""), "")):
                new = f"if ({node_text(called)}) {{ return true; }} {rest}".rstrip()
                yield ranked(-1, call.start_byte, after.end_byte, new)


def _gives_nothing(function: Any) -> bool:
    return node_text(field(function, "type")) in _NO_VALUE


def _following(statement: Any) -> bool:
    """Whether something follows a statement in its block."""
    return any(each.start_byte >= statement.end_byte for each in statements_of(statement.parent))


def _around(node: Any, kinds: Sequence[str]) -> Any:
    """The innermost node of these types around another one within its function; None if there is none."""
    around = enclosing(node.parent, (*kinds, *FUNCTIONS, "lambda_expression"))
    return around if around is not None and around.type in kinds else None
