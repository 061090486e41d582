"""Parse Prolog files into outlines: the heads of the clauses, and what their bodies call.

By tokens: no grammar is needed for the names and the numbers of arguments, and operators may be a student's own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

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
OPEN, CLOSE = "([{", ")]}"
_NECKS = (":-", "-->", "=>", ",")
"""What may follow a head; the comma stands before a guard."""
_GRAMMAR = "-->"

Token = tuple[str, str]
"""Its kind, and its text: that of a name without quotes."""


Head = tuple[str, int, Sequence[Token]]
"""The name and the number of arguments that a clause defines, and its body."""


class Clause(list[Token]):
    """The tokens of a clause, and the line of each."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[int] = []


def outline(path: str, source: bytes) -> Outline:
    """Parse a file; a clause that no reader of Prolog's would take is left out or taken as it seems."""
    calls: dict[tuple[str, int], set[Call]] = {}
    first: dict[tuple[str, int], int] = {}
    for line, _, (name, arity, body) in clauses_with_heads(source):
        calls.setdefault((name, arity), set()).update(_calls(body))
        first.setdefault((name, arity), line)
    functions = (
        Function(name, ("term",) * arity, calls=frozenset(called), line=first[name, arity])
        for (name, arity), called in calls.items()
    )
    return Outline(path, tuple(functions))


def argument_texts(tokens: Sequence[Token], at: int) -> list[str]:
    """The texts of the arguments of a term whose name stands at ``at``."""
    count, after = arguments_at(tokens, at + 1)
    texts, depth = [""] * count, 0
    place = 0
    for kind, text in tokens[at + 2 : after - 1]:
        depth += (text in OPEN) - (text in CLOSE) if kind == "other" else 0
        if kind == "other" and text == "," and depth == 0:
            place += 1
        elif place < count:
            texts[place] += text
    return texts


@lru_cache(maxsize=2)  # a dozen searches look at one source after each other
def clauses_of(text: str) -> tuple[tuple[int, Clause], ...]:
    """Each clause, and the line where it begins."""
    clauses: list[tuple[int, Clause]] = []
    clause = Clause()
    line = first = 1
    for match in _TOKEN.finditer(text):
        kind = str(match.lastgroup)
        if kind == "end":
            clauses.append((first, clause))
            clause = Clause()
        elif kind != "layout":
            first = first if clause else line
            clause.append(("name", match[kind]) if kind == "quoted" else (kind, match[kind]))
            clause.lines.append(line)
        line += match[0].count("\n")
    return tuple(clauses)


def head_of(clause: Sequence[Token]) -> Head | None:
    """The name and the number of arguments that a clause defines, and its body; None if it is a directive."""
    if len(clause) > 2 and clause[1] == ("symbol", ":") and clause[0][0] == "name":  # noqa: PLR2004 - module:name
        clause = clause[2:]
    if not clause or clause[0][0] != "name":
        return None
    arity, after = arguments_at(clause, 1)
    neck = clause[after][1] if after < len(clause) else ""
    if neck and neck not in _NECKS:
        return None
    return clause[0][1], arity + 2 * (neck == _GRAMMAR), clause[after + 1 :]


def clauses_with_heads(source: bytes) -> Iterator[tuple[int, Clause, Head]]:
    """The clauses of a source that are no directives: the line where each begins, its tokens, and its head."""
    for line, clause in clauses_of(decode(source)):
        head = head_of(clause)
        if head is not None:
            yield line, clause, head


def arguments_at(tokens: Sequence[Token], start: int) -> tuple[int, int]:
    """How many arguments stand in parentheses from ``start`` on, none if there is no parenthesis, and the end."""
    if start >= len(tokens) or tokens[start][1] != "(" or tokens[start][0] != "other":
        return 0, start
    depth, arguments = 0, 1
    for at in range(start, len(tokens)):
        kind, text = tokens[at]
        if kind != "other":
            continue
        depth += (text in OPEN) - (text in CLOSE)
        arguments += text == "," and depth == 1
        if depth == 0:
            return arguments, at + 1
    return arguments, len(tokens)


def _calls(body: Sequence[Token]) -> Iterator[Call]:
    """Every name in a body: it may be called where it stands, or by ``maplist`` and its like."""
    for at, (kind, text) in enumerate(body):
        if kind == "name":
            arguments, after = arguments_at(body, at + 1)
            yield text, arguments if after > at + 1 else None
