"""What is 0 where a division by zero ended a program: the only divisor of a line, if it is a name or a difference."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import islice
from typing import TypeGuard

from harness.language.parsing.outline import decode
from harness.language.parsing.python import DEFS, called_name, python_module
from harness.language.parsing.source_nodes import nodes_of
from harness.language.parsing.syntax_trees import NUMBERS, bare_text, field, node_text
from harness.model.patterns import lazy_regex

_LONGEST = 40
_DIVISOR = lazy_regex(r"(?P<name>\w+)|\((?P<left>\w+)-(?P<right>\w+)\)")
_DIVIDES = lazy_regex(r"(?i)(?:floor|ceil)_?(?:mod|div)|unsigned|big|\.\s*(?:div|mod|rem)")
"""Calls of the library of Java that divide, too."""
_WITHOUT_BODY = ("expression_statement", "return_statement", "local_variable_declaration", "parenthesized_expression")
"""What Java may take for one line, its first, although it goes on in others."""
_HARMLESS = ("print", "len", "int", "float", "str", "range", "abs", "round", "min", "max", "sum", "append", "format")
"""Calls of Python that never divide by zero."""


def zero_divisor(path: str, source: bytes, line: int) -> str:
    """The source text of what a line divides by; empty unless nothing else on the line can divide by zero."""
    all_divisors = _in_python(source, line) if path.endswith(".py") else _in_tree(path, source, line)
    divisors = [*islice(all_divisors, 2)]
    return divisors[0] if len(divisors) == 1 and len(divisors[0]) <= _LONGEST else ""


def _in_python(source: bytes, line: int) -> Iterator[str]:
    """What the line divides by; empty for what is no name, and for a call that may divide."""
    module = python_module(source)
    nodes = [*ast.walk(module)] if module is not None else []
    harmless = {*_HARMLESS, *(node.name for node in nodes if isinstance(node, DEFS))}
    for node in nodes:
        if not isinstance(node, (ast.expr, ast.AugAssign)) or not node.lineno <= line <= (node.end_lineno or 0):
            continue
        if isinstance(node, ast.Call) and called_name(node) not in harmless:
            yield ""
        elif isinstance(node, (ast.BinOp, ast.AugAssign)) and isinstance(node.op, (ast.Div, ast.FloorDiv, ast.Mod)):
            divided, divisor = (node.left, node.right) if isinstance(node, ast.BinOp) else (node.target, node.value)
            is_text = isinstance(divided, ast.JoinedStr | ast.Constant) and not _is_number(divided)
            if not is_text and not (_is_number(divisor) and divisor.value):
                yield _python_divisor(divisor) if node.lineno == node.end_lineno else ""


def _python_divisor(divisor: ast.expr) -> str:
    if isinstance(divisor, ast.Call) and called_name(divisor) == "len" and len(divisor.args) == 1:
        argument = _simple(divisor.args[0])
        return f"len({argument})" if argument else ""
    if isinstance(divisor, ast.BinOp) and isinstance(divisor.op, ast.Sub):
        left, right = _simple(divisor.left), _simple(divisor.right)
        return f"{left} - {right}" if left and right else ""
    return _simple(divisor) if isinstance(divisor, ast.Name) else ""


def _simple(value: ast.expr) -> str:
    """A name, or a number that is no fraction; empty for anything else."""
    if isinstance(value, ast.Constant) and type(value.value) is int and abs(value.value) < 1 << 31:
        return str(value.value)
    return value.id if isinstance(value, ast.Name) else ""


def _is_number(value: ast.expr) -> TypeGuard[ast.Constant]:
    return isinstance(value, ast.Constant) and isinstance(value.value, (int, float))


def _in_tree(path: str, source: bytes, line: int) -> Iterator[str]:
    """What the line divides by; empty for what is no name, and for a call that may divide."""
    text = "".join(decode(source).split("\n")[line - 1 : line])
    if _DIVIDES.search(text):
        yield ""
    for node in nodes_of(path, source):
        begin, end = node.start_point[0] + 1, node.end_point[0] + 1
        if begin < end and begin <= line <= end and node.type in _WITHOUT_BODY:
            yield ""
        operator = node_text(field(node, "operator")) if begin <= line <= end else ""
        divisor = field(node, "right") if operator in ("/", "%", "/=", "%=") else None
        if divisor is not None and not (divisor.type in NUMBERS and set(node_text(divisor)) & set("123456789")):
            is_short = divisor.end_byte - divisor.start_byte <= _LONGEST
            match = _DIVISOR.fullmatch(bare_text(divisor)) if is_short and begin == end else None
            yield (match["name"] or f"{match['left']} - {match['right']}") if match is not None else ""
