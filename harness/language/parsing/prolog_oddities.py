"""Clauses of Prolog that are seldom meant: calls that never end, values that are not used, numbers that go astray."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from harness.language.parsing.outline import decode
from harness.language.parsing.prolog import CLOSE, OPEN, Token, argument_texts, arguments_at, clauses_of, head_of

_CHOICES = (";", "->", "*->", "|")


def without_end(source: bytes) -> dict[tuple[str, int], int]:
    """The predicates that never succeed, as each of their clauses calls them again, and the lines where they begin.

    A clause with a choice in its body may do without; so may a predicate to which clauses are added at run time.
    """
    lines: dict[tuple[str, int], int] = {}
    ends: set[tuple[str, int]] = set()
    text = decode(source)
    for line, clause in clauses_of(text):
        head = head_of(clause)
        if head is not None:
            name, arity, body = head
            lines.setdefault((name, arity), line)
            if not any(goal == (name, arity) for goal in _goals(body)):
                ends.add((name, arity))
    return {} if "assert" in text or "-->" in text else {key: line for key, line in lines.items() if key not in ends}


class Oddity(NamedTuple):
    """What a clause shows that is seldom meant."""

    name: str
    """The predicate's, and its number of arguments."""
    arity: int
    line: int
    """Where the clause begins."""
    variable: str
    value: str = ""
    """The number with which the variable begins, or from which it moves away; empty where it only occurs once."""


def used_once(source: bytes) -> Iterator[Oddity]:
    """The variables that occur once in their clause, and are not marked as unused by a leading underscore.

    Of ``X = Y`` nothing is said: it names a value, and does no harm where the name is not used.
    """
    for line, clause in clauses_of(decode(source)):
        head = head_of(clause)
        if head is not None:
            named = {text for pair in _pairs(clause, ("=",)) for text in (pair[0], pair[2])}
            counts = Counter(text for kind, text in clause if kind == "value" and text[0].isupper())
            yield from (
                Oddity(*head[:2], line, name) for name, count in counts.items() if count == 1 and name not in named
            )


_Key = tuple[str, int, int]
"""A predicate, its number of arguments, and the place of one of them."""


class _Recursion(NamedTuple):
    """How a clause that calls its own predicate again changes an argument."""

    oddity: Oddity
    step: int | None
    """1, 0 or -1, as the argument grows, stays or shrinks; None where that is not seen."""
    compared: Sequence[tuple[str, str]]
    """The operators and the values by which the clause compares it."""


class _Counting(NamedTuple):
    """What becomes of the arguments of a program's predicates from call to call."""

    begun: dict[_Key, set[str]]
    """What other predicates begin with."""
    again: dict[_Key, list[_Recursion]]
    ends: dict[_Key, set[str]]
    """What stands in the heads of clauses that do not call the predicate again; a dot where it is any value."""


def never_counted(source: bytes) -> Iterator[Oddity]:
    """The arguments that begin at 0 or 1 and are handed on as they are: each call has the same number there."""
    counting = _counting(source)
    for key, recursions in counting.again.items():
        if _begins_low(counting, key) and all(recursion.step == 0 for recursion in recursions):
            yield recursions[0].oddity._replace(value=min(counting.begun[key]))


def counted_from_end(source: bytes, step: int) -> Iterator[Oddity]:
    """The arguments that grow (``step`` 1) or shrink (-1) from call to call, away from what ends the calls."""
    counting = _counting(source)
    towards, away = ("<", "=<"), (">", ">=")
    if step < 0:
        towards, away = away, towards
    for key, recursions in counting.again.items():
        ends = counting.ends.get(key, set())
        for oddity, own_step, compared in recursions:
            limits = [value for operator, value in compared if operator in away]
            if own_step != step or any(operator in towards for operator, _ in compared):
                continue
            if not compared and step > 0 and ends in ({"0"}, {"1"}):
                limits = [*ends]
            if limits and _ANY_VALUE not in ends:
                yield oddity._replace(value=limits[0])


def counted_below(source: bytes) -> Iterator[Oddity]:
    """The arguments that begin at 0 or 1 and shrink from call to call, where nothing ends that."""
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
    for line, clause in clauses_of(decode(source)):
        head = head_of(clause)
        if head is None:
            continue
        name, arity, body = head
        own = argument_texts(clause[2:] if clause[1:2] == [("symbol", ":")] else clause, 0)
        steps, compared = _steps(body), list(_comparisons(body))
        again = []
        for at, (kind, text) in enumerate(body):
            arguments = argument_texts(body, at) if kind == "name" else []
            if (text, len(arguments)) == (name, arity):
                again.append(arguments)
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
                changes = (_step(steps, variable, arguments[place]) for arguments in again)
                counting.again.setdefault(key, []).extend(_Recursion(oddity, step, values) for step in changes)
    return counting


def _step(steps: dict[str, tuple[str, int]], variable: str, argument: str) -> int | None:
    """How an argument of a call differs from the variable of the head."""
    if argument == variable:
        return 0
    before, step = steps.get(argument, ("", 0))
    return step if before == variable else None


def _steps(body: Sequence[Token]) -> dict[str, tuple[str, int]]:
    """Each variable that is another one, or that and a number: from which one, and 1, 0 or -1 as it is larger."""
    steps: dict[str, tuple[str, int]] = {}
    for left, _, right, rest in _pairs(body, ("is", "=")):
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
    for left, operator, right, _ in _pairs(body, tuple(_TURNED)):
        yield left, operator, right
        yield right, _TURNED[operator], left


def _pairs(tokens: Sequence[Token], operators: tuple[str, ...]) -> Iterator[tuple[str, str, str, Sequence[Token]]]:
    """Each two values with one of these operators between them, that one, and the two tokens that follow."""
    for at in range(1, len(tokens) - 1):
        left, operator, right = tokens[at - 1 : at + 2]
        if operator[1] in operators and left[0] == right[0] == "value":
            yield left[1], operator[1], right[1], tokens[at + 2 : at + 4]


def _goals(body: Sequence[Token]) -> Iterator[tuple[str, int]]:
    """The goals of a body that all have to succeed; none where there is a choice."""
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
