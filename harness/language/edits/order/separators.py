"""What separates elements, printed in each turn of a loop: left out in its last turn, as it belongs between two."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

from harness.language.edits.forms.edit_forms import ONLY_BETWEEN
from harness.language.edits.forms.ranked_edits import RankedEdits
from harness.language.edits.forms.source_text import Edit, PythonText
from harness.language.parsing.python import LOOPS as PYTHON_LOOPS
from harness.language.parsing.python import called_name
from harness.language.parsing.syntax_trees import LOOPS, field, node_text

_SEPARATORS, _TAB = " ,;", "\\t"
"""At the end of a text, as it is written in a source."""
_TEXTS = ("string_literal", "char_literal", "character_literal")
_UP = ("<", "<=", "!=")
_MOST_ARGUMENTS = 2
"""Of a range: with a third one the last turn is another."""


def between_python(loop: ast.For, text: PythonText) -> RankedEdits:
    """The texts in the turns of a loop over a range, and of a loop that prints all elements, without the last one's."""
    turns, name = loop.iter, text.text(loop.target)
    if isinstance(turns, ast.Call) and called_name(turns) == "range" and 0 < len(turns.args) <= _MOST_ARGUMENTS:
        goes_on = f"{name} + 1 < {text.text(turns.args[-1])}"
        for node in _in_turns(loop):
            written = text.text(node) if isinstance(node, ast.Constant) else ""
            last = _without_separator(written) if written[1:-1] == getattr(node, "value", "") else None
            if last is not None:
                new = f"({written} if {goes_on} else {last})"
                yield 0, Edit(*text.span(node), new, form=(ONLY_BETWEEN, _removed(written, last)))
    else:
        yield from _all_printed(loop, text)


def _in_turns(loop: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a loop's own turns, without those of loops in it."""
    for node in ast.iter_child_nodes(loop):
        yield node
        if not isinstance(node, PYTHON_LOOPS):
            yield from _in_turns(node)


def _all_printed(loop: ast.For, text: PythonText) -> RankedEdits:
    """One print of all elements, in the place of a loop that prints each with a separator as its end."""
    call = loop.body[0].value if len(loop.body) == 1 and isinstance(loop.body[0], ast.Expr) else None
    if not isinstance(call, ast.Call) or called_name(call) != "print" or len(call.args) != 1 or loop.orelse:
        return
    ends = [keyword.value for keyword in call.keywords if keyword.arg == "end"]
    end = text.text(ends[0]) if ends else ""
    if len(ends) == len(call.keywords) == 1 and _without_separator(end) is not None:
        each = f"{text.text(call.args[0])} for {text.text(loop.target)} in {text.text(loop.iter)}"
        yield 0, Edit(*text.span(loop), f'print(*[{each}], sep={end}, end="")', form=(ONLY_BETWEEN, end))


def between(loop: Any) -> RankedEdits:
    """The same in a ``for`` of Java or C++ that counts up."""
    condition = field(loop, "condition")
    counter = field(condition, "left") if condition is not None else None
    if counter is None or counter.type != "identifier" or node_text(field(condition, "operator")) not in _UP:
        return
    sign, limit = (node_text(field(condition, side)) for side in ("operator", "right"))
    for node in _in_body(field(loop, "body")):
        written = f'"{node_text(node)[1:-1]}"'
        if node.type in _TEXTS and (last := _without_separator(written)) is not None:
            new = f"({node_text(counter)} + 1 {sign} {limit} ? {written} : {last})"
            yield 0, Edit(node.start_byte, node.end_byte, new, form=(ONLY_BETWEEN, _removed(written, last)))


def _in_body(body: Any) -> Iterator[Any]:
    """The nodes of a loop's own turns, without those of loops in it."""
    yield body
    for child in body.named_children if body.type not in (*LOOPS, *_TEXTS) else ():
        yield from _in_body(child)


def _without_separator(written: str) -> str | None:
    """A text in quotes without the separator at its end; None if it has none."""
    quote, inner = written[:1], written[1:-1]
    last = inner.removesuffix(_TAB).rstrip(_SEPARATORS)
    return f"{quote}{last}{quote}" if last != inner else None


def _removed(written: str, last: str) -> str:
    """The separator in quotes: all that a text has more than the last one."""
    return written[:1] + written[len(last) - 1 :]
