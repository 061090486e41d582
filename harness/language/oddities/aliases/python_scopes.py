"""The functions of a Python module and what their names stand for, so that one list can be followed through calls."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from msgspec import Struct

LOOPS = (ast.For, ast.AsyncFor, ast.While)
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_Def = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
Key = tuple[int, str]
"""A variable: the function that it belongs to, 0 for the module and for attributes, and its name."""
NOTHING: Key = (0, "")


class Scope(Struct, frozen=True):
    """A function, or the module without its functions."""

    node: ast.Module | _Def
    nodes: tuple[ast.AST, ...]
    """All inside it that is not inside another function."""
    own: frozenset[str]
    """The names that it gives values, parameters among them."""

    def key(self, node: ast.AST) -> Key:
        """What a name, an attribute or a call stands for; ``NOTHING`` for all else."""
        if isinstance(node, ast.Name):
            return (id(self.node) if node.id in self.own else 0), node.id
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            return 0, f"{node.value.id}.{node.attr}"
        if isinstance(node, ast.Call) and isinstance(node.func, (ast.Name, ast.Attribute)):
            return returned_by(node.func.id if isinstance(node.func, ast.Name) else node.func.attr)
        return NOTHING

    def values(self, name: str) -> list[ast.expr | None]:
        """What a name is set to; None for a value that is not seen, such as that of a parameter or in a loop."""
        parameters = {} if isinstance(self.node, ast.Module) else parameters_of(self.node)
        values: list[ast.expr | None] = [None] if name in parameters else []
        plain: set[int] = set()
        for node in self.nodes:
            targets = node.targets if isinstance(node, ast.Assign) else []
            targets = [node.target] if isinstance(node, ast.AnnAssign) else targets
            for target in targets:
                if isinstance(target, ast.Name) and target.id == name and isinstance(node, (ast.Assign, ast.AnnAssign)):
                    values.append(node.value)
                    plain.add(id(target))
        return values + [None for node in self.nodes if _is_set(node, name) and id(node) not in plain]

    def loops(self) -> Iterator[ast.For | ast.AsyncFor | ast.While]:
        """The loops in it."""
        yield from (node for node in self.nodes if isinstance(node, LOOPS))


def scopes_of(module: ast.Module) -> list[Scope]:
    """The module and all functions in it."""
    starts = [module, *(node for node in ast.walk(module) if isinstance(node, _FUNCTIONS))]
    return [_scope(start) for start in starts]


def _scope(start: ast.Module | _Def) -> Scope:
    nodes: list[ast.AST] = []
    pending = [*ast.iter_child_nodes(start)]
    while pending:
        node = pending.pop(0)
        nodes.append(node)
        if not isinstance(node, _FUNCTIONS):
            pending += ast.iter_child_nodes(node)
    own = {node.id for node in nodes if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)}
    own |= set() if isinstance(start, ast.Module) else set(parameters_of(start))
    own -= {name for node in nodes if isinstance(node, (ast.Global, ast.Nonlocal)) for name in node.names}
    return Scope(start, tuple(nodes), frozenset() if isinstance(start, ast.Module) else frozenset(own))


def parameters_of(function: _Def) -> list[str]:
    """The names of a function's parameters, those without a place of their own last."""
    args = function.args
    rest = (each for each in (args.vararg, args.kwarg) if each is not None)
    return [each.arg for each in (*args.posonlyargs, *args.args, *args.kwonlyargs, *rest)]


def returned_by(function: str) -> Key:
    """What the functions of this name return."""
    return 0, f"{function}()"


def is_list(value: ast.expr | None) -> bool:
    """Whether a value is a new list."""
    if isinstance(value, ast.BinOp) and isinstance(value.op, (ast.Mult, ast.Add)):
        return is_list(value.left) or is_list(value.right)
    is_call = isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "list"
    return is_call or isinstance(value, (ast.List, ast.ListComp))


def is_set_in(tree: ast.AST, name: str) -> bool:
    """Whether a name gets a value in a part of a module."""
    return any(_is_set(node, name) for node in ast.walk(tree))


def _is_set(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name and not isinstance(node.ctx, ast.Load)
