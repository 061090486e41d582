"""A number of Java or C++ that is compared with 0, and may have to be compared with what another function gives."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from harness.language.edits.forms.edit_forms import COMPARISON
from harness.language.edits.forms.ranked_edits import Ranked, RankedEdits
from harness.language.edits.forms.source_text import Edit
from harness.language.edits.forms.tree_nodes import called_names, parameters_of
from harness.language.parsing.syntax_trees import field, function_name, node_text, walk

_FEW = 4
"""Comparisons and functions that may be meant; of more none is likely."""
_MOST = 100
"""Functions that give a number; a file with more is no person's."""
_OTHER_SIGNS = {"==": "<", "<=": "<", "!=": "==", ">": "=="}
"""How a number that is 0, or larger, is compared with the largest one."""
_NUMBERS = ("int", "unsigned", "long", "size_t")


def compared_results(functions: Sequence[Any]) -> RankedEdits:
    """The comparisons, in functions that get what those others get, and do not call them."""
    numbers = [each for each in functions if node_text(field(each, "type")) in _NUMBERS]
    givers = [(function_name(each), parameters) for each in numbers if (parameters := parameters_of(each))]
    for function in functions if len(givers) <= _MOST else ():
        tests, own = [*_tests(function)], {*parameters_of(function)}
        if not 0 < len(tests) <= _FEW:
            continue
        calls = called_names(function) | {function_name(function)}
        meant = [
            f"{name}({', '.join(parameters)})"
            for name, parameters in givers
            if name not in calls and own.issuperset(parameters)
        ]
        if len(tests) * len(meant) <= _FEW:
            yield from (_compared(test, result) for test in tests for result in meant)


def _tests(function: Any) -> Iterator[Any]:
    """The comparisons of a variable with 0."""
    for node in walk(field(function, "body")):
        sides = field(node, "left"), field(node, "right")
        is_comparison = node.type == "binary_expression" and node_text(field(node, "operator")) in _OTHER_SIGNS
        if is_comparison and sides[0].type == "identifier" and node_text(sides[1]) == "0":
            yield node


def _compared(test: Any, result: str) -> Ranked:
    sign = _OTHER_SIGNS[node_text(field(test, "operator"))]
    new = f"{node_text(field(test, 'left'))} {sign} {result}"
    return -1, Edit(test.start_byte, test.end_byte, new, form=(COMPARISON, node_text(test)))
