"""The statements and conditions of a Java or a C++ file as its counterparts are compared."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from harness.language.edits.forms.ranked_edits import Ranked, RankedEdits, ranked
from harness.language.edits.forms.tree_nodes import in_parentheses
from harness.language.edits.omissions.conditions import (
    MOST_AROUND,
    Condition,
    above_one,
    flagged,
    lacking_terms,
    mirrored_terms,
    same_of_another,
    same_place,
    unbounded,
)
from harness.language.edits.omissions.mirrored import Block, one_direction
from harness.language.edits.omissions.steps import FunctionSteps, LeftOut, Step, lacks
from harness.language.edits.omissions.tree_results import left_out_results
from harness.language.parsing.syntax_trees import (
    BLOCKS,
    CALLS,
    DECLARATORS,
    LOCALS,
    field,
    function_name,
    name_of,
    node_text,
    statements_of,
    values_of,
)

_JOINS = ("||", "&&")
_COMPARISONS = ("==", "!=")
_WITH_BLOCKS = ("if_statement", "while_statement", "for_statement", "do_statement", "for_range_loop",
                "enhanced_for_statement")  # fmt: skip


def of_counterparts(functions: Sequence[Any], nodes: Sequence[Any], source: bytes) -> RankedEdits:
    """What a function or a condition lacks, and its counterpart has."""
    conditions = [*_conditions(nodes)]
    yield from lacking_terms(conditions)
    yield from mirrored_terms(conditions, is_python=False)
    yield from unbounded(conditions, is_python=False)
    yield from above_one([*_limits(nodes)], is_python=False)
    yield from same_of_another(conditions)
    yield from flagged(conditions, is_python=False)
    yield from same_place(conditions, {*distances(nodes)}, is_python=False)
    yield from one_direction(source, (_block(statements_of(node)) for node in nodes if node.type in BLOCKS))
    for function in functions:
        yield from left_out_results(function)
    for lack, counterpart in lacks([_function_steps(function) for function in functions]):
        yield _inserted(lack, counterpart, source)


def _block(statements: Sequence[Any]) -> Block:
    declarations = {each.start_byte for each in statements if each.type in LOCALS}
    return [(each.start_byte, each.end_byte) for each in statements], declarations


def _function_steps(function: Any) -> FunctionSteps:
    return FunctionSteps(function_name(function), _parameters(function), _steps(field(function, "body")))


def _parameters(function: Any) -> str:
    """The names and types of what a function gets."""
    declarator = field(function, "declarator")
    return _words(field(function, "parameters") or field(declarator, "parameters")).strip("() ")


def _steps(block: Any) -> tuple[Step, ...]:
    if block.type == "else_clause":  # in C++ the word is a part of it
        block = block.named_children[-1]
    is_alone = block.type not in BLOCKS
    return tuple(_step(statement, is_alone=is_alone) for statement in ([block] if is_alone else statements_of(block)))


def _step(statement: Any, *, is_alone: bool) -> Step:
    inner = [field(statement, name) for name in ("body", "consequence", "alternative")]
    parts = [part for part in inner if part is not None] if statement.type in _WITH_BLOCKS else []
    head = " ".join(_words(child) for child in statement.children if child not in parts)
    blocks = tuple(_steps(part) for part in parts)
    return Step(_words(statement), statement.start_byte, statement.end_byte, blocks, head if parts else "", is_alone)


def _inserted(lack: LeftOut, counterpart: str, source: bytes) -> Ranked:
    """The statements in their place, taken back as those around them are."""
    begin, end = lack.steps[0].start, lack.steps[-1].end
    new = lack.taken_back(source[begin:end].decode(errors="replace"))
    own = lack.block[max(lack.at - 1, 0)]
    if own.is_alone:
        old = source[own.start : own.end].decode(errors="replace")
        both = f"{old} {new}" if lack.at else f"{new} {old}"
        return ranked(-1, own.start, own.end, f"{{ {both} }}", counterpart=counterpart)
    if lack.at:
        return ranked(-1, own.end, own.end, f" {new}", ends=own.ends, counterpart=counterpart)
    return ranked(-1, own.start, own.start, f"{new} ", counterpart=counterpart)


def distances(nodes: Sequence[Any]) -> Iterator[str]:
    """The variables that hold a difference, or its size."""
    for node in nodes:
        is_python = isinstance(getattr(node, "origin", None), ast.Assign) and node.type == "assignment_expression"
        name, value = name_of(node) or field(node, "left"), field(node, "value") or field(node, "right")
        if value is not None and (node.type in DECLARATORS or (is_python and name.type == "identifier")):
            inner = next(iter(values_of(field(value, "arguments"))), value) if value.type in CALLS else value
            if inner.type == "binary_expression" and node_text(field(inner, "operator")) == "-":
                yield node_text(name)


def _conditions(nodes: Sequence[Any]) -> Iterator[Condition]:
    """Every condition that terms make up, or a single comparison of which no other one is made."""
    for node in nodes:
        test = in_parentheses(field(node, "condition")) if node.type == "if_statement" else None
        if test is not None and test.type != "binary_expression":
            yield _condition(test, [test])
        sign = node_text(field(node, "operator")) if node.type == "binary_expression" else ""
        around = _around(node) if sign in (*_JOINS, *_COMPARISONS) else ""
        if sign in _JOINS and around != sign:
            yield _condition(node, _terms(node, sign), sign)
        elif sign in _COMPARISONS and around not in _JOINS:
            yield _condition(node, [node])


def _limits(nodes: Sequence[Any]) -> Iterator[Condition]:
    """The conditions of choices that are a single comparison by size."""
    for node in nodes:
        test = in_parentheses(field(node, "condition")) if node.type == "if_statement" else None
        if test is not None and node_text(field(test, "operator")) in ("<", "<="):
            yield _condition(test, [test])


def _condition(node: Any, terms: Iterable[Any], join: str = "") -> Condition:
    around = tuple(islice(_conditions_around(node), MOST_AROUND))
    return Condition(tuple(map(_words, terms)), join, node_text(node), node.start_byte, node.end_byte, around)


def _conditions_around(node: Any) -> Iterator[str]:
    """The conditions under which another one is looked at."""
    while (node := node.parent) is not None:
        test = field(node, "condition")
        if test is not None or node_text(field(node, "operator")) in _JOINS:
            yield node_text(test or node)


def _around(node: Any) -> str:
    """The operator that the condition is an operand of."""
    around = node.parent
    while around is not None and around.type == "parenthesized_expression":
        around = around.parent
    return node_text(field(around, "operator")) if around is not None and around.type == "binary_expression" else ""


def _terms(node: Any, join: str) -> Iterator[Any]:
    """What an operator joins, also by the same one on its left."""
    for side in (field(node, "left"), field(node, "right")):
        inner = in_parentheses(side)
        is_joined = inner is not None and inner.type == "binary_expression"
        if is_joined and node_text(field(inner, "operator")) == join:
            yield from _terms(inner, join)
        else:
            yield side


def _words(node: Any) -> str:
    """The words of a node with single blanks, without comments."""
    text = " ".join(_leaves(node)) if node is not None else ""
    for mark in (" [", "[ ", " ]", " . ", " ( ", " )", " ;", " ,"):
        text = text.replace(mark, mark.strip())
    return text


def _leaves(node: Any) -> Iterator[str]:
    if node.type == "string_literal" or not node.children:
        yield from [] if node.type.endswith("comment") else [node_text(node)]
        return
    for child in node.children:
        yield from _leaves(child)
