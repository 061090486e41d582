"""Characters that look like ASCII and are not, and Unicode's composed form in linear time."""

from __future__ import annotations

import re
import unicodedata

_LONGEST_RUN = 30
"""Marks on one letter beyond which they are no text, as in Unicode's stream-safe format; sorting is quadratic."""


def compose(text: str) -> str:
    """Return the text with accents composed with their letters; a longer run of combining marks stays as it is."""
    marks = "".join(filter(_is_mark, set(text)))
    if not marks:
        return unicodedata.normalize("NFC", text)
    parts, start = [], 0
    for run in re.finditer(f"[{re.escape(marks)}]{{{_LONGEST_RUN + 1},}}", text):
        parts += [unicodedata.normalize("NFC", text[start : run.start()]), run[0]]
        start = run.end()
    return "".join((*parts, unicodedata.normalize("NFC", text[start:])))


def _is_mark(character: str) -> bool:
    """Whether a character is a combining mark, or decomposes into some, as three of Tibetan's vowel signs do."""
    return any(unicodedata.combining(part) for part in (character, unicodedata.normalize("NFD", character)[0]))


_ASCII = bytes(range(128))
_MANY_CHARACTERS = 256

# Characters that Unicode keeps apart from ASCII for good, though they look the same. NFKC leaves these alone.
_TWINS = {
    "-": "\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212\udc96\udc97",
    "'": "\u2018\u2019\u201b\u2032\u00b4\u02b9\u02bc\udc91\udc92",
    '"': "\u201c\u201d\u201f\u2033\udc93\udc94",
    ",": "\u201a",
    "/": "\u2044\u2215",
    "|": "\u2223\u2502",
    "*": "\u2217",
    "~": "\u223c",
    ":": "\u2236",
    "x": "\u00d7\u0445\u03c7",
    " ": "\udca0",
    "A": "\u0410\u0391", "B": "\u0412\u0392", "C": "\u0421", "E": "\u0415\u0395", "H": "\u041d\u0397",
    "I": "\u0406\u0399", "J": "\u0408", "K": "\u041a\u039a", "M": "\u041c\u039c", "N": "\u039d",
    "O": "\u041e\u039f", "P": "\u0420\u03a1", "S": "\u0405", "T": "\u0422\u03a4", "X": "\u0425\u03a7",
    "Y": "\u03a5", "Z": "\u0396", "a": "\u0430", "c": "\u0441", "e": "\u0435", "i": "\u0456", "j": "\u0458",
    "o": "\u043e\u03bf", "p": "\u0440", "s": "\u0455", "v": "\u03bd", "y": "\u0443", "h": "\u04bb",
    "": "\ufeff\u200b\u200c\u200d\u2060\u00ad\u200e\u200f",
}  # fmt: skip
_PLAIN = {twin: plain for plain, twins in _TWINS.items() for twin in twins}

# Superscripts, circled numbers and fractions are other characters in another place, not look-alikes.
_ALIKE = ("<wide>", "<narrow>", "<noBreak>", "<font>", "<compat>")


def plain_character(character: str) -> str:
    """The ASCII that ``character`` looks like, or its composed form; itself if there is none."""
    if character in _PLAIN:
        return _PLAIN[character]
    kind = unicodedata.decomposition(character).partition(" ")[0]
    form = unicodedata.normalize("NFKC" if kind in _ALIKE else "NFC", character)
    return "".join(_PLAIN.get(part, part) for part in form)


def without_confusables(output: bytes) -> bytes:
    """The output with look-alikes as the ASCII they look like; bytes that are not UTF-8 are read as Windows does."""
    if output.isascii():
        return output
    # What is left after every ASCII byte is deleted still holds each other character whole.
    characters = set(output.translate(None, _ASCII).decode("utf-8", "surrogateescape"))
    if any(unicodedata.combining(character) for character in characters):
        output = compose(_decode(output)).encode("utf-8", "surrogateescape")
        characters = set(_decode(output.translate(None, _ASCII)))
    changes = {ord(twin): plain for twin in characters if (plain := plain_character(twin)) != twin}
    if len(changes) > _MANY_CHARACTERS or any("\udc80" <= chr(code) <= "\udcff" for code in changes):
        return _decode(output).translate(changes).encode("utf-8", "surrogateescape")
    for code, plain in changes.items():  # far faster than translate, which looks at each character in turn
        output = output.replace(chr(code).encode(), plain.encode())
    return output


def _decode(output: bytes) -> str:
    return output.decode("utf-8", "surrogateescape")
