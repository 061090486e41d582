"""Places in sources, in bytes: an edit, the nodes of Python's parser, the tokens of Prolog."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import accumulate

from msgspec import Struct

from harness.model.patterns import lazy_regex

_TOKEN = lazy_regex(rb"\w+|\s+|[^\w\s]+")
_WORD = lazy_regex(rb"[A-Za-z_]\w*|\d+")
_LONGEST = 400
"""Bytes: a longer text is hardly one expression."""


NO_UTF8 = "\x1a"
"""What stands for a byte of a file in another encoding: no change may write that."""


class Edit(Struct, frozen=True):
    """Bytes that give way to others."""

    start: int
    end: int
    new: str
    leaves_loop: bool = False
    """Whether a statement of a loop's body comes to stand after the loop."""
    also: tuple[int, ...] = ()
    """Where the same bytes give way to the same others in the file: one slip that was copied."""
    ends: str = ""
    """Of an added statement: ``if`` or ``loop``, where it stands after one; ``case``, where it ends one of a switch."""
    counterpart: str = ""
    """The function that has what is added, or its opposite."""
    form: tuple[str, ...] = ()
    """What it does, and to which part of the text, where the texts alone do not show it."""


def minimal_edit(content: bytes, edit: Edit) -> Edit:
    """The edit that changes one word, where a longer one changes no more; else the edit itself."""
    old, new = content[edit.start : edit.end], edit.new.encode()
    if edit != Edit(edit.start, edit.end, edit.new) or len(old) > _LONGEST or old.startswith(b"return"):
        return edit
    before, after = [*_TOKEN.finditer(old)], _TOKEN.findall(new)
    changed = [at for at, (token, other) in enumerate(zip(before, after, strict=False)) if token[0] != other]
    if len(before) != len(after) or len(changed) != 1 or len(before) == 1:
        return edit
    token, word = before[changed[0]], after[changed[0]]
    if _WORD.fullmatch(token[0]) is None or _WORD.fullmatch(word) is None:
        return edit
    return Edit(edit.start + token.start(), edit.start + token.end(), word.decode())


class PrologToken(Struct, frozen=True):
    """A word, number or sign of a Prolog source."""

    start: int
    """In bytes."""
    text: str
    is_integer: bool

    @property
    def end(self) -> int:
        """Where it ends, in bytes."""
        return self.start + len(self.text.encode("utf-8", "surrogateescape"))


def prolog_tokens(source: bytes) -> Iterator[PrologToken]:
    """What is neither a blank nor a comment."""
    from pygments.lexers.prolog import PrologLexer  # noqa: PLC0415 - it takes a while to import
    from pygments.token import Comment, Number, is_token_subtype  # noqa: PLC0415

    text = source.decode("utf-8", "surrogateescape")
    for at, kind, value in PrologLexer().get_tokens_unprocessed(text):
        if not value.strip() or is_token_subtype(kind, Comment):
            continue
        start, number = len(text[:at].encode("utf-8", "surrogateescape")), value.removesuffix(".")
        yield PrologToken(start, number or value, is_token_subtype(kind, Number) and number.isdecimal())
        if number and number != value:  # "2." is the end of a clause, and a float for the lexer
            yield PrologToken(start + len(number), ".", is_integer=False)


def indent_at(source: bytes, start: int) -> str | None:
    """The blanks before what begins at a byte, which may be tabs; None if it is not the first in its line."""
    before = source[source.rfind(b"\n", 0, start) + 1 : start]
    return None if before.strip() else before.decode()


class PythonText:
    """A Python file in UTF-8, of which the parser gives places by line and byte."""

    def __init__(self, source: bytes) -> None:
        """``source``: the whole file."""
        self.source = source
        self.starts = [0, *accumulate(len(line) + 1 for line in source.split(b"\n"))]

    def span(self, node: ast.AST) -> tuple[int, int]:
        """Where a node begins and ends, in bytes of the file."""
        first, last = getattr(node, "lineno", 1), getattr(node, "end_lineno", 1)
        begin, end = getattr(node, "col_offset", 0), getattr(node, "end_col_offset", 0)
        return self.starts[first - 1] + begin, self.starts[last - 1] + end

    def text(self, node: ast.AST) -> str:
        """The source text of a node."""
        return self.source[slice(*self.span(node))].decode(errors="replace")

    def indent(self, node: ast.AST) -> str | None:
        """The blanks before a statement, which may be tabs; None if it is not the first in its line."""
        return indent_at(self.source, self.span(node)[0])

    def operator(self, left: ast.expr, right: ast.expr) -> tuple[int, int, str]:
        """The operator between two operands: where it begins and ends, and it; a comment beside it is a part of it."""
        begin, end = self.span(left)[1], self.span(right)[0]
        words = self.source[begin:end].strip(b" ()\\\r\n\t").split()
        if not words:
            return begin, end, ""
        at, last = self.source.index(words[0], begin), self.source.rindex(words[-1], begin, end) + len(words[-1])
        return at, last, b" ".join(words).decode(errors="replace")
