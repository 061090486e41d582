"""Parse Prolog files into outlines: the heads of the clauses, and what their bodies call.

By tokens: no grammar is needed for the names and the numbers of arguments, and operators may be a student's own.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from harness.language.parsing.outline import Call, Function, Outline, decode
from harness.model.patterns import lazy_regex

SUFFIXES = (".pl", ".pro", ".prolog")

_TOKEN = lazy_regex(
    r"""(?P<layout>\s+|%[^\n]*|/\*.*?(?:\*/|\Z))
    |(?P<end>\.(?=\s|%|\Z))
    |(?P<value>0'(?:\\.|''|.)|\d\w*(?:\.\d\w*)?|"(?:[^"\\]|\\.|"")*"|`(?:[^`\\]|\\.)*`|[A-Z_]\w*)
    |'(?P<quoted>(?:[^'\\]|\\.|'')*)'
    |(?P<name>[^\W\d]\w*)
    |(?P<symbol>[-+*/\\^<>=~:.?@\#&$]+)
    |(?P<other>.)""",
    re.DOTALL | re.VERBOSE,
)
_OPEN, _CLOSE = "([{", ")]}"
_NECKS = (":-", "-->", "=>", ",")
"""What may follow a head; the comma stands before a guard."""
_GRAMMAR = "-->"
_CHOICES = (";", "->", "*->", "|")

_Token = tuple[str, str]
"""Its kind, and its text: that of a name without quotes."""


def outline(path: str, source: bytes) -> Outline:
    """Parse a file; a clause that no reader of Prolog's would take is left out or taken as it seems."""
    calls: dict[tuple[str, int], set[Call]] = {}
    for _, clause in _clauses(decode(source)):
        head = _head(clause)
        if head is not None:
            name, arity, body = head
            calls.setdefault((name, arity), set()).update(_calls(body))
    functions = (Function(name, ("term",) * arity, calls=frozenset(called)) for (name, arity), called in calls.items())
    return Outline(path, tuple(functions))


def without_end(source: bytes) -> dict[tuple[str, int], int]:
    """The predicates that never succeed, as each of their clauses calls them again, and the lines where they begin.

    A clause with a choice in its body may do without; so may a predicate to which clauses are added at run time.
    """
    lines: dict[tuple[str, int], int] = {}
    ends: set[tuple[str, int]] = set()
    text = decode(source)
    for line, clause in _clauses(text):
        head = _head(clause)
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
    """The number that the variable has in every call; empty for a variable that occurs only once."""


def used_once(source: bytes) -> Iterator[Oddity]:
    """The variables that occur once in their clause, and are not marked as unused by a leading underscore."""
    for line, clause in _clauses(decode(source)):
        head = _head(clause)
        if head is not None:
            counts = Counter(text for kind, text in clause if kind == "value" and text[0].isupper())
            yield from (Oddity(*head[:2], line, name) for name, count in counts.items() if count == 1)


def never_counted(source: bytes) -> Iterator[Oddity]:
    """The arguments that begin at 0 or 1 and are handed on as they are: each call has the same number there."""
    begun: dict[tuple[str, int, int], set[str]] = {}
    kept: dict[tuple[str, int, int], Oddity] = {}
    changed: set[tuple[str, int, int]] = set()
    for line, clause in _clauses(decode(source)):
        head = _head(clause)
        if head is None:
            continue
        name, arity, body = head
        own = _texts(clause[2:] if clause[1:2] == [("symbol", ":")] else clause, 0)
        for at, (kind, text) in enumerate(body):
            arguments = _texts(body, at) if kind == "name" else []
            for place, argument in enumerate(arguments):
                key = text, len(arguments), place
                if (text, len(arguments)) != (name, arity):
                    begun.setdefault(key, set()).add(argument)
                elif argument == own[place] and argument[0].isupper():
                    kept.setdefault(key, Oddity(name, arity, line, argument))
                else:
                    changed.add(key)
    for key, oddity in kept.items():
        values = begun.get(key, set())
        if key not in changed and values in ({"0"}, {"1"}):
            yield oddity._replace(value=values.pop())


def _texts(tokens: Sequence[_Token], at: int) -> list[str]:
    """The texts of the arguments of a term whose name stands at ``at``."""
    count, after = _arguments(tokens, at + 1)
    texts, depth = [""] * count, 0
    place = 0
    for kind, text in tokens[at + 2 : after - 1]:
        depth += (text in _OPEN) - (text in _CLOSE) if kind == "other" else 0
        if kind == "other" and text == "," and depth == 0:
            place += 1
        elif place < count:
            texts[place] += text
    return texts


def _goals(body: Sequence[_Token]) -> Iterator[tuple[str, int]]:
    """The goals of a body that all have to succeed; none where there is a choice."""
    depth, begins = 0, True
    goals: list[tuple[str, int]] = []
    for at, (kind, text) in enumerate(body):
        if begins and depth == 0 and kind == "name":
            goals.append((text, _arguments(body, at + 1)[0]))
        depth += (text in _OPEN) - (text in _CLOSE) if kind == "other" else 0
        begins = kind == "other" and text == ","
        if depth == 0 and text in _CHOICES:
            return
    yield from goals


def _clauses(text: str) -> Iterator[tuple[int, list[_Token]]]:
    """Each clause, and the line where it begins."""
    clause: list[_Token] = []
    line = first = 1
    for match in _TOKEN.finditer(text):
        kind = str(match.lastgroup)
        if kind == "end":
            yield first, clause
            clause = []
        elif kind != "layout":
            first = first if clause else line
            clause.append(("name", match[kind]) if kind == "quoted" else (kind, match[kind]))
        line += match[0].count("\n")


def _head(clause: Sequence[_Token]) -> tuple[str, int, Sequence[_Token]] | None:
    """The name and the number of arguments that a clause defines, and its body; None where it is a directive."""
    if len(clause) > 2 and clause[1] == ("symbol", ":") and clause[0][0] == "name":  # noqa: PLR2004 - module:name
        clause = clause[2:]
    if not clause or clause[0][0] != "name":
        return None
    arity, after = _arguments(clause, 1)
    neck = clause[after][1] if after < len(clause) else ""
    if neck and neck not in _NECKS:
        return None
    return clause[0][1], arity + 2 * (neck == _GRAMMAR), clause[after + 1 :]


def _arguments(tokens: Sequence[_Token], start: int) -> tuple[int, int]:
    """How many arguments stand in parentheses from ``start`` on, none where there is no parenthesis, and the end."""
    if start >= len(tokens) or tokens[start][1] != "(" or tokens[start][0] != "other":
        return 0, start
    depth, arguments = 0, 1
    for at in range(start, len(tokens)):
        kind, text = tokens[at]
        if kind != "other":
            continue
        depth += (text in _OPEN) - (text in _CLOSE)
        arguments += text == "," and depth == 1
        if depth == 0:
            return arguments, at + 1
    return arguments, len(tokens)


def _calls(body: Sequence[_Token]) -> Iterator[Call]:
    """Every name in a body: it may be called where it stands, or by ``maplist`` and its like."""
    for at, (kind, text) in enumerate(body):
        if kind == "name":
            arguments, after = _arguments(body, at + 1)
            yield text, arguments if after > at + 1 else None
