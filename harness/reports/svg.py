"""Let nothing of an SVG through but shapes, text and colours."""

from __future__ import annotations

import re

from harness.model.patterns import lazy_regex
from harness.model.picture import MAX_SVG

_SHAPES = {"g", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon"}
_TAGS = {"svg", "text", "tspan", *_SHAPES}
_PAINT = {
    "fill", "fill-opacity", "fill-rule", "opacity", "stroke", "stroke-dasharray", "stroke-linecap", "stroke-linejoin",
    "stroke-opacity", "stroke-width", "transform",
}  # fmt: skip
_TEXT = {"x", "y", "dx", "dy", "font-size", "font-weight", "font-style", "text-anchor", "dominant-baseline"}
_ATTRIBUTES = {
    "svg": {"viewBox", "width", "height"},
    "path": {"d"},
    "rect": {"x", "y", "width", "height", "rx", "ry"},
    "circle": {"cx", "cy", "r"},
    "ellipse": {"cx", "cy", "rx", "ry"},
    "line": {"x1", "y1", "x2", "y2"},
    "polyline": {"points"},
    "polygon": {"points"},
    "text": _TEXT,
    "tspan": _TEXT,
}
_VALUE = lazy_regex(r"(?!.*url)[\w\s#.,%()+-]*", re.IGNORECASE | re.DOTALL)
"""Numbers, names, colours and transformations; no address of anything."""
_WITH_CONTENT = {"script", "style", "title", "desc", "foreignobject", "metadata", "iframe", "textarea", "template"}
"""Elements that go with all that is in them."""


def sanitized_svg(svg: str, *, classes: bool = False) -> str:
    """The drawing without scripts, styles, links, images, names of elements and characters that cannot be seen.

    Args:
        svg: as a course or a library made it.
        classes: whether the classes of elements stay: for drawings of ours, which the page's own style paints.

    Returns:
        The ``<svg>`` element; empty if there is none, or it is too large.

    """
    import nh3  # noqa: PLC0415 - for pictures only

    if len(svg) > (4 * MAX_SVG if classes else MAX_SVG):
        return ""
    start = max(0, svg.find("<svg"))  # a declaration may be in front of it
    shown = "".join(character if character.isprintable() or character == "\n" else " " for character in svg[start:])
    everywhere = _PAINT | ({"class"} if classes else set())
    clean = nh3.clean(
        shown,
        tags=_TAGS,
        attributes={tag: everywhere | _ATTRIBUTES.get(tag, set()) for tag in _TAGS},
        attribute_filter=lambda _tag, _name, value: value if _VALUE.fullmatch(value) else None,
        clean_content_tags=_WITH_CONTENT,
        link_rel=None,
    ).strip()
    return clean if clean.startswith("<svg") and clean.endswith("</svg>") and "viewBox" in clean else ""
