"""What a function hands on to itself: where it never stops, the values on which that depends."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from harness.language.oddities.endless.python_self_calls import functions_in_python
from harness.language.oddities.endless.self_calling import MOST_NODES, MOST_TESTS, SHOWS, SelfCalling
from harness.language.parsing.source_nodes import nodes_of
from harness.language.parsing.syntax_trees import (
    CALLS,
    ELEMENTS,
    FUNCTIONS,
    LOOPS_THROUGH,
    array_of,
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

_LONGEST = 60
_COMPARISONS = ("==", "!=", "<", "<=", ">", ">=")
_DECIDES = (*_COMPARISONS, "&&", "||", "!")
_SUMS = ("binary_expression", "unary_expression", "parenthesized_expression", "condition_clause")
"""What a test may hold beside names and values: anything else may change by what the function does."""
_VALUES = re.compile(r"\w+_literal|true|false|null|nullptr|comment|\w+_comment")
_OWN_SCOPES = ("lambda_expression", "class_body")


def handed_on(sources: Mapping[str, bytes], function: str) -> Mapping[str, Parameter]:
    """What the calls of itself give a function for the parameters that it compares, as a sentence's parameters.

    None unless that is the same as it was given and nothing else decides, or one parameter alone is compared, and once.
    ``sources``: path -> content.
    """
    try:
        parsed = [own for path, source in sources.items() for own in _functions(path, source, function)]
    except (RecursionError, MemoryError):
        return {}
    own = parsed[0] if len(parsed) == 1 else None
    if own is None or not own.calls or any(len(given) != len(own.parameters) for _, given in own.calls):
        return {}
    compared = [name for name in own.parameters if any(name in names for _, names in own.comparisons)]
    if not compared or any(name in own.asked for name in own.parameters) or not own.changed.isdisjoint(compared):
        return {}
    lines = [*dict.fromkeys(line for line, _ in own.calls)]
    said: dict[str, Parameter] = {"hands_on": len(lines), "listed": ", ".join(map(str, lines))}
    given = {name: [*dict.fromkeys(values[at] for _, values in own.calls)] for at, name in enumerate(own.parameters)}
    if all(given[name] == [name] for name in compared):
        return said | {"same": compared} if own.decides <= {*compared} else {}
    tests = [text for text, names in own.comparisons if compared[0] in names]
    values = given[compared[0]]
    if len(compared) > 1 or len(tests) != 1 or max(map(len, (*values, *tests))) > _LONGEST:
        return {}
    return said | {"given": values, "name": compared[0], "test": tests[0]}


def _functions(path: str, source: bytes, name: str) -> Iterator[SelfCalling]:
    """The functions of a file that have this name."""
    return functions_in_python(source, name) if path.endswith(".py") else _in_tree(path, source, name)


def _in_tree(path: str, source: bytes, name: str) -> Iterator[SelfCalling]:
    for function in (node for node in nodes_of(path, source) if node.type in FUNCTIONS and function_name(node) == name):
        body = field(function, "body")
        parts = [*islice(walk(function), MOST_NODES + 1)] if body is not None else []
        calls = [node for node in parts if node.type in CALLS and simple_call_name(node) == name]
        tests = [node for node in parts if node_text(field(node, "operator")) in _COMPARISONS]
        is_short = len(parts) <= MOST_NODES and max(len(calls), len(tests)) <= MOST_TESTS
        if is_short and all(map(_is_of_same, calls)) and not any(node.type in _OWN_SCOPES for node in parts):
            yield SelfCalling(
                parameter_names(function),
                [(call.start_point[0] + 1, [*map(_plain, values_of(field(call, "arguments")))]) for call in calls],
                [(_plain(test), _names(test)) for test in tests],
                frozenset(_decides(body, name)),
                frozenset(node_text(node) for node in parts if _is_asked(node)),
                frozenset(node_text(node) for node in parts if _may_change(node, name)),
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


def _decides(body: Any, name: str) -> Iterator[str]:
    """The names in conditions and comparisons outside of calls of a function itself, and the types of what is none."""
    pending = [(body, False)]
    while pending:
        node, is_test = pending.pop()
        if not (node.type in CALLS and simple_call_name(node) == name):
            is_plain = node.child_count == 0 or node.type in _SUMS or _VALUES.fullmatch(node.type)
            if node.type in LOOPS_THROUGH or (is_test and not is_plain):
                yield node.type
            elif is_test and node.type in ("identifier", "this"):
                yield node_text(node)
            tested = is_test or node_text(field(node, "operator")) in _DECIDES
            condition = field(node, "condition")
            pending += [(child, tested or child == condition) for child in node.children]


def _is_asked(name: Any) -> bool:
    """Whether a variable stands where a way is chosen, and is not compared."""
    around = name.parent
    is_alone = around.type in ("parenthesized_expression", "condition_clause", "ternary_expression")
    return name.type == "identifier" and (is_alone or node_text(field(around, "operator")) in ("!", "&&", "||"))


def _may_change(name: Any, function: str) -> bool:
    """Whether a variable is changed where it stands, or something else gets it that may change it, or what it holds."""
    around = name.parent
    if name.type != "identifier" or around is None:
        return False
    if around.type == "argument_list":
        call = around.parent
        return not (call.type in CALLS and simple_call_name(call) in (function, *SHOWS))
    is_owner = name in (field(around, "object"), field(around, "argument"))
    is_named_again = around.type.endswith(("reference_declarator", "pointer_declarator")) or (
        around.type == "init_declarator" and field(around, "declarator").type.endswith(("e_declarator", "r_declarator"))
    )
    is_read_into = node_text(field(around, "operator")) == ">>"
    is_element = around.type in ELEMENTS and array_of(around) == name
    return is_owner or is_named_again or is_read_into or is_element or target_of(around) == name
