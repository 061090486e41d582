"""Numbers of the input that a C++ program reads and loses: the first one, or all but the first of a line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from harness.language.parsing.syntax_trees import (
    LOOPS,
    ancestors,
    expression_of,
    field,
    is_statement,
    node_text,
    owner_of,
    simple_call_name,
    values_of,
    walk,
)
from harness.model.finding import ONE_A_LINE, READ_TWICE

_TO_NUMBER = ("atoi", "atol", "stoi", "stol", "stoul")
_BLANKS = ("ws", "std::ws")

_Odd = tuple[str, int, str]
"""A kind of the sentences on suspicious code, the line, and what it is about."""


def lost_inputs(nodes: Sequence[Any]) -> Iterator[_Odd]:
    """The reads before a loop that reads the same again, and the loops that take one number of each line."""
    for loop in (node for node in nodes if node.type in LOOPS):
        condition = field(loop, "condition")
        if condition is not None:
            if loop.type != "do_statement":  # its body comes before what it reads
                yield from _read_again(loop, condition)
            yield from _one_a_line(loop, condition)


def _read_again(loop: Any, condition: Any) -> Iterator[_Odd]:
    """The statement just before a loop that reads what the loop's condition reads first."""
    before = loop.prev_named_sibling
    while before is not None and before.type.endswith("comment"):
        before = before.prev_named_sibling
    first = _variables(expression_of(before)) if before is not None else []
    is_bare = condition.type == "binary_expression"  # that of a for
    again = _variables(condition if is_bare else next(iter(condition.named_children), None))
    if first and first == again:
        yield READ_TWICE, before.start_point[0] + 1, first[0]


def _variables(read: Any) -> list[str]:
    """What a read from ``cin`` sets, in turn; none if it is no such read."""
    names: list[str] = []
    while read is not None and read.type == "binary_expression" and node_text(field(read, "operator")) == ">>":
        names.insert(0, node_text(field(read, "right")))
        read = field(read, "left")
    is_read = node_text(read) in ("cin", "std::cin") and all(name.isidentifier() for name in names)
    return names if is_read and not {*names} & {*_BLANKS} else []


def _one_a_line(loop: Any, condition: Any) -> Iterator[_Odd]:
    """The line of a loop that is read as a whole, and of which one number alone is taken."""
    call = next((node for node in walk(condition) if simple_call_name(node) == "getline"), None)
    given = values_of(field(call, "arguments")) if call is not None else ()
    if len(given) != len(("stream", "line")) or node_text(given[0]) not in ("cin", "std::cin"):
        return
    line = node_text(given[1])
    uses = [node for node in walk(field(loop, "body")) if node.type == "identifier" and node_text(node) == line]
    taken = [part for use in uses for part in [use, *ancestors(use)][:5] if simple_call_name(part) in _TO_NUMBER]
    is_taken_alone = len(uses) == len(taken) == 1 and owner_of(field(taken[0], "arguments")) == line
    if is_taken_alone and not is_statement(taken[0]):
        yield ONE_A_LINE, taken[0].start_point[0] + 1, simple_call_name(taken[0])
