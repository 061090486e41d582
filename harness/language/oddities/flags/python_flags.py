"""Flags of Python that each turn of a loop sets again, so that only its last turn counts."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from itertools import islice

from harness.language.parsing.python import DEFS, LOOPS, names_in

_Loop = ast.For | ast.While
_INNER = (ast.Lambda, *DEFS)
_MOST_SET = 50
"""Statements of a function that are looked at."""
_LEAVES = (ast.Break, ast.Continue, ast.Return, ast.Raise, ast.Yield, ast.YieldFrom, ast.Try, ast.Assert, *_INNER)
"""What may end a loop or a turn before its end, or read a flag at another time."""
_EXITS = ("exit", "quit", "sys.exit", "os._exit", "os.abort")


def overwritten_flags(module: ast.Module) -> Iterator[tuple[str, int, str]]:
    """The lines of loops that set a flag in each turn, where the loop goes on and it is read only after that."""
    for function in (node for node in ast.walk(module) if isinstance(node, DEFS)):
        parts = [*ast.walk(function)]
        if any(isinstance(node, (ast.Global, ast.Nonlocal)) for node in parts):
            continue
        flags = _flags(parts)
        for loop, statement, name, value in islice(_set_flags(parts, flags), _MOST_SET):
            if _is_lost(parts, loop, name) and turns_only(loop, value):
                yield "overwritten-flag", statement.lineno, name


def _set_flags(parts: Sequence[ast.AST], flags: set[str]) -> Iterator[tuple[_Loop, ast.stmt, str, ast.expr]]:
    """The loops of a function, each with a statement that sets a flag, and what that depends on."""
    for loop in (node for node in parts if flags and isinstance(node, LOOPS)):
        for statement in loop.body:
            name, value = _set_flag(statement)
            if value is not None and name in flags:
                yield loop, statement, name, value


def _flags(parts: Sequence[ast.AST]) -> set[str]:
    """The variables of a function that are set to True or False somewhere."""
    pairs = (_assigned(node) for node in parts if isinstance(node, ast.stmt))
    return {name for name, value in pairs if isinstance(value, ast.Constant) and isinstance(value.value, bool)}


def _set_flag(statement: ast.stmt) -> tuple[str, ast.expr | None]:
    """The flag that a statement sets in each turn: to a value, or by an if with an else to True and to False."""
    name, value = _assigned(statement)
    if value is not None and not isinstance(value, ast.Constant):
        return (name, value) if name not in names_in(value) else ("", None)
    if not isinstance(statement, ast.If):
        return "", None
    first, second = (dict(map(_assigned, body)) for body in (statement.body, statement.orelse))
    for name, value in first.items():
        values = [each.value for each in (value, second.get(name)) if isinstance(each, ast.Constant)]
        if sorted(map(repr, values)) == ["False", "True"]:
            return name, statement.test
    return "", None


def _assigned(statement: ast.stmt) -> tuple[str, ast.expr | None]:
    """The variable that a statement gives a value, and that value; nothing for other statements."""
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
        target = statement.targets[0]
        return (target.id, statement.value) if isinstance(target, ast.Name) else ("", None)
    return "", None


def _is_lost(parts: Sequence[ast.AST], loop: ast.For | ast.While, name: str) -> bool:
    """Whether a loop goes to its end, reads a flag nowhere, and something after it does."""
    within = {id(node) for node in ast.walk(loop)}
    if any(isinstance(node, _LEAVES) or _is_exit(node) for node in ast.walk(loop)):
        return False
    if any(name in names_in(inner) for inner in parts[1:] if isinstance(inner, _INNER)):
        return False  # a call may read it at any time
    uses = [node for node in parts if isinstance(node, ast.Name) and node.id == name]
    reads = [node for node in uses if isinstance(node.ctx, ast.Load)]
    last = loop.end_lineno or 0
    begins = any(node.lineno < loop.lineno for node in uses)
    return begins and not any(id(node) in within for node in reads) and any(node.lineno > last for node in reads)


def _is_exit(node: ast.AST) -> bool:
    """Whether a node ends the program: ``sys.exit(1)``, ``exit()``."""
    return isinstance(node, ast.Call) and ast.unparse(node.func) in _EXITS


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
