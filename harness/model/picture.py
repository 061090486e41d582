"""A drawing that a course's check attaches to a finding."""

from __future__ import annotations

from msgspec import Struct

MAX_SVG = 32 << 10
"""Characters of a drawing; a larger one is left out, its words stay."""
MAX_TEXT = 4 << 10
MAX_TITLE = 400
MOST_PICTURES = 3
"""Findings of one judgement that keep their pictures; pages show no more."""


class Picture(Struct, frozen=True, omit_defaults=True):
    """A drawing, and the same in words for those who do not see it.

    Pages show the drawing by an allow-list: shapes, text and colours stay; scripts, links, styles and images do not.
    """

    svg: str
    """An ``<svg>`` element with a ``viewBox``. What a student wrote must be escaped in it."""
    title: str
    """What it shows, in a sentence."""
    text: str = ""
    """The same drawn with characters, for text; empty if the finding's own words or output show it already."""


def bounded_picture(picture: object) -> Picture | None:
    """The picture that a course gives, without what is too large.

    Raises:
        TypeError: when it is none.

    """
    if picture is None:
        return None
    if not isinstance(picture, Picture):
        raise TypeError(f"expected a Picture, got {type(picture).__name__}")
    svg = picture.svg if len(picture.svg) <= MAX_SVG else ""
    return Picture(svg, picture.title[:MAX_TITLE], picture.text[:MAX_TEXT])
