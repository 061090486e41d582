"""Conditions that an element is larger than something: only where it is also the largest of all elements."""

from __future__ import annotations

import ast
from typing import Any

from harness.language.edits.forms.edit_forms import ONLY_LARGEST
from harness.language.edits.forms.ranked_edits import RankedEdits
from harness.language.edits.forms.source_text import Edit, PythonText
from harness.language.edits.forms.tree_nodes import in_parentheses
from harness.language.parsing.syntax_trees import ELEMENTS, array_of, field, indices_of, node_text, walk
from harness.model.patterns import lazy_regex

_ELEMENT = rb"(?P<%s>(?P<%s>[A-Za-z_$][\w$]{0,60})\[[A-Za-z_$][\w$]{0,60}\])"
_COMPARED = lazy_regex(
    rb"\bif ?\((?:[^()\n;]|\([^()\n]{0,80}\)){1,80}?<(?!=) ?" + _ELEMENT % (b"right", b"list")
    + rb"(?= ?[)&|])|\bif ?\(" + _ELEMENT % (b"left", b"other") + rb" ?>(?!=)[^()\n;&|]{1,80}(?=\))"
)  # fmt: skip


def _joined(end: int, element: str, elements: str, join: str, largest: str) -> tuple[int, Edit]:
    """One more term after a condition."""
    equal = "===" if largest.startswith("Math") else "=="
    new = f" {join} {element} {equal} {largest}"
    return 0, Edit(end, end, new, form=(ONLY_LARGEST, element, elements))


def largest_alone_python(tree: ast.AST, text: PythonText) -> RankedEdits:
    """The comparisons in the conditions of Python's ``if``, each with that term."""
    tests = [node.test for node in ast.walk(tree) if isinstance(node, ast.If)]
    for node in (part for test in tests for part in ast.walk(test)):
        if not isinstance(node, ast.Compare) or len(node.ops) > 1:
            continue
        larger = {ast.Lt: node.comparators[0], ast.Gt: node.left}.get(type(node.ops[0]))
        if isinstance(larger, ast.Subscript) and {type(larger.value), type(larger.slice)} == {ast.Name}:
            elements = text.text(larger.value)
            yield _joined(text.span(node)[1], text.text(larger), elements, "and", f"max({elements})")


def largest_alone(nodes: list[Any], *, is_java: bool) -> RankedEdits:
    """The same of Java and C++; C has no function for it."""
    tests = [in_parentheses(field(node, "condition")) for node in nodes if node.type == "if_statement"]
    for node in (part for test in tests if test is not None for part in walk(test)):
        side = {"<": "right", ">": "left"}.get(node_text(field(node, "operator")), "")
        larger = field(node, side) if side and node.type == "binary_expression" else None
        if larger is None or larger.type not in ELEMENTS or any(each.child_count for each in indices_of(larger)):
            continue
        elements = node_text(array_of(larger))
        largest = f"java.util.Arrays.stream({elements}).max().getAsInt()"
        largest = largest if is_java else f"*std::max_element(std::begin({elements}), std::end({elements}))"
        yield _joined(node.end_byte, node_text(larger), elements, "&&", largest)


def largest_alone_in_text(source: bytes) -> RankedEdits:
    """The same of JavaScript, which is not parsed."""
    for match in _COMPARED.finditer(source):
        element, elements = ((match["right"] or match["left"]).decode(), (match["list"] or match["other"]).decode())
        yield _joined(match.end(), element, elements, "&&", f"Math.max(...{elements})")
