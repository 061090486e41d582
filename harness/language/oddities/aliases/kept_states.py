"""Lists of Python to which each turn of a loop adds one list that it changes: at last all items are the last one."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from harness.language.oddities.aliases.python_rows import added_item
from harness.language.oddities.aliases.python_scopes import NOTHING, Key, Scope, is_set_in, scopes_of

_TAKES = ("clear", "pop", "popleft", "remove")
_ENDS = (ast.Return, ast.Raise, ast.Break)


def kept_states(module: ast.Module) -> Iterator[tuple[int, str]]:
    """The lines that add a list itself, in a loop that sets its elements and makes no other list of it.

    None if the turn ends there, or if items are taken away again, or are not looked at.
    """
    shared = {name for node in ast.walk(module) if isinstance(node, (ast.Global, ast.Nonlocal)) for name in node.names}
    for scope in scopes_of(module):
        for loop in scope.loops():
            for at, statement in enumerate(loop.body):
                items, item = added_item(scope, statement)
                ends = any(isinstance(later, _ENDS) for later in loop.body[at + 1 :])
                if items == NOTHING or ends or not isinstance(item, ast.Name) or not isinstance(statement, ast.Expr):
                    continue
                is_own = item.id not in shared  # else a call may make it again
                is_same = is_own and not is_set_in(loop, item.id) and _has_elements_set(loop, item.id)
                if is_same and not _is_set_around(scope, loop, items) and _is_looked_at(scope, items):
                    yield statement.lineno, item.id


def _has_elements_set(loop: ast.AST, name: str) -> bool:
    stores = (node for node in ast.walk(loop) if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store))
    return any(isinstance(node.value, ast.Name) and node.value.id == name for node in stores)


def _is_set_around(scope: Scope, loop: ast.AST, items: Key) -> bool:
    """Whether a loop makes the list of items again, or takes some out."""
    for node in ast.walk(loop):
        is_store = isinstance(node, (ast.Name, ast.Attribute)) and not isinstance(node.ctx, ast.Load)
        if isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load) and scope.key(node.value) == items:
            return True
        is_taken = isinstance(node, ast.Attribute) and node.attr in _TAKES and scope.key(node.value) == items
        if is_taken or (is_store and scope.key(node) == items):
            return True
    return False


def _is_looked_at(scope: Scope, items: Key) -> bool:
    """Whether more is asked of the list of items than how many they are."""
    lengths = (node for node in scope.nodes if isinstance(node, ast.Call) and scope.key(node) == (0, "len()"))
    harmless = {id(part) for call in lengths for part in call.args}
    harmless |= {id(node.value) for node in scope.nodes if isinstance(node, ast.Attribute)}
    loads = (node for node in scope.nodes if isinstance(node, (ast.Name, ast.Attribute)))
    return any(
        scope.key(node) == items and isinstance(node.ctx, ast.Load) and id(node) not in harmless for node in loads
    )
