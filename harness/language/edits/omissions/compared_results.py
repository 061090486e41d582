"""A number of Java or C++ that is compared with 0, and may have to be compared with what another function gives."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from harness.language.edits.forms.edit_forms import COMPARISON
from harness.language.edits.forms.ranked_edits import Ranked, RankedEdits
from harness.language.edits.forms.source_text import Edit
from harness.language.edits.forms.tree_nodes import called_name, parameters_of
from harness.language.parsing.syntax_trees import CALLS, field, function_name, node_text, walk

_FEW = 4
"""Comparisons and functions that may be meant; of more none is likely."""
_OTHER_SIGNS = {"==": "<", "<=": "<", "!=": "==", ">": "=="}
"""How a number that is 0, or larger, is compared with the largest one."""
_NUMBERS = ("int", "unsigned", "long", "size_t")


def compared_results(functions: Sequence[Any]) -> RankedEdits:
    """The comparisons, in functions that get what those others get, and do not call them."""
    with_body = [function for function in functions if field(function, "body") is not None]
    givers = [each for each in with_body if node_text(field(each, "type")) in _NUMBERS]
    for function in with_body:
        calls = {called_name(node) for node in walk(function) if node.type in CALLS} | {function_name(function)}
        meant = [
            f"{function_name(giver)}({', '.join(parameters)})"
            for giver in givers
            if (parameters := parameters_of(giver))
            and {*parameters} <= {*parameters_of(function)}
            and function_name(giver) not in calls
        ]
        edits = [_compared(test, result) for test in _tests(function) for result in meant]
        yield from edits if len(edits) <= _FEW else ()


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
