"""Loops that go through the bits of a number: the number that ends them is no size of a problem."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from harness.language.parsing.syntax_trees import field, node_text
from harness.model.patterns import lazy_regex

BITS = (8, 16, 32, 64)
"""How many bits a number has."""
_SHIFTS_BY_ONE = lazy_regex(r"(?:<<|>>)=|(\b\w+)\s*=\s*\1\s*(?:<<|>>)")
_FIRST_NAME = lazy_regex(r"[^\W\d]\w*")


class _Loop(NamedTuple):
    line: int
    """Where its end stands."""
    variable: str
    body: str


def bit_loops_in_python(nodes: Sequence[ast.AST]) -> Iterator[int]:
    """The lines in which such loops of Python say where they end."""
    for loop in _python_loops(nodes):
        if _goes_through_bits(loop):
            yield loop.line


def bit_loops_in_tree(nodes: Sequence[Any]) -> Iterator[int]:
    """The lines in which such loops of Java or C++ say where they end."""
    for node in nodes:
        condition = field(node, "condition") if node.type in ("for_statement", "while_statement") else None
        if condition is not None:
            variable = "".join(_FIRST_NAME.findall(node_text(condition))[:1])
            loop = _Loop(condition.start_point[0] + 1, variable, node_text(field(node, "body")))
            if _goes_through_bits(loop):
                yield loop.line


def _python_loops(nodes: Sequence[ast.AST]) -> Iterator[_Loop]:
    for node in nodes:
        if isinstance(node, ast.For):
            yield _Loop(node.iter.lineno, ast.unparse(node.target), "\n".join(map(ast.unparse, node.body)))
        elif isinstance(node, ast.While) and isinstance(node.test, ast.Compare):
            yield _Loop(node.test.lineno, ast.unparse(node.test.left), "\n".join(map(ast.unparse, node.body)))
        elif isinstance(node, (ast.ListComp, ast.SetComp, ast.GeneratorExp)) and len(node.generators) == 1:
            around = node.generators[0]
            texts = map(ast.unparse, (node.elt, *around.ifs))
            yield _Loop(around.iter.lineno, ast.unparse(around.target), "\n".join(texts))


def _goes_through_bits(loop: _Loop) -> bool:
    """Whether the variable says only by how much a number is shifted, or is not used and each turn shifts one."""
    if not loop.variable.isidentifier():
        return False
    name = rf"\b{loop.variable}\b"
    counted = rf"{name}\s*(?:\+\+|\+=)|\+\+\s*{name}"
    uses = len(re.findall(name, loop.body)) - len(re.findall(counted, loop.body))
    shifts = len(re.findall(rf"(?:\b1[uUlL]*\s*<<|(?<!cin\s)>>>?)\s*\(?\s*{name}", loop.body))
    return uses == shifts if shifts else uses == 0 and _SHIFTS_BY_ONE.search(loop.body) is not None
