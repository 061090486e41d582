"""What is another value in each turn of a loop of Python because the loop counts, and for no other reason."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from harness.language.parsing.python import names_in

_Loop = ast.For | ast.While


def turns_only(loop: _Loop, value: ast.expr) -> bool:
    """Whether a value changes from turn to turn with what the loop counts, beside something that stays.

    What depends on a sum, on something read or on what the loop changes is the state so far: its last value may be
    meant. So may be what is asked of the last item alone, or whether a number is odd.
    """
    names, counters = names_in(value), _counters(loop)
    changed = {name for statement in loop.body for name in _changed(statement, counters)}
    is_alone = len(names) == 1
    return bool(names & counters) and not names & changed and not is_alone and not _asks_for_a_rest(value)


def _counters(loop: _Loop) -> set[str]:
    """The variables that go on with a loop: those of its header, or that its condition names and each turn steps."""
    if isinstance(loop, ast.For):
        return names_in(loop.target)
    return names_in(loop.test) & {_stepped(statement) for statement in loop.body}


def _stepped(statement: ast.stmt) -> str:
    """The variable to which a statement adds a number, or from which it takes one."""
    if isinstance(statement, ast.AugAssign):
        target: ast.expr = statement.target
        start, operator, step = target, statement.op, statement.value
    elif isinstance(statement, ast.Assign) and isinstance(statement.value, ast.BinOp):
        target = statement.targets[0]
        start, operator, step = statement.value.left, statement.value.op, statement.value.right
    else:
        return ""
    is_step = isinstance(operator, (ast.Add, ast.Sub)) and isinstance(step, ast.Constant)
    same = isinstance(target, ast.Name) and isinstance(start, ast.Name) and target.id == start.id
    return ast.unparse(target) if is_step and same else ""


def _changed(statement: ast.stmt, counters: set[str]) -> Iterator[str]:
    """The variables that a statement may change; a step of the loop is left out."""
    if _stepped(statement) in counters:
        return
    for node in ast.walk(statement):
        if isinstance(node, ast.Expr):  # a call may change what it is given
            yield from names_in(node) - counters
        elif isinstance(node, (ast.Name, ast.Attribute, ast.Subscript)) and not isinstance(node.ctx, ast.Load):
            yield from _first_name(node)


def _first_name(target: ast.expr) -> Iterator[str]:
    """The variable of which a part is set."""
    while isinstance(target, (ast.Attribute, ast.Subscript)):
        target = target.value
    if isinstance(target, ast.Name):
        yield target.id


def _asks_for_a_rest(value: ast.expr) -> bool:
    """Whether a value is that of a division's rest by a number."""
    operations = (node for node in ast.walk(value) if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod))
    return any(isinstance(node.right, ast.Constant) for node in operations)
