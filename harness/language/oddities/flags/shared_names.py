"""Variables of C++ and Java that other code may read at any time: in a lambda, through a pointer or a reference."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from harness.language.oddities.flags.tree_turns import names_of
from harness.language.parsing.syntax_trees import field, node_text


def shared_names(parts: Sequence[Any]) -> Iterator[str]:
    """The names in lambdas, and those whose address is taken: ``&flag``, ``bool& other = flag``.

    ``parts``: the nodes of a function in the order of the source.
    """
    end = 0
    for node in parts:
        if node.type == "lambda_expression" and node.start_byte >= end:  # what is inside it has been seen
            end = node.end_byte
            yield from names_of(node)
        elif node.type == "pointer_expression":
            yield node_text(field(node, "argument"))
        elif node.type == "init_declarator" and field(node, "declarator").type == "reference_declarator":
            yield node_text(field(node, "value"))
