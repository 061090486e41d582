"""Terms of Prolog as a person types them, in the form in which SWI-Prolog writes them: ``(1+2)+3`` is ``1+2+3``.

With operators that a program defines itself a text stays as it is.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from harness.model.patterns import lazy_regex

_TOKEN = lazy_regex(
    r"""\s*(?:%[^\n]*\n|/\*.*?\*/|\s)*
    (?P<number>\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?(?!\w)|0'(?:\\.|''|.)|0[xob][\da-fA-F]+)
    |\s*(?P<name>[a-z]\w*|'(?:[^'\\]|\\.|'')*'|[+\-*/\\^<>=~:.?@\#&$]+|!|;)
    |\s*(?P<other>[A-Z_]\w*|"(?:[^"\\]|\\.|"")*"|`(?:[^`\\]|\\.|``)*`)
    |\s*(?P<mark>[()\[\]{},|])""",
    re.DOTALL | re.VERBOSE,
)
_BINARY = {
    name: priorities
    for names, priorities in {
        ":- -->": (1200, 1199, 1199),
        "; |": (1100, 1099, 1100),
        "-> *->": (1050, 1049, 1050),
        ",": (1000, 999, 1000),
        ":=": (990, 989, 989),
        "< = =.. =@= =:= =< == =\\= > >= @< @=< @> @>= \\= \\== \\=@= is as >:< :<": (700, 699, 699),
        ":": (600, 599, 600),
        "+ - /\\ \\/ xor": (500, 500, 499),
        "* / // mod rem << >> div rdiv divmod tdiv": (400, 400, 399),
        "**": (200, 199, 199),
        "^": (200, 199, 200),
    }.items()
    for name in names.split()
}
"""Operator -> its priority, and what may be on its left and on its right."""
_PREFIX = {
    ":-": (1200, 1199),
    "?-": (1200, 1199),
    "\\+": (900, 900),
    "-": (200, 200),
    "+": (200, 200),
    "\\": (200, 200),
}
_PLAIN = re.compile(r"[a-z]\w*|[+\-*/\\^<>=~:.?@#&$]+|\[\]|\{\}|[!;,|]")
_SIGNS = frozenset("+-*/\\^<>=~:.?@#&$")
_END = ("", "", False)
_LONGEST, _ARGUMENT, _ANY, _TWO = 20_000, 999, 1200, 2


class _Term(NamedTuple):
    text: str
    priority: int = 0
    """That of its outermost operator; 0 if it needs no parentheses anywhere."""
    value: Any = None
    """A number, or the items of a list, as a report has them."""


class _Unreadable(Exception):
    """It is no term, or one with operators that a program has defined."""


def as_written(text: str) -> Any:
    """A number, a list of values, or ``{"!repr": text}`` as SWI-Prolog writes the term; the text if it is none."""
    try:
        reader = _Reader(text if len(text) <= _LONGEST else "")
        term = reader.term(_ANY)
        if reader.peek() != _END:
            raise _Unreadable  # noqa: TRY301 - as for what cannot be read at all
    except (_Unreadable, RecursionError):
        return {"!repr": text}
    return _value(term)


def _value(term: _Term) -> Any:
    return {"!repr": term.text} if term.value is None else term.value


class _Reader:
    """Reads by operator precedence; a term in parentheses keeps its priority for those who write it out."""

    def __init__(self, text: str) -> None:
        self.tokens: list[tuple[str, str, bool]] = []
        """Kind, text, and whether a parenthesis follows at once."""
        self.starts: list[int] = []
        position, end = 0, len(text.rstrip())
        while position < end:
            match = _TOKEN.match(text, position)
            if match is None or match.lastgroup is None:
                raise _Unreadable
            position = match.end()
            self.starts.append(match.start(match.lastgroup))
            self.tokens.append((match.lastgroup, match[match.lastgroup], text[position : position + 1] == "("))
        self.place = 0

    def peek(self) -> tuple[str, str, bool]:
        return self.tokens[self.place] if self.place < len(self.tokens) else _END

    def next(self) -> tuple[str, str, bool]:
        token = self.peek()
        self.place += 1
        return token

    def is_next(self, mark: str) -> bool:
        is_mark = self.peek()[:2] == ("mark", mark)
        self.place += is_mark
        return is_mark

    def expect(self, mark: str) -> None:
        if not self.is_next(mark):
            raise _Unreadable

    def term(self, most: int) -> _Term:
        left, parsed = self.primary(most)
        while (token := self.peek())[0] in ("name", "mark") and token[1] in _BINARY:
            priority, on_left, on_right = _BINARY[token[1]]
            if priority > most or parsed > on_left:
                break
            self.next()
            name = ";" if token[1] == "|" else token[1]
            right = self.term(on_right)
            left = _Term(_joined(_inside(left, on_left), name, _inside(right, on_right)), priority)
            parsed = priority
        return left

    def primary(self, most: int) -> tuple[_Term, int]:
        """A term without binary operators around it, and the priority that it has here."""
        kind, text, is_called = self.next()
        if kind == "number":
            return _number(text), 0
        if kind == "other":
            return _Term(text), 0
        if kind == "name":
            return self.named(text, most, is_called=is_called)
        if text == "[":
            return self.items(), 0
        if text not in ("(", "{"):
            raise _Unreadable
        if text == "{" and self.is_next("}"):
            return _Term("{}"), 0
        term = self.term(_ANY)
        self.expect(")" if text == "(" else "}")
        return (term if text == "(" else _Term(f"{{{term.text}}}")), 0

    def named(self, text: str, most: int, *, is_called: bool) -> tuple[_Term, int]:
        name = _atom(text)
        if is_called:
            self.next()
            return self.compound(name), 0
        kind, following, _ = self.peek()
        if text == "-" and kind == "number" and self.starts[self.place - 1] + 1 == self.starts[self.place]:
            self.next()
            number = _number(following)
            return _Term(f"-{number.text}", 0, -number.value), 0
        if text in _PREFIX and kind != "" and following not in (*"),]}|", *_BINARY):
            priority, inside = _PREFIX[text]
            inner = self.term(min(inside, most))
            return _Term(_joined("", name, _inside(inner, inside)), priority), priority
        return _Term(name), 0

    def compound(self, name: str) -> _Term:
        """A term with arguments in parentheses; that of an operator is written as one."""
        given = self.arguments(")")
        if len(given) == 1 and name in _PREFIX:
            priority, inside = _PREFIX[name]
            return _Term(_joined("", name, _inside(given[0], inside)), priority)
        if len(given) == _TWO and name in _BINARY:
            priority, on_left, on_right = _BINARY[name]
            return _Term(_joined(_inside(given[0], on_left), name, _inside(given[1], on_right)), priority)
        return _Term(f"{name}({','.join(_inside(argument, _ARGUMENT) for argument in given)})")

    def items(self) -> _Term:
        if self.is_next("]"):
            return _Term("[]", 0, [])
        items = [self.term(_ARGUMENT)]
        while self.is_next(","):
            items.append(self.term(_ARGUMENT))
        text = ",".join(_inside(item, _ARGUMENT) for item in items)
        if self.is_next("|"):
            rest = _inside(self.term(_ARGUMENT), _ARGUMENT)
            self.expect("]")
            return _Term(f"[{text}|{rest}]")
        self.expect("]")
        return _Term(f"[{text}]", 0, [_value(item) for item in items])

    def arguments(self, end: str) -> list[_Term]:
        arguments = [self.term(_ARGUMENT)]
        while not self.is_next(end):
            self.expect(",")
            arguments.append(self.term(_ARGUMENT))
        return arguments


def _inside(term: _Term, most: int) -> str:
    return f"({term.text})" if term.priority > most else term.text


def _joined(left: str, name: str, right: str) -> str:
    """An operator between its operands; a blank where two words, or two signs, would become one."""
    text = left
    for part in (name, right):
        ends = text[-1:], part[:1]
        words = all(end.isalnum() or end == "_" for end in ends)
        text += f" {part}" if text and (words or all(end in _SIGNS for end in ends)) else part
    return text


def _atom(text: str) -> str:
    """An atom without quotes that it does not need."""
    inner = text[1:-1]
    is_needless = text.startswith("'") and _PLAIN.fullmatch(inner) and inner not in ("[]", "{}") and "\\" not in inner
    return inner if is_needless else text


def _number(text: str) -> _Term:
    try:
        value = float(text) if any(sign in text for sign in ".eE") and not text.startswith("0") else int(text, 0)
    except ValueError:
        try:
            value = float(text)
        except ValueError:
            raise _Unreadable from None
    return _Term(text, 0, value)
