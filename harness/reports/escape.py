"""Students' bytes made safe and visible for people: nothing that a terminal, a browser or a parser would act on."""

from __future__ import annotations

import re

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
    shown = "".join(one if one.isprintable() else _escape(one) for one in decoded)
    return re.sub(r" +$", lambda found: _BLANK * len(found[0]), shown)


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
