"""Loops through all elements that set their variable: it is a copy, so that no element changes."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import Any

from harness.language.oddities import Odd
from harness.language.parsing.syntax_trees import (
    LOOPS,
    LOOPS_THROUGH,
    enclosing,
    field,
    is_statement,
    name_of,
    node_text,
    walk,
)

LOOP_VARIABLE = "loop-variable"
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_THROUGH = (ast.Name, ast.Attribute, ast.Subscript)
"""What holds the elements that may be meant; a range has none."""


def set_loop_variables(nodes: Sequence[Any]) -> Iterator[Odd]:
    """The lines of Java or C++ that set the variable of such a loop, where nothing reads it after that."""
    has_proxies = any(node.type == "template_type" and node_text(node) == "vector<bool>" for node in nodes)
    for loop in (node for node in nodes if node.type in LOOPS_THROUGH):
        name = name_of(loop) or field(loop, "declarator")
        may_refer = has_proxies and node_text(field(loop, "type")) == "auto"
        if name is None or name.type != "identifier" or may_refer:
            continue
        uses = [node for node in walk(field(loop, "body")) if node.type == "identifier" and node.text == name.text]
        change = _setting(uses[-1], name) if uses else None
        if change is not None and enclosing(change, LOOPS) == loop:
            yield LOOP_VARIABLE, change.start_point[0] + 1, node_text(name)


def _setting(use: Any, name: Any) -> Any:
    """The statement that sets a variable and in which it is used; None for others."""
    change = enclosing(use, ("assignment_expression",))
    is_set = change is not None and is_statement(change) and field(change, "left").text == name.text
    return change if is_set else None


def set_loop_variables_python(module: ast.Module) -> Iterator[Odd]:
    """The same of Python, where the variable is still there after the loop."""
    scopes = [module, *(node for node in ast.walk(module) if isinstance(node, _FUNCTIONS))]
    for scope in scopes:
        names = [node for node in ast.walk(scope) if isinstance(node, ast.Name)]
        for loop in _own_loops(scope):
            name = loop.target.id if isinstance(loop.target, ast.Name) else ""
            sets = [each for each in _own_statements(loop.body) if isinstance(each, ast.Assign)]
            last = next((each for each in reversed(sets) if ast.unparse(each.targets[0]) == name), None)
            if last is None or not isinstance(loop.iter, _THROUGH):
                continue
            later = (node for node in names if node.id == name and node.lineno > (last.end_lineno or 0))
            shared = any(isinstance(node, ast.Global) and name in node.names for node in ast.walk(scope))
            if not any(isinstance(node.ctx, ast.Load) for node in later) and not shared:
                yield LOOP_VARIABLE, last.lineno, name


def _own_loops(scope: ast.AST) -> Iterator[ast.For]:
    """The loops of a function or a file that are in no function within it."""
    pending = [*ast.iter_child_nodes(scope)]
    for node in pending:
        if isinstance(node, ast.For):
            yield node
        if not isinstance(node, _FUNCTIONS):
            pending += ast.iter_child_nodes(node)


def _own_statements(body: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of a loop, and those of its choices, but not of loops and functions within it."""
    for statement in body:
        yield statement
        if isinstance(statement, ast.If):
            yield from _own_statements([*statement.body, *statement.orelse])
