"""Texts of Java of which the first character alone is read."""

from __future__ import annotations

import pytest

from harness.language.oddities.odd_code import odd_code

JAVA = """\
class Queens {
    static int size(String text) {
        if (text.isEmpty()) usage();
        char first = text.charAt(0);
        return first - '0';
    }
}
"""


def noted(source: str) -> list[tuple[int, str]]:
    found = odd_code({"Queens.java": source.encode()}, ())
    return [(odd.line, odd.name) for odd in found if odd.what == "first-character"]


def test_a_text_whose_first_character_alone_is_read_is_named() -> None:
    assert noted(JAVA) == [(4, "text")]
    assert noted(JAVA.replace("first - '0'", "Character.getNumericValue(first)")) == [(4, "text")]
    assert noted(JAVA.replace("first - '0'", "text.charAt(0) - '0'")) == [(5, "text")]
    assert noted(JAVA.replace("text.isEmpty()", "!Character.isDigit(text.charAt(0))")) == [(4, "text")]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("return first - '0';", "return Integer.parseInt(text);"),
        ("charAt(0)", "charAt(i)"),
        ("isEmpty()", "startsWith(prefix)"),
        ("char first = text.charAt(0);", "if (text.charAt(0) == '-') usage();"),
        ("char first = text.charAt(0);", "boolean isOption = text.charAt(0) == '-';"),
        ("return first - '0';", "switch (first) { case '-': usage(); }"),
        ("return first - '0';", "return other - '0';"),
        ("String text", "Line text"),
    ],
)
def test_one_that_is_read_further_is_not(old: str, new: str) -> None:
    assert noted(JAVA.replace(old, new)) == []
