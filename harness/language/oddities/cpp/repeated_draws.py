"""Searches in C++ that draw a number at random in each turn of a counted loop, and do not keep which came."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from harness.language.parsing.syntax_trees import (
    CHANGES,
    NAMES,
    expression_of,
    field,
    functions_in,
    is_inside,
    node_text,
    statements_of,
    walk,
)
from harness.model.patterns import lazy_regex

_LOOPS = ("for_statement", "while_statement", "do_statement")
_DRAW = lazy_regex(
    r"\b(?:rand|random|rand_r|lrand48)\s*\(|\b\w+\s*\(\s*\w*(?:gen|rng|engine|mt|rnd|twister)\w*\s*\)", re.IGNORECASE
)
"""A call that gives a random number, or of a distribution with what is called a generator."""
_KEEPS = lazy_regex(
    r"\b(?:insert|emplace|push_back|push|erase|remove|add|set|count|find|contains|reset|test|swap|iter_swap|exchange)"
)
_GIVES_UP = lazy_regex(r"return\s*\(?\s*(?:false|0)\s*\)?\s*;")
_FEW = 20
"""The largest literal bound of a loop that may be meant for the columns of a board."""


def repeated_draws(nodes: Sequence[Any]) -> Iterator[tuple[str, int, str]]:
    """The lines that draw a number in a loop which gives up after so many turns, with the variable's name.

    A draw is taken for kept, and nothing is said, wherever the variable is added to, given to a container, changes
    places, or is the index of an element that is set and not set back.
    """
    for function in functions_in(nodes):
        for loop in (node for node in walk(field(function, "body")) if node.type in _LOOPS):
            body = field(loop, "body")
            following = [node_text(each) for each in _following(loop)]
            if body is None or body.type != "compound_statement" or not _GIVES_UP.fullmatch("".join(following[:1])):
                continue
            for statement in statements_of(body):
                name = _drawn(statement)
                if name and _is_counted(loop, body, name) and not _is_kept(body, statement, name):
                    yield "drawn-again", statement.start_point[0] + 1, name


def _following(node: Any) -> list[Any]:
    """The statements after one in its block."""
    statements = statements_of(node.parent)
    return [each for each in statements if each.start_byte >= node.end_byte]


def _drawn(statement: Any) -> str:
    """The variable that a statement sets to a random number; empty if it sets none, or an element that is drawn."""
    if statement.type == "declaration":
        target, value = _declared(statement)
    else:
        expression = expression_of(statement)
        is_set = expression is not None and expression.type == "assignment_expression"
        target, value = (field(expression, "left"), field(expression, "right")) if is_set else (None, None)
    if target is None or value is None or target.type != "identifier":
        return ""
    is_element = any(node.type == "subscript_expression" for node in walk(value))
    return "" if is_element or not _DRAW.search(node_text(value)) else node_text(target)


def _declared(declaration: Any) -> tuple[Any, Any]:
    """The one variable of a declaration, and its first value."""
    declarators = declaration.children_by_field_name("declarator")
    only = declarators[0] if len(declarators) == 1 and declarators[0].type == "init_declarator" else None
    return field(only, "declarator"), field(only, "value")


def _is_counted(loop: Any, body: Any, drawn: str) -> bool:
    """Whether a loop ends after about as many turns as a board has columns: it compares what each turn counts."""
    parts = walk(field(loop, "condition")) if field(loop, "condition") is not None else ()
    comparison = next((node for node in parts if node.type == "binary_expression"), None)
    if comparison is None or node_text(field(comparison, "operator")) not in ("<", "<=", "!=", ">", ">="):
        return False
    bound = node_text(field(comparison, "right"))
    if "*" in bound or (bound.isdigit() and int(bound) > _FEW):
        return False
    expressions = [field(loop, "update"), *map(expression_of, statements_of(body))]
    counting = [node for node in expressions if node is not None and node.type in CHANGES]
    counted = {node_text(inner) for node in counting for inner in walk(node)} - {drawn}
    return not counted.isdisjoint((node_text(field(comparison, "left")), bound))


def _is_kept(body: Any, draw: Any, name: str) -> bool:
    """Whether something may keep which numbers were drawn, or make another of the one that was."""
    set_elements: list[str] = []
    for node in walk(body):
        if is_inside(node, draw) or not _names(node, name):
            continue
        if node.type == "assignment_expression" and _names(field(node, "left"), name):
            set_elements.append(node_text(field(node, "left")))
        elif _may_keep(node):
            return True
    return any(set_elements.count(element) == 1 or element == name for element in set_elements)


def _may_keep(node: Any) -> bool:
    """Whether a part of the loop with the number does more than to ask something about it."""
    if node.type == "call_expression":
        is_asked = node.parent.type != "expression_statement"
        return not is_asked or _KEEPS.search(node_text(field(node, "function"))) is not None
    if node.type in ("init_declarator", "assignment_expression"):
        return bool((field(node, "value") or field(node, "right")).type != "call_expression")
    is_reckoned = node.type == "binary_expression" and node_text(field(node, "operator")) in ("+", "%", "<<", "|", "&")
    return is_reckoned or node.type in ("update_expression", "lambda_expression", *_LOOPS)


def _names(node: Any, name: str) -> bool:
    return any(each.type in NAMES and node_text(each) == name for each in walk(node))
