"""Numbers that Prolog's predicates hand on from call to call: those that stay, or go away from where they end."""

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
    step: int | None
    """1, 0 or -1, as the argument grows, stays or shrinks; None if that is not seen."""
    compared: Sequence[tuple[str, str]]
    """The operators and the values by which the clause compares it."""
    handed_on: tuple[int, int | None]
    """The line where the call has it, and how often it stands before that there; None if it has another name there."""


class _Counting(NamedTuple):
    """What becomes of the arguments of a program's predicates from call to call."""

    begun: dict[_Key, set[str]]
    """What other predicates begin with."""
    again: dict[_Key, list[_Recursion]]
    ends: dict[_Key, set[str]]
    """What is in the heads of clauses that do not call the predicate again; a dot where it is any value."""


def never_counted(source: bytes) -> Iterator[Oddity]:
    """The arguments that begin at 0 or 1 and are handed on as they are: each call has the same number there."""
    counting = _counting(source)
    for key, recursions in counting.again.items():
        if _begins_low(counting, key) and all(recursion.step == 0 for recursion in recursions):
            line, before = recursions[0].handed_on
            yield recursions[0].oddity._replace(value=min(counting.begun[key]), line=line, before=before)


def counted_from_end(source: bytes, step: int) -> Iterator[Oddity]:
    """The arguments that grow (``step`` 1) or shrink (-1) from call to call, away from what ends the calls."""
    counting = _counting(source)
    towards, away = ("<", "=<"), (">", ">=")
    if step < 0:
        towards, away = away, towards
    for key, recursions in counting.again.items():
        ends = counting.ends.get(key, set())
        for oddity, own_step, compared, _ in recursions:
            limits = [value for operator, value in compared if operator in away]
            if own_step != step or any(operator in towards for operator, _ in compared):
                continue
            if not compared and step > 0 and ends in ({"0"}, {"1"}):
                limits = [*ends]
            if limits and _ANY_VALUE not in ends:
                yield oddity._replace(value=limits[0])


def counted_below(source: bytes) -> Iterator[Oddity]:
    """The arguments that begin at 0 or 1 and shrink from call to call, if nothing ends that."""
    counting = _counting(source)
    for key, recursions in counting.again.items():
        is_unbounded = all(recursion.step == -1 and not recursion.compared for recursion in recursions)
        if _begins_low(counting, key) and is_unbounded and not any(map(str.isdigit, counting.ends.get(key, ()))):
            yield recursions[0].oddity._replace(value=min(counting.begun[key]))


_ANY_VALUE = "."
"""A value that the head of a clause takes from another argument."""


def _begins_low(counting: _Counting, key: _Key) -> bool:
    return counting.begun.get(key) in ({"0"}, {"1"})


def _counting(source: bytes) -> _Counting:
    """Follow the arguments of each predicate from its clauses into the calls of their bodies."""
    counting = _Counting({}, {}, {})
    for line, clause, (name, arity, body) in clauses_with_heads(source):
        own = own_arguments(clause)
        steps, compared = _steps(body), list(_comparisons(body))
        again: list[tuple[int, list[str]]] = []
        for at, (kind, text) in enumerate(body):
            arguments = argument_texts(body, at) if kind == "name" else []
            if (text, len(arguments)) == (name, arity):
                again.append((at, arguments))
                continue
            for place, argument in enumerate(arguments):
                counting.begun.setdefault((text, len(arguments), place), set()).add(argument)
        for place, variable in enumerate(own):
            key = name, arity, place
            values = [(operator, value) for text, operator, value in compared if text == variable]
            if not again:
                end = _ANY_VALUE if own.count(variable) > 1 and not values else variable
                counting.ends.setdefault(key, set()).add(end)
            elif variable[:1].isupper():
                oddity = Oddity(name, arity, line, variable)
                for at, arguments in again:
                    place_of_call = _handed_on(clause, body, _begin_of(place, body, at), variable)
                    recursion = _Recursion(oddity, _step(steps, variable, arguments[place]), values, place_of_call)
                    counting.again.setdefault(key, []).append(recursion)
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


def _step(steps: dict[str, tuple[str, int]], variable: str, argument: str) -> int | None:
    """How an argument of a call differs from the variable of the head."""
    if argument == variable:
        return 0
    before, step = steps.get(argument, ("", 0))
    return step if before == variable else None


def _steps(body: Sequence[Token]) -> dict[str, tuple[str, int]]:
    """Each variable that is another one, or that and a number: from which one, and 1, 0 or -1 as it is larger."""
    steps: dict[str, tuple[str, int]] = {}
    for left, _, right, rest in value_pairs(body, ("is", "=")):
        sign, number = (rest[0][1], rest[1]) if len(rest) > 1 else ("", ("", ""))
        if sign in ("+", "-") and number[0] == "value":
            if right.isdigit() and sign == "+":
                steps[left] = number[1], 1
            elif number[1].isdigit():
                steps[left] = right, 1 if sign == "+" else -1
        elif not rest or rest[0][1] in (",", ")"):
            steps[left] = right, 0
    return steps


_TURNED = {"<": ">", ">": "<", "=<": ">=", ">=": "=<"}


def _comparisons(body: Sequence[Token]) -> Iterator[tuple[str, str, str]]:
    """What is compared in a body with what, each from both sides."""
    for left, operator, right, _ in value_pairs(body, tuple(_TURNED)):
        yield left, operator, right
        yield right, _TURNED[operator], left
