"""Texts that say where something lies in memory: what a language prints of an array or an object that has no text."""

from __future__ import annotations

from collections.abc import Sequence

from harness.model.patterns import lazy_regex

_LONGEST = 4096
"""Bytes of a text that are looked at."""
_HEX = r"0x[0-9a-fA-F]{1,16}"
_OBJECT = rf"<[\w.]{{1,100}} object at {_HEX}>"
_HASH = r"(?=[a-f]{0,7}\d)(?=\d{0,7}[a-f])(?![a-f]{2,7}\d+\b)[0-9a-f]{4,8}"
"""Digits and letters: numbers alone, words, and words with a year after them, are names of mail hosts and the like."""
_PATTERNS = {
    "function": lazy_regex(rb"<(?:function|bound method|built-in (?:function|method)) [\w.<]{1,100}"),
    "iterator": lazy_regex(rb"<(?:map|filter|zip|enumerate|reversed|generator|\w{1,20}iterator) object [^>]{0,100}>"),
    "python-item": lazy_regex(rf"[\[({{][^<>()\[\]{{}}\n]{{0,100}}{_OBJECT}".encode()),
    "python-object": lazy_regex(_OBJECT.encode()),
    "array": lazy_regex(rb"\[{1,9}(?:[ZBCDFIJS]|L[\w.$/]{1,100};)@[0-9a-f]{1,8}\b"),
    "java-object": lazy_regex(rf"(?<![\w@$-])[A-Z][\w$]{{0,100}}@{_HASH}(?![\w@-]|\.\w)".encode()),
    "pointer": lazy_regex(rb"\b0x[0-9a-f]{6,16}\b"),
}
"""Each form by the name of what it stands for, that which another one holds first."""
_PLAIN = ("function", "iterator", "python-item", "python-object", "array", "java-object")


def address_in(text: bytes, names: Sequence[str] = _PLAIN) -> tuple[str, bytes] | None:
    """What an address in a text stands for, and the address; None for none. A bare number may be meant, and is none."""
    start = text[:_LONGEST]
    matches = ((name, _PATTERNS[name].search(start)) for name in names)
    return next(((name, match[0]) for name, match in matches if match), None)


def common_address(outputs: Sequence[bytes], wanted: Sequence[bytes] = ()) -> str:
    """What the addresses in all of these outputs stand for; empty if one has none, or they differ in that.

    ``wanted``: what is right. Where that has something of this form, it is no address.
    """
    if any(address_in(output, [*_PATTERNS]) for output in wanted):
        return ""
    seen = {address[0] if (address := address_in(output, [*_PATTERNS])) else "" for output in outputs}
    return seen.pop() if len(seen) == 1 else ""
