"""Where a parser of YAML stopped, and what is wrong there."""

from __future__ import annotations

import re
from pathlib import Path

from msgspec import Struct

from harness.spec.yaml.location import Location

KEY = r"\s*(?:- +)*[\w.-]+:"
"""A key with its colon, after blanks and dashes, as a regular expression."""


class Fault(Struct, frozen=True):
    """What is wrong with a text that is no YAML, and how the line would read without it."""

    message: str
    line: int | None = None
    """From 0, as the column is; None if it is unknown."""
    column: int | None = None
    fixes: tuple[str, ...] = ()
    """The line as it may have been meant, the likeliest first; none if it may have been anything."""
    sure: bool = True
    """Whether the fixed line means what the author meant: it is what the message says."""
    shifts: bool = False
    """Whether the lines below in the same column, or further to the right, move with the fixed line."""

    def location(self, path: Path) -> Location:
        """Where in the file it is."""
        if self.line is None:
            return Location(path)
        return Location(path, self.line + 1, column=None if self.column is None else self.column + 1)


class Place:
    """Where the parser stopped. Lines and columns count from 0 here."""

    def __init__(self, lines: list[str], at: tuple[int, int], opened: tuple[int, int] | None, content: bytes) -> None:
        self.lines, self.line, self.content = lines, at[0], content
        self.text = self.line_text(self.line)
        self.column = min(at[1], len(self.text))
        self.opened, self.opened_column = opened or at

    def line_text(self, number: int) -> str:
        """The text of a line; none if the file has no such line."""
        return self.lines[number] if 0 <= number < len(self.lines) else ""

    def fault(self, message: str, column: int | None = None, *fixes: str, sure: bool = True) -> Fault:
        """A fault in this line."""
        return Fault(message, self.line, self.column if column is None else column, fixes, sure)

    def with_quotes(self, text: str, sign: str | None = None) -> Fault:
        """The fault of a text that begins with a sign that none begins with, unless it is in quotes."""
        column = max(0, self.text.find(text))
        fixed = self.text[:column] + quoted(text) + self.text[column + len(text) :]
        message = f'a text cannot begin with "{sign or text[:1]}"; put it in quotes: {quoted(text)}'
        return self.fault(message, column, fixed)

    def word_column(self) -> int:
        """Where the word begins at which the parser stopped."""
        begin = self.column
        while begin and self.text[begin - 1] not in " [,{:":
            begin -= 1
        return begin

    def above(self) -> int:
        """The nearest line above that is neither blank nor a comment."""
        number = self.line - 1
        while number > 0 and re.match(r"\s*(#|$)", self.line_text(number)):
            number -= 1
        return number


Explained = Fault | None


def quoted(text: str) -> str:
    """The text in quotes, as YAML and people read it."""
    if "\\" in text or ('"' in text and "'" not in text):
        return "'" + text.replace("'", "''") + "'"
    return '"' + text.replace('"', '\\"') + '"'


def begin_of(line: str) -> str:
    """The first words of a line, without the dash before them."""
    return re.sub(r"^(?:- +)*", "", line.strip())[:30]


def needs_quotes(place: Place, sign: str, column: int, text: str, key: str = "") -> Fault:
    """The fault of a text in this column with a sign that needs quotes; ``key`` stands before it."""
    fixed = place.text[:column] + quoted(text) + place.text[column + len(text) :]
    what = {"{...}": "with {...} needs quotes here", "[": 'that begins with "[" needs quotes'}
    words = what.get(sign, f'with "{sign}" in it needs quotes')
    return place.fault(f"a text {words}: {key}{quoted(text)}", column, fixed)


def never_closed(place: Place, line: int, column: int) -> Fault:
    """The fault of a quote that opens in this place."""
    text = place.line_text(line)
    is_last = re.fullmatch(rf"(?:{KEY}|\s*-) +", text[:column]) is not None
    fixes = (text.rstrip() + text[column : column + 1],) if is_last else ()
    return Fault("the quote that opens here is never closed", line, column, fixes)


def quote_across_lines(place: Place) -> Explained:
    """A quote that opens in a line above and meets the next one that opens as if that closed it."""
    import yaml  # noqa: PLC0415 - only an error needs it

    try:
        for token in yaml.scan(place.content, getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
            start, end = token.start_mark, token.end_mark
            if end.line == place.line > start.line and getattr(token, "style", None) in ("'", '"'):
                return never_closed(place, start.line, start.column)
    except yaml.YAMLError:
        pass
    return None


def lone_bracket(place: Place) -> Explained:
    """``cases: [`` with entries below it as they stand without brackets."""
    number = place.above()
    match = re.fullmatch(rf"({KEY} *)[\[{{]\s*(?:#.*)?", place.line_text(number))
    if match is None and re.fullmatch(rf"{KEY} *[\[{{]\s*(?:#.*)?", place.line_text(place.opened)):
        number, match = place.opened, re.match(rf"({KEY} *)", place.line_text(place.opened))
    entry = next((line for line in place.lines[number + 1 :] if line.strip()), "")
    if match is None or number >= place.line or not re.match(rf"\s*- |{KEY}(?: .*[^,{{\[\s])?\s*$", entry):
        return None
    message = "entries in lines of their own, without commas, have no bracket before them; take it out"
    return Fault(message, number, len(match[1]), (match[1].rstrip(),), sure=False)
