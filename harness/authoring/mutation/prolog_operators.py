"""Small mechanical changes to Prolog, which has no grammar in the package index: by the tokens of Pygments' lexer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

_SWAPS = {"<": "=<", "=<": "<", ">": ">=", ">=": ">", "=:=": "=\\=", "=\\=": "=:=", "==": "\\==", "\\==": "==",
          "=": "\\=", "\\=": "=", "#<": "#=<", "#=<": "#<", "#>": "#>=", "#>=": "#>", "#=": "#\\=", "#\\=": "#=",
          "+": "-", "-": "+", "*": "+", "//": "*", "mod": "*", "rem": "*", "\\+": "", ";": ","}  # fmt: skip
_NECKS, _BETWEEN = (":-", "-->"), (",", ";", "->", "*->", ".")
_OPEN, _CLOSED = ("(", "[", "{"), (")", "]", "}")


class Edit(Struct, frozen=True):
    """Bytes that give way to others."""

    start: int
    end: int
    new: str


class _Token(Struct, frozen=True):
    start: int
    """In bytes."""
    text: str
    is_integer: bool

    @property
    def end(self) -> int:
        return self.start + len(self.text.encode())


def edits(source: bytes) -> Iterator[Edit]:
    """Operators turned, whole numbers one more, goals of a body always true, clauses away; directives are let alone."""
    clause: list[_Token] = []
    for token in _tokens(source):
        clause.append(token)
        if token.text == ".":
            if clause[0].text != ":-":
                yield from _clause(clause)
            clause = []


def _clause(clause: Sequence[_Token]) -> Iterator[Edit]:
    yield Edit(clause[0].start, clause[-1].end, "")
    for token in clause:
        if token.text in _SWAPS:
            yield Edit(token.start, token.end, _SWAPS[token.text])
        elif token.is_integer:
            yield Edit(token.start, token.end, str(int(token.text) + 1))
    neck = next((number for number, token in enumerate(clause) if token.text in _NECKS), None)
    if neck is not None:
        yield from _goals(clause[neck + 1 :], "[]" if clause[neck].text == "-->" else "true")


def _goals(body: Sequence[_Token], nothing: str) -> Iterator[Edit]:
    """Each goal that is in no brackets gives way to one that changes nothing."""
    begin, depth = 0, 0
    for number, token in enumerate(body):
        depth += (token.text in _OPEN) - (token.text in _CLOSED)
        if depth == 0 and token.text in _BETWEEN:
            if number > begin and body[begin].text != nothing:
                yield Edit(body[begin].start, body[number - 1].end, nothing)
            begin = number + 1


def _tokens(source: bytes) -> Iterator[_Token]:
    """What is neither a blank nor a comment."""
    from pygments.lexers.prolog import PrologLexer  # noqa: PLC0415 - it takes a while to import
    from pygments.token import Comment, Number, is_token_subtype  # noqa: PLC0415

    text = source.decode("utf-8", "surrogateescape")
    for at, kind, value in PrologLexer().get_tokens_unprocessed(text):
        if not value.strip() or is_token_subtype(kind, Comment):
            continue
        start, number = len(text[:at].encode("utf-8", "surrogateescape")), value.removesuffix(".")
        yield _Token(start, number or value, is_token_subtype(kind, Number) and number.isdecimal())
        if number and number != value:  # "2." is the end of a clause, and a float for the lexer
            yield _Token(start + len(number), ".", is_integer=False)
