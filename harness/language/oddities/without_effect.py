"""Functions of Java and C++ that change nothing outside, answers that are lost, and conditions that always hold."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from itertools import islice
from typing import Any

from harness.language.oddities import Odd
from harness.language.parsing.syntax_trees import (
    BLOCKS,
    CALLS,
    LOOPS,
    argument_count,
    field,
    function_name,
    functions_in,
    is_inside,
    name_of,
    node_text,
    simple_call_name,
    statements_of,
    walk,
)
from harness.language.python.python_trees import PythonNode
from harness.model.patterns import lazy_regex

_PARAMETERS = ("formal_parameter", "parameter_declaration")
_VALUE_TYPES = ("primitive_type", "sized_type_specifier")
_ACTS = (
    *CALLS, "object_creation_expression", "new_expression", "delete_expression", "throw_statement", "field_access",
    "field_expression", "array_access", "subscript_expression", "pointer_expression", "lambda_expression", "this",
    "assert_statement", "synchronized_statement", "string_literal", "while_statement", "do_statement", "for_statement",
    "gnu_asm_expression", "class_declaration", "goto_statement", "qualified_identifier", "preproc_call", "ERROR",
)  # fmt: skip
"""What may change something outside a function, or end the program."""
_CONSTANT = lazy_regex(r"return\s*\(?(?:true|false|-?\d+)\)?\s*;")
_OWN = ("this->", "self.", "cls.")
_LEAVES = ("return_statement", "break_statement")
_LITERALS = ("true", "false", "null", "number_literal", "string_literal", "constant")

_LONGEST_CONSTANT = 40
_MOST_CALLS = 100
"""Calls of a function by itself; more are no student's."""
"""Characters of a constant that is named."""


def without_effect(nodes: Sequence[Any]) -> Iterator[Odd]:
    """What is computed in vain in a file, or is always the same."""
    functions = functions_in(nodes)
    for function in functions:
        if _changes_copies(function):
            yield "own-copies", function.start_point[0] + 1, function_name(function)
    yield from lost_answers(nodes)
    conditions = [field(node, "condition") for node in nodes if node.type in ("preproc_if", "preproc_elif")]
    skipped = {node.start_byte for condition in conditions if condition is not None for node in walk(condition)}
    for node in nodes:
        if node.type == "binary_expression" and node.start_byte not in skipped and _is_true(node):
            yield "always-true", field(node, "right").start_point[0] + 1, node_text(field(node, "right"))


def leaves_at_once(loop: Any) -> Any:
    """The statement that ends each first turn of a loop; None if there is another turn, or nothing else is done."""
    body = field(loop, "body")
    statements = statements_of(body) if body else []
    is_odd = body is not None and body.type in BLOCKS and loop.type != "do_statement" and len(statements) > 1
    if not is_odd or statements[-1].type not in _LEAVES:
        return None
    goes_on = any(node.type in ("continue_statement", "labeled_statement", "goto_statement") for node in walk(loop))
    return None if goes_on else statements[-1]


def lost_answers(nodes: Sequence[Any]) -> Iterator[Odd]:
    """The calls of functions by themselves whose value is lost, where another call of them uses it."""
    functions = functions_in(nodes)
    names = [function_name(node) for node in functions]
    for function, name in zip(functions, names, strict=True):
        lines = [*_lost_answers(function, name)] if name and names.count(name) == 1 else []
        if lines and _is_asked(function, name, nodes):
            yield from (("lost-answer", line, name) for line in lines)


def _changes_copies(function: Any) -> bool:
    """Whether a function only gives other values to its own parameters and variables, and returns nothing.

    Parameters of C++ are copies where their type is a number's, without & and *.
    """
    if node_text(field(function, "type")) != "void":
        return False
    body, own, parameters = [*walk(field(function, "body"))], set[str](), set[str]()
    for node in walk(function):
        if node.type in _PARAMETERS:
            name = name_of(node)
            is_copy = node.type == "formal_parameter" or field(node, "type").type in _VALUE_TYPES
            if not is_copy or name is None or name.type != "identifier":
                return False
            parameters.add(node_text(name))
        elif node.type in ("variable_declarator", "init_declarator", "declaration"):
            own.add(node_text(name_of(node)))
    uses = {node_text(node) for node in body if node.type == "identifier"}
    changed = {node_text(field(node, "left")) for node in body if node.type == "assignment_expression"}
    return not any(node.type in _ACTS for node in body) and uses <= own | parameters and bool(changed & parameters)


def _called(node: Any) -> str:
    """The name of the function that a node calls, empty if it is no call."""
    return simple_call_name(node) if node.type in CALLS else ""


def _is_asked(function: Any, name: str, nodes: Sequence[Any]) -> bool:
    """Whether a call outside a function uses its value."""
    return any(
        _called(node) == name and node.parent.type != "expression_statement" and not is_inside(node, function)
        for node in nodes
    )


def _lost_answers(function: Any, name: str) -> Iterator[int]:
    """The lines where a function calls itself in vain: what it returns after that is always the same constant.

    The call is in a loop, and returns there come after it too and other values before; or the next statement
    returns the constant, and other statements other values.
    """
    nodes = [*walk(field(function, "body"))]
    is_python = isinstance(function, PythonNode)
    count = len([node for node in walk(function) if node.type in _PARAMETERS])
    constants = {*_constants(nodes)} if is_python else set()
    returns = [(node.start_byte, _constant(node, constants)) for node in nodes if node.type == "return_statement"]
    if is_python and nodes[0].children[-1].type != "return_statement":
        returns.append((function.end_byte, "None"))
    calls = (node for node in nodes if _called(node) == name and (is_python or argument_count(node) == count))
    for node in islice(calls, _MOST_CALLS):
        is_own = node_text(field(node, "object")) in ("", "this")
        is_own = is_own and node_text(field(node, "function")) in ("", name, *(f"{own}{name}" for own in _OWN))
        if is_own and node.parent.type == "expression_statement":
            loops = (loop for loop in nodes if loop.type in LOOPS)
            around = [loop.start_byte for loop in loops if is_inside(node, loop)]
            after = {text for at, text in returns if at >= min(around, default=at + 1)}
            following = node.parent.next_named_sibling
            if around and following is not None and following.type == "return_statement":
                after = {_constant(following, constants)}
            if len(after) == 1 and "" not in after and any(text not in after for _, text in returns):
                yield node.start_point[0] + 1


def _constant(answer: Any, variables: Container[str]) -> str:
    """The constant that a statement returns, or one of the variables with only one value; empty for anything else."""
    if not isinstance(answer, PythonNode):
        return node_text(answer) if _CONSTANT.fullmatch(node_text(answer)) else ""
    value = next(iter(answer.children), None)
    is_constant = value is not None and (value.type in _LITERALS or node_text(value) in variables)
    return "None" if value is None else node_text(value) if is_constant else ""


def _constants(nodes: Sequence[Any]) -> Iterator[str]:
    """The variables of a function of Python that are set once, to a constant."""
    sets = [node_text(node) for node in nodes if node.type == "identifier" and node.is_set]
    for node in (node for node in nodes if node.type == "assignment_expression" and sets):
        is_plain = node_text(field(node, "operator")) == "=" and field(node, "right").type in _LITERALS
        yield from (
            [node_text(field(node, "left"))] if is_plain and sets.count(node_text(field(node, "left"))) == 1 else []
        )


def _is_true(node: Any) -> bool:
    """Whether the right side of an ``or`` of C++ is a constant that is true."""
    right = field(node, "right")
    text = node_text(right)
    number = right.type == "number_literal" and text.strip("0.uUlLfFxX")
    is_true = number or (right.type in ("char_literal", "string_literal") and text != "'\\0'")
    return bool(is_true) and len(text) <= _LONGEST_CONSTANT and node_text(field(node, "operator")) in ("||", "or")
