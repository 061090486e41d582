"""What a function of Python hands on to itself, and what in it decides whether it does."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import islice

from harness.language.oddities.endless.loops import PYTHON_FUNCTIONS
from harness.language.oddities.endless.self_calling import MOST_NODES, MOST_TESTS, SHOWS, SelfCalling
from harness.language.parsing.python import called_name, python_module

_SUMS_IN_PYTHON = (ast.Compare, ast.BoolOp, ast.UnaryOp, ast.BinOp, ast.Constant,
                   ast.operator, ast.unaryop, ast.boolop, ast.cmpop, ast.expr_context)  # fmt: skip


def functions_in_python(source: bytes, name: str) -> Iterator[SelfCalling]:
    """The functions of a file of Python that have this name."""
    module, text = python_module(source), source.decode(errors="replace")
    for function in ast.walk(module) if module is not None else ():
        if not isinstance(function, ast.FunctionDef) or function.name != name:
            continue
        parts = [node for node in islice(ast.walk(function), MOST_NODES + 1) if node is not function.args]
        calls = [node for node in parts if isinstance(node, ast.Call) and called_name(node) == name]
        tests = [node for node in parts if isinstance(node, ast.Compare)]
        is_plain = (
            all(isinstance(call.func, ast.Name) or _is_own(call.func) for call in calls)
            and not any(call.keywords for call in calls)
            and not (function.args.kwonlyargs or function.args.vararg)
            and not any(isinstance(node, PYTHON_FUNCTIONS) and node is not function for node in parts)
        )
        names = [each.arg for each in function.args.args]
        names = names[1:] if names[:1] == ["self"] else names
        if len(parts) <= MOST_NODES and max(len(calls), len(tests)) <= MOST_TESTS and is_plain:
            yield SelfCalling(
                names,
                [(call.lineno, [_segment(text, value) for value in call.args]) for call in calls],
                [(_segment(text, test), _python_names(test)) for test in tests],
                frozenset(_python_decides(function, name)),
                frozenset(name for node in parts for name in _python_asked(node)),
                frozenset(each.id for node in parts for each in _may_change_in_python(node, name)),
            )


def _is_own(called: ast.expr) -> bool:
    return isinstance(called, ast.Attribute) and isinstance(called.value, ast.Name) and called.value.id == "self"


def _segment(text: str, node: ast.AST) -> str:
    return " ".join((ast.get_source_segment(text, node) or "").split())


def _python_names(node: ast.AST) -> frozenset[str]:
    return frozenset(part.id for part in ast.walk(node) if isinstance(part, ast.Name))


def _python_decides(function: ast.FunctionDef, name: str) -> Iterator[str]:
    """The names in conditions and comparisons outside of calls of a function itself, and the types of what is none."""
    pending: list[tuple[ast.AST, bool]] = [(statement, False) for statement in function.body]
    while pending:
        node, is_test = pending.pop()
        if isinstance(node, ast.Call) and called_name(node) == name:
            continue
        if is_test and not isinstance(node, _SUMS_IN_PYTHON):
            yield node.id if isinstance(node, ast.Name) else type(node).__name__
        is_around = is_test or isinstance(node, (ast.Compare, ast.BoolOp, ast.Not))
        tested = (getattr(node, "test", None), getattr(node, "iter", None), getattr(node, "subject", None))
        pending += [(child, is_around or child in tested) for child in ast.iter_child_nodes(node)]


def _may_change_in_python(node: ast.AST, function: str) -> Iterator[ast.Name]:
    """The variables that something changes or gets, or of which it changes what they hold."""
    values: list[ast.expr] = []
    if isinstance(node, ast.Call) and called_name(node) not in (function, *SHOWS):
        values = [*node.args, *(keyword.value for keyword in node.keywords)]
    elif isinstance(node, (ast.Attribute, ast.Subscript, ast.Starred)):
        values = [node.value]
    elif isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
        values = [node]
    yield from (value for value in values if isinstance(value, ast.Name))


def _python_asked(node: ast.AST) -> frozenset[str]:
    """The names by which a statement or an expression chooses a way, and that stand there alone."""
    if isinstance(node, ast.Match):
        return _python_names(node.subject)
    parts = [node.test] if isinstance(node, (ast.If, ast.IfExp, ast.While)) else []
    parts += node.values if isinstance(node, ast.BoolOp) else []
    parts = [part.operand if isinstance(part, ast.UnaryOp) else part for part in parts]
    return frozenset(part.id for part in parts if isinstance(part, ast.Name))
