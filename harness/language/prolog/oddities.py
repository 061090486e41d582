"""Clauses of Prolog that are seldom meant: calls that never succeed, values that are not used, facts that stay."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from difflib import get_close_matches
from typing import NamedTuple

from harness.language.parsing.outline import decode
from harness.language.parsing.prolog import (
    CLOSE,
    OPEN,
    Token,
    argument_texts,
    arguments_at,
    clauses_of,
    clauses_with_heads,
)

CHOICES = (";", "->", "*->", "|")
_NEAR = 0.8
"""How much alike two names of variables are if one may be a slip for the other, from 0 to 1."""
_MOST_VARIABLES = 30
"""Variables of a clause that are compared: no person writes more, and each is compared with each other."""
_LONGEST_NAME = 40
"""Characters of a variable that is compared."""

HeadAndBody = tuple[int, list[str], Sequence[Token]]
"""Its line, the arguments of its head, and its body."""


class Oddity(NamedTuple):
    """What a clause shows that is seldom meant."""

    name: str
    """The predicate's, and its number of arguments."""
    arity: int
    line: int
    """Where the clause begins."""
    variable: str
    value: str = ""
    """The number with which the variable begins, or from which it moves away; empty if it only occurs once."""
    before: int | None = None
    """How often the variable stands in that line before the place that is meant; None for the whole line."""


def without_end(source: bytes) -> Iterator[Oddity]:
    """The predicates that never succeed, as each of their clauses calls them again.

    A clause with a choice in its body may do without; so may a predicate to which clauses are added at run time.
    """
    for (name, arity), clauses in predicates_of(source).items():
        if all((name, arity) in goals_of(body) for _, _, body in clauses):
            yield Oddity(name, arity, clauses[0][0], "")


def only_empty(source: bytes) -> Iterator[Oddity]:
    """The predicates of which each clause takes the empty list alone, so that they fail for any other."""
    for (name, arity), clauses in predicates_of(source).items():
        if any(all(own[place] == "[]" for _, own, _ in clauses) for place in range(arity)):
            yield Oddity(name, arity, clauses[0][0], "")


def defined(source: bytes) -> Iterator[Oddity]:
    """Every predicate, by the line where it begins."""
    yield from (Oddity(*key, clauses[0][0], "") for key, clauses in predicates_of(source).items())


def predicates_of(source: bytes) -> dict[tuple[str, int], list[HeadAndBody]]:
    """The lines, the arguments of the heads and the bodies of each predicate's clauses.

    None if clauses may be added, at run time or by a grammar.
    """
    text = decode(source)
    predicates: dict[tuple[str, int], list[HeadAndBody]] = {}
    for line, clause, (name, arity, body) in clauses_with_heads(source):
        predicates.setdefault((name, arity), []).append((line, own_arguments(clause), body))
    return {} if "assert" in text or "-->" in text else predicates


def own_arguments(clause: Sequence[Token]) -> list[str]:
    """The arguments of a clause's head."""
    return argument_texts(clause[2:] if clause[1:2] == [("symbol", ":")] else clause, 0)


def used_once(source: bytes, predicates: Collection[str]) -> Iterator[Oddity]:
    """The variables that occur once in a clause of these predicates, and are not marked as unused by an underscore.

    Of ``X = Y`` nothing is said: it names a value, and does no harm where the name is not used.
    """
    for line, clause, head in clauses_with_heads(source):
        if head[0] in predicates:
            named = {text for pair in value_pairs(clause, ("=",)) for text in (pair[0], pair[2])}
            counts = Counter(text for kind, text in clause if kind == "value" and text[0].isupper())
            yield from (
                Oddity(*head[:2], line, name, _near_name(name, counts))
                for name, count in counts.items()
                if count == 1 and name not in named
            )


def _near_name(name: str, variables: Collection[str]) -> str:
    """The variable of which a name may be a slip; empty if there is none, or the clause is not a person's."""
    if len(variables) > _MOST_VARIABLES or max(map(len, variables)) > _LONGEST_NAME:
        return ""
    return next(iter(get_close_matches(name, {*variables} - {name}, 1, _NEAR)), "")


def goals_of(body: Sequence[Token]) -> Iterator[tuple[str, int]]:
    """The goals of a body that all have to succeed; none if there is a choice."""
    depth, begins = 0, True
    goals: list[tuple[str, int]] = []
    for at, (kind, text) in enumerate(body):
        if begins and depth == 0 and kind == "name":
            goals.append((text, arguments_at(body, at + 1)[0]))
        depth += (text in OPEN) - (text in CLOSE) if kind == "other" else 0
        begins = kind == "other" and text == ","
        if depth == 0 and text in CHOICES:
            return
    yield from goals


def value_pairs(tokens: Sequence[Token], operators: tuple[str, ...]) -> Iterator[tuple[str, str, str, Sequence[Token]]]:
    """Each two values with one of these operators between them, that one, and the two tokens that follow."""
    for at in range(1, len(tokens) - 1):
        left, operator, right = tokens[at - 1 : at + 2]
        if operator[1] in operators and left[0] == right[0] == "value":
            yield left[1], operator[1], right[1], tokens[at + 2 : at + 4]


_ADDS, _REMOVES = ("assert", "asserta", "assertz"), ("retract",)
_LEAVES = ("fail", "false")
"""Goals after which a fact is meant to stay: so answers are collected."""


def kept_facts(source: bytes) -> Iterator[Oddity]:
    """The clauses that add a fact which no ``retract`` of the file ever takes back, so that no other choice undoes it.

    ``retractall`` clears a table before a search and is not meant for this.
    """
    removed = {name for _, clause in clauses_of(decode(source)) for name in _terms_of(clause, _REMOVES)}
    for line, clause, (name, arity, _) in clauses_with_heads(source):
        if not any(("name", goal) in clause for goal in _LEAVES):
            kept = (fact for fact in _terms_of(clause, _ADDS) if fact not in removed)
            yield from (Oddity(name, arity, line, fact) for fact in kept)


def _terms_of(clause: Sequence[Token], goals: Sequence[str]) -> Iterator[str]:
    """The names of the terms that these goals are given."""
    for at, token in enumerate(clause):
        if token[0] == "name" and token[1] in goals:
            (opens, (kind, name)) = (*clause[at + 1 : at + 3], ("", ""), ("", ""))[:2]
            yield from [name] if opens == ("other", "(") and kind == "name" else ()
