"""Parameters that a function never uses, where nothing but the function itself says what it takes."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from harness.language.parsing.python import Def, is_bare_constant, unread_parameters
from harness.language.parsing.syntax_trees import (
    CALLS,
    FUNCTIONS,
    NAMES,
    enclosing,
    field,
    function_name,
    name_of,
    node_text,
    statements_of,
    walk,
)
from harness.model.finding import UNUSED_PARAMETER
from harness.model.patterns import lazy_regex

_WORD = lazy_regex(r"\w+")
_PLAIN = ("staticmethod", "classmethod")
_PLAIN_CLASSES = ("class_declaration", "class_specifier", "struct_specifier")
_CLASSES = (*_PLAIN_CLASSES, "object_creation_expression", "record_declaration", "enum_declaration")
_BASES = ("superclass", "super_interfaces", "base_class_clause")
_PRESCRIBES = ("virtual", "override", "@Override", "template")
_NO_VALUES = (*CALLS, *FUNCTIONS, "function_declarator", "field_expression", "qualified_identifier")
"""Where the name of a function stands that is called or declared, and not handed on."""


def unread_in_python(module: ast.Module) -> Iterator[tuple[str, int, str]]:
    """The lines of the functions with such a parameter, with its name.

    None of a function whose name another one has, as in classes that are used alike, that is handed on as a value, that
    has a decorator, or that does nothing yet.
    """
    nodes = [*ast.walk(module)]
    free = {id(node) for each in nodes if isinstance(each, ast.ClassDef) and each.bases for node in each.body}
    called = {id(node.func) for node in nodes if isinstance(node, ast.Call)}
    values = {
        node.id if isinstance(node, ast.Name) else node.attr
        for node in nodes
        if isinstance(node, (ast.Name, ast.Attribute)) and id(node) not in called
    }
    functions = [node for node in nodes if isinstance(node, Def)]
    times = Counter(node.name for node in functions)
    for node in functions:
        plain = all(isinstance(each, ast.Name) and each.id in _PLAIN for each in node.decorator_list)
        is_own = id(node) not in free and times[node.name] == 1 and node.name not in values
        if plain and is_own and not node.name.startswith("__") and not _is_stub(node):
            yield from ((UNUSED_PARAMETER, node.lineno, name) for name in unread_parameters(node))


def _is_stub(function: Def) -> bool:
    """Whether a function does nothing yet."""
    rest = [each for each in function.body if not is_bare_constant(each)]
    return all(isinstance(each, (ast.Pass, ast.Raise)) for each in rest)


def unread_in_trees(nodes: Sequence[Any]) -> Iterator[tuple[str, int, str]]:
    """The same in a file of Java or C++; none of a method that a class above, or an interface, may prescribe."""
    functions = [node for node in nodes if node.type in FUNCTIONS and field(node, "body") is not None]
    times = Counter(map(function_name, functions))
    names = (node for node in nodes if node.type in NAMES and node_text(node) in times)
    values = {node_text(node) for node in names if node.parent.type not in _NO_VALUES}
    hides = any(node.type == "preproc_function_def" for node in nodes)  # what a macro uses is not seen
    macros = " ".join(node_text(field(node, "value")) for node in nodes if node.type == "preproc_def")
    in_macros = {*_WORD.findall(macros)}
    for function in functions if not hides else ():
        name = function_name(function)
        is_own = times[name] == 1 and name not in values and name != "main" and name.isidentifier()
        if is_own and statements_of(field(function, "body")) and not _may_be_prescribed(function):
            used = Counter(node_text(node) for node in walk(function) if node.type == "identifier")
            line = function.start_point[0] + 1
            unread = (each for each in _parameters(function) if used[each] == 1 and each not in in_macros)
            yield from ((UNUSED_PARAMETER, line, each) for each in unread)


def _may_be_prescribed(function: Any) -> bool:
    """Whether a class above, an interface or a template may say what a method takes."""
    head = function.text[: field(function, "body").start_byte - function.start_byte].decode(errors="replace")
    around = enclosing(function.parent, _CLASSES)
    if any(word in head for word in _PRESCRIBES) or "::" in head.partition("(")[0]:
        return True
    is_free = around is None or any(word in head.split() for word in ("static", "private"))
    inherits = around is not None and any(child.type in _BASES for child in around.children)
    return not is_free and (inherits or around.type not in _PLAIN_CLASSES)


def _parameters(function: Any) -> Iterator[str]:
    """The names of what a function takes."""
    end = field(function, "body").start_byte
    for node in walk(function):
        if node.type in ("formal_parameter", "parameter_declaration") and node.end_byte <= end:
            name = name_of(node)
            while name is not None and name.type.endswith("_declarator"):
                name = field(name, "declarator") or next(reversed(name.named_children), None)
            if name is not None and name.type == "identifier":
                yield node_text(name)
