"""Numbers of C++ that are asked whether they are below 0, though their type has no such numbers, as a compiler says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from harness.language.oddities.enclosing_function import enclosing_function
from harness.language.parsing.source_nodes import nodes_of
from harness.language.parsing.syntax_trees import field, node_text
from harness.model.patterns import lazy_regex

_WARNING = lazy_regex(
    rb"^(?P<path>[^\n:]{1,300}):(?P<line>\d{1,9}):\d{1,9}: warning: comparison of unsigned expression in [^\n]{1,100}"
    rb" \[-Wtype-limits\]$"
)
_MOST_LINES = 2000
"""Of a compiler's messages that are read."""
_LONGEST = 60
"""Characters of a number that is named."""


def never_below(messages: bytes, path: str, source: bytes, line: int) -> str:
    """The unsigned number that is last compared with 0 above a line or there, in its function; empty for none.

    ``messages``: the compiler's, with ``-Wtype-limits``. Empty, too, if a line compares several numbers and only some
    have no sign.
    """
    own = path.encode(errors="surrogateescape")
    matches = map(_WARNING.match, messages.splitlines()[:_MOST_LINES])
    warned = [int(match["line"]) for match in matches if match and match["path"].removeprefix(b"./") == own]
    function = enclosing_function(path, source, line) if warned else ""
    before = [each for each in warned if each <= line and function == enclosing_function(path, source, each) != ""]
    if not before:
        return ""
    last = max(before)
    names = [name for at, name in _compared_with_zero(path, source) if at == last]
    return names[-1] if len(names) == warned.count(last) and len(names[-1]) <= _LONGEST else ""


def _compared_with_zero(path: str, source: bytes) -> Iterator[tuple[int, str]]:
    """The lines of comparisons that only a number below 0 decides, and what is compared there."""
    for node in nodes_of(path, source):
        if node.type == "binary_expression":
            sides = [node_text(field(node, side)) for side in ("left", "right")]
            operator: Any = field(node, "operator")
            if node_text(operator) in (">=", "<") and sides[1] == "0":
                yield operator.start_point[0] + 1, sides[0]
            elif node_text(operator) in ("<=", ">") and sides[0] == "0":
                yield operator.start_point[0] + 1, sides[1]
