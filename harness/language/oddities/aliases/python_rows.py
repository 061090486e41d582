"""Tables of Python whose rows are all one list, and of which single elements are set."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from harness.language.oddities.aliases.python_scopes import (
    NOTHING,
    Key,
    Scope,
    is_list,
    is_set_in,
    parameters_of,
    returned_by,
    scopes_of,
)

_CHANGES = ("append", "clear", "extend", "insert", "pop", "remove", "reverse", "sort")
_MOST_SCOPES = 100
"""Functions of a module in which tables are followed: each may look at all of them."""
_Table = tuple[int, str, Key]
"""The line that makes one, the variable of its rows, and its own."""


def shared_rows(module: ast.Module) -> Iterator[tuple[int, str]]:
    """The lines that put one list into all rows of a table, and its variable, where another line changes a row.

    None of a table that is made again or gets other rows, as they may be copies. None in a long module, or in one with
    two functions of one name: they are not followed.
    """
    scopes = scopes_of(module)
    names = [scope.node.name for scope in scopes if isinstance(scope.node, ast.FunctionDef)]
    if len(scopes) > _MOST_SCOPES or len(names) > len({*names}):
        return
    for scope in scopes:
        for line, name, table in (*_added(scope), *_repeated(scope)):
            keys = _followed(scopes, table)
            if _is_changed(scopes, keys) and not _is_renewed(scopes, keys, line):
                yield line, name


def _added(scope: Scope) -> Iterator[_Table]:
    """The tables to which a loop adds a list that was made before it."""
    for loop in scope.loops():
        for statement in loop.body:
            table, row = added_item(scope, statement)
            is_same = table != NOTHING and isinstance(row, ast.Name) and not is_set_in(loop, row.id)
            if is_same and isinstance(row, ast.Name) and _is_made_here(scope, row):
                yield statement.lineno, row.id, table


def added_item(scope: Scope, statement: ast.stmt) -> tuple[Key, ast.expr | None]:
    """The list to which a statement adds an item, or of which it sets one, and that item."""
    target = statement.targets[0] if isinstance(statement, ast.Assign) else None
    if isinstance(statement, ast.Assign) and isinstance(target, ast.Subscript):
        is_index = isinstance(target.slice, ast.Name)
        return scope.key(target.value) if is_index else NOTHING, statement.value
    call = statement.value if isinstance(statement, ast.Expr) else None
    if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "append" and call.args:
        return scope.key(call.func.value), call.args[0]
    return NOTHING, None


def _is_made_here(scope: Scope, row: ast.expr | None) -> bool:
    """Whether a value is a list: new, or a variable's that is nothing else."""
    if not isinstance(row, ast.Name):
        return is_list(row)
    values = scope.values(row.id)
    return bool(values) and all(map(is_list, values))


def _repeated(scope: Scope) -> Iterator[_Table]:
    """The tables that are made of one list so many times: ``[row] * n``, ``[row for each in range(n)]``."""
    for node in scope.nodes:
        if not isinstance(node, (ast.Assign, ast.AnnAssign, ast.Return)):
            continue
        row = _row_of(node.value)
        if row is not None and _is_made_here(scope, row):
            name = row.id if isinstance(row, ast.Name) else ""
            yield from ((node.lineno, name, key) for key in _set_by(scope, node) if key != NOTHING)


def _set_by(scope: Scope, node: ast.Assign | ast.AnnAssign | ast.Return) -> list[Key]:
    """What has the value of a statement."""
    if isinstance(node, ast.Return):
        return [returned_by(scope.node.name)] if isinstance(scope.node, ast.FunctionDef) else []
    return [scope.key(target) for target in (node.targets if isinstance(node, ast.Assign) else [node.target])]


def _row_of(table: ast.expr | None) -> ast.expr | None:
    """What is each row of a table; None if there may be several, or it is no table."""
    if isinstance(table, ast.ListComp) and isinstance(table.elt, ast.Name):
        name = table.elt.id
        return None if any(is_set_in(part.target, name) for part in table.generators) else table.elt
    if isinstance(table, ast.BinOp) and isinstance(table.op, ast.Mult) and isinstance(table.left, ast.List):
        is_once = isinstance(table.right, ast.Constant) and table.right.value == 1
        return table.left.elts[0] if len(table.left.elts) == 1 and not is_once else None
    return None


def _followed(scopes: Sequence[Scope], table: Key) -> set[Key]:
    """All that a table is called: where it is returned, given to a function or another name."""
    keys, size = {table}, 0
    functions = {scope.node.name: scope.node for scope in scopes if isinstance(scope.node, ast.FunctionDef)}
    while size < len(keys):
        size = len(keys)
        for scope in scopes:
            for node in scope.nodes:
                if isinstance(node, (ast.Assign, ast.AnnAssign, ast.Return)):
                    if node.value is not None and scope.key(node.value) in keys:
                        keys |= {*_set_by(scope, node)}
                elif isinstance(node, ast.Call):
                    keys |= _given(scope, node, keys, functions)
    return keys - {NOTHING}


def _given(scope: Scope, call: ast.Call, keys: set[Key], functions: dict[str, ast.FunctionDef]) -> set[Key]:
    """The parameters for which a call gives one of these."""
    function = functions.get(scope.key(call)[1].removesuffix("()"))
    if function is None:
        return set()
    names = parameters_of(function)
    names = names[names[:1] == ["self"] and isinstance(call.func, ast.Attribute) :]
    pairs = [*zip(names, call.args, strict=False), *((key.arg or "", key.value) for key in call.keywords)]
    return {(id(function), name) for name, value in pairs if scope.key(value) in keys}


def _is_changed(scopes: Sequence[Scope], keys: set[Key]) -> bool:
    """Whether a line changes a row: it sets an element of it, or makes it longer or shorter."""
    for scope in scopes:
        for node in scope.nodes:
            row = node.value if isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load) else None
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _CHANGES:
                row = node.func.value
            if isinstance(row, ast.Subscript) and scope.key(row.value) in keys:
                return True
    return False


def _is_renewed(scopes: Sequence[Scope], keys: set[Key], line: int) -> bool:
    """Whether another line replaces a row, or makes the table from itself."""
    for scope in scopes:
        for node in scope.nodes:
            if isinstance(node, (ast.Assign, ast.AugAssign)) and node.lineno != line:
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                rows = (target.value for target in targets if isinstance(target, ast.Subscript))
                parts = {scope.key(part) for part in ast.walk(node.value)} & keys
                is_other = bool(parts) or node.lineno > line
                is_new = is_other and scope.key(node.value) not in keys and keys & {scope.key(each) for each in targets}
                if is_new or any(scope.key(table) in keys for table in rows):
                    return True
    return False
