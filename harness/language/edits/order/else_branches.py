"""A condition that is asked only where the one before it is false, or in any case: ``elif`` for ``if``, and back."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from harness.language.edits.forms.edit_forms import ASKS_ALWAYS, ASKS_ELSE
from harness.language.edits.forms.ranked_edits import RankedEdits
from harness.language.edits.forms.source_text import Edit, PythonText
from harness.language.edits.forms.tree_nodes import in_parentheses
from harness.language.edits.order.exits import PYTHON_LEAVES, ends_by_leaving
from harness.language.parsing.syntax_trees import field, node_text

_IF, _ELIF = b"if", b"elif"
_CHOICE = "if_statement"


def asked_otherwise_python(statements: Sequence[ast.stmt], text: PythonText) -> RankedEdits:
    """The changes to the choices of one block."""
    for statement in statements:
        if isinstance(statement, ast.If):
            for choice, other in pairwise(_chain(statement, text)):
                if not isinstance(choice.body[-1], PYTHON_LEAVES):
                    yield from _asked(0, text.span(other)[0], len(_ELIF), "if", text.text(other.test))
    for first, second in pairwise(statements):
        if isinstance(first, ast.If) and isinstance(second, ast.If):
            *_, last = _chain(first, text)
            if not last.orelse and not isinstance(last.body[-1], PYTHON_LEAVES) and text.indent(second) is not None:
                yield from _asked(1, text.span(second)[0], len(_IF), "elif", text.text(second.test))


def _chain(choice: ast.If, text: PythonText) -> list[ast.If]:
    """An if, and the ``elif`` that follow it."""
    chain = [choice]
    while len(chain[-1].orelse) == 1 and isinstance(inner := chain[-1].orelse[0], ast.If):
        if not text.source.startswith(_ELIF, text.span(inner)[0]):
            break
        chain.append(inner)
    return chain


def asked_otherwise(statements: Sequence[Any]) -> RankedEdits:
    """The changes to the choices of one block of Java or C++."""
    for statement in statements:
        for choice, other in pairwise(_tree_chain(statement)):
            word = next((child for child in _else_of(choice).children if child.type == "else"), None)
            if word is not None and not ends_by_leaving(field(choice, "consequence")):
                length = other.start_byte + len(_IF) - word.start_byte
                condition = node_text(in_parentheses(field(other, "condition")))
                yield from _asked(0, word.start_byte, length, "if", condition)
    for first, second in pairwise(statements):
        chain = _tree_chain(first)
        is_open = (
            bool(chain)
            and field(chain[-1], "alternative") is None
            and not ends_by_leaving(field(chain[-1], "consequence"))
        )
        is_nested = any(field(each, "consequence").type == _CHOICE for each in chain)  # whose else would it be?
        if is_open and not is_nested and second.type == _CHOICE:
            condition = node_text(in_parentheses(field(second, "condition")))
            yield from _asked(1, second.start_byte, len(_IF), "else if", condition)


def _tree_chain(statement: Any) -> list[Any]:
    chain = []
    choice = statement
    while choice is not None and choice.type == _CHOICE:
        chain.append(choice)
        choice = field(choice, "alternative")
        if choice is not None and choice.type == "else_clause":
            choice = next(iter(choice.named_children), None)
    return chain


def _else_of(choice: Any) -> Any:
    """The node whose child is the word ``else``: in C++ a clause, in Java the choice itself."""
    other = field(choice, "alternative")
    return other if other.type == "else_clause" else choice


def _asked(rank: int, start: int, length: int, new: str, condition: str) -> RankedEdits:
    """The change, unless the condition is too long to be shown."""
    if "\n" not in condition:
        form = ASKS_ALWAYS if new == "if" else ASKS_ELSE
        yield rank, Edit(start, start + length, new, form=(form, condition))
