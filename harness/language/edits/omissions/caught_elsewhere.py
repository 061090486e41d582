"""What reads a number outside of a try, though another place of the file catches that it cannot be read."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from itertools import islice
from textwrap import dedent, indent
from typing import Any

from harness.language.edits.forms.edit_forms import CAUGHT_ELSEWHERE
from harness.language.edits.forms.ranked_edits import RankedEdits
from harness.language.edits.forms.source_text import Edit, PythonText, indent_at
from harness.language.edits.forms.tree_nodes import called_names
from harness.language.parsing.python import called_names as python_names
from harness.language.parsing.syntax_trees import ancestors, field, node_text

_READS = ("int", "float")
_TREE_READS = ("parseInt", "parseDouble", "parseLong", "valueOf", "stoi", "stol", "stoul", "stod")
_SIMPLE = (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Expr, ast.Return)
_MOST = 4
"""Statements of a file that are tried."""
_LONGEST = 400
"""Bytes of what a handler does: a longer one is hardly copied."""


def caught_elsewhere(nodes: Sequence[Any]) -> RankedEdits:
    """The statements of Java and C++, each in a try with the handlers of another one."""
    tries = [node for node in nodes if node.type == "try_statement"]
    known = {name: each for each in reversed(tries) for name in _read_in(field(each, "body"))}
    statements = (node for node in nodes if known and node.type in ("expression_statement", "return_statement"))
    reads = ((node, name) for node in statements for name in _read_in(node) if name in known)
    for statement, name in islice(((node, name) for node, name in reads if not _is_tried(node)), _MOST):
        handlers = " ".join(node_text(child) for child in known[name].children if child.type == "catch_clause")
        if len(handlers) <= _LONGEST:
            new = f"try {{ {node_text(statement)} }} {handlers}"
            line = str(known[name].start_point[0] + 1)
            yield -1, Edit(statement.start_byte, statement.end_byte, new, form=(CAUGHT_ELSEWHERE, "", line))


def _read_in(node: Any) -> Iterator[str]:
    """The functions by which a part of a file reads numbers."""
    yield from (name for name in called_names(node) if name in _TREE_READS)


def _is_tried(statement: Any) -> bool:
    """Whether a statement is in the block of a try already."""
    around = [statement, *ancestors(statement)]
    return any(field(node, "body") in around for node in around if node.type.startswith("try_"))


def caught_elsewhere_python(tree: ast.Module, text: PythonText) -> RankedEdits:
    """The same of Python."""
    tries = [node for node in ast.walk(tree) if isinstance(node, ast.Try) and node.handlers]
    known = {name: each for each in reversed(tries) for part in each.body for name in python_names(part)}
    tried = {inner for each in tries for part in each.body for inner in ast.walk(part)}
    statements = (node for node in ast.walk(tree) if known and isinstance(node, _SIMPLE) and node not in tried)
    reads = (
        (node, known[name]) for node in statements for name in python_names(node) if name in _READS and name in known
    )
    for statement, other in islice(reads, _MOST):
        margin, (start, end) = text.indent(statement), text.span(statement)
        first, last = text.span(other.handlers[0])[0], text.span(other.handlers[-1])[1]
        before = indent_at(text.source, first)
        if margin is not None and before is not None and last - first <= _LONGEST:
            handlers = dedent(before + text.source[first:last].decode())
            block = f"try:\n    {text.text(statement)}\n{handlers}"
            new = indent(block, margin)[len(margin) :]
            yield -1, Edit(start, end, new, form=(CAUGHT_ELSEWHERE, "", str(other.lineno)))
