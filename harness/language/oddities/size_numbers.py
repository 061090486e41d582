"""Numbers that stand where the size of a problem is meant: a loop's or range's end, a length, a comparison."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Sequence
from typing import Any

from harness.language.oddities.sizes.bit_loops import BITS, bit_loops_in_python, bit_loops_in_tree
from harness.language.oddities.sizes.constants import (
    Constant,
    constants_in_python,
    constants_in_tree,
    is_size_name,
    with_numbers,
)
from harness.language.parsing.prolog import SUFFIXES as PROLOG_SUFFIXES
from harness.language.parsing.python import python_module
from harness.language.parsing.source_nodes import nodes_of
from harness.language.parsing.syntax_trees import NUMBERS, field, node_text
from harness.language.prolog.size_numbers import prolog_size_numbers
from harness.model.patterns import lazy_regex

_SIZE = lazy_regex(r"(?i)n|num\w*|\w*size|count|limit|max\w*")
"""Variables that are the size itself, or what it may be at most."""
_ARGUMENTS = lazy_regex(r"(?i).*\b(?:args?|argv|argc|arguments)\b.*")
_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}
_PYTHON = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!="}
_FITTING = {"<": (0, 1), ">=": (0, 1), "<=": (0, -1), ">": (0, -1), "==": (0, -1), "!=": (0, -1)}
"""By operator: how much more than the size a number may be that ends a loop; it counts from 0 or from 1."""
_RANGE = 2
"""Arguments of a range with a begin."""

_Compared = tuple[int, str, str, str]
"""A line, and the left side, the operator and the right side of a comparison."""


def size_numbers(path: str, source: bytes, size: int) -> Iterator[tuple[int, int]]:
    """The lines in which a number stands where this size may be meant, and the number: it may be 1 more or 1 less.

    Nothing is said of a size that is compared with a number itself, as what may be at most is.
    """
    if path.endswith(PROLOG_SUFFIXES):
        yield from prolog_size_numbers(source, size)
    else:
        nodes = _nodes(path, source)
        written = {*_of_nodes(path, nodes, size)}
        yield from sorted(written)
        text, used = with_numbers(source.decode(errors="replace"), _constants(path, nodes))
        for line, _ in {*_of_nodes(path, _nodes(path, text.encode()), size)} - written if used else ():
            if line in used:
                yield used[line].line, used[line].value


def _nodes(path: str, source: bytes) -> list[Any]:
    """The nodes of a file's syntax tree; none of Python that cannot be read."""
    if not path.endswith(".py"):
        return [*nodes_of(path, source)]
    module = python_module(source)
    return [*ast.walk(module)] if module is not None else []


def _constants(path: str, nodes: Sequence[Any]) -> dict[str, Constant]:
    """The named numbers of a file that may be the size, by their names."""
    constants = constants_in_python(nodes) if path.endswith(".py") else constants_in_tree(nodes)
    return {name: constant for name, constant in constants.items() if is_size_name(name)}


def _of_nodes(path: str, nodes: Sequence[Any], size: int) -> Iterator[tuple[int, int]]:
    """The numbers of a file of Python, Java or C++; those that say how many bits a number has are none."""
    if path.endswith(".py"):
        numbers = [*_lengths_in_python(nodes, size)]
        numbers += _ends([*_compared_in_python(nodes)], {*_counted_in_python(nodes)}, size)
        bit_loops = {*bit_loops_in_python(nodes)}
    else:
        updates = (node for node in nodes if node.type == "update_expression")
        counted = {node_text(child) for node in updates for child in node.named_children}
        numbers = [*_lengths_in_tree(nodes, size), *_ends([*_compared_in_tree(nodes)], counted, size)]
        bit_loops = {*bit_loops_in_tree(nodes)}
    yield from ((line, number) for line, number in numbers if number not in BITS or line not in bit_loops)


def _ends(compared: Sequence[_Compared], counted: Collection[str], size: int) -> Iterator[tuple[int, int]]:
    """The numbers that are compared with something else than the size; ``counted``: variables that count up to it."""
    bounds = {right for _, left, _, right in compared if left.isidentifier() and right.isidentifier()}
    bounds -= {left for _, left, _, right in compared if not right.isdecimal()}.union(counted)
    turned = [(line, right, _TURNED[operator], left) for line, left, operator, right in compared]
    for line, left, operator, right in (*compared, *turned):
        if right.isdecimal() and int(right[:9]) - size in _FITTING[operator] and not _is_size(left, bounds):
            yield line, int(right)


def _is_size(text: str, bounds: Collection[str]) -> bool:
    name = text.rpartition(".")[2]  # that of a field is not known to be another's
    return text in bounds or _SIZE.fullmatch(name) is not None or _ARGUMENTS.fullmatch(text) is not None


def _lengths_in_python(nodes: Sequence[ast.AST], size: int) -> Iterator[tuple[int, int]]:
    """The ends of ranges, and the lengths of lists that are multiplied."""
    for node in nodes:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "range":
            begin = node.args[0] if len(node.args) == _RANGE else ast.Constant(0)
            end = node.args[min(1, len(node.args) - 1)] if 0 < len(node.args) <= _RANGE else None
            more = int(_number(begin) == 1)
            if _number(end) == size + more:
                yield node.lineno, size + more
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
            for items, length in ((node.left, node.right), (node.right, node.left)):
                number = _number(length)
                if isinstance(items, ast.List) and number in (size, size + 1):
                    yield node.lineno, number


def _number(node: ast.expr | None) -> int:
    return node.value if isinstance(node, ast.Constant) and type(node.value) is int else 0


def _counted_in_python(nodes: Sequence[ast.AST]) -> Iterator[str]:
    """The variables of loops, and those to which something is added."""
    targets = (node.target for node in nodes if isinstance(node, (ast.For, ast.AugAssign)))
    yield from (target.id for target in targets if isinstance(target, ast.Name))


def _compared_in_python(nodes: Sequence[ast.AST]) -> Iterator[_Compared]:
    for node in nodes:
        if isinstance(node, ast.Compare):
            for left, operator, right in zip((node.left, *node.comparators), node.ops, node.comparators, strict=False):
                if type(operator) in _PYTHON:
                    yield right.lineno, ast.unparse(left), _PYTHON[type(operator)], ast.unparse(right)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "range":
            ends = (end.id for end in node.args[:_RANGE][-1:] if isinstance(end, ast.Name))
            yield from ((node.lineno, "range", "<", end) for end in ends)


def _compared_in_tree(nodes: Sequence[Any]) -> Iterator[_Compared]:
    for node in nodes:
        operator = node_text(field(node, "operator")) if node.type == "binary_expression" else ""
        if operator in _TURNED:
            yield node.start_point[0] + 1, node_text(field(node, "left")), operator, node_text(field(node, "right"))


def _lengths_in_tree(nodes: Sequence[Any], size: int) -> Iterator[tuple[int, int]]:
    """The lengths of arrays and vectors that are made."""
    for node in nodes:
        lengths: list[Any] = []
        if node.type == "array_creation_expression":
            lengths = [part for each in node.children_by_field_name("dimensions") for part in each.named_children]
        elif node.type in ("array_declarator", "new_declarator"):
            lengths = [field(node, "size") or field(node, "length")]
        elif node.type == "init_declarator" and node_text(field(node.parent, "type")) not in ("int", "unsigned"):
            value = field(node, "value")
            lengths = value.named_children[:1] if value is not None and value.type == "argument_list" else []
        elif node.type == "call_expression" and "vector<" in node_text(field(node, "function")):
            lengths = field(node, "arguments").named_children[:1]
        for length in lengths:
            if length is not None and length.type in NUMBERS and node_text(length) in (str(size), str(size + 1)):
                yield length.start_point[0] + 1, int(node_text(length))
