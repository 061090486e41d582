"""Numbers that Prolog's predicates hand on from call to call and never count."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from harness.language.parsing.prolog import CLOSE, OPEN, Clause, Token, argument_texts, clauses_with_heads
from harness.language.prolog.oddities import Oddity, own_arguments, value_pairs

_Key = tuple[str, int, int]
"""A predicate, its number of arguments, and the place of one of them."""


class _Recursion(NamedTuple):
    """How a clause that calls its own predicate again changes an argument."""

    oddity: Oddity
    stays: bool
    """Whether the argument is the same in the call."""
    handed_on: tuple[int, int | None]
    """The line where the call has it, and how often it stands before that there; None if it has another name there."""


class _Counting(NamedTuple):
    """What becomes of the arguments of a program's predicates from call to call."""

    begun: dict[_Key, set[str]]
    """What other predicates begin with."""
    again: dict[_Key, list[_Recursion]]


def never_counted(source: bytes) -> Iterator[Oddity]:
    """The arguments that begin at 0 or 1 and are handed on as they are: each call has the same number there."""
    counting = _counting(source)
    for key, recursions in counting.again.items():
        if counting.begun.get(key) in ({"0"}, {"1"}) and all(recursion.stays for recursion in recursions):
            line, before = recursions[0].handed_on
            yield recursions[0].oddity._replace(value=min(counting.begun[key]), line=line, before=before)


def _counting(source: bytes) -> _Counting:
    """Follow the arguments of each predicate from its clauses into the calls of their bodies."""
    counting = _Counting({}, {})
    for line, clause, (name, arity, body) in clauses_with_heads(source):
        own = own_arguments(clause)
        copies = _copies(body)
        again: list[tuple[int, list[str]]] = []
        for at, (kind, text) in enumerate(body):
            arguments = argument_texts(body, at) if kind == "name" else []
            if (text, len(arguments)) == (name, arity):
                again.append((at, arguments))
                continue
            for place, argument in enumerate(arguments):
                counting.begun.setdefault((text, len(arguments), place), set()).add(argument)
        for place, variable in enumerate(own):
            oddity = Oddity(name, arity, line, variable)
            for at, arguments in again if variable[:1].isupper() else ():
                place_of_call = _handed_on(clause, body, _begin_of(place, body, at), variable)
                argument = arguments[place]
                recursion = _Recursion(oddity, variable in (argument, copies.get(argument)), place_of_call)
                counting.again.setdefault((name, arity, place), []).append(recursion)
    return counting


def _handed_on(clause: Clause, body: Sequence[Token], argument: int, variable: str) -> tuple[int, int | None]:
    """The line of an argument that begins at a place of the body, and how often the variable stands before it there."""
    at = argument + len(clause) - len(body)
    line, wanted = clause.lines[at], ("value", variable)
    before = sum(clause[i] == wanted and clause.lines[i] == line for i in range(at))
    return line, before if clause[at] == wanted else None


def _begin_of(argument: int, body: Sequence[Token], at: int) -> int:
    """Where an argument of the call at a place of the body begins."""
    place, depth = at + 2, 0
    while argument > 0 or depth > 0:
        kind, text = body[place]
        depth += (text in OPEN) - (text in CLOSE) if kind == "other" else 0
        argument -= kind == "other" and text == "," and depth == 0
        place += 1
    return place


def _copies(body: Sequence[Token]) -> dict[str, str]:
    """Each variable that is another one, without a number added to it."""
    pairs = value_pairs(body, ("is", "="))
    return {left: right for left, _, right, rest in pairs if not rest or rest[0][1] in (",", ")")}
