"""What a function hands on to itself: where it never stops, the values on which that depends."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from msgspec import Struct

from harness.language.parsing.python import called_name, python_module
from harness.language.parsing.source_nodes import nodes_of
from harness.language.parsing.syntax_trees import (
    CALLS,
    FUNCTIONS,
    field,
    function_name,
    node_text,
    parameter_names,
    simple_call_name,
    target_of,
    values_of,
    walk,
)
from harness.model.finding import Parameter

_MOST_NODES = 4000
_LONGEST = 60
_COMPARISONS = ("==", "!=", "<", "<=", ">", ">=")
_CHOOSES = ("switch_expression", "switch_statement")


class _Function(Struct, frozen=True):
    """A function that calls itself."""

    parameters: Sequence[str]
    calls: Sequence[tuple[int, Sequence[str]]]
    """The calls of itself: the line, and the arguments as they are written."""
    comparisons: Sequence[tuple[str, frozenset[str], frozenset[str]]]
    """All comparisons, the names in each, and those that are compared themselves."""
    asked: frozenset[str]
    """The names by which it chooses a way otherwise than by a comparison."""
    changed: frozenset[str]
    """The names that it changes."""


def handed_on(sources: Mapping[str, bytes], function: str) -> Mapping[str, Parameter]:
    """What the calls of itself give a function for the parameters that it compares, as a sentence's parameters.

    None unless that is the same as it was given, or one parameter alone is compared, and once.
    ``sources``: path -> content.
    """
    parsed = [own for path, source in sources.items() for own in _functions(path, source, function)]
    own = parsed[0] if len(parsed) == 1 else None
    if own is None or not own.calls or any(len(given) != len(own.parameters) for _, given in own.calls):
        return {}
    compared = [name for name in own.parameters if any(name in names for _, names, _ in own.comparisons)]
    if not compared or any(name in own.changed or name in own.asked for name in own.parameters):
        return {}
    lines = [*dict.fromkeys(line for line, _ in own.calls)]
    said: dict[str, Parameter] = {"hands_on": len(lines), "listed": ", ".join(map(str, lines))}
    given = {name: [*dict.fromkeys(values[at] for _, values in own.calls)] for at, name in enumerate(own.parameters)}
    if all(given[name] == [name] for name in compared):
        sides = frozenset[str]().union(*(sides for _, _, sides in own.comparisons))
        same = [name for name in compared if name in sides]  # what others hold may have been changed
        return said | {"same": same} if same else {}
    tests = [text for text, names, _ in own.comparisons if compared[0] in names]
    values = given[compared[0]]
    if len(compared) > 1 or len(tests) != 1 or max(map(len, (*values, *tests))) > _LONGEST:
        return {}
    return said | {"given": values, "name": compared[0], "test": tests[0]}


def _functions(path: str, source: bytes, name: str) -> Iterator[_Function]:
    """The functions of a file that have this name."""
    return _in_python(source, name) if path.endswith(".py") else _in_tree(path, source, name)


def _in_tree(path: str, source: bytes, name: str) -> Iterator[_Function]:
    for function in (node for node in nodes_of(path, source) if node.type in FUNCTIONS and function_name(node) == name):
        body = field(function, "body")
        parts = [*islice(walk(body), _MOST_NODES + 1)] if body is not None else []
        calls = [node for node in parts if node.type in CALLS and simple_call_name(node) == name]
        tests = [node for node in parts if node_text(field(node, "operator")) in _COMPARISONS]
        chosen = [field(node, "condition") for node in parts if node.type in _CHOOSES]
        targets = filter(None, map(target_of, parts))
        if len(parts) <= _MOST_NODES and all(map(_is_of_same, calls)):
            yield _Function(
                parameter_names(function),
                [(call.start_point[0] + 1, [*map(_plain, values_of(field(call, "arguments")))]) for call in calls],
                [
                    (_plain(test), _names(test), frozenset(_plain(field(test, key)) for key in ("left", "right")))
                    for test in tests
                ],
                frozenset(name for node in chosen if node is not None for name in _names(node)),
                frozenset(map(node_text, targets)),
            )


def _is_of_same(call: Any) -> bool:
    """Whether a call is not one of another object."""
    called = field(call, "function")
    owner = field(call, "object") or field(called, "argument")
    return owner is None or node_text(owner) == "this" or node_text(owner)[:1].isupper()


def _plain(node: Any) -> str:
    return " ".join(node_text(node).split())


def _names(node: Any) -> frozenset[str]:
    return frozenset(node_text(part) for part in walk(node) if part.type == "identifier")


def _in_python(source: bytes, name: str) -> Iterator[_Function]:
    module = python_module(source)
    for function in ast.walk(module) if module is not None else ():
        if not isinstance(function, ast.FunctionDef) or function.name != name:
            continue
        parts = [node for node in islice(ast.walk(function), _MOST_NODES + 1) if node is not function.args]
        calls = [node for node in parts if isinstance(node, ast.Call) and called_name(node) == name]
        owners = {ast.unparse(call.func.value) for call in calls if isinstance(call.func, ast.Attribute)}
        is_plain = (
            owners <= {"self"}
            and not any(call.keywords for call in calls)
            and not (function.args.kwonlyargs or function.args.vararg)
        )
        names = [each.arg for each in function.args.args]
        names = names[1:] if names[:1] == ["self"] else names
        if len(parts) <= _MOST_NODES and is_plain:
            yield _Function(
                names,
                [(call.lineno, [*map(ast.unparse, call.args)]) for call in calls],
                [
                    (
                        ast.unparse(node),
                        _python_names(node),
                        frozenset(map(ast.unparse, (node.left, *node.comparators))),
                    )
                    for node in parts
                    if isinstance(node, ast.Compare)
                ],
                frozenset(name for node in parts for name in _python_asked(node)),
                frozenset(
                    node.id for node in parts if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)
                ),
            )


def _python_names(node: ast.AST) -> frozenset[str]:
    return frozenset(part.id for part in ast.walk(node) if isinstance(part, ast.Name))


def _python_asked(node: ast.AST) -> frozenset[str]:
    """The names by which a statement or an expression chooses a way, and that stand there alone."""
    if isinstance(node, ast.Match):
        return _python_names(node.subject)
    parts = [node.test] if isinstance(node, (ast.If, ast.IfExp, ast.While)) else []
    parts += node.values if isinstance(node, ast.BoolOp) else []
    parts = [part.operand if isinstance(part, ast.UnaryOp) else part for part in parts]
    return frozenset(part.id for part in parts if isinstance(part, ast.Name))
