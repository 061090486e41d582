"""Flags that each turn of a loop sets again, so that only its last turn counts."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

from harness.language.oddities.flags.tree_turns import identifiers, names_of, turns_only
from harness.language.parsing.syntax_trees import (
    CALLS,
    LOCALS,
    LOOPS,
    LOOPS_THROUGH,
    body_statements,
    expression_of,
    field,
    functions_in,
    node_text,
    simple_call_name,
    walk,
)
from harness.language.python.python_trees import PythonNode

_LEAVES = (
    "break_statement", "continue_statement", "goto_statement", "return_statement", "throw_statement",
    "Try", "TryStar", "Assert", "Yield", "YieldFrom", "Lambda", "function_definition",
)  # fmt: skip
"""What may end a loop or a turn before its end; of Python also what may read a flag at another time."""
_TYPES = ("boolean", "bool")
_LATER = ("lambda_expression", "Lambda", "function_definition")
_PARAMETERS = ("parameter_declaration", "formal_parameter", *LOOPS_THROUGH)
_EXITS = ("exit", "_exit", "_Exit", "quick_exit", "abort", "terminate", "halt", "assert", "quit")
_LITERALS = ("true", "false")
_MOST_SET = 50
"""Statements of a function that are looked at."""
_LONGEST_LOOP = 4000
"""Bytes of a loop that is looked at."""
_Set = tuple[str, Any]
"""A flag, and what it depends on."""


class _Function(NamedTuple):
    """What is looked up in a function again and again."""

    declared: Sequence[tuple[str, Any]]
    """The names of its variables, each with the node that declares it."""
    uses: Mapping[str, Sequence[Any]]
    shared: Collection[str]
    """Variables that may be read at any time."""
    body: Any
    leaves: Sequence[int]
    """Where something ends a loop, or a turn, before its end."""


def overwritten_flags(nodes: Sequence[Any]) -> Iterator[tuple[str, int, str]]:
    """The lines of loops that set a flag in each turn, where the loop goes on and it is read only after that."""
    for definition in functions_in(nodes):
        parts = [*walk(field(definition, "body"))]
        declared = [each for node in parts for each in _declared(node)]
        flags = {name for name, node in declared if _is_flag(node)} | {*_flags_of_python(parts)}
        sets = [*islice(_set_flags(parts, flags), _MOST_SET)]
        if not sets:
            continue
        function = _function(parts, declared)
        for loop, statement, name, value in sets:
            if _is_lost(function, loop, name) and turns_only(loop, value):
                yield "overwritten-flag", statement.start_point[0] + 1, name


def _flags_of_python(parts: Sequence[Any]) -> Iterator[str]:
    """The variables of a function of Python that are set to True or False; none of one that shares variables."""
    if isinstance(parts[0], PythonNode) and not any(node.type in ("Global", "Nonlocal") for node in parts):
        yield from (name for name, value in map(_assigned, parts) if value is not None and value.type in _LITERALS)


def _function(parts: Sequence[Any], declared: Sequence[tuple[str, Any]]) -> _Function:
    uses: dict[str, list[Any]] = {}
    for node in parts:
        if node.type == "identifier":
            uses.setdefault(node_text(node), []).append(node)
    leaves = [node.start_byte for node in parts if node.type in _LEAVES or _is_exit(node)]
    return _Function(declared, uses, {*_shared_names(parts)}, parts[0], leaves)


def _shared_names(parts: Sequence[Any]) -> Iterator[str]:
    """The names in lambdas, and those whose address is taken: ``&flag``, ``bool& other = flag``.

    ``parts``: the nodes of a function in the order of the source.
    """
    end = 0
    for node in parts:
        if node.type in _LATER and node.start_byte >= end:  # what is inside it has been seen
            end = node.end_byte
            yield from names_of(node)
        elif node.type == "pointer_expression":
            yield node_text(field(node, "argument"))
        elif node.type == "init_declarator" and field(node, "declarator").type == "reference_declarator":
            yield node_text(field(node, "value"))


def _set_flags(parts: Sequence[Any], flags: Collection[str]) -> Iterator[tuple[Any, Any, str, Any]]:
    """The loops of a function, each with a statement that sets a flag, and what that depends on."""
    loops = (node for node in parts if flags and node.type in LOOPS)
    for loop in (node for node in loops if node.end_byte - node.start_byte <= _LONGEST_LOOP):
        for statement in body_statements(field(loop, "body")):
            name, value = _set_flag(statement)
            if name in flags:
                yield loop, statement, name, value


def _declared(node: Any) -> Iterator[tuple[str, Any]]:
    """The names of the variables that a node declares, each with the node."""
    if node.type in (*LOCALS, *_PARAMETERS):
        for declarator in [each for key in ("declarator", "name") for each in node.children_by_field_name(key)]:
            name = field(declarator, "name") or declarator
            yield from ((node_text(part), node) for part in islice(identifiers(name), 1))


def _is_flag(declaration: Any) -> bool:
    return node_text(field(declaration, "type")) in _TYPES


def _scope(declarations: Sequence[Any], loop: Any) -> Any:
    """The block in which a loop sees a flag that is declared before it, and nowhere else in the block; else None."""
    around = [node for node in declarations if node.start_byte < loop.start_byte and _is_within(loop, node.parent)]
    scope = around[-1].parent if around else None  # the innermost comes last
    inside = [node for node in declarations if scope is not None and _is_within(node, scope)]
    return scope if len(inside) == 1 and _is_flag(inside[0]) else None


def _is_within(node: Any, outer: Any) -> bool:
    return bool(outer.start_byte <= node.start_byte and node.end_byte <= outer.end_byte)


def _set_flag(statement: Any) -> _Set:
    """The flag that a statement sets in each turn: to a value, or by an if with an else to true and to false."""
    if statement.type != "if_statement":
        name, value = _assigned(statement)
        is_same = value is None or value.type in _LITERALS or name in names_of(value)
        return ("", None) if is_same else (name, value)
    first, second = (_given(field(statement, key)) for key in ("consequence", "alternative"))
    names = [name for name in first if {first[name], second.get(name, "")} == {*_LITERALS}]
    return (names[0], field(statement, "condition")) if names else ("", None)


def _given(branch: Any) -> dict[str, str]:
    """The variables that a branch of an if sets, and the kinds of their values."""
    if branch is not None and branch.type == "else_clause":
        branch = branch.named_children[0]
    pairs = map(_assigned, body_statements(branch) if branch is not None else ())
    return {name: value.type for name, value in pairs if value is not None}


def _assigned(statement: Any) -> _Set:
    """The variable that a statement gives a value, and that value; nothing for other statements."""
    assignment = expression_of(statement)
    if assignment is None or assignment.type != "assignment_expression":
        return "", None
    left, right = field(assignment, "left"), field(assignment, "right")
    is_plain = left.type == "identifier" and node_text(field(assignment, "operator")) == "="
    return (node_text(left), right) if is_plain else ("", None)


def _is_lost(function: _Function, loop: Any, name: str) -> bool:
    """Whether a loop goes to its end, reads a flag nowhere, and something after it does."""
    declarations = [node for each, node in function.declared if each == name]
    is_set_before = function.uses[name][0].start_byte < loop.start_byte
    scope = _scope(declarations, loop) if not isinstance(loop, PythonNode) else function.body if is_set_before else None
    if scope is None or name in function.shared or any(loop.start_byte <= at < loop.end_byte for at in function.leaves):
        return False
    reads = [node for node in function.uses[name] if _is_within(node, scope) and not _is_target(node)]
    is_read_within = any(_is_within(node, loop) for node in reads)
    return not is_read_within and any(node.start_byte >= loop.end_byte for node in reads)


def _is_exit(node: Any) -> bool:
    """Whether a node ends the program: ``System.exit(1)``, ``std::exit(1)``."""
    return node.type in CALLS and simple_call_name(node) in _EXITS


def _is_target(name: Any) -> bool:
    if isinstance(name, PythonNode):
        return name.is_set
    parent = name.parent
    is_plain = parent.type == "assignment_expression" and node_text(field(parent, "operator")) == "="
    return is_plain and field(parent, "left") == name
