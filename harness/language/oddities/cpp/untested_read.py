"""Loops of C and C++ that ask for the end of the input before they read, and use what is read without a test."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from harness.language.parsing.syntax_trees import (
    argument_count,
    body_statements,
    enclosing,
    expression_of,
    field,
    function_name,
    functions_in,
    node_text,
    simple_call_name,
    statements_of,
    walk,
)
from harness.model.finding import UNTESTED_READ, UNTESTED_READS
from harness.model.patterns import lazy_regex

_AHEAD = lazy_regex(
    r"\s*(?:"
    r"(?:!|not\b)\s*\(?\s*(?:(?:std::)?(?P<stream>\w+)\s*\.\s*eof\s*\(\s*\)|(?:std::)?feof\s*\(\s*(?P<file>\w+)\s*\))\s*\)?"
    r"|(?:std::)?(?P<compared>\w+)\s*\.\s*eof\s*\(\s*\)\s*(?:==\s*(?:false|0)|!=\s*(?:true|1))"
    r"|(?:std::)?(?P<good>\w+)(?:\s*\.\s*good\s*\(\s*\))?"
    r")\s*"
)
"""A condition that is true until a read has failed: the stream itself, or that its end is not reached."""
_LOOPS = ("while_statement", "do_statement")
_TO_THE_NEXT = (' "', '\\n"', '\\t"', '\\n]"')
"""Ends of a format that reads up to the next value."""
_LONGEST = 60
"""Characters of a read that is shown."""
_BLOCKS = "compound_statement"
_ASKS = (
    "switch_statement",
    "if_statement",
    "while_statement",
    "for_statement",
    "do_statement",
    "conditional_expression",
)

_COMPARISONS = ("<", "<=", ">", ">=", "==", "!=", "&&", "||", "!")


def untested_reads(nodes: Sequence[Any]) -> Iterator[tuple[str, int, str, str]]:
    """The loops whose last turn reads nothing and goes on all the same.

    Yields:
        The kind, the loop's line, the read that would end it as its condition, and the line in which that stands.

    """
    throws = any(node.type == "field_identifier" and node_text(node) == "exceptions" for node in nodes)
    for loop in () if throws else nodes:
        if loop.type not in _LOOPS:
            continue
        ahead = _AHEAD.fullmatch(node_text(field(loop, "condition"))[1:-1])
        body = field(loop, "body")
        if ahead is None or body is None or body.type != _BLOCKS:
            continue
        stream = next(filter(None, ahead.groups()))
        statements = statements_of(body)
        for number, statement in enumerate(statements):
            each = _repeated(statement)
            test = _read(each or statement, stream)
            if test and len(test[0]) <= _LONGEST and _is_used(nodes, statements, number, stream, test[1]):
                what, reads = (UNTESTED_READS, node_text(expression_of(each))) if each else (UNTESTED_READ, test[0])
                yield what, loop.start_point[0] + 1, reads, str(statement.start_point[0] + 1)
            if test or any(node_text(node) == stream for node in walk(statement)):
                break  # another read, or a test: what comes first decides


def _repeated(statement: Any) -> Any:
    """The only statement of a loop that counts; None for none."""
    inner = body_statements(field(statement, "body")) if statement.type == "for_statement" else []
    return inner[0] if len(inner) == 1 else None


def _read(statement: Any, stream: str) -> tuple[str, tuple[str, ...]] | None:
    """A statement that is a read: what is true of it while it succeeds, and the variables it sets; None for others."""
    value = next(iter(statement.named_children), None) if statement.type == "expression_statement" else None
    if value is not None and value.type == "call_expression":
        name, arguments = node_text(field(value, "function")).removeprefix("std::"), field(value, "arguments")
        values = [node_text(child) for child in arguments.named_children]
        count = argument_count(value) or 0
        if name == "getline" and values[:1] == [stream] and count == 2:  # noqa: PLR2004 - the stream and the text
            return node_text(value), (values[1],)
        before = {"scanf": 1, "fscanf": 2}.get(name, 0)
        if not before or count <= before or stream != (values[0] if name == "fscanf" else "stdin"):
            return None
        if not values[before - 1].endswith(_TO_THE_NEXT):
            names = tuple(_array(text.lstrip("&")) for text in values[before:])
            return f"{node_text(value)} == {count - before}", names
        return None
    variables: list[str] = []
    left = value
    while left is not None and left.type == "binary_expression" and node_text(field(left, "operator")) == ">>":
        variables.append(_array(node_text(field(left, "right"))))
        left = field(left, "left")
    is_read = bool(variables) and "ws" not in variables and all(name.isidentifier() for name in variables)
    return (node_text(value), tuple(variables)) if is_read and _bare(node_text(left)) == stream else None


def _array(element: str) -> str:
    """The array of an element; another name itself."""
    return element.partition("[")[0]


def _bare(name: str) -> str:
    return name.removeprefix("std::")


def _is_used(nodes: Sequence[Any], statements: Sequence[Any], number: int, stream: str, names: Sequence[str]) -> bool:
    """Whether a variable is used after its read, and neither it nor the stream is asked about in the loop.

    A function of the program may use one that lives outside of the functions.
    """
    later = [node for statement in statements[number + 1 :] for node in walk(statement)]
    asked = [node for node in later if node.type in _ASKS or node_text(field(node, "operator")) in _COMPARISONS]
    in_conditions = {node_text(inner) for node in asked for inner in walk(field(node, "condition") or node)}
    is_asked = not in_conditions.isdisjoint((stream, *names)) or any(_bare(node_text(node)) == stream for node in later)
    if is_asked or any(node.type == "identifier" and node_text(node) in names for node in later):
        return not is_asked
    own = {function_name(function) for function in functions_in(nodes)}
    is_shared = not {*names} <= _declared(enclosing(statements[number], ("function_definition",)))
    return is_shared and any(simple_call_name(node) in own for node in later if node.type == "call_expression")


def _declared(function: Any) -> set[str]:
    """The names that a function declares, and those in what they begin with."""
    declarations = (node for node in walk(function) if node.type in ("declaration", "parameter_declaration"))
    return {node_text(node) for each in declarations for node in walk(each) if node.type == "identifier"}
