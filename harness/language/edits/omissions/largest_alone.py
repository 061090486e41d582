"""Conditions that an element is larger than something: only where it is also the largest of all elements."""

from __future__ import annotations

import ast
from typing import Any

from harness.language.edits.forms.edit_forms import ONLY_LARGEST
from harness.language.edits.forms.ranked_edits import RankedEdits
from harness.language.edits.forms.source_text import Edit, PythonText
from harness.language.edits.forms.tree_nodes import in_parentheses
from harness.language.parsing.syntax_trees import ELEMENTS, array_of, field, indices_of, node_text, walk


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


_LARGEST = {
    "java": "java.util.Arrays.stream({0}).max().getAsInt()",
    "cpp": "*std::max_element(std::begin({0}), std::end({0}))",
    "javascript": "Math.max(...{0})",
}


def largest_alone(nodes: list[Any], language: str) -> RankedEdits:
    """The same of Java, C++ and JavaScript; C has no function for it."""
    tests = [in_parentheses(field(node, "condition")) for node in nodes if node.type == "if_statement"]
    for node in (part for test in tests if test is not None for part in walk(test)):
        side = {"<": "right", ">": "left"}.get(node_text(field(node, "operator")), "")
        larger = field(node, side) if side and node.type == "binary_expression" else None
        if larger is None or larger.type not in ELEMENTS or any(each.child_count for each in indices_of(larger)):
            continue
        elements = node_text(array_of(larger))
        yield _joined(node.end_byte, node_text(larger), elements, "&&", _LARGEST[language].format(elements))
