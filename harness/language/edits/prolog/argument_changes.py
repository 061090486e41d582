"""Arguments of Prolog in another place, a goal that is negated or not, and the end of a recursion."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise

from harness.language.edits.forms.ranked_edits import RankedEdits, ranked
from harness.language.edits.forms.source_text import PrologToken
from harness.language.edits.prolog.terms import arguments, goal_tokens, is_variable, neck_of

_Tokens = Sequence[PrologToken]
_TAKES = ("select", "member", "memberchk", "nth0", "nth1", "permutation", "append")
"""Predicates of libraries whose arguments are easily given in another order."""


def argument_changes(source: bytes, clause: _Tokens, own: Collection[str]) -> RankedEdits:
    """The changes to one clause; ``own``: the names of the program's own predicates."""
    neck = neck_of(clause)
    if neck is None:
        yield from _ends(clause)
        return
    for goal in goal_tokens(clause[neck + 1 :]):
        is_negated = goal[0].text == "\\+" and len(goal) > 1
        yield from _turned(source, goal[is_negated:], own)
        if is_negated:
            yield ranked(1, goal[0].start, goal[1].start, "")
        elif goal[0].text in own and goal[0].text != clause[0].text:
            yield ranked(1, goal[0].start, goal[0].start, "\\+ ")


def _turned(source: bytes, goal: _Tokens, own: Collection[str]) -> RankedEdits:
    """A call with two arguments side by side in the other order."""
    if goal[0].text not in own and goal[0].text not in _TAKES:
        return
    rank = 0 if goal[0].text in _TAKES else 1
    for first, second in pairwise(arguments(goal)):
        start, end = first[0].start, second[-1].end
        parts = (
            source[second[0].start : end],
            source[first[-1].end : second[0].start],
            source[start : first[-1].end],
        )
        yield ranked(rank, start, end, b"".join(parts).decode(errors="replace"))


def _ends(fact: _Tokens) -> RankedEdits:
    """A fact for a list of one, for the empty list; and its only name in the place of what is not named."""
    for argument in arguments(fact):
        if [token.text for token in argument] == ["[", "_", "]"]:
            yield ranked(0, argument[1].start, argument[1].end, "")
    names = {token.text for token in fact if is_variable(token)}
    for token in fact if len(names) == 1 else ():
        if token.text == "_":
            yield ranked(0, token.start, token.end, *names)
