"""Parameters of Python functions that a loop gives other values, and that are read after the loop all the same."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from harness.language.oddities import Odd

_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
_ENDS = (ast.Return, ast.Raise, ast.Break, ast.Continue)
_BLOCKS = ("body", "orelse", "finalbody")


def lost_parameters(function: ast.FunctionDef) -> Iterator[Odd]:
    """The loops of a function whose variable is one of its parameters, where a later statement reads that.

    None of a loop that may be left early, or whose function returns the variable: what it came to is wanted then.
    """
    given = function.args
    names = {each.arg for each in (*given.posonlyargs, *given.args, *given.kwonlyargs)}
    yield from _in_block(function.body, (), names)


def _in_block(block: Sequence[ast.stmt], after: Sequence[ast.stmt], names: set[str]) -> Iterator[Odd]:
    """The loops of a block, and of the blocks in it; ``after``: what is done when the block is over."""
    for number, statement in enumerate(block):
        ends = any(isinstance(later, _ENDS) for later in block[number + 1 :])
        following = [*block[number + 1 :], *(() if ends else after)]
        if isinstance(statement, ast.For) and isinstance(statement.target, ast.Name):
            name = statement.target.id
            if name in names and not _may_be_left(statement) and _is_read([*statement.orelse, *following], name):
                yield "lost-parameter", statement.lineno, name
        if not isinstance(statement, _SCOPES):
            for inner in (getattr(statement, key, ()) for key in _BLOCKS):
                yield from _in_block(inner, following, names)


def _may_be_left(loop: ast.For) -> bool:
    return any(isinstance(node, (ast.Break, ast.Return, ast.Raise)) for node in ast.walk(loop))


def _is_read(statements: Sequence[ast.stmt], name: str) -> bool:
    """Whether the first statement with a variable reads it, other than to return it as it is."""
    for statement in statements:
        nodes = [*ast.walk(statement)]
        uses = [node for node in nodes if isinstance(node, ast.Name) and node.id == name]
        if not uses and not any(isinstance(node, ast.arg) and node.arg == name for node in nodes):
            continue
        if isinstance(statement, (ast.For, ast.Assign)):  # what is read before another value is given
            first = statement.iter if isinstance(statement, ast.For) else statement.value
            uses = [node for node in ast.walk(first) if isinstance(node, ast.Name) and node.id == name] or uses
        is_returned = isinstance(statement, ast.Return) and statement.value in uses
        is_scope = any(isinstance(node, _SCOPES) for node in nodes)
        return not is_returned and not is_scope and all(isinstance(node.ctx, ast.Load) for node in uses)
    return False
