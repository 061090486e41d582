"""Lines of text with styles, and how they are wrapped if nothing but plain characters is wanted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from harness.model.family import textwrap

PLAIN_WIDTH = 100
"""Columns of a text that goes into a pipe or a file."""


class Span(Struct, frozen=True):
    """A piece of a line: text that is safe to print, and the name of its style."""

    text: str
    style: str = ""


Part = str | Span


class Line(Struct, frozen=True):
    """One line: a part that keeps its place, and a body that is wrapped at words under its own beginning."""

    body: tuple[Span, ...] = ()
    lead: tuple[Span, ...] = ()
    wraps: bool = True
    """False for what must stay as it is, such as a program's output: it is never broken."""


def line(*body: Part, lead: Part | tuple[Part, ...] = "", wraps: bool = True) -> Line:
    """Make a line of texts and spans; ``lead`` stands in front of it and is not repeated where it is wrapped."""
    leading = lead if isinstance(lead, tuple) else (lead,)
    return Line(tuple(map(_span, body)), tuple(map(_span, leading)), wraps)


BLANK = Line()


def _span(part: Part) -> Span:
    return part if isinstance(part, Span) else Span(part)


def plain(lines: Iterable[Line], width: int = PLAIN_WIDTH) -> Iterator[str]:
    """The lines as texts without any style, wrapped at words."""
    for row in lines:
        lead = "".join(span.text for span in row.lead)
        body = "".join(span.text for span in row.body)
        available = max(20, width - len(lead))
        if not row.wraps or len(body) <= available:
            yield (lead + body).rstrip()
            continue
        wrapped = textwrap.wrap(body, available, break_long_words=False, break_on_hyphens=False)
        for number, piece in enumerate(wrapped):
            yield (lead if number == 0 else " " * len(lead)) + piece
