"""The heads and the goals of a Prolog file as terms."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from harness.language.edits.forms.source_text import PrologToken
from harness.language.edits.prolog.terms import arguments, is_variable, split_at
from harness.language.edits.variables.terms import CALL, LIST, NAME, OTHER, Term

_Tokens = Sequence[PrologToken]
_OF_GOALS = ("findall", "forall", "aggregate_all", "bagof", "setof", "call", "once", "ignore", "not", "\\+", "maplist")
"""What takes goals as arguments."""
_SIGNS = ("-", "/", "+", "*", ":")
_TIGHTER = ("-", "/", "//", "*", "mod", "rem", "div", "^", "**")
_PAIR = 3
"""Tokens of two operands with their operator."""


def prolog_terms(clause: _Tokens) -> Iterator[Term]:
    """The head of a clause, each of its goals, and each difference of two variables."""
    at = 0
    while at < len(clause):
        token, following = clause[at], clause[at + 1] if at + 1 < len(clause) else None
        is_called = following is not None and following.text == "(" and following.start == token.end
        if is_called and token.text[:1].isalpha() and token.text not in _OF_GOALS:
            given = [*arguments(clause[at:])]
            if given:
                yield _call(clause[at], given)
        at += 1
    for number in range(1, len(clause) - _PAIR):
        first, sign, last = clause[number : number + _PAIR]
        beside = {clause[number - 1].text, clause[number + _PAIR].text}
        if sign.text == "-" and is_variable(first) and is_variable(last) and beside.isdisjoint(_TIGHTER):
            is_size = clause[number - 1].text == "(" and clause[number - 2].text == "abs"
            if not is_size:
                yield _joined([first, sign, last])


def _call(name: PrologToken, given: Sequence[_Tokens]) -> Term:
    """A head or a goal."""
    parts = tuple(_argument(each, f"{name.text}/{at}") for at, each in enumerate(given))
    return Term(name.start, given[-1][-1].end, name.text + _text(given[-1]), CALL, parts, name.text)


def _argument(tokens: _Tokens, place: str) -> Term:
    """An argument: a variable, a list or a pair with parts, or anything else with the variables in it."""
    start, end, text = tokens[0].start, tokens[-1].end, _text(tokens)
    if len(tokens) == 1:
        return Term(start, end, text, NAME if is_variable(tokens[0]) else "")
    if tokens[0].text == "[" and tokens[-1].text == "]":
        elements = [*split_at(tokens[1:-1], (",", "|"))]
        is_split = any(token.text == "|" for token in tokens)
        parts = tuple(_argument(each, "") for each in elements if each)
        return Term(start, end, text, "|" if is_split else LIST, parts, place)
    if len(tokens) == _PAIR and tokens[1].text in _SIGNS:
        return _joined(tokens)
    inner = tuple(Term(each.start, each.end, each.text, NAME) for each in tokens if is_variable(each))
    return Term(start, end, text, OTHER, inner)


def _joined(tokens: _Tokens) -> Term:
    """Two tokens with an operator between them."""
    first, sign, last = tokens
    parts = tuple(Term(each.start, each.end, each.text, NAME if is_variable(each) else "") for each in (first, last))
    return Term(first.start, last.end, _text(tokens), sign.text, parts)


def _text(tokens: _Tokens) -> str:
    return "".join(token.text for token in tokens)
