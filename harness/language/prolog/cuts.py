"""Cuts and arrows of Prolog that keep one answer where several are wanted, and recursion without an end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from harness.language.parsing.prolog import CLOSE, OPEN, Token, arguments_at, clauses_with_heads
from harness.language.prolog.oddities import CHOICES, HeadAndBody, Oddity, goals_of, predicates_of

_GENERATORS = [("name", name) for name in ("between", "member", "select", "nth0", "nth1", "permutation")]


def cut_choices(source: bytes) -> Iterator[Oddity]:
    """The predicates in which a cut follows right after a goal that gives one value after the other."""
    for oddity, rest in _generators(source):
        if [text for _, text in rest[:2]] == [",", "!"]:
            yield oddity


def arrow_choices(source: bytes) -> Iterator[Oddity]:
    """The predicates in which ``->`` keeps the first of the values that a goal gives and a test after it lets through.

    A goal alone before it is a question, such as whether a list holds a value.
    """
    yield from (oddity for oddity, rest in _generators(source) if _tested_before_arrow(rest))


def _generators(source: bytes) -> Iterator[tuple[Oddity, Sequence[Token]]]:
    """The goals that give one value after the other, and what follows each in its clause."""
    for line, clause, (name, arity, _) in clauses_with_heads(source):
        for at, token in enumerate(clause):
            count, after = arguments_at(clause, at + 1) if token in _GENERATORS else (0, 0)
            if count:
                yield Oddity(name, arity, line, "", f"{token[1]}/{count}"), clause[after:]


def _tested_before_arrow(tokens: Sequence[Token]) -> bool:
    """Whether a comma and another goal come first, then an arrow, with no other choice between."""
    depth = 0
    for kind, text in tokens:
        depth += (text in OPEN) - (text in CLOSE) if kind == "other" else 0
        if depth < 0 or (depth == 0 and text in CHOICES):
            return depth == 0 and text == "->" and [text for _, text in tokens[:1]] == [","]
    return False


def cut_clauses(source: bytes) -> Iterator[Oddity]:
    """The predicates of which a clause with variables alone is a cut, so that no other clause gives a second answer."""
    for (name, arity), clauses in predicates_of(source).items():
        for (line, own, body), _ in pairwise(clauses):
            is_open = all(text[:1].isupper() or "|" in text for text in own)
            if is_open and len(own) > 1 and [text for _, text in body] == ["!"]:
                yield Oddity(name, arity, line, "")


_COMMITS = {"!", "->", "once", "\\+", "ignore", "forall", "limit"}
"""What may keep the first answer of a goal alone."""
_TESTS = ("<", ">", "=<", ">=", "=:=", "=\\=", "==", "\\==", "\\=", "=", "!")


def unstopped(source: bytes) -> Iterator[Oddity]:
    """The clauses that only count and call themselves: nothing but their head ends them, and it takes any number.

    A list that such a clause takes apart may end it. One whose items are the numbers that it counts is made by it,
    where another clause ends with a number, or compares numbers. A cut in an earlier clause may end it too, or one
    where it is called.
    """
    predicates = {} if b"=>" in source else predicates_of(source)  # that cuts too
    kept = _with_one_answer(predicates)
    for (name, arity), clauses in predicates.items():
        ends_with_number = any(_takes_one_number(own) or _compares_two(own, body) for _, own, body in clauses)
        for line, own, body in clauses if name not in kept else ():
            texts = [text for _, text in body]
            if "!" in texts:
                break
            items = [text[1:].partition("|")[0].strip() for text in own if text.startswith("[")]
            counts = "is" in texts and not any(text in _TESTS for text in texts)
            is_open = all(text[:1].isupper() or text.startswith("[") for text in own) and len({*own}) == len(own)
            is_made = not items or (ends_with_number and all(item in own for item in items))
            if counts and is_open and is_made and [*goals_of(body)] == [(name, arity)]:
                yield Oddity(name, arity, line, "")


def _takes_one_number(own: Sequence[str]) -> bool:
    """Whether a head is for one number alone: it is written there, or is that of another argument."""
    named = [text for text in own if text != "_"]
    return len({*named}) < len(named) or any(text.isdigit() for text in own)


def _compares_two(own: Sequence[str], body: Sequence[Token]) -> bool:
    """Whether a clause is for numbers of which it compares two, and nothing else."""
    texts = [text for _, text in body]
    return len(texts) == len(("A", ">", "B")) and texts[1] in _TESTS and {texts[0], texts[2]} <= {*own}


def _with_one_answer(predicates: Mapping[tuple[str, int], list[HeadAndBody]]) -> set[str]:
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
