"""Containers of C++ that live on between calls, and that ``resize`` alone is meant to set again."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from harness.language.parsing.syntax_trees import (
    CHANGES,
    LOOPS,
    ancestors,
    field,
    function_name,
    is_statement,
    node_text,
    owner_of,
    simple_call_name,
    values_of,
    walk,
)
from harness.model.finding import KEPT_ELEMENTS
from harness.model.patterns import lazy_regex

_SETS_AGAIN = lazy_regex(r"init|reset|clear|setup|set_up|start|new|build|make|create|fill|prepare|empty", re.IGNORECASE)
"""In the name of a function that is meant to set everything."""
_RENEWS = (
    "clear",
    "assign",
    "swap",
    "fill",
    "fill_n",
    "erase",
    "memset",
    "generate",
    "iota",
    "copy",
    "exchange",
    "move",
)
_LITERALS = ("true", "false", "number_literal", "char_literal", "string_literal")
_MOST_CALLS = 50
"""Calls of ``resize`` in a program that is looked at."""
_FIXED = ("const", "constexpr")


class _Program:
    """The functions of a program, who calls whom, and which variables stand outside of them."""

    def __init__(self, nodes: Sequence[Any]) -> None:
        self.functions = [node for node in nodes if node.type == "function_definition" and field(node, "body")]
        declarations = [node for node in nodes if node.type == "declaration"]
        self.kept = {name for node in declarations if _lives_on(node) for name in _declared(node)}
        sets = [node_text(field(node, "left")) for node in nodes if node.type == "assignment_expression"]
        given = {name for function in self.functions for name in _parameters(function)}
        self.renewed = {name for name in sets if name in self.kept or name in given}
        """The variables that are set as a whole: those outside, and parameters."""
        self.filled = {name for node in nodes if node.type == "assignment_expression" for name in _filled(node)}
        """What has elements that are set to more than a constant: each may be set before it is read."""
        self.calls: dict[str, list[Any]] = {}
        for node in nodes:
            if node.type == "call_expression":
                self.calls.setdefault(simple_call_name(node), []).append(node)

    def is_repeated(self, name: str) -> bool:
        """Whether a function may be called several times: in a loop, or by a function that is."""
        pending, seen = [name], {name}
        while pending:
            callee = pending.pop()
            for call in self.calls.get(callee, ()):
                around = [*ancestors(call)]
                if any(each.type in LOOPS for each in around):
                    return True
                callers = {function_name(each) for each in around if each.type == "function_definition"}
                pending += callers - seen
                seen |= callers
        return False

    def given(self, name: str, at: int) -> Iterator[str]:
        """The variables from outside of functions that the calls of a function hand over at a place."""
        for call in self.calls.get(name, ()):
            values = values_of(field(call, "arguments"))
            text = node_text(values[at]) if at < len(values) and values[at].type == "identifier" else ""
            outer = next((each for each in ancestors(call) if each.type == "function_definition"), None)
            if text in self.kept and (outer is None or text not in {*_parameters(outer), *_locals(outer)}):
                yield text


def kept_elements(trees: Mapping[str, Sequence[Any]]) -> Iterator[tuple[str, str, int, str]]:
    """The lines of such calls: the kind, the path, the line and the call.

    Nothing is said if anything in the program may set the elements again, or the function runs only once.
    """
    resizing = {path: [node for node in nodes if _is_resize(node)] for path, nodes in trees.items()}
    if not 0 < sum(map(len, resizing.values())) <= _MOST_CALLS:
        return
    program = _Program([node for nodes in trees.values() for node in nodes])
    if not program.calls.keys().isdisjoint(_RENEWS) or any(map(_is_emptied, program.calls["resize"])):
        return
    if any(_sets_back(function) for function in program.functions):
        return
    for path, calls in resizing.items():
        for call in calls:
            function = next((each for each in ancestors(call) if each.type == "function_definition"), None)
            if function is not None and _is_kept(program, function, call):
                name = f"{node_text(field(field(call, 'function'), 'argument'))}.resize(...)"
                yield KEPT_ELEMENTS, path, call.start_point[0] + 1, name


def _is_resize(node: Any) -> bool:
    is_call = node.type == "call_expression" and simple_call_name(node) == "resize"
    return is_call and is_statement(node) and field(field(node, "function"), "argument") is not None


def _is_emptied(call: Any) -> bool:
    """Whether a container is made empty by ``resize(0)``: all elements are added after that."""
    return node_text(next(iter(values_of(field(call, "arguments"))), None)) == "0"


def _is_kept(program: _Program, function: Any, call: Any) -> bool:
    """Whether a call resizes what lives longer than its function, which sets no element and is called again."""
    name = function_name(function)
    if field(function, "type") is None or not _SETS_AGAIN.search(name) or not program.is_repeated(name):
        return False
    owner, aliases = owner_of(field(field(call, "function"), "argument")), _aliases(function)
    owners = {owner, aliases.get(owner, owner)}
    parts = owners | {alias for alias, whole in aliases.items() if whole in owners}
    if any(_may_set(node, parts) for node in walk(field(function, "body"))):
        return False
    container, parameters = aliases.get(owner, owner), _parameters(function)
    if container in parameters:
        given = {*program.given(name, parameters.index(container))}
        return bool(given) and (program.renewed | program.filled).isdisjoint((container, *given))
    is_set = container in program.renewed | program.filled
    return not is_set and container in program.kept and container not in _locals(function)


def _filled(setting: Any) -> Iterator[str]:
    """The variable of which elements are set to more than a constant; none for other settings."""
    left, right = field(setting, "left"), field(setting, "right")
    if left.type == "subscript_expression" and right.type not in _LITERALS:
        yield owner_of(left)


def _aliases(function: Any) -> dict[str, str]:
    """The variables of loops through something, with its name."""
    loops = [node for node in walk(function) if node.type == "for_range_loop"]
    return {owner_of(field(loop, "declarator")): owner_of(field(loop, "right")) for loop in loops}


def _may_set(node: Any, parts: Collection[str]) -> bool:
    """Whether a part of a function sets elements of a container, or hands it to something that may."""
    if node.type in CHANGES:
        return owner_of(field(node, "left") or field(node, "argument")) in parts
    if node.type == "init_declarator":
        return _names(field(node, "value"), parts) and "size" not in node_text(field(node, "value"))
    if node.type == "call_expression":
        is_method = field(field(node, "function"), "argument") is not None
        own = owner_of(field(node, "function")) if is_method else ""
        sets = own in parts and simple_call_name(node) not in ("resize", "size", "empty")
        given = (value for value in values_of(field(node, "arguments")) if value.type == "identifier")
        return sets or any(node_text(value) in parts for value in given)
    return False


def _names(value: Any, names: Collection[str]) -> bool:
    return value is not None and any(part.type == "identifier" and node_text(part) in names for part in walk(value))


def _sets_back(function: Any) -> bool:
    """Whether loops of a function set elements to one constant, and to nothing else."""
    sets = [node for node in walk(field(function, "body")) if node.type == "assignment_expression"]
    elements = [node for node in sets if field(node, "left").type == "subscript_expression"]
    values = {node_text(field(node, "right")) for node in elements}
    in_loops = [node for node in elements if any(each.type in LOOPS for each in ancestors(node))]
    return len(values) == 1 and bool(in_loops) and field(elements[0], "right").type in _LITERALS


def _lives_on(declaration: Any) -> bool:
    """Whether the variables of a declaration stand outside of functions, or are static, and can change."""
    words = [node_text(child) for child in declaration.children if child.type.endswith(("specifier", "qualifier"))]
    is_outside = declaration.parent.type in ("translation_unit", "namespace_definition", "declaration_list")
    return (is_outside or "static" in words) and not any(word in _FIXED for word in words)


def _declared(declaration: Any) -> list[str]:
    declarators = declaration.children_by_field_name("declarator")
    inner = [field(node, "declarator") if node.type == "init_declarator" else node for node in declarators]
    return [node_text(node) for node in inner if node is not None and node.type == "identifier"]


def _locals(function: Any) -> set[str]:
    """The variables that a function declares, and that end with it."""
    declarations = [node for node in walk(field(function, "body")) if node.type == "declaration"]
    return {name for node in declarations if not _lives_on(node) for name in _declared(node)}


def _parameters(function: Any) -> list[str]:
    """The names of a function's parameters in their order."""
    declarator = field(function, "declarator")
    while declarator is not None and declarator.type != "function_declarator":
        declarator = field(declarator, "declarator") or next(reversed(declarator.named_children), None)
    listed = field(declarator, "parameters")
    given = [node for node in listed.named_children if node.type == "parameter_declaration"] if listed else []
    return [owner_of(field(node, "declarator")) for node in given]
