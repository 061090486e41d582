"""Loops that compare a thing with those after it, or before it, alone: gone through all others instead."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from harness.language.edits.forms.edit_forms import ALL_OTHERS
from harness.language.edits.forms.ranked_edits import Ranked, RankedEdits
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
_LOOP = lazy_regex(
    rb"for ?\((?:let |var )? ?(?P<own>\w{1,40}) ?= ?(?P<first>[\w.]{1,40}(?: ?\+ ?1)?);"
    rb" ?(?P=own) ?(?P<limit><=? ?[\w.]{1,60});[^;{}\n]{1,40}?\) ?(?P<brace>\{?)"
)
"""A loop of JavaScript that counts up."""
_Counted = tuple[str, str, str]
"""A counter, the text of its first value, and its limit."""


def _changed(start: int, end: int, new: str, other: str, bound: str, side: str) -> Ranked:
    return _RANK, Edit(start, end, new, form=(ALL_OTHERS, other, bound, side))


def _thing_after(first: str) -> str:
    """The variable of which a loop begins at the next one; empty for none."""
    match = _AFTER_OWN.fullmatch(first)
    return (match[1] or match[2]) if match else ""


def _limit_beside(first: str, limit: str, loops: Sequence[_Counted]) -> str:
    """The limit of most other loops that begin alike; empty for none."""
    limits = Counter(other for _, begin, other in loops if begin == first and other != limit)
    return next((other for other, _ in limits.most_common(1)), "")


def all_others(loop: Any, loops: Sequence[Any]) -> RankedEdits:
    """The changes to a ``for`` of Java or C++; ``loops``: all of its file."""
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
        yield _skipping(loop, value, begin, (own, other, begin, BEFORE))
    elif limit == f"< {stop}" and bound.type == "identifier" and {own, stop} <= names:
        texts = [each for each in map(_counted, loops) if each is not None]
        end = known.get(stop, ("", "", _limit_beside(first, limit, texts)))[2]
        if end.startswith("< "):
            end = end.removeprefix("< ")
            yield _skipping(loop, bound, end, (own, stop, end, AFTER))


def _counted(loop: Any) -> _Counted | None:
    """How a loop counts up; None for others."""
    counter, value = counted_from(loop) if loop.type == "for_statement" else (None, None)
    test = in_parentheses(field(loop, "condition"))
    sign = node_text(field(test, "operator"))
    if value is None or sign not in _UP or node_text(field(test, "left")) != node_text(counter):
        return None
    return node_text(counter), node_text(value), f"{sign} {node_text(field(test, 'right'))}"


def _skipping(loop: Any, old: Any, new: str, words: tuple[str, str, str, str]) -> Ranked:
    """A loop with another bound that leaves out the thing itself."""
    own, other, bound, side = words
    body = field(loop, "body")
    is_block = body.type in BLOCKS
    end = body.start_byte + is_block
    between = loop.text[old.end_byte - loop.start_byte : end - loop.start_byte].decode(errors="replace")
    skip = f" if ({own} == {other}) continue;" if is_block else f"if ({own} != {other}) "
    return _changed(old.start_byte, end, f"{new}{between}{skip}", other, bound, side)


def all_others_in_text(source: bytes) -> RankedEdits:
    """The same of JavaScript, which is not parsed."""
    matches = [*_LOOP.finditer(source)]
    loops = [tuple(match[key].decode() for key in ("own", "first", "limit")) for match in matches]
    for match, (own, first, limit) in zip(matches, loops, strict=True):
        other, stop = _thing_after(first), limit.lstrip("<= ")
        skip = f" if ({own} === {other or stop}) continue;" if match["brace"] else f" if ({own} !== {other or stop})"
        if other:
            between = source[match.end("first") : match.end()].decode(errors="replace")
            begin = next((begin for counter, begin, _ in reversed(loops) if counter == other), "0")
            yield _changed(match.start("first"), match.end(), f"{begin}{between}{skip}", other, begin, BEFORE)
        elif limit == f"< {stop}" and stop.isidentifier():
            begun = [(counter, begin, end) for counter, begin, end in loops if end != limit and end.startswith("< ")]
            end = _limit_beside(first, limit, begun).removeprefix("< ")
            between = source[match.end("limit") : match.end()].decode(errors="replace")
            if end:
                yield _changed(match.start("limit"), match.end(), f"< {end}{between}{skip}", stop, end, AFTER)


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
    counted = [("", first, limit) for first, limit in ranges.values()]
    inside = {part: node for node in nodes for part in getattr(node, "generators", ())}
    for loop, (first, limit) in ranges.items():
        own = loop.target.id if isinstance(loop.target, ast.Name) else ""
        names = names_in(inside.get(loop, loop))
        other = _thing_after(first)
        if other and other in names:
            begin = around.get((loop, other), ("0", ""))[0]
            yield from _all_but(loop, (begin, limit), (own, other, begin, BEFORE), text)
        elif limit.isidentifier() and _is_compared(limit, loop, inside.get(loop, loop)):
            end = around.get((loop, limit), ("", _limit_beside(first, limit, counted)))[1]
            if end:
                yield from _all_but(loop, (first, end), (own, limit, end, AFTER), text)


def _range_of(loop: ast.For | ast.comprehension, text: PythonText) -> tuple[str, str] | None:
    """The first value and the limit of a loop through a range; None for others."""
    call = loop.iter
    if not isinstance(call, ast.Call) or called_name(call) != "range" or not isinstance(loop.target, ast.Name):
        return None
    limits = [*map(text.text, call.args)]
    return ("0", limits[0]) if len(limits) == 1 else (limits[0], limits[1]) if len(limits) == len("ab") else None


def _is_compared(name: str, loop: ast.AST, around: ast.AST) -> bool:
    """Whether a loop also uses the variable at which it ends."""
    uses = [node for node in ast.walk(around) if isinstance(node, ast.Name) and node.id == name]
    limits = [node for node in ast.walk(getattr(loop, "iter", loop)) if isinstance(node, ast.Name) and node.id == name]
    return len(uses) > len(limits)


def _all_but(
    loop: ast.For | ast.comprehension, limits: tuple[str, str], words: tuple[str, str, str, str], text: PythonText
) -> Iterator[Ranked]:
    """A loop through another range that leaves out the thing itself."""
    own, other, bound, side = words
    start, end = text.span(loop.iter)
    new = f"range({limits[1]})" if limits[0] == "0" else f"range({limits[0]}, {limits[1]})"
    if isinstance(loop, ast.comprehension):
        yield _changed(start, end, f"{new} if {own} != {other}", other, bound, side)
    elif (indent := text.indent(loop.body[0])) is not None:
        at = text.span(loop.body[0])[0]
        between = text.source[end:at].decode(errors="replace")
        yield _changed(start, at, f"{new}{between}if {own} == {other}: continue\n{indent}", other, bound, side)
