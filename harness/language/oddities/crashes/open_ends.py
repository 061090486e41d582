"""The way through a function of Java or C++ that comes to the function's end without a return."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from harness.language.parsing.source_nodes import nodes_of
from harness.language.parsing.syntax_trees import FUNCTIONS, LOOPS, body_statements, field, function_name, node_text

_LEAVES = ("return_statement", "throw_statement")
_PLAIN = ("expression_statement", "local_variable_declaration", "declaration", "if_statement", *LOOPS)
"""Statements of which all is over where they end; what else holds statements may leave from any of them."""
_LONGEST = 60


class OpenEnd(Struct, frozen=True):
    """The last statement of such a way."""

    function: str
    line: int
    way: str = ""
    """``false``: a condition does not hold; ``loop``: a loop ended; ``empty``: there is no statement; else empty."""
    condition: str = ""


def open_end(path: str, source: bytes, line: int) -> OpenEnd | None:
    """Where the function around a line of a file ends without a return; None if nobody can say."""
    around = [node for node in nodes_of(path, source) if node.type in FUNCTIONS and field(node, "body") is not None]
    around = [node for node in around if node.start_point[0] < line <= node.end_point[0] + 1]
    if not around:
        return None
    name, statement = function_name(around[-1]), _last(field(around[-1], "body"))
    if statement is None:
        return OpenEnd(name, around[-1].start_point[0] + 1, "empty")
    while statement.type == "if_statement":
        taken, otherwise = (_last(_branch(statement, key)) for key in ("consequence", "alternative"))
        if otherwise is None and _leaves(taken):
            condition = _bare(node_text(field(statement, "condition")))
            is_short = len(condition) <= _LONGEST
            return OpenEnd(name, statement.start_point[0] + 1, "false" * is_short, condition * is_short)
        open_branches = [last for last in (taken, otherwise) if last is not None and not _leaves(last)]
        if otherwise is None or len(open_branches) != 1:
            break
        (statement,) = open_branches
    if statement.type not in _PLAIN:
        return None
    return OpenEnd(name, statement.start_point[0] + 1, "loop" * (statement.type in LOOPS))


def _branch(statement: Any, key: str) -> Any:
    branch = field(statement, key)
    return branch.named_children[-1] if branch is not None and branch.type == "else_clause" else branch


def _last(body: Any) -> Any:
    """The last statement of a block, or the only one; None for none."""
    statements = [] if body is None else body_statements(body)
    return statements[-1] if statements else None


def _leaves(statement: Any) -> bool:
    return statement is not None and statement.type in _LEAVES


def _bare(condition: str) -> str:
    text = " ".join(condition.split())
    return text[1:-1] if text.startswith("(") and text.endswith(")") else text
