"""Nodes of Java's and C++'s syntax trees: what they are called and declare, and simple changes to them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from harness.language.edits.forms.ranked_edits import Ranked, RankedEdits, ranked
from harness.language.parsing.syntax_trees import (
    BLOCKS,
    CALLS,
    DECLARATORS,
    ELEMENTS,
    LOOPS,
    NUMBERS,
    array_of,
    expression_of,
    field,
    name_of,
    node_text,
    start_of,
    statements_of,
    walk,
)
from harness.model.patterns import lazy_regex

FUNCTIONS = ("method_declaration", "constructor_declaration", "function_definition")
WITH_BODY = (*LOOPS, "if_statement")
"""What runs another statement, or a block, as its body."""
SIMPLE = ("expression_statement", "return_statement", "break_statement", "continue_statement")
VALUES = ("identifier", "binary_expression", "field_access", "field_expression", "array_access",
           "subscript_expression", "method_invocation", "call_expression")  # fmt: skip
_STARTS = (*DECLARATORS, "assignment_expression")
_OUTPUT = ("cout", "std::cout")
_NUMBER = lazy_regex(r"(?:(?:unsigned|signed|long|short|int|char|byte|double|float|size_t|std::size_t)\s*)+")


def in_place(rank: int, node: Any, new: str) -> Ranked:
    """A text in the place of a node."""
    return ranked(rank, node.start_byte, node.end_byte, new)


def one_more(rank: int, node: Any) -> RankedEdits:
    """The value and one more or less; numbers change anyway."""
    ends_in_number = node is not None and (right := field(node, "right")) is not None and right.type in NUMBERS
    if node is not None and node.type in VALUES and not ends_in_number:
        yield in_place(rank, node, f"{node_text(node)} + 1")
        yield in_place(rank, node, f"{node_text(node)} - 1")


def stepped(nodes: Sequence[Any]) -> frozenset[str]:
    """The values that stand somewhere with one more or one less: a place and the next one are easily mixed up."""
    steps = (node for node in nodes if node.type == "binary_expression" and node_text(field(node, "right")) == "1")
    return frozenset(
        node_text(field(node, "left")) for node in steps if node_text(field(node, "operator")) in ("+", "-")
    )


def counted_from(loop: Any) -> tuple[Any, Any]:
    """The counter with which a ``for`` begins, and the value that it gets there; None for what it has not."""
    start = start_of(loop)
    return (None, None) if start is None else first_set(start)


def first_set(statement: Any) -> tuple[Any, Any]:
    """The variable that a statement declares or sets first, and the value that it gets there; None for what lacks."""
    started = next((node for node in walk(statement) if node.type in _STARTS), None)
    if started is None:
        return None, None
    return name_of(started) or field(started, "left"), field(started, "value") or field(started, "right")


def called_names(function: Any) -> set[str]:
    """The names of what a function calls."""
    return {called_name(node) for node in walk(function) if node.type in CALLS}


def calls_or_prints(expression: Any) -> bool:
    """Whether an expression calls something, or writes to the standard output of C++."""
    return bool(expression.type in CALLS or node_text(expression).startswith(_OUTPUT))


def indexed(nodes: Sequence[Any]) -> frozenset[str]:
    """The names of what has elements, and is no number."""
    arrays = (array_of(node) for node in nodes if node.type in ELEMENTS)
    return frozenset(map(node_text, arrays))


def in_parentheses(condition: Any) -> Any:
    """What is in the parentheses."""
    while condition is not None and condition.type in ("parenthesized_expression", "condition_clause"):
        condition = field(condition, "value") or next(iter(condition.named_children), None)
    return condition


def body_of(statement: Any) -> Any:
    """The block of a statement without an else; None if it has none."""
    if statement.type not in WITH_BODY or field(statement, "alternative") is not None:
        return None
    body = field(statement, "body") or field(statement, "consequence")
    return body if body is not None and body.type in BLOCKS else None


def called_name(call: Any) -> str:
    """The simple name of what is called."""
    return node_text(field(call, "name") or field(call, "function")).rpartition(".")[2].rpartition("::")[2]


def declared_in(nodes: Iterable[Any]) -> Iterator[tuple[str, str]]:
    """The variables and parameters that a function declares, with their types; all of numbers are one."""
    for node in nodes:
        if node.type in ("variable_declarator", "formal_parameter", "init_declarator", "parameter_declaration"):
            name = name_of(node)
            while name is not None and name.type in ("reference_declarator", "pointer_declarator"):
                name = next(iter(name.named_children), None)
            if name is not None and name.type == "identifier":
                kind = node_text(field(node, "type") or field(node.parent, "type"))
                yield node_text(name), "number" if _NUMBER.fullmatch(kind) else kind


def parameters_of(function: Any) -> list[str]:
    """The names of what a function gets."""
    return [name for name, _ in declared_in(node for node in walk(function) if "parameter" in node.type)]


def gives_value(node: Any) -> bool:
    """Whether something is made of what a call or an element is."""
    is_set = node.parent.type == "assignment_expression" and field(node.parent, "left") == node
    return not is_set and node.parent.type not in ("expression_statement", "update_expression")


def is_value(node: Any) -> bool:
    """Whether an identifier is read or set, and neither declared nor the name of a member or of what is called."""
    parent = node.parent
    if parent is None or "declarator" in parent.type or "parameter" in parent.type:
        return parent is not None and field(parent, "value") == node
    return all(field(parent, name) != node for name in ("name", "function", "field"))


def are_related(first: Any, second: Any) -> bool:
    """Whether two statements have a name in common, so that their order matters."""
    names, others = ({node_text(node) for node in walk(each) if "identifier" in node.type} for each in (first, second))
    return not names.isdisjoint(others)


def sets_variable(statement: Any) -> bool:
    """Whether a statement does nothing but give a variable another value."""
    value = expression_of(statement)
    return value is not None and value.type == "assignment_expression" and field(value, "left").type == "identifier"


def inserted_before(rank: int, statement: Any, new: str) -> Ranked:
    """A statement before another one, in braces where only one may stand."""
    if statement.parent.type in BLOCKS:
        return ranked(rank, statement.start_byte, statement.start_byte, f"{new} ")
    return ranked(rank, statement.start_byte, statement.end_byte, f"{{ {new} {node_text(statement)} }}")


def inserted_after(rank: int, statement: Any, new: str) -> Ranked:
    """A statement after another one; before one that returns."""
    if statement.type == "return_statement":
        return inserted_before(rank, statement, new)
    if statement.parent.type in BLOCKS:
        return _added_after(rank, statement, new)
    return ranked(rank, statement.start_byte, statement.end_byte, f"{{ {node_text(statement)} {new} }}")


def _added_after(rank: int, statement: Any, new: str) -> Ranked:
    ends = "loop" if statement.type in LOOPS else "if" if statement.type == "if_statement" else ""
    return ranked(rank, statement.end_byte, statement.end_byte, f" {new}", ends=ends)


def inserted_at_begin(rank: int, block: Any, new: str) -> Ranked:
    """A statement at the begin of a block."""
    return ranked(rank, block.start_byte + 1, block.start_byte + 1, f" {new}")


def inserted_at_end(rank: int, block: Any, new: str) -> Ranked:
    """A statement at the end of a block: after its last one, as a line with a brace alone says little."""
    last = next(reversed(statements_of(block)), block)
    if last.end_point[0] < block.end_point[0]:
        return _added_after(rank, last, new)
    return ranked(rank, block.end_byte - 1, block.end_byte - 1, f"{new} ")
