"""Small slips of JavaScript, found in its text without comments and texts: it is not parsed."""

from __future__ import annotations

from collections.abc import Iterator

from harness.language.javascript.callbacks import code_alone
from harness.model.patterns import lazy_regex

_LIMITS = {b"<": "<=", b"<=": "<", b">": ">=", b">=": ">"}
_OTHERS = {b"&&": "||", b"||": "&&", b"===": "!==", b"!==": "===", b"==": "!=", b"!=": "=="}
_NAMES = {b".lastIndexOf(": ".indexOf(", b".indexOf(": ".lastIndexOf(", b".findLast(": ".find(", b".reverse()": "",
          b"Math.min(": "Math.max(", b"Math.max(": "Math.min("}  # fmt: skip
_SIGN = lazy_regex(rb"(?<=[\w)\] ])(?:[<>]=?|&&|\|\||[=!]==?)(?=[\w($\[ -])")
_NAME = lazy_regex(rb"\.(?:lastIndexOf|indexOf|findLast)\(|\.reverse\(\)|Math\.(?:min|max)\(")
_BOUND = lazy_regex(rb"(?:[<>]=?|[-+]|\b(?:let|var)\s\w{1,40}\s?=) ?(?P<number>\d{1,9})(?![\w.])")
_DOWN = lazy_regex(
    rb"(?<=\()(?P<let>let |var )?(?P<own>\w{1,40}) ?= ?(?P<first>[^;\n]{1,60});"
    rb" ?(?P=own) ?>= ?(?P<last>\w{1,40}); ?(?:(?P=own)--|--(?P=own))(?=\))"
)
"""A loop that counts down."""


def slips(source: bytes) -> Iterator[tuple[int, int, int, str]]:
    """Another comparison, bound, operator or function: how unlikely, from where to where, and the text instead."""
    code = code_alone(source)
    for sign in _SIGN.finditer(code):
        if sign[0] in _LIMITS:
            yield 0, *sign.span(), _LIMITS[sign[0]]
        elif sign[0] in _OTHERS:
            yield 1, *sign.span(), _OTHERS[sign[0]]
    for name in _NAME.finditer(code):
        yield 1, *name.span(), _NAMES[name[0]]
    for bound in _BOUND.finditer(code):
        for number in (int(bound["number"]) + 1, int(bound["number"]) - 1):
            if number >= 0:
                yield 1, *bound.span("number"), str(number)
    for loop in _DOWN.finditer(code):
        let, own, first, last = (part.decode(errors="replace") for part in loop.groups(b""))
        yield 0, *loop.span(), f"{let}{own} = {last}; {own} <= {first}; {own}++"
