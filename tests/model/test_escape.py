"""A student's bytes are escaped, never acted on."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.model.escape import escape_invisible, escape_json, single_line


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        (b"plain", "plain"),
        (b"two  ", "two\N{MIDDLE DOT}\N{MIDDLE DOT}"),
        (b" in between ", " in between\N{MIDDLE DOT}"),
        (b"a\tb\r", r"a\tb\r"),
        (b"\x1b[31mred\x07", r"\x1b[31mred\a"),
        (b"\0\x7f\x9b", r"\0\x7f\x9b"),
        (b"\xff\xfe", r"\xff\xfe"),
        ("é\N{SNOWMAN}".encode(), "é\N{SNOWMAN}"),
        ("\u202eevil".encode(), r"\u202eevil"),
        ("a\u00a0b\u200bc".encode(), r"a\xa0b\u200bc"),
        ("\N{CANCEL TAG}".encode(), r"\U000e007f"),
        ("e\u0301e\u0323\u0302".encode(), "e\u0301e\u0323\u0302"),  # accents, as some type them
        ("z\u0335\u0321\u0322\u0327".encode(), "z\u0335\u0321" + r"\u0322\u0327"),
        ("\u3164a\ufe0f\u034f".encode(), r"\u3164a\ufe0f\u034f"),
        (b"", ""),
    ],
)
def test_what_cannot_be_seen_is_written_out(text: bytes, escaped: str) -> None:
    assert escape_invisible(text) == escaped


def test_very_many_blanks_take_no_more_time_than_other_letters() -> None:
    blanks = " " * 1_000_000  # with a time that grows with the square of their number: hours
    assert escape_invisible(f"{blanks}x") == f"{blanks}x"


def test_a_sentence_stays_on_one_line() -> None:
    assert single_line("a\nb\x1b[0m") == r"a b\x1b[0m"


@given(st.binary(max_size=200))
def test_no_bytes_whatsoever_reach_a_terminal(text: bytes) -> None:
    escaped = escape_invisible(text)
    assert escaped.isprintable()
    escaped.encode()
    assert not escaped.endswith(" ")
    assert single_line(text.decode("utf-8", "replace")).isprintable()


@given(st.text(max_size=60))
def test_a_report_in_json_means_the_same_and_holds_nothing_that_acts(text: str) -> None:
    written = escape_json(json.dumps({"name": text}, ensure_ascii=False, indent=2))
    assert json.loads(written) == {"name": text}
    assert written.replace("\n", "").encode("utf-8", "backslashreplace").decode().isprintable()


def test_bidi_marks_and_the_like_in_json() -> None:
    written = escape_json('"\u202e\x7f\U000e0041é\N{SNOWMAN}"')
    assert written == r'"\u202e\u007f\udb40\udc41' + 'é\N{SNOWMAN}"'
