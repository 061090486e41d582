"""Arithmetic of Prolog that is seldom meant: sums that nothing computes, and numbers that are to change."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence

from harness.language.parsing.prolog import CLOSE, OPEN, Token, clauses_with_heads
from harness.language.prolog.oddities import Oddity, value_pairs

_SIGNS = ("+", "-", "*")
_MEANT = {"\\=": "=\\=", "\\==": "=\\=", "==": "=:="}
"""Operators that compare terms, and those that compare the values of sums."""
_LONGEST_SIDE = 50
"""Tokens on a side of an operator that are looked at."""
COMPUTING = ("is", "=:=", "=\\=", "<", ">", "=<", ">=")
_BETWEEN_GOALS = (",", ";", "|", ":-", "->", "*->", "\\+", "-->", "=>")


def not_computed(source: bytes) -> Iterator[Oddity]:
    """The variables that are made equal to a sum or a difference with a number, which ``=`` does not compute."""
    for line, clause, head in clauses_with_heads(source):
        for left, _, right, rest in value_pairs(clause, ("=",)):
            texts = [text for _, text in rest]
            is_sum = len(texts) == len(("+", "1")) and texts[0] in _SIGNS and texts[1].isdecimal()
            if is_sum and left[0].isupper() and right[0].isupper():
                yield Oddity(*head[:2], line, left, f"{right} {texts[0]} {texts[1]}")


def keeps_value(source: bytes) -> Iterator[Oddity]:
    """Where a variable is to be one more or less than itself (``D is D + 1``), which is never true."""
    for _, clause, head in clauses_with_heads(source):
        for at, (_, text) in enumerate(clause):
            before, after = sides_of(clause, at) if text == "is" else ([], [])
            left, right = ([text for _, text in side] for side in (before, after))
            changes = ([*left, "+"], [*left, "-"], ["+", *left])
            is_same = len(left) == 1 and len(right) == len(("D", "+", "1")) and left[0][0].isupper()
            numbers = [text for text in right if text.isdecimal() and int(text) > 0]
            if is_same and numbers and (right[:2] in changes or right[1:] in changes):
                yield Oddity(*head[:2], clause.lines[at], left[0], " ".join(right))


def compared_as_terms(source: bytes) -> Iterator[Oddity]:
    r"""Where a sum is compared with a number by an operator that computes nothing, such as ``Q \= R + 1``.

    A number is written there, is computed, or is computed with; or one is added to, and the other side is a
    variable. Of two sums nothing is said without ``abs``: they may be pairs.
    """
    for _, clause, head in clauses_with_heads(source):
        places = [at for at, (_, text) in enumerate(clause) if text in _MEANT]
        numbers = _numbers(clause) if places else set()
        for at in places:
            sides = sides_of(clause, at)
            has_number = any(len(side) == 1 and (side[0][1] in numbers or side[0][1].isdecimal()) for side in sides)
            has_sum = any(_is_sum(side) for side in sides)
            has_absolute = any(side[:1] == [("name", "abs")] for side in sides)
            if any(_adds(side, numbers) for side in sides) and min(map(len, sides)) == 1:
                has_number = True
            if all(sides) and (has_absolute or (has_sum and has_number)):
                yield Oddity(*head[:2], clause.lines[at], _MEANT[clause[at][1]], clause[at][1])


def sides_of(clause: Sequence[Token], at: int) -> tuple[list[Token], list[Token]]:
    """The tokens on the left and on the right of an operator, up to the next goal or parenthesis around it."""
    first, last = max(at - _LONGEST_SIDE, 0), at + 1 + _LONGEST_SIDE
    return _up_to_goal(clause[first:at][::-1], CLOSE, OPEN)[::-1], _up_to_goal(clause[at + 1 : last], OPEN, CLOSE)


def _up_to_goal(tokens: Sequence[Token], opening: str, closing: str) -> list[Token]:
    depth, side = 0, list[Token]()
    for kind, text in tokens:
        depth += (text in opening) - (text in closing) if kind == "other" else 0
        if depth < 0 or (depth == 0 and text in _BETWEEN_GOALS):
            break
        side.append((kind, text))
    return side


def _is_sum(side: Sequence[Token]) -> bool:
    """Whether a side is two values with a sign between, and is no list or call."""
    return len(side) > len(("A", "+")) and side[0][0] == side[2][0] == "value" and side[1][1] in _SIGNS


def _adds(side: Sequence[Token], numbers: Container[str]) -> bool:
    """Whether a side adds to a variable that is computed with."""
    return _is_sum(side) and ("symbol", "+") in side and any(text in numbers for _, text in side)


def _numbers(clause: Sequence[Token]) -> set[str]:
    """The variables of a clause that are computed, or computed with."""
    sides = [side for at, (_, text) in enumerate(clause) if text in COMPUTING for side in sides_of(clause, at)]
    return {text for side in sides for kind, text in side if kind == "value" and text[0].isupper()}
