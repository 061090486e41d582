"""Loops that compare a thing with those after it, or before it, alone: gone through all others instead."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from harness.language.edits.forms.edit_forms import ALL_OTHERS
from harness.language.edits.forms.ranked_edits import SHORT, RankedEdits
from harness.language.edits.forms.source_text import Edit, PythonText
from harness.language.edits.forms.tree_nodes import counted_from, in_parentheses
from harness.language.parsing.python import called_name, names_in
from harness.language.parsing.syntax_trees import BLOCKS, NAMES, ancestors, field, node_text, walk
from harness.model.patterns import lazy_regex

BEFORE, AFTER = "before", "after"
"""What a loop leaves out."""
_RANK = 0
_UP = ("<", "<=")
_AFTER_OWN = lazy_regex(r"([A-Za-z_]\w*)\s*\+\s*1|1\s*\+\s*([A-Za-z_]\w*)")
_Counted = tuple[str, str, str]
"""A counter, the text of its first value, and its limit."""


class _Others(NamedTuple):
    """What a changed loop goes through, and how a language takes the size of a number."""

    own: str
    """Its counter."""
    other: str
    """The thing that it leaves out."""
    bound: str
    """Its new first value or limit."""
    side: str
    """What it left out before."""
    size: str = "abs"

    def changed(self, source: bytes, whole: tuple[int, int], start: int, end: int, new: str) -> RankedEdits:
        """The change, and it with sizes of distances, which are positive only as long as one side is left out."""
        yield _RANK, Edit(start, end, new, form=(ALL_OTHERS, self.other, self.bound, self.side))
        if whole[1] - whole[0] > SHORT:
            return
        between = r" ?- ?"
        bare = (
            rf"(?<!abs\()(?<![\w.\])])(?:{self.own}{between}{self.other}|{self.other}{between}{self.own})(?![\w.\[(])"
        )
        parts = (source[whole[0] : start], source[end : whole[1]])
        before, after = (re.sub(bare, rf"{self.size}(\g<0>)", part.decode(errors="replace")) for part in parts)
        if (before.encode(), after.encode()) != parts:
            yield (
                _RANK,
                Edit(*whole, f"{before}{new}{after}", form=(ALL_OTHERS, self.other, self.bound, f"{self.side}-sized")),
            )


def _thing_after(first: str) -> str:
    """The variable of which a loop begins at the next one; empty for none."""
    match = _AFTER_OWN.fullmatch(first)
    return (match[1] or match[2]) if match else ""


def _limit_beside(first: str, limit: str, loops: Sequence[_Counted]) -> str:
    """The limit of most other loops that begin alike; empty for none."""
    limits = Counter(other for _, begin, other in loops if begin == first and other != limit)
    return next((other for other, _ in limits.most_common(1)), "")


def all_others(loop: Any, loops: Sequence[Any], source: bytes, size: str) -> RankedEdits:
    """The changes to a ``for`` that is no Python; ``loops``: all of its file; ``size``: the function of sizes."""
    counted, body = _counted(loop), field(loop, "body")
    if counted is None or body is None:
        return
    (own, first, limit), (_, value) = counted, counted_from(loop)
    known = {each[0]: each for outer in ancestors(loop) if (each := _counted(outer)) is not None}
    names = {node_text(node) for node in walk(body) if node.type in NAMES}
    bound = field(in_parentheses(field(loop, "condition")), "right")
    other, stop = _thing_after(first), node_text(bound)
    if other in names and own in names:
        begin = known.get(other, ("", "0", ""))[1]
        yield from _skipping(loop, source, (value, begin), _Others(own, other, begin, BEFORE, size))
    elif limit == f"< {stop}" and bound.type == "identifier" and {own, stop} <= names:
        texts = [each for each in map(_counted, loops) if each is not None]
        end = known.get(stop, ("", "", _limit_beside(first, limit, texts)))[2]
        if end.startswith("< "):
            end = end.removeprefix("< ")
            yield from _skipping(loop, source, (bound, end), _Others(own, stop, end, AFTER, size))


def _counted(loop: Any) -> _Counted | None:
    """How a loop counts up; None for others."""
    counter, value = counted_from(loop) if loop.type == "for_statement" else (None, None)
    test = in_parentheses(field(loop, "condition"))
    sign = node_text(field(test, "operator"))
    if value is None or sign not in _UP or node_text(field(test, "left")) != node_text(counter):
        return None
    return node_text(counter), node_text(value), f"{sign} {node_text(field(test, 'right'))}"


def _skipping(loop: Any, source: bytes, bounds: tuple[Any, str], others: _Others) -> RankedEdits:
    """A loop with another bound that leaves out the thing itself."""
    body, (old, new) = field(loop, "body"), bounds
    is_block = body.type in BLOCKS
    end = body.start_byte + is_block
    between = source[old.end_byte : end].decode(errors="replace")
    skip = f" if ({others.own} == {others.other}) continue;" if is_block else f"if ({others.own} != {others.other}) "
    yield from others.changed(source, (loop.start_byte, loop.end_byte), old.start_byte, end, f"{new}{between}{skip}")


def all_others_python(tree: ast.AST, text: PythonText) -> RankedEdits:
    """The same of Python, in loops and in comprehensions."""
    nodes = [*ast.walk(tree)]
    loops = [node for node in nodes if isinstance(node, (ast.For, ast.comprehension))]
    ranges = {loop: limits for loop in loops if (limits := _range_of(loop, text)) is not None}
    around = {
        (loop, outer.target.id): ranges[outer]
        for outer in ranges
        if isinstance(outer, ast.For) and isinstance(outer.target, ast.Name)
        for loop in ast.walk(outer)
        if loop is not outer and isinstance(loop, (ast.For, ast.comprehension))
    }
    counted = [("", *limits) for node in nodes if (limits := _limits(node, text)) is not None]
    inside = {part: node for node in nodes for part in getattr(node, "generators", ())}
    for loop, (first, limit) in ranges.items():
        own = loop.target.id if isinstance(loop.target, ast.Name) else ""
        names = names_in(inside.get(loop, loop))
        other = _thing_after(first)
        if other and other in names:
            begin = around.get((loop, other), ("0", ""))[0]
            others = _Others(own, other, begin, BEFORE)
            yield from _all_but(loop, inside.get(loop, loop), (begin, limit), others, text)
        elif limit.isidentifier() and _is_compared(limit, loop, inside.get(loop, loop)):
            end = around.get((loop, limit), ("", _limit_beside(first, limit, counted)))[1]
            if end:
                others = _Others(own, limit, end, AFTER)
                yield from _all_but(loop, inside.get(loop, loop), (first, end), others, text)


def _range_of(loop: ast.For | ast.comprehension, text: PythonText) -> tuple[str, str] | None:
    """The first value and the limit of a loop through a range; None for others."""
    return _limits(loop.iter, text) if isinstance(loop.target, ast.Name) else None


def _limits(call: ast.AST, text: PythonText) -> tuple[str, str] | None:
    """The first value and the limit of a range; None for others."""
    limits = [*map(text.text, call.args)] if isinstance(call, ast.Call) and called_name(call) == "range" else []
    return ("0", limits[0]) if len(limits) == 1 else (limits[0], limits[1]) if len(limits) == len("ab") else None


def _is_compared(name: str, loop: ast.AST, around: ast.AST) -> bool:
    """Whether a loop also uses the variable at which it ends."""
    uses = [node for node in ast.walk(around) if isinstance(node, ast.Name) and node.id == name]
    limits = [node for node in ast.walk(getattr(loop, "iter", loop)) if isinstance(node, ast.Name) and node.id == name]
    return len(uses) > len(limits)


def _all_but(
    loop: ast.For | ast.comprehension, whole: ast.AST, limits: tuple[str, str], others: _Others, text: PythonText
) -> RankedEdits:
    """A loop through another range that leaves out the thing itself."""
    start, end = text.span(loop.iter)
    new = f"range({limits[1]})" if limits[0] == "0" else f"range({limits[0]}, {limits[1]})"
    if isinstance(loop, ast.comprehension):
        new = f"{new} if {others.own} != {others.other}"
    elif (indent := text.indent(loop.body[0])) is not None:
        at = text.span(loop.body[0])[0]
        between = text.source[end:at].decode(errors="replace")
        end, new = at, f"{new}{between}if {others.own} == {others.other}: continue\n{indent}"
    else:
        return
    yield from others.changed(text.source, text.span(whole), start, end, new)
