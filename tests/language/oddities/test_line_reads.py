"""A line that has no room for its end, and numbers that are taken from a line that may hold none."""

from __future__ import annotations

import pytest

from harness.language.oddities.odd_code import odd_code

PROGRAM = """\
#define MOST {} /* characters */
int s[2];
int main(void) {{
    char line[MOST];
    while (fgets(line, MOST, stdin) != NULL) {{
        {}
        show(s);
    }}
}}
"""
SCAN = 'sscanf(line, "%d %d", &s[0], &s[1]);'


def reads(size: str, body: str) -> list[tuple[str, int, str, str]]:
    found = odd_code({"q.c": PROGRAM.format(size, body).encode()}, ())
    kinds = ("short-buffer", "unchecked-scan")
    return [(odd.what, odd.line, odd.name, odd.also) for odd in found if odd.what in kinds]


def test_an_array_without_room_for_the_newline_is_named() -> None:
    assert reads("4", SCAN) == [("short-buffer", 5, "line", "sscanf")]
    assert reads("4", "if (line[0] == 10) continue; " + SCAN) == [("short-buffer", 5, "line", "")]


@pytest.mark.parametrize("size", ["5", "BUFSIZ", "(2 + 1)", "100"])
def test_one_with_room_is_not(size: str) -> None:
    assert reads(size, SCAN) == [("unchecked-scan", 6, "sscanf", "")]


def test_digits_without_blanks_need_less_room() -> None:
    assert reads("4", 'sscanf(line, "%1d%1d", &s[0], &s[1]);') == [("unchecked-scan", 6, "sscanf", "")]


@pytest.mark.parametrize(
    "body",
    [
        'if (sscanf(line, "%d %d", &s[0], &s[1]) != 2) continue;',
        'int got = sscanf(line, "%d %d", &s[0], &s[1]); if (got < 2) break;',
        "s[0] = 0; " + SCAN,
        "if (blank(line)) continue; " + SCAN,
        SCAN + " if (s[0] < 1) continue;",
        'int a, b; sscanf(line, "%d %d", &a, &b); put(a, b);',
        'sscanf(other, "%d %d", &s[0], &s[1]);',
    ],
)
def test_nothing_is_said_where_what_was_read_is_asked(body: str) -> None:
    assert reads("100", body) == []
