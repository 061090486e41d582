"""What a loop prints in each turn, printed before its first turn too, or not once more after its last one."""

from __future__ import annotations

import ast
from typing import Any

from harness.language.edits.forms.ranked_edits import RankedEdits, ranked
from harness.language.edits.forms.source_text import PythonText
from harness.language.edits.forms.tree_nodes import calls_or_prints, in_place, inserted_before
from harness.language.parsing.python import names_in
from harness.language.parsing.syntax_trees import (
    BLOCKS,
    DECLARATORS,
    body_statements,
    expression_of,
    field,
    name_of,
    node_text,
    target_of,
    walk,
)


def printed_before_python(loop: ast.While, text: PythonText) -> RankedEdits:
    """The call at the end of a loop's body, before the loop, unless it needs a variable that is set there."""
    call = loop.body[-1]
    inner = [node for part in loop.body for node in ast.walk(part)]
    is_set = {node.id for node in inner if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    start, indent = text.span(loop)[0], text.indent(loop)
    if _is_call(call) and not is_set & names_in(call) and indent is not None and call.lineno == call.end_lineno:
        yield ranked(-1, start, start, f"{text.text(call)}\n{indent}")


def _is_call(statement: ast.stmt) -> bool:
    """Whether a statement is a call with a variable, and so may print another text each time."""
    is_call = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call)
    values = [*statement.value.args] if is_call else []  # type: ignore[attr-defined] # it is a call
    return any(names_in(value) for value in values)


def printed_before(loop: Any) -> RankedEdits:
    """The same in Java and C++."""
    call = next(reversed(body_statements(field(loop, "body"))), None)
    shown = None if call is None else expression_of(call)
    if shown is None or loop.parent.type not in BLOCKS:
        return
    changed = {node_text(_changed(node)) for node in walk(field(loop, "body"))}
    names = {node_text(node) for node in walk(field(shown, "arguments") or shown) if node.type == "identifier"}
    if calls_or_prints(shown) and names and not names & changed:
        yield inserted_before(-1, loop, node_text(call))


def not_printed_again(loop: Any) -> RankedEdits:
    """The call of a loop's turns without the same call after the loop, also where that is first in a choice."""
    shown = {node_text(node) for node in walk(field(loop, "body")) if _is_shown(expression_of(node))}
    after = loop.next_named_sibling
    choice = field(after, "consequence") if after is not None and after.type == "if_statement" else None
    again = next(iter(body_statements(choice)), None) if choice is not None else after
    if again is not None and node_text(again) in shown:
        yield in_place(-1, again, ";")


def _is_shown(shown: Any) -> bool:
    """Whether a call prints a variable or may do so."""
    has_name = shown is not None and any(node.type == "identifier" for node in walk(field(shown, "arguments") or shown))
    return has_name and calls_or_prints(shown)


def _changed(node: Any) -> Any:
    """What a node declares or sets; None for others."""
    return name_of(node) if node.type in DECLARATORS else target_of(node)
