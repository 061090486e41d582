"""Code in Java, C++ and Python that is seldom meant: a loop of one turn, a copy that is changed, what nobody calls."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple, TypeVar

from harness.language.java.near_main import near_mains
from harness.language.oddities import Odd
from harness.language.oddities.added_char import added_chars
from harness.language.oddities.aliases.java_rows import shared_arrays
from harness.language.oddities.aliases.uncopied_items import uncopied_items
from harness.language.oddities.cpp.changed_copies import changed_copies
from harness.language.oddities.cpp.input_reads import lost_inputs
from harness.language.oddities.cpp.kept_elements import kept_elements
from harness.language.oddities.cpp.line_reads import line_reads
from harness.language.oddities.cpp.repeated_draws import repeated_draws
from harness.language.oddities.cpp.untested_read import untested_reads
from harness.language.oddities.cpp.value_types import ValueTypes
from harness.language.oddities.declarations import declared_copy
from harness.language.oddities.defaults.cpp_defaults import dropped_defaults as dropped_in_cpp
from harness.language.oddities.defaults.python_defaults import dropped_defaults as dropped_in_python
from harness.language.oddities.draws.cpp_draws import far_draws
from harness.language.oddities.draws.half_loops import half_loops
from harness.language.oddities.exceptions.tree_catches import swallowed_exceptions
from harness.language.oddities.flags.tree_flags import overwritten_flags
from harness.language.oddities.hidden_fields import hidden_fields
from harness.language.oddities.integer_division import integer_divisions
from harness.language.oddities.loop_variables import set_loop_variables
from harness.language.oddities.lost import cpp_results, java_results, python_results
from harness.language.oddities.lost.java_characters import first_characters
from harness.language.oddities.lost.java_parameters import own_parameters as own_in_java
from harness.language.oddities.lost.unread_parameters import unread_in_python, unread_in_trees
from harness.language.oddities.odd_python import odd_python, starts_something
from harness.language.oddities.pairs.exchanged_with_itself import exchanged_with_itself
from harness.language.oddities.pairs.neighbours_alone import neighbours_alone
from harness.language.oddities.pairs.swapped_twice import swapped_twice
from harness.language.oddities.removals.tree_removals import changed_lists
from harness.language.oddities.without_effect import leaves_at_once, without_effect
from harness.language.parsing.cpp import SUFFIXES as CPP_SUFFIXES
from harness.language.parsing.python import python_module
from harness.language.parsing.source_nodes import nodes_of
from harness.language.parsing.syntax_trees import (
    LOOPS,
    NAMES,
    enclosing,
    field,
    function_name,
    node_text,
    walk,
)
from harness.language.python.python_trees import decoded, python_tree
from harness.model.finding import DROPPED_DEFAULT, HIDES_GLOBAL, NEVER_CALLED

_File = TypeVar("_File")
_METHODS = ("method_declaration", "constructor_declaration", "lambda_expression", "function_definition")
_IN_TREES = (
    without_effect, swapped_twice, exchanged_with_itself, integer_divisions, half_loops, overwritten_flags,
    neighbours_alone, swallowed_exceptions, changed_lists, set_loop_variables,
)  # fmt: skip
"""What finds odd code in Java and in C++."""


class OddCode(NamedTuple):
    """Code that is seldom meant, and where."""

    what: str
    """A kind of the sentences on suspicious code."""
    path: str
    line: int
    """0 for the whole file."""
    name: str = ""
    """The variable or the function that it is about."""
    also: str = ""
    """Where the same stands again, and has to be changed with it; of a parameter its default; what stays as it is.

    Of a loop, the line of its read.
    """


def odd_code(sources: Mapping[str, bytes], functions: Collection[str]) -> Iterator[OddCode]:
    """What is odd in the files of a program, most telling first; nothing in files that are not parsed.

    ``sources``: path -> content. ``functions``: the names of those that the assignment asks for. Of others it says
    nothing that nobody calls them.
    """
    python = {path: python_module(source) for path, source in sources.items() if path.endswith(".py")}
    modules = {path: tree for path, tree in python.items() if tree is not None}
    trees = {path: tree for path, source in sources.items() if (tree := [*nodes_of(path, source)])}
    native = {path: nodes for path, nodes in trees.items() if path.lower().endswith(CPP_SUFFIXES)}
    types = ValueTypes(native)
    java = {path: nodes for path, nodes in trees.items() if path.endswith(".java")}
    yield from (OddCode(*near) for near in near_mains(java))
    for path, nodes in trees.items():
        yield from _in_nodes(path, nodes, functions, trees, types)
        for found in _IN_TREES:
            yield from (OddCode(what, path, line, name) for what, line, name in found(nodes))
        if path.endswith(".java"):
            yield from (OddCode(what, path, line, name) for what, line, name in added_chars(nodes))
            yield from (OddCode(dropped[0], path, *dropped[1:]) for dropped in java_results.dropped_results(nodes))
            in_parameters = chain(own_in_java(nodes), first_characters(nodes))
            yield from (OddCode(what, path, line, name) for what, line, name in in_parameters)
            yield from (OddCode("shared-array", path, line, name) for line, name in shared_arrays(nodes))
            yield from (OddCode("no-copy", path, line, name) for line, name in uncopied_items(nodes))
        if path.lower().endswith(CPP_SUFFIXES):
            for dropped in (*cpp_results.dropped_results(nodes), *line_reads(nodes), *untested_reads(nodes)):
                yield OddCode(dropped[0], path, *dropped[1:])
            for found in (lost_inputs, repeated_draws, far_draws):
                yield from (OddCode(what, path, line, name) for what, line, name in found(nodes))
    yield from (OddCode(DROPPED_DEFAULT, *dropped) for dropped in dropped_in_cpp(native))
    yield from (OddCode(*kept) for kept in kept_elements(native))
    for path, module in modules.items():
        nodes = [*walk(python_tree(module, decoded(sources[path])))]
        yield from (OddCode(DROPPED_DEFAULT, path, *dropped) for dropped in dropped_in_python(module))
        yield from (OddCode(what, path, line, name) for what, line, name in odd_python(module, nodes))
        yield from (OddCode(dropped[0], path, *dropped[1:]) for dropped in python_results.dropped_results(module))
    if modules and len(modules) == len(python) and not any(map(starts_something, modules.values())):
        yield OddCode("never-started", next(iter(modules)), 0)
    if len(trees) + len(modules) == len(sources):
        yield from _never_called(trees, modules, functions)
    yield from chain(_each(unread_in_trees, trees), _each(unread_in_python, modules))


def _each(find: Callable[[_File], Iterable[Odd]], files: Mapping[str, _File]) -> Iterator[OddCode]:
    """What is odd in each of these files."""
    return (OddCode(what, path, line, name) for path, file in files.items() for what, line, name in find(file))


def _in_nodes(
    path: str,
    nodes: Sequence[Any],
    functions: Collection[str],
    trees: Mapping[str, Sequence[Any]],
    types: ValueTypes,
) -> Iterator[OddCode]:
    """What is odd in a file of Java or C++."""
    hidden = hidden_fields(nodes)
    outside = {name for node in nodes[0].children for name in _named(node)}  # asking each for its parent is slow
    for node in nodes:
        line = node.start_point[0] + 1
        if node.type == "binary_expression" and path.endswith(".java") and _compares_texts(node):
            yield OddCode("texts", path, field(node, "right").start_point[0] + 1)
        elif node.type in LOOPS and (leaves := leaves_at_once(node)) is not None:
            yield OddCode("one-turn", path, leaves.start_point[0] + 1)
        elif node.type == "assignment_expression" and _sets_itself(node):
            right = field(node, "right")
            what = "sets-old-value" if right.type == "update_expression" else "sets-itself"
            yield OddCode(what, path, line, node_text(right))
        elif node.type == "declaration" and not outside.isdisjoint(_named(node)):
            yield from (OddCode(HIDES_GLOBAL, path, line, name) for name in _named(node) if _is_idle(node, name))
        elif node.type == "local_variable_declaration":
            yield from (OddCode("hides-field", path, line, name) for name in hidden.get(node.start_byte, ()))
        elif node.type == "function_definition":
            what = "copy-in-c" if path.endswith(".c") else "copy"
            names = changed_copies(node, types, is_asked=function_name(node) in functions)
            for name in names:
                yield OddCode(what, path, line, name, declared_copy(trees, node, name))


def _compares_texts(node: Any) -> bool:
    """Whether Java's == or != has a text on one side."""
    sides = field(node, "left"), field(node, "right")
    kinds = [side.type for side in sides if side is not None]
    is_text = kinds.count("string_literal") == 1 and "null_literal" not in kinds
    return is_text and node_text(field(node, "operator")) in ("==", "!=")


def _sets_itself(node: Any) -> bool:
    """Whether a variable is set to what it is: ``x = x``, or ``x = x++``, after which it has its old value again."""
    left, right = field(node, "left").text, field(node, "right")
    again = right.type == "update_expression" and right.text in (left + b"++", left + b"--")
    return node_text(field(node, "operator")) == "=" and (again or right.text == left)


def _named(declaration: Any) -> list[str]:
    """The variables of a declaration of C++; none of another node."""
    declarators = declaration.children_by_field_name("declarator") if declaration.type == "declaration" else []
    inner = [field(node, "declarator") if node.type == "init_declarator" else node for node in declarators]
    return [node_text(node) for node in inner if node is not None and node.type == "identifier"]


def _is_idle(declaration: Any, name: str) -> bool:
    """Whether a variable of a C++ function is only declared there, and never used."""
    function = enclosing(declaration, _METHODS)
    nodes = walk(function) if function is not None else ()
    return [node_text(node) for node in nodes if node.type == "identifier"].count(name) == 1


def _never_called(
    trees: Mapping[str, Sequence[Any]], modules: Mapping[str, ast.Module], functions: Collection[str]
) -> Iterator[OddCode]:
    """The functions asked for that return nothing, and that no other line names."""
    names = (node for nodes in trees.values() for node in nodes if node.type in NAMES)
    named = {node_text(node) for node in names if node_text(node) in functions and _is_use(node)}
    for node in (node for module in modules.values() for node in ast.walk(module)):
        named |= {str(getattr(node, key)) for key in ("id", "attr", "value") if isinstance(getattr(node, key, 0), str)}
        named |= {alias.name for alias in node.names} if isinstance(node, (ast.Import, ast.ImportFrom)) else set()
    for path, nodes in trees.items():
        for node in nodes:
            name = node_text(field(node, "name")) if node.type == "method_declaration" else ""
            name = function_name(node) if node.type == "function_definition" else name
            if name in functions and name not in named and node_text(field(node, "type")) == "void":
                yield OddCode(NEVER_CALLED, path, node.start_point[0] + 1, name)
    for path, module in modules.items():
        for statement in module.body:
            if isinstance(statement, ast.FunctionDef) and statement.name in functions and statement.name not in named:
                yield OddCode(NEVER_CALLED, path, statement.lineno, statement.name)


def _is_use(name: Any) -> bool:
    """Whether a name stands elsewhere than where a function of that name is declared."""
    parent = name.parent
    is_method = parent.type == "method_declaration" and field(parent, "name") == name
    return not is_method and parent.type != "function_declarator"
