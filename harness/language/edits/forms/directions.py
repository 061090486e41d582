"""Which way a comparison gives way to another one: which values it takes in or leaves out."""

from __future__ import annotations

from harness.model.patterns import lazy_regex

OPPOSITE_ONE, ROUND, COMPUTES, RANGE = "opposite", "round", "computes", "range"
_SIDES = _SMALLER, _EQUAL, _LARGER = "s", "e", "l"
_TRUE_FOR = {
    "<": {_SMALLER},
    "<=": {_SMALLER, _EQUAL},
    "=<": {_SMALLER, _EQUAL},
    ">": {_LARGER},
    ">=": {_LARGER, _EQUAL},
    "==": {_EQUAL},
    "===": {_EQUAL},
    "=:=": {_EQUAL},
    "!=": {_SMALLER, _LARGER},
    "!==": {_SMALLER, _LARGER},
    "=\\=": {_SMALLER, _LARGER},
}
"""How the left side is to the right one where a comparison is true."""
_COMPUTING = ("=:=", "=\\=", "is")
_NOT_COMPUTING = ("=", "==", "\\=", "\\==")
"""Operators of Prolog that take terms as they stand; other languages have no sign that computes instead of these."""
_OPPOSITES = ({"is", "is not"}, {"in", "not in"}, {"=", "\\="}, {"==", "\\=="})
_NAMES = {
    ("", _EQUAL): "not-equal",
    (_EQUAL, ""): "equal-too",
    (_SMALLER, ""): "smaller-too",
    (_LARGER, ""): "larger-too",
    ("", _SMALLER): "not-smaller",
    ("", _LARGER): "not-larger",
    (_SMALLER, _LARGER): ROUND,
    (_LARGER, _SMALLER): ROUND,
}
"""What is true now and was not, and what is true no longer."""
_MIRRORED = {
    "smaller-too": "larger-too",
    "larger-too": "smaller-too",
    "not-smaller": "not-larger",
    "not-larger": "not-smaller",
}
"""What is said of the right side where the words are on the left one."""
_NO_OPERAND = r"(?:^|[(,{\[=:?;!&|]|\b(?:if|elif|while|until|return|and|or|not|assert)\b)\s*"
"""The text before an operand that is not joined to another one."""
_LITERAL_LEFT = lazy_regex(_NO_OPERAND + r"""\(*[-+]?\s*(?:\d[\w.]*|'[^']*'|"[^"]*")\)*\s*$""")
_CONSTANT_LEFT = lazy_regex(_NO_OPERAND + r"\(*[-+]?\s*(?:\w+(?:\.|::))*[A-Z][A-Z0-9_]+\)*\s*$")
_COMPARED = lazy_regex(r"(?P<sign>[<>]=?|[!=]==?|=<|=:=|=\\=)\s*(?P<side>\(?-?[\w.]+\)?)")


def direction(old: str, new: str) -> str:
    """A word for how two comparisons, with or without a right side, differ; empty if none fits."""
    old, new = old.strip(), new.strip()
    before, after = _COMPARED.fullmatch(old), _COMPARED.fullmatch(new)
    if before and after:
        return RANGE if _is_wider(before["sign"], after["sign"]) else ""
    if old in _NOT_COMPUTING and new in _COMPUTING:
        return COMPUTES
    if old in _TRUE_FOR and new in _TRUE_FOR:
        return _of_signs(_TRUE_FOR[old], _TRUE_FOR[new])
    return OPPOSITE_ONE if {old, new} in _OPPOSITES else ""


def direction_after(before: str, way: str) -> str:
    """The word for a change that stands after this text of its line; empty if it might be wrong there.

    ``-1 != a`` is about the values of ``a``.
    """
    if way not in _MIRRORED:
        return way
    if not before.strip() or _CONSTANT_LEFT.search(before):
        return ""
    return _MIRRORED[way] if _LITERAL_LEFT.search(before) else way


def _is_wider(old: str, new: str) -> bool:
    """Whether one value alone gives way to several."""
    return _TRUE_FOR[old] == {_EQUAL} and _TRUE_FOR[new] != {_EQUAL}


def _of_signs(old: set[str], new: set[str]) -> str:
    if old.isdisjoint(new) and len(old | new) == len(_SIDES):
        return OPPOSITE_ONE
    return _NAMES.get(("".join(new - old), "".join(old - new)), "")
