"""Code in Python that is seldom meant: a comparison of objects, a condition that is always true, a lost answer."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import Any

from harness.language.oddities import Odd
from harness.language.oddities.aliases.kept_states import kept_states
from harness.language.oddities.aliases.python_rows import shared_rows
from harness.language.oddities.draws.python_draws import far_draws
from harness.language.oddities.draws.python_half_loops import half_loops
from harness.language.oddities.exceptions.python_catches import caught_exits, swallowed_exceptions
from harness.language.oddities.flags.tree_flags import overwritten_flags
from harness.language.oddities.kept_global import kept_globals
from harness.language.oddities.loop_variables import set_loop_variables
from harness.language.oddities.lost.python_parameters import lost_parameters, own_parameters
from harness.language.oddities.removals.python_removals import shrinking_lists
from harness.language.oddities.without_effect import leaves_at_once, lost_answers
from harness.language.parsing.syntax_trees import LOOPS

_DEFINES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_LONGEST_CONSTANT = 40
"""Characters of a constant that is named."""
_ACTS = (
    ast.Call, ast.Attribute, ast.Subscript, ast.Global, ast.Nonlocal, ast.Raise, ast.Assert, ast.Yield, ast.YieldFrom,
    ast.Await, ast.With, ast.AsyncWith, ast.Try, ast.For, ast.AsyncFor, ast.AugAssign, ast.Delete, ast.Import,
    ast.ImportFrom, ast.Lambda, ast.ClassDef, ast.comprehension, ast.While,
)  # fmt: skip
"""What may change something outside a function, or end the program."""
_FILLS = ("append", "add", "extend", "insert", "update")


def odd_python(module: ast.Module, nodes: Sequence[Any]) -> Iterator[Odd]:
    """What is odd in a file, by kind. ``nodes``: all of its tree."""
    yield from (("same-object", line, "") for line in _compares_objects(module))
    loops = (leaves_at_once(node) for node in nodes if node.type in LOOPS)
    yield from (("one-turn", leaves.start_point[0] + 1, "") for leaves in loops if leaves is not None)
    yield from (("always-true", line, text) for line, text in _always_true(module))
    functions = [node for node in ast.walk(module) if isinstance(node, ast.FunctionDef)]
    for node in functions:
        yield from lost_parameters(node)
        yield from own_parameters(node)
    yield from (("kept-default", line, name) for node in functions for line, name in _kept_defaults(node))
    yield from kept_globals(module)
    yield from overwritten_flags(nodes)
    yield from set_loop_variables(nodes)
    yield from shrinking_lists(module)
    yield from far_draws(nodes)
    yield from half_loops(module)
    yield from (("shared-row", line, name) for line, name in shared_rows(module))
    yield from (("no-copy", line, name) for line, name in kept_states(module))
    yield from (("own-copies", node.lineno, node.name) for node in functions if _changes_copies(node))
    yield from lost_answers(nodes)
    yield from caught_exits(module)
    yield from swallowed_exceptions(module)


def _compares_objects(module: ast.Module) -> Iterator[int]:
    """The lines where Python's ``is`` has a text or a number on one side."""
    for node in ast.walk(module):
        if isinstance(node, ast.Compare) and any(isinstance(operator, (ast.Is, ast.IsNot)) for operator in node.ops):
            sides = [side.value for side in (node.left, *node.comparators) if isinstance(side, ast.Constant)]
            if any(isinstance(value, (str, int, float)) and not isinstance(value, bool) for value in sides):
                yield node.lineno


def starts_something(module: ast.Module) -> bool:
    """Whether a module runs something outside its functions, a loop or a call; so does one that defines nothing."""
    outside = [statement for statement in module.body if not isinstance(statement, _DEFINES)]
    runs = (isinstance(node, (ast.Call, ast.While, ast.For)) for statement in outside for node in ast.walk(statement))
    return len(outside) == len(module.body) or any(runs)


def _always_true(module: ast.Module) -> Iterator[tuple[int, str]]:
    """The constants after an ``or`` or ``and`` of a condition that are true, such as in ``mode == "a" or "b"``."""
    tests = [node.test for node in ast.walk(module) if isinstance(node, (ast.If, ast.While, ast.IfExp))]
    while tests:
        test = tests.pop()
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            tests.append(test.operand)
        elif isinstance(test, ast.BoolOp):
            tests += test.values
            for value in test.values[1:]:
                is_true = isinstance(value, ast.Constant) and bool(value.value) and value.value is not True
                if is_true and len(text := ast.unparse(value)) <= _LONGEST_CONSTANT:
                    yield value.lineno, text


def _changes_copies(function: ast.FunctionDef) -> bool:
    """Whether a function only gives other values to its own parameters and variables, and returns nothing."""
    parameters = {argument.arg for argument in function.args.args}
    nodes = [node for statement in function.body for node in ast.walk(statement)]
    acts = any(isinstance(node, (*_ACTS, ast.FunctionDef, ast.AsyncFunctionDef)) for node in nodes)
    returns = any(isinstance(node, ast.Return) and node.value is not None for node in nodes)
    is_set = any(
        isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id in parameters for node in nodes
    )
    return is_set and not acts and not returns and not function.decorator_list


def _kept_defaults(function: ast.FunctionDef) -> Iterator[tuple[int, str]]:
    """The parameters whose default is an empty list or set that the function only fills and hands on, and their lines.

    One that is asked about is left out: it may be meant to keep what was found.
    """
    args = function.args
    pairs = [*zip([*args.posonlyargs, *args.args][::-1], args.defaults[::-1], strict=False)]
    lines = {
        argument.arg: default.lineno
        for argument, default in [*pairs, *zip(args.kwonlyargs, args.kw_defaults, strict=True)]
        if default is not None and _is_empty(default)
    }
    if not lines:
        return
    nodes = [node for statement in function.body for node in ast.walk(statement)]
    methods: dict[str, set[str]] = {}
    harmless: set[int] = set()  # the places where a name stands that say nothing against it
    for node in nodes:
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            methods.setdefault(node.value.id, set()).add(node.attr)
            harmless.add(id(node.value))
        elif isinstance(node, ast.Return) or (isinstance(node, ast.Call) and _called(node) == function.name):
            keywords = [] if isinstance(node, ast.Return) else [key.value for key in node.keywords]
            given = [node.value] if isinstance(node, ast.Return) else [*node.args, *keywords]
            lengths = (value for value in given if isinstance(value, ast.Call) and _called(value) == "len")
            harmless |= {id(value) for value in (*given, *(part for value in lengths for part in value.args))}
    used = {node.id for node in nodes if isinstance(node, ast.Name) and id(node) not in harmless}
    used |= {node.arg for node in nodes if isinstance(node, ast.arg)}  # of a function inside
    for name, line in lines.items():
        has = methods.get(name, set())
        if name not in used and has and has.issubset(_FILLS):
            yield line, name


def _is_empty(default: ast.expr) -> bool:
    is_call = isinstance(default, ast.Call) and _called(default) in ("list", "set") and not default.args
    return is_call or (isinstance(default, ast.List) and not default.elts)


def _called(node: ast.AST) -> str:
    """The name of the function that a node calls, alone or of an object."""
    function = node.func if isinstance(node, ast.Call) else None
    if isinstance(function, ast.Attribute) and isinstance(function.value, ast.Name):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""
