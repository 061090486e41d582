"""Tables of Java whose rows are all one array, and of which single elements are set."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from harness.language.parsing.syntax_trees import (
    LOOPS,
    body_statements,
    dotted_name,
    field,
    functions_in,
    is_inside,
    node_text,
    target_of,
    walk,
)

_NEW = ("array_creation_expression", "array_initializer")


def shared_arrays(nodes: Sequence[Any]) -> Iterator[tuple[int, str]]:
    """The lines of loops that put an array made before the loop into each row of a table, and the array.

    Only where another line sets an element of a row, or the loop itself sets one of the array. None of a table that
    gets other rows as well.
    """
    changed = [target for node in nodes if (target := target_of(node)) is not None and target.type == "array_access"]
    for function in functions_in(nodes):
        inner = [*walk(function)]
        loops = [node for node in inner if node.type in LOOPS]
        arrays = [name for node in inner if (name := _new_array(node))]
        of_turns = {
            name for node in inner if (name := _new_array(node)) and any(is_inside(node, loop) for loop in loops)
        }
        for loop in loops:
            for statement in body_statements(field(loop, "body")):
                row, table = _put(statement)
                is_same = arrays.count(row) == 1 and row not in of_turns and not _is_renewed(loop, row)
                if is_same and _is_used(changed, loop, row, table):
                    yield statement.start_point[0] + 1, row


def _new_array(node: Any) -> str:
    """The variable that a node declares with a new array; empty for others."""
    value = field(node, "value") if node.type == "variable_declarator" else None
    return node_text(field(node, "name")) if value is not None and value.type in _NEW else ""


def _put(statement: Any) -> tuple[str, str]:
    """The array that a statement puts into a table, and the table; empty for other statements."""
    part = next(iter(statement.named_children), None) if statement.type == "expression_statement" else None
    if part is None or part.type != "assignment_expression" or node_text(field(part, "operator")) != "=":
        return "", ""
    left, right = field(part, "left"), field(part, "right")
    is_put = left.type == "array_access" and right.type == "identifier"
    return (node_text(right), _table(left)) if is_put else ("", "")


def _table(element: Any) -> str:
    """The variable or field of which this is an element, or an element of an element."""
    while element.type == "array_access":
        element = field(element, "array")
    return dotted_name(element).rpartition(".")[2]


def _is_renewed(loop: Any, row: str) -> bool:
    """Whether a loop gives the name of an array another one."""
    return any(node_text(target_of(part)) == row for part in walk(loop))


def _is_used(changed: Sequence[Any], loop: Any, row: str, table: str) -> bool:
    """Whether a row is changed somewhere by its element, and no other line gives the table another row."""
    in_rows = [target for target in changed if field(target, "array").type == "array_access"]
    single = [target for target in changed if target not in in_rows]
    is_set = any(_table(target) == table for target in in_rows)
    is_set |= any(_table(target) == row and is_inside(target, loop) for target in single)
    return is_set and [_table(target) for target in single].count(table) == 1
