"""Statements of Python that compute something and drop it: ``s.strip()``, ``sorted(rows)``, ``n == 1``."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator

_OF_TEXTS = (
    "strip", "lstrip", "rstrip", "upper", "lower", "capitalize", "swapcase", "zfill", "ljust", "rjust",
    "removeprefix", "removesuffix", "splitlines", "casefold",
)  # fmt: skip
"""Methods that texts alone have, where the file defines none of that name and draws no windows."""
_MAKERS = ("sorted", "reversed", "str", "abs", "round")
"""Functions that change nothing; not those that may be called to see whether they fail, or to run an iterator."""
_OPERATORS = ("__eq__", "__add__", "__radd__", "__sub__", "__rsub__", "__mul__", "__rmul__")
_WINDOWS = ("tkinter", "turtle", "pygame")
_BLOCKS = (ast.Try, ast.With, ast.AsyncWith)
_SUMS = (ast.Add, ast.Sub, ast.Mult)
_VARIABLES = (ast.Name, ast.Attribute, ast.Subscript)
_LONGEST = 40
"""Characters of what is named."""

_Dropped = tuple[str, int, str, str]
"""A kind of the sentences on suspicious code, the line, what is dropped, and what stays as it is."""


def dropped_results(module: ast.Module) -> Iterator[_Dropped]:
    """The lines of such statements; none in a ``try`` or ``with``, where it may be asked whether they fail."""
    nodes = [*ast.walk(module)]
    statements = [node for node in nodes if isinstance(node, ast.Expr) and not isinstance(node.value, ast.Constant)]
    defined, imported = _defined(nodes), _imported(nodes)
    tried = {id(inner) for node in nodes if isinstance(node, _BLOCKS) for inner in ast.walk(node)}
    is_plain = defined.isdisjoint(_OPERATORS)
    for statement in (each for each in statements if id(each) not in tried):
        value = statement.value
        if isinstance(value, ast.Call):
            yield from _dropped_call(value, defined, imported)
        elif is_plain and isinstance(value, (ast.BinOp, ast.Compare)) and _is_quiet(value):
            what = "compares-alone" if _is_equation(value) else "value-dropped" if _is_sum(value) else ""
            if what and _is_short(value):
                yield what, statement.lineno, ast.unparse(value), ""


def _defined(nodes: Collection[ast.AST]) -> set[str]:
    """What a file gives a name: functions, classes and variables."""
    defines = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    names = {node.name for node in nodes if isinstance(node, defines)}
    return names | {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}


def _imported(nodes: Collection[ast.AST]) -> set[str]:
    """The names that come from modules, and the modules'."""
    imports = [node for node in nodes if isinstance(node, (ast.Import, ast.ImportFrom))]
    names = {alias.asname or alias.name for node in imports for alias in node.names}
    return names | {(node.module or "") for node in imports if isinstance(node, ast.ImportFrom)}


def _dropped_call(call: ast.Call, defined: Collection[str], imported: Collection[str]) -> Iterator[_Dropped]:
    """A call that gives a new text or list, with what stays as it is."""
    function = call.func
    stays: ast.expr | None = None
    if isinstance(function, ast.Name):
        is_maker = function.id in _MAKERS and function.id not in {*defined, *imported}
        stays = call.args[0] if is_maker and call.args else None
    elif isinstance(function, ast.Attribute) and function.attr not in defined:
        is_joined = isinstance(function.value, ast.Constant) and function.attr == "join" and len(call.args) == 1
        is_text = is_joined or _is_of_text(function, call, imported)
        stays = call.args[0] if is_joined else function.value if is_text else None
    if isinstance(stays, _VARIABLES) and _is_short(stays) and _is_short(function):
        yield "result-dropped", call.lineno, f"{ast.unparse(function)}(...)", ast.unparse(stays)


def _is_short(value: ast.expr) -> bool:
    """Whether a value is written in a part of one line, so that it can be named."""
    return value.end_lineno == value.lineno and (value.end_col_offset or 0) - value.col_offset <= _LONGEST


def _is_of_text(function: ast.Attribute, call: ast.Call, imported: Collection[str]) -> bool:
    """Whether a method is certainly a text's."""
    owner = function.value
    if (isinstance(owner, ast.Name) and owner.id in imported) or any(name in imported for name in _WINDOWS):
        return False
    texts = [each for each in call.args if isinstance(each, ast.Constant) and isinstance(each.value, str)]
    is_pair = len(call.args) == 2 and len(texts) > 0 and not call.keywords  # noqa: PLR2004 - what, and what instead
    return function.attr in _OF_TEXTS or (function.attr == "replace" and is_pair)


def _is_sum(value: ast.expr) -> bool:
    """Whether a value is a sum, a difference or a product with a number in it."""
    sides = (value.left, value.right) if isinstance(value, ast.BinOp) and isinstance(value.op, _SUMS) else ()
    return any(isinstance(side, ast.Constant) and isinstance(side.value, int) for side in sides)


def _is_equation(value: ast.expr) -> bool:
    """Whether a variable or an element is compared with something by ``==``."""
    is_equation = isinstance(value, ast.Compare) and [type(each) for each in value.ops] == [ast.Eq]
    return is_equation and isinstance(value, ast.Compare) and isinstance(value.left, _VARIABLES)


def _is_quiet(value: ast.expr) -> bool:
    """Whether nothing is called in a value."""
    return not any(isinstance(node, (ast.Call, ast.Await, ast.NamedExpr)) for node in ast.walk(value))
