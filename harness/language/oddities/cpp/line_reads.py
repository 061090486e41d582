"""Loops of C and C++ that read a line and take numbers from it, whether they are there or not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from harness.language.parsing.syntax_trees import (
    LOOPS,
    body_statements,
    expression_of,
    field,
    node_text,
    owner_of,
    simple_call_name,
    values_of,
    walk,
)
from harness.model.finding import UNCHECKED_SCAN
from harness.model.patterns import lazy_regex

_NUMBERS = lazy_regex(r'"\s*(?:%\*?(?:[diu]|l[diu])[\s,;]*)+(?:\\n)?\s*"')
"""A format that reads whole numbers alone, between which something has to stand."""
_ASKS = ("if_statement", "switch_statement", "while_statement")
_LEAVES = ("continue_statement", "break_statement", "return_statement")

_Read = tuple[str, int, str, str]
"""A kind of the sentences on suspicious code, the line, what it is about, and what else there is to it."""


def line_reads(nodes: Sequence[Any]) -> Iterator[_Read]:
    """The lines read into too short an array, and those from which ``sscanf`` may read nothing unnoticed."""
    sizes: dict[str, int] | None = None
    for loop in (node for node in nodes if node.type in LOOPS):
        fetch = _fetch(field(loop, "condition"))
        scan = _scan(field(loop, "body"), fetch) if fetch is not None else None
        if fetch is None or scan is None:
            continue
        line, given = values_of(field(fetch, "arguments"))[0], values_of(field(scan, "arguments"))
        sizes = _sizes(nodes) if sizes is None else sizes
        numbers = len(given) - 2
        is_short = 0 < sizes.get(node_text(line), 0) < 2 * numbers + 1  # of each a digit and what follows, then \0
        is_kept = _is_unchecked(loop, scan, node_text(line))
        if is_short and _NUMBERS.fullmatch(node_text(given[1])):
            yield "short-buffer", fetch.start_point[0] + 1, node_text(line), "sscanf" if is_kept else ""
        elif is_kept:
            yield UNCHECKED_SCAN, scan.start_point[0] + 1, simple_call_name(scan), ""


def _fetch(condition: Any) -> Any:
    """The call of ``fgets`` in a loop's condition; None for none."""
    calls = (node for node in walk(condition) if node.type == "call_expression") if condition is not None else ()
    fetches = (call for call in calls if simple_call_name(call) == "fgets")
    return next((call for call in fetches if len(values_of(field(call, "arguments"))) == 3), None)  # noqa: PLR2004


def _scan(body: Any, fetch: Any) -> Any:
    """The statement of a loop's body that takes numbers from the line and drops how many there were; None for none."""
    line = node_text(values_of(field(fetch, "arguments"))[0])
    for statement in body_statements(body):
        call = expression_of(statement) if statement is not None else None
        if call is not None and call.type == "call_expression" and simple_call_name(call) == "sscanf":
            given = values_of(field(call, "arguments"))
            return call if len(given) > 2 and node_text(given[0]) == line else None  # noqa: PLR2004 - line and format
    return None


def _is_unchecked(loop: Any, scan: Any, line: str) -> bool:
    """Whether a turn of a loop goes on with the old values where its line holds none.

    Not if it asks about the line or about what was read, or sets that before, or declares it.
    """
    body = field(loop, "body")
    targets = {owner_of(value) for value in values_of(field(scan, "arguments"))[2:]}
    for statement in body_statements(body):
        nodes = [*walk(statement)]
        names = {node_text(node) for node in nodes if node.type == "identifier"}
        if statement.start_byte < scan.start_byte and not names.isdisjoint((line, *targets)):
            return False
        conditions = [field(node, "condition") or node for node in nodes if node.type in _ASKS]
        is_left = any(node.type in _LEAVES for node in nodes)
        if is_left and any(_names_any(condition, {line, *targets}) for condition in conditions):
            return False
    return bool(targets - {""})


def _names_any(node: Any, names: set[str]) -> bool:
    """Whether one of the names stands in a part of the program."""
    return any(part.type == "identifier" and node_text(part) in names for part in walk(node))


def _sizes(nodes: Sequence[Any]) -> dict[str, int]:
    """The sizes of the arrays of characters of a file; none of a name that has several."""
    constants = {
        node_text(field(node, "name")): node_text(field(node, "value")).partition("/*")[0].partition("//")[0].strip()
        for node in nodes
        if node.type == "preproc_def"
    }
    sizes: dict[str, set[int]] = {}
    for node in nodes:
        if node.type == "array_declarator" and node_text(field(node.parent, "type")) == "char":
            size = node_text(field(node, "size"))
            number = constants.get(size, size)
            sizes.setdefault(node_text(field(node, "declarator")), set()).add(int(number) if number.isdigit() else 0)
    return {name: next(iter(each)) for name, each in sizes.items() if len(each) == 1}
