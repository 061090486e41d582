"""The line that sets the length of an array of which an element is used that it does not have."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from harness.language.oddities.crashes.python_arrays import (
    handed_on,
    python_elements,
    python_functions,
    stored_in_python,
)
from harness.language.oddities.crashes.stored import Stored
from harness.language.oddities.crashes.tree_arrays import has_long_list, stored_in_tree, tree_elements, tree_functions
from harness.language.oddities.sizes.constants import Constant, constants_in_python, constants_in_tree
from harness.language.parsing.outline import decode
from harness.language.parsing.python import python_module
from harness.language.parsing.source_nodes import nodes_of
from harness.model.patterns import lazy_regex

_LONGEST = 60
"""Characters of a line that is shown in a sentence."""
_MOST_STORES = 100
_MOST_ELEMENTS = 8
_SUM = lazy_regex(r"(?:\w+\.)*(?P<name>\w+)(?P<more>[-+]\d{1,6})?")
"""A number or a name, and what is added to it."""


class ArrayLength(Struct, frozen=True):
    """Where the length of an array is set."""

    array: str
    line: int
    text: str
    """The text of that line; empty if it is long."""


def array_length(
    path: str, source: bytes, line: int, length: int | None, array: str = "", column: int | None = None
) -> ArrayLength | None:
    """The line that sets the length of the array whose element is used in a line; None unless there is no doubt.

    ``length``: what the run showed; None if it did not. ``array``: its name, if the run showed that; ``column``: of
    the index, if a compiler of C or C++ says that.
    Where a named constant is its length, this is the line of the constant.
    """
    if path.endswith(".py"):
        module = python_module(source)
        nodes: Sequence[Any] = [*ast.walk(module)] if module is not None else []
        elements, constants = python_elements(nodes, line), constants_in_python(nodes)
        everywhere, functions, others = [*stored_in_python(nodes)], python_functions(nodes), handed_on(nodes)
    else:
        nodes = [*nodes_of(path, source)]
        if has_long_list(nodes):
            return None
        elements, constants = tree_elements(nodes, line, column), constants_in_tree(nodes)
        everywhere, functions, others = [*stored_in_tree(nodes)], tree_functions(nodes), {}
    set_in: dict[str, int] = {}
    if len(elements) > _MOST_ELEMENTS:
        return None
    for name, depth in ({array: 1} if array else elements).items():
        stores = _of_variable([each for each in everywhere if each.name == name], functions, line)
        stores = [each for each in stores if each.has_value and each.depth < depth]  # others are of elements alone
        if len(stores) != 1 or len(stores[0].lengths) < depth or others.get(name, depth) < depth:
            return None
        if at := _line_of(stores[0], length, constants):
            set_in[name] = at
    if len(set_in) != 1:
        return None
    ((name, at),) = set_in.items()
    text = " ".join(decode(source).split("\n")[at - 1].split()) if at != line else ""
    return ArrayLength(name, at, text if len(text) <= _LONGEST else "")


def _of_variable(stores: Sequence[Stored], functions: Sequence[range], line: int) -> list[Stored]:
    """Those of one name that are of the variable which a line means: a function's own, or that of all others."""
    if len(stores) > _MOST_STORES:
        return []
    declared = [each.line for each in stores if each.declares]
    own = [lines for lines in functions if any(at in lines for at in declared)]
    around = next((lines for lines in own if line in lines), None)
    if around is not None:
        return [each for each in stores if each.line in around]
    return [each for each in stores if not any(each.line in lines for lines in own)]


def _line_of(stored: Stored, length: int | None, constants: Mapping[str, Constant]) -> int:
    """The line that sets a length; 0 if it is known to be another length."""
    values = {text: _value(text, constants) for text in stored.lengths}
    is_open = None in values.values()
    equal = [text for text, value in values.items() if value is not None and length in (None, value)]
    if not equal and not is_open:
        return 0
    names = {match["name"] for text in equal if (match := _SUM.fullmatch(text)) is not None}
    constant = constants.get(next(iter(names))) if len(names) == 1 and not is_open else None
    return stored.line if constant is None else constant.line


def _value(text: str, constants: Mapping[str, Constant]) -> int | None:
    """The number that an expression is for sure; None if that is not known."""
    match = _SUM.fullmatch(text)
    if match is None:
        return None
    name, more = match["name"], int(match["more"] or 0)
    if name.isdecimal():
        return int(name[:9]) + more
    return constants[name].value + more if name in constants else None
