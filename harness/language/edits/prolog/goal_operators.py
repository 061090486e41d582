"""Another sign between two goals of Prolog in brackets: and, or, if.

Outside of brackets a comma is hardly ever meant to be another sign, and there are many.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from harness.language.edits.forms.ranked_edits import RankedEdits, ranked
from harness.language.edits.forms.source_text import PrologToken
from harness.language.parsing.prolog import CLOSE, OPEN

_JOINS = (",", ";", "->")
_NOT = ("\\+", "not")
_DIFFERENT = frozenset({"=\\=", "\\=", "\\==", "#\\="})


class _Brackets(Struct):
    """The content of brackets: whether goals that are no arguments, and the signs between them."""

    holds_goals: bool
    is_negated: bool
    joins: list[PrologToken]
    sides: list[set[str]]
    """The tokens beside these signs."""


def other_operators(body: Sequence[PrologToken]) -> RankedEdits:
    """``;`` for a comma in brackets, likeliest under a negation, a comma for each ``;``, ``->`` before a ``;``."""
    for group in _groups(body):
        texts = [join.text for join in group.joins]
        rank = 0 if group.is_negated else 1
        for number, join in enumerate(group.joins):
            if join.text == ";":  # of two differences one is there nearly always
                are_different = all(side & _DIFFERENT for side in group.sides[number : number + 2])
                is_always = are_different and not group.is_negated
                yield ranked(-1 if is_always else 0, join.start, join.end, ",")
            elif join.text == "," and group.holds_goals:
                yield ranked(rank, join.start, join.end, ";")
                if "->" not in texts and ";" in texts[number:]:
                    yield ranked(2, join.start, join.end, "->")


def _groups(body: Sequence[PrologToken]) -> Iterator[_Brackets]:
    """All brackets as they close, and last what is outside of them, where no comma is changed."""
    groups = [_Brackets(holds_goals=False, is_negated=False, joins=[], sides=[set()])]
    for number, token in enumerate(body):
        if token.text in OPEN:
            groups.append(_opened(body, number, groups[-1]))
        elif token.text in CLOSE and len(groups) > 1:
            yield groups.pop()
        elif token.text in _JOINS:
            groups[-1].joins.append(token)
            groups[-1].sides.append(set())
        else:
            groups[-1].sides[-1].add(token.text)
    yield groups[0]


def _opened(body: Sequence[PrologToken], number: int, around: _Brackets) -> _Brackets:
    """The brackets that open here: those of a call hold its arguments, and those of ``not(`` one goal."""
    before = body[number - 1] if number else None
    is_negation = before is not None and before.text in _NOT
    is_call = (
        before is not None
        and before.end == body[number].start
        and (before.text[:1].isalpha() or before.text[:1] in "_'")
    )
    holds_goals = body[number].text == "(" and not is_call
    is_negated = is_negation or (around.is_negated and holds_goals)
    return _Brackets(holds_goals=holds_goals, is_negated=is_negated, joins=[], sides=[set()])
