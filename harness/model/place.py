"""Where a fault lies: a stream or file, a line, a column; never a sentence."""

from __future__ import annotations

import re

from msgspec import Struct

from harness.model.text.lazy_regex import lazy_regex

_LINE = lazy_regex(r"(?:(?P<part>.*), )?line (?P<line>[1-9]\d{0,8})(?:, column (?P<column>[1-9]\d{0,8}))?", re.DOTALL)
_STREAM = lazy_regex(r"(?P<stream>stdout|stderr)(?:, (?P<rest>.+))?", re.DOTALL)


class Place(Struct, frozen=True, omit_defaults=True):
    """A place in what a run wrote or in what was handed in; what is empty or None is not known, or says nothing."""

    case: str = ""
    """The case that shows the fault, where a clause is charged for what another case found."""
    stream: str = ""
    """``stdout`` or ``stderr``."""
    path: str = ""
    """A file, relative to the submission's folder."""
    part: str = ""
    """Any other part, such as ``arguments``: a word of the messages' catalogue, or a text of a course."""
    line: int | None = None
    """From 1."""
    column: int | None = None
    """In characters, from 1."""
    function: str = ""
    """The function in which the line stands, as its language names it."""
    source: bytes = b""
    """The line of the source, without its newline."""
    marked: tuple[int, int] | None = None
    """The first and the last character of ``source`` that the runtime marks, from 0."""

    def __bool__(self) -> bool:
        return self != NOWHERE

    def __str__(self) -> str:
        """The same in plain English, such as ``stdout, line 3, column 7``; ``place_of`` reads it."""
        line = "" if self.line is None else f"line {self.line}"
        column = "" if self.column is None else f"column {self.column}"
        return ", ".join(filter(None, (self.stream, self.path, self.part, line, column)))


NOWHERE = Place()


def place_of(text: str) -> Place:
    """The place that a course's own text names: ``stdout, line 3, column 7``, ``line 2``, or any words."""
    stream = _STREAM.fullmatch(text)
    name, rest = (stream["stream"], stream["rest"] or "") if stream else ("", text)
    match = _LINE.fullmatch(rest)
    if match is None:
        return Place(stream=name, part=rest)
    column = int(match["column"]) if match["column"] else None
    return Place(stream=name, part=match["part"] or "", line=int(match["line"]), column=column)
