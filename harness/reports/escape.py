"""Students' bytes made safe and visible for people: nothing that a terminal, a browser or a parser would act on."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator

_MOST_MARKS = 2
"""Marks above and below one letter that are shown as such: with more, a text covers its neighbours."""
_UNSEEN = re.compile(r"[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]")
"""What Python calls printable, and nobody sees."""
_BLANK = "\N{MIDDLE DOT}"
_NAMED = {
    "\t": r"\t",
    "\r": r"\r",
    "\0": r"\0",
    "\x1b": r"\x1b",
    "\x07": r"\a",
    "\x08": r"\b",
    "\x0c": r"\f",
    "\x0b": r"\v",
}


def visible(text: bytes | str) -> str:
    """One line, every character that cannot be seen written as an escape, blanks at its end as middle dots."""
    decoded = text.decode("utf-8", "backslashreplace") if isinstance(text, bytes) else text
    plainly = decoded.isascii() and decoded.isprintable()
    shown = decoded if plainly else "".join(_letters(decoded))
    return re.sub(r" +$", lambda found: _BLANK * len(found[0]), shown)


def _letters(text: str) -> Iterator[str]:
    marks = 0
    for one in text:
        marks = marks + 1 if unicodedata.category(one) in ("Mn", "Me") else 0
        yield one if one.isprintable() and marks <= _MOST_MARKS and not _UNSEEN.match(one) else _escape(one)


def in_json(text: str) -> str:
    """A JSON text, whatever a terminal would act on or not show written as JSON's own escapes; it means the same."""
    if text.isascii() and "\x7f" not in text:
        return text
    odd = [one for one in set(text) if not one.isprintable() and one != "\n" and not "\ud800" <= one <= "\udfff"]
    return text.translate({ord(one): json.dumps(one)[1:-1] if one != "\x7f" else r"\u007f" for one in odd})


def _escape(letter: str) -> str:
    if letter in _NAMED:
        return _NAMED[letter]
    if letter == "\n":
        return r"\n"
    return letter.encode("unicode_escape").decode()


def visible_lines(text: bytes, most: int = 12, widest: int = 160) -> list[str]:
    """The lines of an output, made visible and cut."""
    lines = text.split(b"\n")
    lines = lines[:-1] if lines[-1] == b"" else lines
    shown = [_cut(visible(line[: 4 * widest]), widest) for line in lines[:most]]
    if len(lines) > most:
        shown.append(f"... ({len(lines) - most} more lines)")
    return shown


def _cut(line: str, widest: int) -> str:
    return line if len(line) <= widest else line[: widest - 3] + "..."


def plain(text: str) -> str:
    """A sentence of ours that may carry a student's words, on one line."""
    return visible(text.replace("\n", " "))
