"""Functions of Python that call themselves without a parameter that only the end of the recursion reads."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Collection, Iterator, Mapping

from harness.language.parsing.python import called_name

_LEAVES = (ast.Return, ast.Raise)
_NUMERIC = (ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE)
_INNER = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
_LONGEST = 40
"""Characters of a default that is named."""


def dropped_defaults(module: ast.Module) -> Iterator[tuple[int, str, str]]:
    """The first line where a function calls itself without such a parameter, its name and its default.

    Only of a parameter that another call gives, and that is read only where the function does not call itself: what
    the other call gives is then never used. One that is read next to the call may be meant for the outer call alone.
    """
    nodes = [*ast.walk(module)]
    functions = [node for node in nodes if isinstance(node, ast.FunctionDef)]
    names = Counter(function.name for function in functions)
    calls: dict[str, list[ast.Call]] = {}
    for node in nodes:
        if isinstance(node, ast.Call):
            calls.setdefault(called_name(node), []).append(node)
    for function in functions:
        defaults = _defaults(function)
        if not defaults or names[function.name] > 1:
            continue
        inside = {id(node) for node in ast.walk(function)}
        named = calls.get(function.name, [])
        own = [call for call in named if id(call) in inside]
        others = [call for call in named if id(call) not in inside]
        for name, default in defaults.items():
            is_dropped = bool(own) and all(map(_goes_on, own)) and not any(_gives(call, function, name) for call in own)
            is_given = any(_gives(call, function, name, default) for call in others)
            if is_dropped and is_given and _is_read_at_end(function, own, name):
                yield own[0].lineno, name, default


def _defaults(function: ast.FunctionDef) -> Mapping[str, str]:
    """The parameters whose default is a constant, and the default as it is written."""
    args = function.args
    pairs = [*zip([*args.posonlyargs, *args.args][::-1], args.defaults[::-1], strict=False)]
    pairs += [pair for pair in zip(args.kwonlyargs, args.kw_defaults, strict=True) if pair[1] is not None]  # type: ignore[misc]
    texts = {parameter.arg: ast.unparse(default) for parameter, default in pairs if _is_constant(default)}
    return {name: text for name, text in texts.items() if len(text) <= _LONGEST}


def _is_constant(value: ast.expr) -> bool:
    return isinstance(value.operand if isinstance(value, ast.UnaryOp) else value, ast.Constant)


def _goes_on(call: ast.Call) -> bool:
    """Whether a call is for the next row or the rest of something: a sum or a part is among its arguments."""
    given = [*call.args, *(keyword.value for keyword in call.keywords)]
    return any(isinstance(node, (ast.BinOp, ast.Slice)) for value in given for node in ast.walk(value))


def _gives(call: ast.Call, function: ast.FunctionDef, name: str, default: str = "") -> bool:
    """Whether a call gives a value to a parameter, or may do so; one other than ``default``."""
    names = [parameter.arg for parameter in (*function.args.posonlyargs, *function.args.args)]
    is_method = isinstance(call.func, ast.Attribute) and names[:1] in (["self"], ["cls"])
    if any(isinstance(value, ast.Starred) for value in call.args) or any(not each.arg for each in call.keywords):
        return True
    given = dict(zip(names[is_method:], call.args, strict=False)) | {each.arg: each.value for each in call.keywords}
    return name in given and ast.unparse(given[name]) != default


def _is_read_at_end(function: ast.FunctionDef, calls: Collection[ast.Call], name: str) -> bool:
    """Whether a function reads a variable, never sets it, and only where it does not call itself."""
    body = [node for statement in function.body for node in ast.walk(statement)]
    uses = [node for node in body if isinstance(node, ast.Name) and node.id == name]
    inner = (part for node in body if isinstance(node, _INNER) for part in ast.walk(node))
    is_shared = not {id(part) for part in inner}.isdisjoint(map(id, uses))
    is_set = any(not isinstance(node.ctx, ast.Load) for node in uses)
    ends = {id(node) for branch in _ends(function.body, calls) for node in ast.walk(branch)}
    return bool(uses) and not is_shared and not is_set and all(id(node) in ends for node in uses)


def _ends(block: list[ast.stmt], calls: Collection[ast.Call]) -> Iterator[ast.stmt]:
    """The statements of branches without a call that are left at once, or whose other branch has the call."""
    for statement in block:
        branches = [getattr(statement, key, []) for key in ("body", "orelse")]
        if isinstance(statement, ast.If) and _holds(statement.test, calls):
            continue
        if not isinstance(statement, ast.If):
            for branch in branches:
                yield from _ends(branch, calls)
            continue
        calling = [any(_holds(inner, calls) for inner in branch) for branch in branches]
        for number, branch in enumerate(branches):
            if calling[number]:
                yield from _ends(branch, calls)
            elif branch and _is_end(statement.test) and (calling[1 - number] or isinstance(branch[-1], _LEAVES)):
                yield from branch


def _is_end(test: ast.expr) -> bool:
    """Whether a condition compares numbers, such as the row with how many there are, and not kinds or texts."""
    compared = [node for node in ast.walk(test) if isinstance(node, ast.Compare)]
    sides = [side for node in compared for side in (node.left, *node.comparators)]
    is_text = any(isinstance(side, ast.Constant) and not isinstance(side.value, int) for side in sides)
    return bool(compared) and not is_text and all(isinstance(op, _NUMERIC) for node in compared for op in node.ops)


def _holds(part: ast.AST, calls: Collection[ast.Call]) -> bool:
    return any(node is call for node in ast.walk(part) for call in calls)
