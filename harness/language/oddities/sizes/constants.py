"""Named constants of a program: names that are set once, to a number, as ``N = 8`` or ``#define N 8``."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from harness.language.parsing.python import last_name
from harness.language.parsing.syntax_trees import (
    CHANGES,
    ELEMENTS,
    NUMBERS,
    dotted_name,
    field,
    name_of,
    node_text,
    target_of,
)
from harness.model.patterns import lazy_regex

_MOST_DIGITS = 6
_DECLARED = ("variable_declarator", "init_declarator", "enumerator", "preproc_def")
_WITHOUT_VALUE = ("declaration", "field_declaration")
_PARAMETERS = ("formal_parameter", "parameter_declaration", "for_range_loop", "enhanced_for_statement")
_CONSTANT = lazy_regex(r"\b(?:const|constexpr|final|private)\b")
_USE = lazy_regex(
    r"(?<![\w.])(?<!->)(?<!::)(?:(?:this|self|cls|[A-Z]\w*)(?:\.|->|::))?(?P<name>[^\W\d]\w*)\b"
    r"(?P<more>\s*[-+]\s*1\b)?(?!\s*(?:[(.]|=(?!=)))"
)
"""A name as it is used, that of a class or an object may stand before it; and one more or one less than it."""
_SHARES = lazy_regex(r"(?:^|[:;])\s*(?:global|nonlocal)\s")
"""A line of Python where only a name may stand."""
_MANY = r"_|the|my|max(?:imum)?|num(?:ber)?|of|default|total|count|chess|anzahl"
_SIZES = (
    r"n|sizes?|queens?|damen|rows?|zeilen|col(?:umn)?s?|spalten|dim(?:ension)?s?|board|brett|grid|feld"
    r"|len(?:gth)?|laenge|groesse|width|height|breite|hoehe|side"
)
_SIZE_NAME = lazy_regex(rf"(?i)(?:{_MANY})*(?:{_SIZES})(?:{_MANY}|{_SIZES})*|max(?:imum)?")
_ONE_OF_THEM = ("row", "col", "column", "queen")
"""Variables that say which of them is meant, not how many there are."""


class Constant(Struct, frozen=True):
    """The number of a named constant, and where it is set."""

    value: int
    line: int


def is_size_name(name: str) -> bool:
    """Whether a constant of this name is the size of a problem; a key of the keyboard or a number of tries is not."""
    return name not in _ONE_OF_THEM and _SIZE_NAME.fullmatch(name) is not None


def constants_in_python(nodes: Sequence[ast.AST]) -> dict[str, Constant]:
    """The names that a module, a class or a function of Python sets once, to a number, and that no parameter has."""
    stored = Counter(_stored_in_python(nodes))
    return {
        name: Constant(statement.value.value, statement.value.lineno)
        for statement in nodes
        if isinstance(statement, (ast.Assign, ast.AnnAssign))
        and isinstance(statement.value, ast.Constant)
        and type(statement.value.value) is int
        for target in (statement.targets if isinstance(statement, ast.Assign) else [statement.target])
        if stored[name := last_name(target)] == 1
    }


def _stored_in_python(nodes: Sequence[ast.AST]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, (ast.Name, ast.Attribute)) and not isinstance(node.ctx, ast.Load):
            yield last_name(node)


def constants_in_tree(nodes: Sequence[Any]) -> dict[str, Constant]:
    """The names of a file of Java or C++ that are set once, to a number, where no other file or call may set them."""
    stored = Counter(_stored_in_tree(nodes))
    return {
        name: Constant(int(node_text(number)), number.start_point[0] + 1)
        for node in nodes
        if (number := _number_of(node)) is not None and stored[name := _declared_name(node)] == 1
    }


def _stored_in_tree(nodes: Sequence[Any]) -> Iterator[str]:
    for node in nodes:
        if node.type in _DECLARED:
            yield _declared_name(node)
        elif node.type in _WITHOUT_VALUE:
            yield from (dotted_name(name) for name in node.children_by_field_name("declarator") if not _is_set(name))
        elif node.type in _PARAMETERS:
            yield dotted_name(name_of(node)).rpartition(".")[2]
        elif node.type in CHANGES and (target := target_of(node)) is not None and target.type not in ELEMENTS:
            yield dotted_name(target).rpartition(".")[2]


def _is_set(declarator: Any) -> bool:
    return declarator.type in _DECLARED


def _declared_name(node: Any) -> str:
    return node_text(name_of(node))


def _number_of(node: Any) -> Any:
    """The number to which a declaration sets a name for good; None for any other node."""
    value = field(node, "value") if node.type in _DECLARED else None
    if value is None:
        return None
    is_number = value.type in (*NUMBERS, "preproc_arg") and node_text(value).strip().isdecimal()
    is_kept = node.type in ("enumerator", "preproc_def") or node.parent.type == "local_variable_declaration"
    is_short = is_number and len(node_text(value).strip()) <= _MOST_DIGITS
    return value if is_short and (is_kept or _CONSTANT.search(_before(node)) is not None) else None


def _before(node: Any) -> str:
    """The text before a declared name: its type, and who may change it."""
    return node_text(node.parent)[: node.start_byte - node.parent.start_byte]


def with_numbers(source: str, constants: Mapping[str, Constant]) -> tuple[str, dict[int, Constant]]:
    """The source with a number for each use of a constant, and by line which of them is used there.

    One more or one less than a constant is a number, too. The lines stay what they are.
    """
    lines = source.split("\n")
    used: dict[int, Constant] = {}
    for at, line in enumerate(lines):
        for match in reversed([*_USE.finditer(line)] if _SHARES.search(line) is None else []):
            constant = constants.get(match["name"])
            if constant is not None and constant.line != at + 1:
                used[at + 1] = constant
                more = (match["more"] or "").replace(" ", "").replace("\t", "")
                lines[at] = lines[at][: match.start()] + str(constant.value + int(more or 0)) + lines[at][match.end() :]
    return "\n".join(lines), used
