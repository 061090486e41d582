"""Functions of C++ that call themselves without a parameter that only the end of the recursion reads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from harness.language.parsing.syntax_trees import (
    argument_count,
    body_statements,
    field,
    function_name,
    is_inside,
    node_text,
    simple_call_name,
    walk,
)
from harness.model.patterns import lazy_regex

_PARAMETERS = ("parameter_declaration", "optional_parameter_declaration")
_DECLARATIONS = ("function_definition", "declaration", "field_declaration")
_LEAVES = ("return_statement", "throw_statement")
_LOOPS = ("for_statement", "while_statement", "do_statement", "for_range_loop", "compound_statement")
_COMPARED = ("==", "!=", "<", "<=", ">", ">=")
_CONSTANT = lazy_regex(r"[-+]?[\w.:]+|'[^']{1,4}'|\"[^\"]{0,30}\"")
_CHANGES = ("assignment_expression", "update_expression", "lambda_expression")


def dropped_defaults(trees: Mapping[str, Sequence[Any]]) -> Iterator[tuple[str, int, str, str]]:
    """The file and the line where a function calls itself without such a parameter, its name and its default.

    ``trees``: path -> the nodes of the file. Only of the last parameter, that another call gives, and that is read
    only where the function does not call itself: what the other call gives is then never used.
    """
    nodes = [node for each in trees.values() for node in each]
    defaults = _defaults(nodes)
    calls: dict[str, list[Any]] = {}
    for node in (node for node in nodes if node.type == "call_expression") if defaults else ():
        calls.setdefault(simple_call_name(node), []).append(node)
    definitions = [(path, node) for path, each in trees.items() for node in each if node.type == "function_definition"]
    names = Counter(function_name(function) for _, function in definitions)
    for path, function in definitions if defaults else ():
        name = function_name(function)
        parameters = _parameters(function)
        if name not in defaults or names[name] > 1 or not parameters or field(function, "body") is None:
            continue
        named, inside = calls.get(name, []), [*walk(function)]
        own = [call for call in named if is_inside(call, function) and call in inside]
        counts = {argument_count(call) for call in own}
        full = (call for call in named if call not in own and argument_count(call) == len(parameters))
        is_given = any(_last_argument(call) != defaults[name] for call in full)
        parameter = _name(parameters[-1])
        goes_on = all(_holds(field(call, "arguments"), ("+", "-")) for call in own)
        if goes_on and counts == {len(parameters) - 1} and is_given and _is_read_at_end(function, own, parameter):
            yield path, own[0].start_point[0] + 1, parameter, defaults[name]


def _defaults(nodes: Sequence[Any]) -> Mapping[str, str]:
    """Function -> the default of its last parameter, of those whose default is a constant."""
    functions = [node for node in nodes if node.type in _DECLARATIONS]
    last = {function_name(node): parameters[-1] for node in functions if (parameters := _parameters(node))}
    for node in functions:  # a default stands once, at the first declaration
        for parameter in _parameters(node)[-1:]:
            if parameter.type == "optional_parameter_declaration":
                last[function_name(node)] = parameter
    texts = {name: node_text(field(parameter, "default_value")) for name, parameter in last.items()}
    return {name: text for name, text in texts.items() if _CONSTANT.fullmatch(text)}


def _parameters(declaration: Any) -> list[Any]:
    inner = field(declaration, "declarator")
    while inner is not None and inner.type != "function_declarator":
        inner = field(inner, "declarator") or next(reversed(inner.named_children), None)
    listed = field(inner, "parameters")
    return [node for node in listed.named_children if node.type in _PARAMETERS] if listed is not None else []


def _last_argument(call: Any) -> str:
    return node_text(next(reversed(field(call, "arguments").named_children), None))


def _name(parameter: Any) -> str:
    inner = field(parameter, "declarator")
    while inner is not None and inner.type != "identifier":
        inner = field(inner, "declarator") or next(reversed(inner.named_children), None)
    return node_text(inner)


def _is_read_at_end(function: Any, calls: Collection[Any], name: str) -> bool:
    """Whether a function reads a variable, never sets it, and only where it does not call itself."""
    body = [*walk(field(function, "body"))]
    uses = [node for node in body if node.type == "identifier" and node_text(node) == name]
    changes = (node for node in body if node.type in _CHANGES)
    is_changed = any(is_inside(use, node) for node in changes for use in uses)
    ends = [*_ends(field(function, "body"), calls)]
    return bool(uses) and not is_changed and all(any(is_inside(use, end) for end in ends) for use in uses)


def _ends(block: Any, calls: Collection[Any]) -> Iterator[Any]:
    """The branches without a call that are left at once, or whose other branch has the call."""
    for statement in body_statements(block):
        if statement is not None and statement.type in _LOOPS:
            yield from _ends(field(statement, "body") or statement, calls)
        elif statement is not None and statement.type == "if_statement":
            other = field(statement, "alternative")  # a clause around the branch
            branches = [field(statement, "consequence"), other.named_children[-1] if other is not None else None]
            is_end = _holds(field(statement, "condition"), _COMPARED)
            calling = [_has_call(branch, calls) for branch in branches]
            if _has_call(field(statement, "condition"), calls):
                continue
            for number, branch in enumerate(branches):
                if calling[number]:
                    yield from _ends(branch, calls)
                elif branch is not None and is_end and (calling[1 - number] or _is_left(branch)):
                    yield branch


def _has_call(node: Any, calls: Collection[Any]) -> bool:
    return node is not None and any(is_inside(call, node) for call in calls)


def _holds(node: Any, operators: Collection[str]) -> bool:
    """Whether an expression reckons or compares by one of these operators."""
    parts = [*walk(node)] if node is not None else []
    return any(part.type == "binary_expression" and node_text(field(part, "operator")) in operators for part in parts)


def _is_left(branch: Any) -> bool:
    statements = body_statements(branch)
    return bool(statements) and statements[-1].type in _LEAVES
