"""A call at the begin of a Java or a C++ function of another one that prepares what both work with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from harness.language.edits.forms.ranked_edits import RankedEdits
from harness.language.edits.forms.tree_nodes import called_names, inserted_at_begin, parameters_of
from harness.language.parsing.syntax_trees import CHANGES, field, function_name, node_text, walk

_MOST = 4
"""Functions that may be meant; of more none is likely."""
_MOST_SETTERS = 100
"""A file with more of them is no person's."""
_OUTPUT = ("cout", "printf", "System", "out")


def missing_first_calls(functions: Sequence[Any]) -> RankedEdits:
    """The calls of functions that set something for the parameters that both have, and that are called elsewhere."""
    calls = {function_name(each): called_names(each) for each in functions}
    used = set[str]().union(*calls.values())
    setting = [each for each in functions if function_name(each) in used and _only_sets(each)]
    setters = {function_name(each): parameters for each in setting if (parameters := parameters_of(each))}
    for function in functions if len(setters) <= _MOST_SETTERS else ():
        own, name = {*parameters_of(function)}, function_name(function)
        meant = [
            (setter, parameters)
            for setter, parameters in setters.items()
            if setter != name and setter not in calls[name] and own > {*parameters}
        ]
        for setter, parameters in meant if len(meant) <= _MOST else ():
            yield inserted_at_begin(-1, field(function, "body"), f"{setter}({', '.join(parameters)});")


def _only_sets(function: Any) -> bool:
    """Whether a function returns nothing, prints nothing and changes something."""
    nodes = [*walk(field(function, "body"))]
    is_void = node_text(field(function, "type")) == "void"
    prints = any("identifier" in node.type and node_text(node) in _OUTPUT for node in nodes)
    return is_void and not prints and any(node.type in CHANGES for node in nodes)
