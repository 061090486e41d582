"""Clauses of Prolog that are seldom meant: calls that never succeed, and values that are not used."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from difflib import get_close_matches
from itertools import pairwise
from typing import NamedTuple

from harness.language.parsing.outline import decode
from harness.language.parsing.prolog import CLOSE, OPEN, Token, argument_texts, arguments_at, clauses_of, head_of

_CHOICES = (";", "->", "*->", "|")
_NEAR = 0.8
"""How much alike two names of variables are if one may be a slip for the other, from 0 to 1."""
_MOST_VARIABLES = 30
"""Variables of a clause that are compared: no person writes more, and each is compared with each other."""
_LONGEST_NAME = 40
"""Characters of a variable that is compared."""
_SIGNS = ("+", "-", "*")
_GENERATORS = [("name", name) for name in ("between", "member", "select", "nth0", "nth1", "permutation")]

_Clause = tuple[int, list[str], Sequence[Token]]
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


def without_end(source: bytes) -> Iterator[Oddity]:
    """The predicates that never succeed, as each of their clauses calls them again.

    A clause with a choice in its body may do without; so may a predicate to which clauses are added at run time.
    """
    for (name, arity), clauses in _predicates(source).items():
        if all((name, arity) in _goals_of(body) for _, _, body in clauses):
            yield Oddity(name, arity, clauses[0][0], "")


def only_empty(source: bytes) -> Iterator[Oddity]:
    """The predicates of which each clause takes the empty list alone, so that they fail for any other."""
    for (name, arity), clauses in _predicates(source).items():
        if any(all(own[place] == "[]" for _, own, _ in clauses) for place in range(arity)):
            yield Oddity(name, arity, clauses[0][0], "")


def defined(source: bytes) -> Iterator[Oddity]:
    """Every predicate, by the line where it begins."""
    yield from (Oddity(*key, clauses[0][0], "") for key, clauses in _predicates(source).items())


def _predicates(source: bytes) -> dict[tuple[str, int], list[_Clause]]:
    """The lines, the arguments of the heads and the bodies of each predicate's clauses.

    None if clauses may be added, at run time or by a grammar.
    """
    text = decode(source)
    predicates: dict[tuple[str, int], list[_Clause]] = {}
    for line, clause in clauses_of(text):
        head = head_of(clause)
        if head is not None:
            predicates.setdefault(head[:2], []).append((line, own_arguments(clause), head[2]))
    return {} if "assert" in text or "-->" in text else predicates


def own_arguments(clause: Sequence[Token]) -> list[str]:
    """The arguments of a clause's head."""
    return argument_texts(clause[2:] if clause[1:2] == [("symbol", ":")] else clause, 0)


def used_once(source: bytes, predicates: Collection[str]) -> Iterator[Oddity]:
    """The variables that occur once in a clause of these predicates, and are not marked as unused by an underscore.

    Of ``X = Y`` nothing is said: it names a value, and does no harm where the name is not used.
    """
    for line, clause in clauses_of(decode(source)):
        head = head_of(clause)
        if head is not None and head[0] in predicates:
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


def not_computed(source: bytes) -> Iterator[Oddity]:
    """The variables that are made equal to a sum or a difference with a number, which ``=`` does not compute."""
    for line, clause in clauses_of(decode(source)):
        head = head_of(clause)
        for left, _, right, rest in value_pairs(clause, ("=",)) if head is not None else ():
            texts = [text for _, text in rest]
            is_sum = len(texts) == len(("+", "1")) and texts[0] in _SIGNS and texts[1].isdecimal()
            if head is not None and is_sum and left[0].isupper() and right[0].isupper():
                yield Oddity(*head[:2], line, left, f"{right} {texts[0]} {texts[1]}")


def cut_choices(source: bytes) -> Iterator[Oddity]:
    """The predicates in which a cut follows right after a goal that gives one value after the other."""
    for line, clause in clauses_of(decode(source)):
        head = head_of(clause)
        for at, token in enumerate(clause if head is not None else ()):
            count, after = arguments_at(clause, at + 1) if token in _GENERATORS else (0, 0)
            if head is not None and count and [text for _, text in clause[after : after + 2]] == [",", "!"]:
                yield Oddity(*head[:2], line, "", f"{token[1]}/{count}")


def arrow_choices(source: bytes) -> Iterator[Oddity]:
    """The predicates in which ``->`` keeps the first of the values that a goal gives and a test after it lets through.

    A goal alone before it is a question, such as whether a list holds a value.
    """
    for line, clause in clauses_of(decode(source)):
        head = head_of(clause)
        for at, token in enumerate(clause if head is not None else ()):
            count, after = arguments_at(clause, at + 1) if token in _GENERATORS else (0, 0)
            if head is not None and count and _tested_before_arrow(clause[after:]):
                yield Oddity(*head[:2], line, "", f"{token[1]}/{count}")


def _tested_before_arrow(tokens: Sequence[Token]) -> bool:
    """Whether a comma and another goal come first, then an arrow, with no other choice between."""
    depth = 0
    for kind, text in tokens:
        depth += (text in OPEN) - (text in CLOSE) if kind == "other" else 0
        if depth < 0 or (depth == 0 and text in _CHOICES):
            return depth == 0 and text == "->" and [text for _, text in tokens[:1]] == [","]
    return False


_COMMITS = {"!", "->", "once", "\\+", "ignore", "forall", "limit"}
"""What may keep the first answer of a goal alone."""
_TESTS = ("<", ">", "=<", ">=", "=:=", "=\\=", "==", "\\==", "\\=", "=", "!")


def unstopped(source: bytes) -> Iterator[Oddity]:
    """The clauses that only count and call themselves: nothing but their head ends them, and it takes any number.

    A list that such a clause takes apart may end it. One whose items are the numbers that it counts is made by it,
    where another clause ends with a number. A cut in an earlier clause may end it too, or one where it is called.
    """
    predicates = {} if b"=>" in source else _predicates(source)  # that cuts too
    kept = _with_one_answer(predicates)
    for (name, arity), clauses in predicates.items():
        ends_with_number = any(_takes_one_number(own) for _, own, _ in clauses)
        for line, own, body in clauses if name not in kept else ():
            texts = [text for _, text in body]
            if "!" in texts:
                break
            items = [text[1:].partition("|")[0].strip() for text in own if text.startswith("[")]
            counts = "is" in texts and not any(text in _TESTS for text in texts)
            is_open = all(text[:1].isupper() or text.startswith("[") for text in own) and len({*own}) == len(own)
            is_made = not items or (ends_with_number and all(item in own for item in items))
            if counts and is_open and is_made and [*_goals_of(body)] == [(name, arity)]:
                yield Oddity(name, arity, line, "")


def _takes_one_number(own: Sequence[str]) -> bool:
    """Whether a head is for one number alone: it is written there, or is that of another argument."""
    named = [text for text in own if text != "_"]
    return len({*named}) < len(named) or any(text.isdigit() for text in own)


def _with_one_answer(predicates: Mapping[tuple[str, int], list[_Clause]]) -> set[str]:
    """The names of the predicates of which a clause that comes to them may keep the first answer alone."""
    bodies: dict[str, set[str]] = {}
    names = set[str]()
    for (name, _), clauses in predicates.items():
        for body in ({text for _, text in body} for _, _, body in clauses):
            bodies.setdefault(name, set()).update(body)
            names |= set() if body.isdisjoint(_COMMITS) else body
    waiting = [*names]
    while waiting:
        further = bodies.get(waiting.pop(), set()) - names
        names |= further
        waiting += further
    return names


def cut_clauses(source: bytes) -> Iterator[Oddity]:
    """The predicates of which a clause with variables alone is a cut, so that no other clause gives a second answer."""
    for (name, arity), clauses in _predicates(source).items():
        for (line, own, body), _ in pairwise(clauses):
            is_open = all(text[:1].isupper() or "|" in text for text in own)
            if is_open and len(own) > 1 and [text for _, text in body] == ["!"]:
                yield Oddity(name, arity, line, "")


def _goals_of(body: Sequence[Token]) -> Iterator[tuple[str, int]]:
    """The goals of a body that all have to succeed; none if there is a choice."""
    depth, begins = 0, True
    goals: list[tuple[str, int]] = []
    for at, (kind, text) in enumerate(body):
        if begins and depth == 0 and kind == "name":
            goals.append((text, arguments_at(body, at + 1)[0]))
        depth += (text in OPEN) - (text in CLOSE) if kind == "other" else 0
        begins = kind == "other" and text == ","
        if depth == 0 and text in _CHOICES:
            return
    yield from goals


def value_pairs(tokens: Sequence[Token], operators: tuple[str, ...]) -> Iterator[tuple[str, str, str, Sequence[Token]]]:
    """Each two values with one of these operators between them, that one, and the two tokens that follow."""
    for at in range(1, len(tokens) - 1):
        left, operator, right = tokens[at - 1 : at + 2]
        if operator[1] in operators and left[0] == right[0] == "value":
            yield left[1], operator[1], right[1], tokens[at + 2 : at + 4]
