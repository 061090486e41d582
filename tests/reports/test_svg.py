"""Of a picture only shapes, text and colours get through."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.model.picture import MAX_SVG
from harness.reports.svg import sanitized_svg


def svg(inner: str) -> str:
    return f'<svg viewBox="0 0 8 8">{inner}</svg>'


def test_shapes_text_and_colours_stay() -> None:
    inner = (
        '<g transform="translate(1 2)"><rect x="1" width="2" fill="#f0d9b5"></rect><path d="M0 0h1v-1z"></path>'
        '<line x1="0" y2="1" stroke="currentColor" stroke-width="2"></line><text x="1">a &amp; b</text></g>'
    )
    assert sanitized_svg(svg(inner)) == svg(inner)


@pytest.mark.parametrize(
    ("inner", "left"),
    [
        ("<script>alert(1)</script>", ""),
        ("<style>* {fill: red}</style>", ""),
        ("<style><img src=x onerror=alert(1)></style>", ""),
        ("<title><img src=x onerror=alert(1)></title>", ""),
        ("<foreignObject><iframe src='https://example.org'></iframe></foreignObject>", ""),
        ('<a xlink:href="javascript:alert(1)" href="javascript:alert(1)"><g></g></a>', "<g></g>"),
        ('<image href="https://example.org/x.png"/><use href="#x"/>', ""),
        ('<animate attributeName="href" values="javascript:alert(1)"/><set to="x"/>', ""),
        ('<rect onclick="alert(1)" onload=alert(1) style="fill:red" id="cause" class="cause"/>', "<rect></rect>"),
        ('<rect fill="url(https://example.org/x)" stroke="URL(#a)"/>', "<rect></rect>"),
        ("<text>&lt;script&gt;alert(1)&lt;/script&gt;</text>", "<text>&lt;script&gt;alert(1)&lt;/script&gt;</text>"),
        ("<text>a\u202eb\x1b\u2066</text>", "<text>a b  </text>"),
        ("<!-- <g> --><?php x ?><![CDATA[<g>]]>", "&lt;g&gt;"),
    ],
)
def test_all_else_goes(inner: str, left: str) -> None:
    assert sanitized_svg(svg(inner)) == svg(left)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "<p>x</p>",
        svg("") + "<p>and more</p>",
        "<svg></svg>",
        svg("<g></g>" * MAX_SVG),
        svg("<text><table><tr><td>out of the picture</td></tr></table></text>"),
    ],
)
def test_what_is_no_picture_is_left_out(text: str) -> None:
    assert sanitized_svg(text) == ""


def test_a_declaration_in_front_is_no_matter() -> None:
    assert sanitized_svg('<?xml version="1.0"?>\n<!DOCTYPE svg>\n' + svg("<g/>")) == svg("<g></g>")


def test_deep_nesting_is_no_matter() -> None:
    assert sanitized_svg(svg("<g>" * 5000)).count("<g>") == 5000


PIECES = st.sampled_from(
    [
        *(
            "<svg viewBox='0 0 1 1'>",
            "</svg>",
            "<g>",
            "<text>",
            "</text>",
            "<rect fill='",
            "x",
            "<p>",
            "'",
            '"',
            "onload=y>",
        ),
        *("<script>", "</script>", "<style>", "</style>", "<title>", "</title>", "<desc>", "<noscript>", "<template>"),
        *("<foreignObject>", "<math>", "<mtext>", "<mglyph>", "<img src=x onerror=y>", "<a href='javascript:y'>"),
        *("<!--", "-->", "<![CDATA[", "]]>"),
    ]
)


@given(st.lists(PIECES, max_size=12))
def test_whatever_it_is_only_allowed_elements_come_out(pieces: list[str]) -> None:
    clean = sanitized_svg("<svg viewBox='0 0 1 1'>" + "".join(pieces) + "</svg>")
    assert set(re.findall(r"<\s*/?\s*(\w+)", clean)) <= {"svg", "g", "text", "rect"}
    attributes = re.findall(r"<\w+([^>]*)>", clean)
    assert all(set(re.findall(r"([\w:-]+)=", text)) <= {"viewBox", "fill"} for text in attributes)
