"""Escape students' bytes for people: nothing is left that a terminal, a browser or a parser would act on."""

from __future__ import annotations

import io
import unicodedata
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from harness.model.family import csv, json
from harness.model.patterns import lazy_regex

_MAX_MARKS = 2
"""Combining marks on one letter that are shown as such: with more of them, a text covers its neighbours."""
_INVISIBLE = lazy_regex(r"[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]")
"""Characters that Python calls printable although nobody sees them."""
_BLANK = "\N{MIDDLE DOT}"
_NAMED_ESCAPES = {
    "\t": r"\t",
    "\r": r"\r",
    "\0": r"\0",
    "\x1b": r"\x1b",
    "\x07": r"\a",
    "\x08": r"\b",
    "\x0c": r"\f",
    "\x0b": r"\v",
    "\n": r"\n",
}


def escape_invisible(text: bytes | str) -> str:
    """The text on one line: each character that cannot be seen as an escape, blanks at the end as middle dots."""
    decoded = text.decode("utf-8", "backslashreplace") if isinstance(text, bytes) else text
    needs_no_escape = decoded.isascii() and decoded.isprintable()
    escaped = decoded if needs_no_escape else "".join(_escape_characters(decoded))
    shown = escaped.rstrip(" ")
    return shown + _BLANK * (len(escaped) - len(shown))


def _escape_characters(text: str) -> Iterator[str]:
    marks = 0
    for character in text:
        marks = marks + 1 if unicodedata.category(character) in ("Mn", "Me") else 0
        shown = character.isprintable() and marks <= _MAX_MARKS and not _INVISIBLE.match(character)
        yield character if shown else _escape(character)


def _escape(character: str) -> str:
    return _NAMED_ESCAPES.get(character) or character.encode("unicode_escape").decode()


def escape_json(text: str) -> str:
    """A JSON text of the same meaning in which JSON's own escapes stand for all that is not printable."""
    if text.isascii() and "\x7f" not in text:
        return text
    unprintable = {
        character
        for character in text
        if not character.isprintable() and character != "\n" and not "\ud800" <= character <= "\udfff"
    }
    return text.translate(
        {ord(character): json.dumps(character)[1:-1] if character != "\x7f" else r"\u007f" for character in unprintable}
    )


def json_bytes(value: object) -> bytes:
    """Dictionaries, lists, texts and numbers as indented JSON, UTF-8 without characters that cannot be printed."""
    try:
        text = msgspec.json.format(msgspec.json.encode(value)).decode()
    except UnicodeEncodeError:  # half a character
        text = json.dumps(msgspec.to_builtins(value), indent=2, ensure_ascii=False)
    return (escape_json(text) + "\n").encode("utf-8", "backslashreplace")


def csv_bytes(rows: Iterable[Iterable[object]], line_end: str = "\n") -> bytes:
    """Rows as comma-separated values, UTF-8."""
    text = io.StringIO()
    csv.writer(text, lineterminator=line_end).writerows(rows)
    return text.getvalue().encode()


def single_line(text: str) -> str:
    """A sentence of ours, which may quote a student, escaped and on one line."""
    return escape_invisible(text.replace("\n", " "))


def shorten(text: str, longest: int) -> str:
    """A sentence of at most so many characters: a longer one ends with dots after a whole word."""
    if len(text) <= longest:
        return text
    cut = text[: longest - 3]
    whole = cut if not text[len(cut)].isalnum() else cut.rpartition(" ")[0]
    return (whole or cut).rstrip(" ,;:") + "..."


_FORMULA = lazy_regex(r"((?:^|[;,|])[\s'\"]*)([=+\-@\uff1d\uff0b\uff0d\uff20])")
"""What begins a formula, in narrow and in wide characters, also after what another reader takes for a separator."""


def some_of(names: Sequence[str], most: int, between: str = ", ") -> str:
    """The first names, and how many more there are: ``a, b and 3 more``."""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return between.join(names[:most]) + more


def defuse_formula(name: str) -> str:
    """A name, on one line, that no spreadsheet takes for a formula: a quote stands before the sign of one."""
    line = single_line(name)
    return _FORMULA.sub(r"\1'\2", line) if _FORMULA.search(line) else line
