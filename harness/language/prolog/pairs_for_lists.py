"""Heads of Prolog clauses that take a list of exactly two, where head and rest of a list are meant."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from harness.language.parsing.outline import decode
from harness.language.parsing.prolog import CLOSE, OPEN, Token, argument_texts, arguments_at, clauses_of
from harness.language.prolog.oddities import HeadAndBody, Oddity, predicates_of
from harness.model.patterns import lazy_regex

_PAIR = lazy_regex(r"\[(?P<first>[A-Z_]\w{0,39}),(?P<second>[A-Z_]\w{0,39})\]")
_LAST = lazy_regex(r"\[\]|\[[A-Z_]\w*\]")
"""A list where recursion ends: empty, or of one element."""
_BEFORE_VALUES = 6
"""Tokens of a call of ``format`` before the list of its values, at most: ``format(S, 'text',``."""


def pairs_for_lists(source: bytes) -> Iterator[Oddity]:
    """The clauses ``p([X, Xs]) :- ... p(Xs)`` of predicates that end with a list, and never take one as ``[X|Xs]``.

    None if the program makes lists of two of its own: their second element may be such a list again. A tree of
    which the first element is handed on as well is meant.
    """
    if _makes_pairs(source):
        return
    for (name, arity), clauses in predicates_of(source).items():
        for place in range(arity):
            taken = [own[place] for _, own, _ in clauses]
            if any("|" in text for text in taken) or not any(map(_LAST.fullmatch, taken)):
                continue
            for clause in clauses:
                pair = _PAIR.fullmatch(clause[1][place])
                handed_on = _handed_on(name, arity, place, clause) if pair else []
                if pair and pair["second"] in handed_on and pair["first"] not in handed_on:
                    first, second = pair["first"], pair["second"]
                    yield Oddity(name, arity, clause[0], f"[{first}|{second}]", f"[{first}, {second}]")


def _handed_on(name: str, arity: int, place: int, clause: HeadAndBody) -> list[str]:
    """What a clause gives its own predicate at a place of the arguments."""
    body = clause[2]
    calls = (argument_texts(body, at) for at, token in enumerate(body) if token == ("name", name))
    return [arguments[place] for arguments in calls if len(arguments) == arity]


def _makes_pairs(source: bytes) -> bool:
    """Whether a list of two, of which the second may be a list, stands elsewhere than as an argument of a head.

    The values of a text that is written are in a list, too, which says nothing.
    """
    for _, clause in clauses_of(decode(source)):
        texts = [text for _, text in clause]
        after_head = arguments_at(clause, 1)[1]
        for at in (at for at, token in enumerate(clause) if token == ("other", "[")):
            items = _items(clause, at)
            is_argument = at < after_head and _depth(clause[:at]) == 1
            is_pair = len(items) == len(("first", "second")) and (items[1][:1] == "[" or items[1][:1].isupper())
            if is_pair and not is_argument and "format" not in texts[max(at - _BEFORE_VALUES, 0) : at]:
                return True
    return False


def _items(tokens: Sequence[Token], at: int) -> list[str]:
    """The texts of the items of the list that begins there; none if it has a rest."""
    items, depth = [""], 0
    for kind, text in tokens[at:]:
        depth += (text in OPEN) - (text in CLOSE) if kind == "other" else 0
        if depth == 0:
            return items
        if depth == 1 and kind == "other" and text == "|":
            return []
        if depth == 1 and kind == "other" and text == ",":
            items.append("")
        elif depth > 1 or text != "[":
            items[-1] += text
    return []


def _depth(tokens: Sequence[Token]) -> int:
    """How many parentheses are open at the end."""
    return sum((text in OPEN) - (text in CLOSE) for kind, text in tokens if kind == "other")
