"""Functions that JavaScript's ``forEach`` calls for each element, and the returns in them, which end one turn alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from msgspec import Struct

from harness.model.patterns import lazy_regex

_HIDDEN = lazy_regex(
    rb"""(?P<comment>//[^\n]*|/\*.*?(?:\*/|\Z))|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?|`(?:\\.|[^`\\])*`?"""
    rb"""|(?<=[(,=:\[!&|?{};])[ \t]{0,9}/(?![*/])(?:\\.|[^/\\\n]){1,200}/""",
    re.DOTALL,
)
_EACH = lazy_regex(
    rb"^[ \t]{0,80}(?P<list>[\w$]{1,60}(?:\.[\w$]{1,60}|\([^()\n]{0,80}\)|\[[^\[\]\n]{0,80}\]){0,8})\.forEach\(\s{0,9}"
    rb"(?:function\b[\w$ ]{0,40}\((?P<named>[\w$, ]{0,80})\)"
    rb"|\((?P<several>[\w$, ]{0,80})\) ?=>|(?P<single>[\w$]{1,60}) ?=>)"
    rb"\s{0,9}\{",
    re.MULTILINE,
)
_INNER = lazy_regex(rb"(?:=>|\bfunction\b[^{}()]{0,80}\([^{}()]{0,120}\))\s{0,9}\{")
_RETURN = lazy_regex(rb"(?<![\w$.])return\b(?P<value>[^;\n}]{0,200});?")
_GUARD = lazy_regex(rb"\)\s{0,99}\{?\s{0,99}\Z")
_LOOPS = lazy_regex(rb"\b(?:for|while|do|switch)\b")
_END = lazy_regex(rb"\s{0,99}\)[ \t]{0,9};?")
_STATEMENT = b";{})"
_LONGEST = 4_000
"""Bytes of a function that are looked at."""
_MOST = 400
"""Calls of one file that are looked at; more are no student's."""


class OwnReturn(Struct, frozen=True):
    """A return of the function itself, not of one in it."""

    start: int
    end: int
    has_value: bool
    is_guard: bool
    """Whether it is all that an if does: it skips an element."""


class Each(Struct, frozen=True):
    """A statement that calls a function for each element."""

    start: int
    end: int
    elements: str
    parameters: tuple[str, ...]
    body: tuple[int, int]
    """Between the braces."""
    returns: tuple[OwnReturn, ...]
    has_loops: bool
    """Whether the function has a loop, or a switch, of its own."""


def each_in(source: bytes) -> Iterator[Each]:
    """The calls of ``forEach`` that are statements, begin a line, and have a function with a return."""
    code = code_alone(source)
    for match in islice(_EACH.finditer(code), _MOST):
        begin, stop = match.end(), _closed(code, match.end())
        end = _END.match(code, stop + 1) if stop else None
        before = code[max(match.start() - 2_000, 0) : match.start("list")].rstrip()
        if not stop or end is None or (before and before[-1] not in _STATEMENT):
            continue
        body = _without_functions(code[begin:stop])
        has_loops = _LOOPS.search(body) is not None
        returns = tuple(_own(body, each, begin) for each in _RETURN.finditer(body))
        names = (match["named"] or match["several"] or match["single"] or b"").decode().replace(" ", "")
        elements = source[slice(*match.span("list"))].decode(errors="replace")
        parameters = tuple(filter(None, names.split(",")))
        if returns:
            yield Each(match.start("list"), end.end(), elements, parameters, (begin, stop), returns, has_loops)


def _own(body: bytes, match: re.Match[bytes], begin: int) -> OwnReturn:
    value, before = match["value"].strip(), body[max(match.start() - 200, 0) : match.start()]
    is_guard = not value and _GUARD.search(before) is not None
    return OwnReturn(begin + match.start(), begin + match.end(), bool(value), is_guard)


def code_alone(source: bytes) -> bytes:
    """The source, in which each byte of a comment is a blank, and each of a text or a pattern a ``_``."""
    code = bytearray(source)
    for match in _HIDDEN.finditer(source):
        filling = b" " if match["comment"] else b"_"
        code[match.start() : match.end()] = b"".join(b"\n" if byte == ord("\n") else filling for byte in match[0])
    return bytes(code)


def _closed(code: bytes, start: int) -> int:
    """Where the brace is that closes the block that begins here; 0 if it is too far."""
    depth = 1
    for at in range(start, min(len(code), start + _LONGEST)):
        depth += (code[at] == ord("{")) - (code[at] == ord("}"))
        if not depth:
            return at
    return 0


def _without_functions(body: bytes) -> bytes:
    """A function's body, in which the bodies of functions in it are blank."""
    at = 0
    while (match := _INNER.search(body, at)) is not None:
        at = match.end()
        stop = _closed(body, at) or len(body)
        body = body[:at] + b" " * (stop - at) + body[stop:]
    return body
