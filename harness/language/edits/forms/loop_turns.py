"""Whether a comparison ends a loop, and one more or less turn of it is what its limit decides."""

from __future__ import annotations

from itertools import takewhile

from harness.model.patterns import lazy_regex

SIGNS = ("<", "<=", ">", ">=")
_PLACE = r"\w+(?:\.\w+|->\w+|\[\w+\])*"
_SIDE = rf"{_PLACE}(?:\s*[-+]\s*{_PLACE})*"
_HEAD = lazy_regex(rf"\b(?:for\s*\([^;]*;|while\b)[\s(]*({_SIDE})\s*$")
"""The begin of a loop's line up to the left side of its first comparison."""
_RIGHT = lazy_regex(rf"\s*({_SIDE})(?!\w)")
_EITHER = lazy_regex(r"\|\||\bor\b")
_NAMES = lazy_regex(_PLACE)
_REMARK = lazy_regex(r"(?://|#).*")
_STEPPED = lazy_regex(
    rf"(?<![\w.])(?<!->)(?:(?P<after>{_PLACE})\s*(?:\+\+|--|[-+]=\s*1(?![\w.])|=\s*(?P=after)\s*[-+]\s*1(?![\w.]))"
    rf"|(?:\+\+|--)\s*(?P<before>{_PLACE})(?![\w.\[(]))"
)
"""A variable that changes by one."""


def counts_turns(before: str, after: str, below: str) -> bool:
    """Whether the comparison between these texts ends a loop, and a variable of it changes by one in each turn.

    It is the first that the loop asks, and no other keeps the loop going. ``below``: the lines of the loop.
    """
    left, right = _HEAD.search(before), _RIGHT.match(after)
    if left is None or _EITHER.search(after) is not None:
        return False
    compared = {*_NAMES.findall(left[1]), *(_NAMES.findall(right[1]) if right else ())}
    body = _REMARK.sub("", f"{after}\n{below}")
    return any((step["after"] or step["before"]) in compared for step in _STEPPED.finditer(body))


def lines_of_loop(line: str, following: str) -> str:
    """The lines of the loop that begins in a line: those after it that stand further to the right, and braces."""
    column = _column(line)
    lines = (each for each in following.splitlines() if each.strip())
    return "\n".join(takewhile(lambda each: _column(each) > column or each.strip() == "{", lines))


def _column(line: str) -> int:
    line = line.expandtabs()
    return len(line) - len(line.lstrip())
