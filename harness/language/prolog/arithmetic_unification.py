"""Sums of Prolog that ``=`` is to compare with a number, which it never computes: ``R - Q = D`` for ``R - Q =:= D``.

Such a goal may also take a pair apart, or name a sum that is computed later. So nothing is said where the program uses
a term with this sign anywhere else, nor of a variable that is not known to be a number unless nothing can see what it
becomes: below a negation, or before ``!, fail``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from harness.language.parsing.outline import decode
from harness.language.parsing.prolog import Clause, Token, arguments_at, clauses_of, head_of
from harness.language.prolog.arithmetic import COMPUTING, sides_of
from harness.language.prolog.oddities import Oddity, own_arguments

_SIGNS = ("+", "-", "*")
_COMPARING = (*COMPUTING, "\\=", "\\==", "==")
_NOT = "\\+"
_FAILS = [",", "!", ",", "fail"]
_PAIRS = ("pairs_", "keysort", "sort", "group_pairs", "assoc_to", "transpose_", "dict_", "functor", "read", "=..")
"""How the predicates begin that take or give pairs with a minus, or make terms that a file does not show."""

Predicate = tuple[str, int]


class _Unified(NamedTuple):
    """A goal with ``=`` that has a sum on one side."""

    clause: Clause
    at: int
    left: list[Token]
    right: list[Token]


def unified_sums(source: bytes) -> Iterator[Oddity]:
    """Where a sum is compared with a number by ``=``."""
    clauses = [clause for _, clause in clauses_of(decode(source)) if head_of(clause) is not None]
    only_negated = _only_negated(clauses)
    tests = [goal for clause in clauses for goal in _goals(clause) if _is_test(goal, only_negated)]
    terms = _signs_of_terms(clauses, tests) if tests else set()
    for goal in tests:
        head = head_of(goal.clause)
        if head is not None and terms.isdisjoint(text for _, text in goal.left + goal.right):
            yield Oddity(*head[:2], goal.clause.lines[goal.at], "=:=", "=")


def _goals(clause: Clause) -> Iterator[_Unified]:
    for at, token in enumerate(clause):
        if token == ("symbol", "="):
            left, right = sides_of(clause, at)
            if left and right and (_is_sum(left) or _is_sum(right)):
                yield _Unified(clause, at, left, right)


def _is_sum(side: Sequence[Token]) -> bool:
    """Whether a side is two values with a sign between, or an absolute value."""
    is_short = len(side) == len(("A", "-", "B")) and side[0][0] == side[2][0] == "value"
    return (is_short and side[1][1] in _SIGNS) or side[:2] == [("name", "abs"), ("other", "(")]


def _is_test(goal: _Unified, only_negated: Collection[Predicate]) -> bool:
    """Whether a goal can only compare: with a number, two absolute values, or where nobody sees what becomes equal."""
    sums = [side for side in goal[2:] if _is_sum(side)]
    if len(sums) == len(goal[2:]):
        return all(side[0] == ("name", "abs") for side in sums)
    (other,) = (side for side in goal[2:] if not _is_sum(side))
    if len(other) != 1 or other[0][0] != "value":
        return False
    name, before = other[0][1], goal.clause[: goal.at - len(goal.left)]
    is_number = name.isdecimal() or any(
        other[0] in side for at, (_, text) in enumerate(before) if text in COMPUTING for side in sides_of(before, at)
    )
    return is_number or (name in own_arguments(goal.clause) and _is_unseen(goal, only_negated))


def _is_unseen(goal: _Unified, only_negated: Collection[Predicate]) -> bool:
    before = [text for _, text in goal.clause[: goal.at - len(goal.left)]]
    after = [text for _, text in goal.clause[goal.at + 1 + len(goal.right) :]]
    head = head_of(goal.clause)
    is_negated = before[-1:] == [_NOT] or before[-2:] == [_NOT, "("]
    return is_negated or after == _FAILS or (head is not None and head[:2] in only_negated)


def _only_negated(clauses: Sequence[Clause]) -> set[Predicate]:
    """The predicates that are called, and each time below a negation."""
    negated, plain = set[Predicate](), set[Predicate]()
    for clause in clauses:
        head = head_of(clause)
        body = head[2] if head is not None else ()
        for at, (kind, text) in enumerate(body):
            before = [text for _, text in body[max(at - 2, 0) : at]]
            is_negated = before[-1:] == [_NOT] or before == [_NOT, "("]
            if kind == "name":
                (negated if is_negated else plain).add((text, arguments_at(body, at + 1)[0]))
    names = {name for name, _ in plain}  # also those that maplist and its like call
    return {predicate for predicate in negated if predicate[0] not in names}


def _signs_of_terms(clauses: Sequence[Clause], tests: Sequence[_Unified]) -> set[str]:
    """The signs that stand between two values elsewhere than in what is computed or compared."""
    signs = set[str]()
    compared_at: dict[int, list[int]] = {}
    for goal in tests:
        compared_at.setdefault(id(goal.clause), []).append(goal.at)
    for clause in clauses:
        places = [at for at, (_, text) in enumerate(clause) if text in _COMPARING]
        places += compared_at.get(id(clause), ())
        compared = set[int]()
        for at in places:
            left, right = sides_of(clause, at)
            compared.update(range(at - len(left), at + len(right) + 1))
        signs |= {text for at, (_, text) in enumerate(clause) if text in _SIGNS and at not in compared}
        signs |= {"-" for kind, text in clause if kind in ("name", "symbol") and text.startswith(_PAIRS)}
    return signs
