"""Unicode's composed form (NFC) in linear time, whatever the text is."""

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
