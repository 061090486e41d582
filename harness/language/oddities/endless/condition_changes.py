"""What changes the condition of a loop, where that is certain."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Collection
from itertools import islice
from typing import Any, NamedTuple

from harness.language.oddities.endless.loops import FUNCTION_TYPES, NOTHING, PYTHON_FUNCTIONS
from harness.language.parsing.python import python_module
from harness.language.parsing.source_nodes import language_of, nodes_of
from harness.language.parsing.syntax_trees import (
    LOOPS,
    ancestors,
    array_of,
    enclosing,
    field,
    is_inside,
    node_text,
    start_of,
    target_of,
    walk,
)

_OPAQUE = ("method_invocation", "call_expression", "field_access", "field_expression", "array_access",
           "subscript_expression", "assignment_expression", "update_expression", "pointer_expression")  # fmt: skip
"""What in a condition may change without its variables being set."""
_MOST_NODES, _MOST_NAMES = 5000, 8
"""Of a function that is looked at, and of a condition."""
_CALLS = ("method_invocation", "object_creation_expression", "call_expression", "new_expression", "lambda_expression")
_OWN_CALLS = ("call_expression", "new_expression", "lambda_expression", "pointer_expression",
              "compound_literal_expression", "gnu_asm_expression")  # fmt: skip
"""What may change a variable of C++ that it is given."""
_SCOPES = (*LOOPS, *FUNCTION_TYPES["java"], *FUNCTION_TYPES["cpp"], "block", "compound_statement", "if_statement",
           "switch_statement", "switch_block", "catch_clause")  # fmt: skip
"""Where a variable ends that is declared within."""
_BY_VALUE = re.compile(r"(?:vector<)*(?:(?:unsigned|long|short|int|bool|char|float|double|size_t|string|auto)\s*)+>*")
"""The types of C++ whose values are copies of what they begin with."""


class ConditionChanges(NamedTuple):
    """What is known for certain of the variables of a loop's condition."""

    names: tuple[str, ...] = ()
    """All of them; none if anything else may change the condition: a call that sees one, or more than variables."""
    lines: tuple[int, ...] = ()
    """The lines of the loop that change any of them."""


def condition_changes(path: str, source: bytes, line: int, *, alone: bool = False) -> ConditionChanges:
    """What changes the condition of the loop that begins in a line.

    ``alone``: whether no other file may set a field of this one.
    """
    try:
        return _changes_in_python(source, line) if path.endswith(".py") else _in_tree(path, source, line, alone=alone)
    except (RecursionError, MemoryError):
        return ConditionChanges()


def _in_tree(path: str, source: bytes, line: int, *, alone: bool) -> ConditionChanges:
    language = language_of(path)
    loops = [node for node in nodes_of(path, source) if node.type in LOOPS and node.start_point[0] + 1 == line]
    condition = field(loops[0], "condition") if len(loops) == 1 else None
    if condition is None or any(node.type in _OPAQUE for node in walk(condition)):
        return ConditionChanges()
    loop, names = loops[0], dict.fromkeys(node_text(node) for node in walk(condition) if node.type == "identifier")
    function = enclosing(loop, FUNCTION_TYPES[language])
    if function is None or len([*islice(walk(function), _MOST_NODES + 1)]) > _MOST_NODES or len(names) > _MOST_NAMES:
        return ConditionChanges()
    if (language == "cpp" and _uses_macro(function)) or any(_names_again(node, names) for node in walk(loop)):
        return ConditionChanges()
    changes = [_changes(name, loop, function, language, alone=alone) for name in names]
    lines = sorted({number for each in changes if each is not None for number in each})
    return ConditionChanges() if None in changes else ConditionChanges(tuple(names), tuple(lines))


def _uses_macro(function: Any) -> bool:
    """Whether a function of C++ names a macro of its file that is more than a number: it may stand for anything."""
    *_, root = function, *ancestors(function)
    macros = {
        node_text(field(node, "name"))
        for node in walk(root)
        if node.type in ("preproc_def", "preproc_function_def") and not node_text(field(node, "value")).isdecimal()
    }
    return bool(macros) and any(node.child_count == 0 and node_text(node) in macros for node in walk(function))


def _changes(name: str, loop: Any, function: Any, language: str, *, alone: bool) -> set[int] | None:
    """The lines that change a variable in a loop of Java or C++; None if something else may change it."""
    begin = start_of(loop)
    within = [node for node in walk(loop) if begin is None or not is_inside(node, begin)]
    at = field(loop, "condition").start_byte
    is_own = any(_declares(node, name, at) for node in walk(function))
    if not is_own and (alone or language == "cpp") and _is_constant(name, function, language):
        return set()
    # What is not of the function may have other names in C++.
    if not is_own and (language == "cpp" or any(node.type in _CALLS for node in within)):
        return None
    targets = [(node, target) for node in within if (target := target_of(node)) is not None]
    parts = {(array_of(target) or target).id for _, target in targets if node_text(target) != name}
    if any(node.type == "goto_statement" for node in within) or any(
        name in _names_below(loop, is_around) for is_around in (_reads_into, lambda node: node.id in parts)
    ):
        return None
    is_given = language == "cpp" and name in _names_below(function, _takes_reference)
    return None if is_given else {node.start_point[0] + 1 for node, target in targets if node_text(target) == name}


def _is_constant(name: str, function: Any, language: str) -> bool:
    """Whether a macro is a number, or a field of Java is set nowhere in its file but in a constructor or ``main``."""
    *_, root = function, *ancestors(function)
    nodes = [*walk(root)]
    if language == "cpp":
        values = [field(node, "value") for node in nodes if node.type == "preproc_def" and _is_named(node, name)]
        return len(values) == 1 and node_text(values[0]).isdecimal()
    targets = (target_of(node) for node in nodes)
    set_at = [target for target in targets if target is not None and name in (node_text(target), _member(target))]
    first = [enclosing(target, ("method_declaration", "constructor_declaration")) for target in set_at]
    return function not in first and all(
        around is not None and (around.type == "constructor_declaration" or _is_named(around, "main"))
        for around in first
    )


def _is_named(node: Any, name: str) -> bool:
    return node_text(field(node, "name")) == name


def _member(target: Any) -> str:
    """The name of a field of an object; empty for anything else."""
    return node_text(field(target, "field")) if target.type == "field_access" else ""


def _names_below(root: Any, is_around: Callable[[Any], bool]) -> set[str]:
    """The words that stand within nodes of a kind, or are such nodes."""
    names, pending = set[str](), [(root, False)]
    while pending:
        node, is_within = pending.pop()
        is_below = is_within or is_around(node)
        if is_below and node.child_count == 0:
            names.add(node_text(node))
        pending += [(child, is_below) for child in node.children]
    return names


def _names_again(node: Any, names: Collection[str]) -> bool:
    """Whether a node of a loop declares one of these names: changes of that variable are none of the condition's."""
    if node.type == "class_body":
        return True
    if node.type != "identifier" or node_text(node) not in names:
        return False
    around = node.parent
    is_list = around.type in ("declaration", "parameter_declaration", "reference_declarator")
    return (
        is_list
        or around.type.startswith("structured_binding")
        or node
        in (field(around, "declarator"), field(around, "name") if around.type == "variable_declarator" else None)
    )


def _declares(node: Any, name: str, at: int) -> bool:
    """Whether a node declares the variable that has this name in a place, as a parameter or within the function."""
    if node.type in ("variable_declarator", "formal_parameter"):
        declared = field(node, "name")
    elif node.type in ("init_declarator", "parameter_declaration", "declaration"):
        declared = field(node, "declarator")
    else:
        return False
    if node_text(declared) != name or node.start_byte > at:
        return False
    scope = node
    while scope.type not in _SCOPES:
        if any(child.type == "storage_class_specifier" for child in scope.children):  # others see it too
            return False
        scope = scope.parent
        if (node.type, scope.type) == ("parameter_declaration", "declaration"):  # of another function
            return False
    return bool(scope.start_byte <= at < scope.end_byte)


def _takes_reference(node: Any) -> bool:
    """Whether what a node of C++ is given may be changed by it, now or later."""
    if node.type == "declaration":
        return not _BY_VALUE.fullmatch(node_text(field(node, "type")).replace("std::", ""))
    is_named_again = node.type == "init_declarator" and field(node, "declarator").type == "reference_declarator"
    is_part = node.type == "initializer_list" and node.parent.type != "init_declarator"
    return is_named_again or is_part or node.type in _OWN_CALLS


def _reads_into(node: Any) -> bool:
    return bool(node.type == "binary_expression" and node_text(field(node, "operator")) in (">>", "<<"))


def _changes_in_python(source: bytes, line: int) -> ConditionChanges:
    """The same for a while loop of Python whose condition compares numbers with < and the like."""
    tree = python_module(source) or NOTHING
    loop = next((node for node in ast.walk(tree) if isinstance(node, ast.While) and node.lineno == line), None)
    if loop is None or not isinstance(loop.test, ast.Compare):
        return ConditionChanges()
    plain = (ast.Compare, ast.Name, ast.Load, ast.Constant, ast.BinOp, ast.operator, ast.Lt, ast.LtE, ast.Gt, ast.GtE)
    if not all(isinstance(node, plain) for node in ast.walk(loop.test)) or not _compares_numbers(loop.test, tree):
        return ConditionChanges()
    names = dict.fromkeys(node.id for node in ast.walk(loop.test) if isinstance(node, ast.Name))
    inner = [node for statement in loop.body for node in ast.walk(statement)]
    comprehensions = [node.target for node in inner if isinstance(node, ast.comprehension)]
    again = {node.id for target in comprehensions for node in ast.walk(target) if isinstance(node, ast.Name)}
    if any(isinstance(node, PYTHON_FUNCTIONS) for node in inner) or not names.keys().isdisjoint(again):
        return ConditionChanges()
    stores = [node for node in inner if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)]
    bound = {str(getattr(node, key, "")) for node in inner for key in ("name", "rest", "asname")}  # case, except, def
    calls = any(isinstance(node, (ast.Call, ast.Attribute, ast.Await, ast.Yield)) for node in inner)
    shared = [name for node in ast.walk(tree) if isinstance(node, (ast.Global, ast.Nonlocal)) for name in node.names]
    if not names.keys().isdisjoint([*bound, *(shared if calls else ())]):
        return ConditionChanges()
    return ConditionChanges(tuple(names), tuple(sorted({node.lineno for node in stores if node.id in names})))


def _compares_numbers(test: ast.Compare, tree: ast.Module) -> bool:
    """Whether a comparison is with a number, or with a variable that begins as one: others may be of sets."""
    scopes = [node for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]
    around = [scope for scope in scopes if scope.lineno <= test.lineno <= (scope.end_lineno or 0)]
    body = max(around, key=lambda scope: scope.lineno).body if around else tree.body
    own = [node for part in body if not isinstance(part, PYTHON_FUNCTIONS) for node in ast.walk(part)]
    begins = [node for node in own if isinstance(node, ast.Assign) and _is_number(node.value)]
    numbers = {target.id for node in begins for target in node.targets if isinstance(target, ast.Name)}
    return any(
        _is_number(value) or (isinstance(value, ast.Name) and value.id in numbers)
        for value in (test.left, *test.comparators)
    )


def _is_number(value: ast.expr) -> bool:
    """Whether a value is a number for certain: as written, or one is added to it."""
    if isinstance(value, ast.BinOp) and isinstance(value.op, (ast.Add, ast.Sub)):
        return _is_number(value.left) or _is_number(value.right)
    return isinstance(value, ast.Constant) and isinstance(value.value, (int, float))
