"""A loop is said to have gone on below 0, or after the last element, only where the index was within at its begin."""

from __future__ import annotations

import pytest

from harness.language.oddities.endless.passed_ends import PassedEnd, passed_end
from harness.model.finding import Place

JAVA = """class A {{
    static int first() {{ return -1; }}
    static void f(int[] q, int n) {{
        {begin}
        {head}
            {first}
            q[col]++;
            {then}
        }}
    }}
}}
"""


def passed(begin: str, head: str, first: str, then: str, *, below: bool = True) -> PassedEnd | None:
    source = JAVA.format(begin=begin, head=head, first=first, then=then).encode()
    return passed_end([Place(path="A.java", line=7)], lambda _: source, 8, below=below)


@pytest.mark.parametrize(
    ("begin", "head", "first", "then", "below", "condition"),
    [
        ("int col = 0;", "while (col < n) {", "", "if (q[0] > n) col--; else col++;", True, "col < n"),
        ("int col; col = 7;", "while (col != n) {", "for (int row : q) { }", "col -= 2;", True, "col != n"),
        ("", "for (int col = 3; col < n; col--) {", "", "", True, "col < n"),
        ("int col = 7;", "while (col >= 0) {", "", "col++;", False, "col >= 0"),
    ],
)  # fmt: skip
def test_the_loop_that_went_on(begin: str, head: str, first: str, then: str, below: bool, condition: str) -> None:
    found = passed(begin, head, first, then, below=below)
    assert found is not None
    assert (found.name, found.condition, found.loop) == ("col", condition, 5)


@pytest.mark.parametrize(
    ("begin", "head", "first", "then", "below"),
    [
        ("int col = -1;", "while (col < n) {", "", "col--;", True),  # the crash is in the first turn
        ("int col = first();", "while (col < n) {", "", "col--;", True),
        ("int col = n - 1;", "while (col < n) {", "", "col--;", True),
        ("int col = 0; col--;", "while (col < n) {", "", "col--;", True),
        ("int col = 8;", "while (col >= 0) {", "", "col++;", False),
        ("int col = 0;", "while (col < n) {", "col--;", "", True),  # nothing is asked before the crash
        ("int col = 0;", "do {", "col--;", "if (col >= n) break;", True),
        ("int col = 0;", "while (col < n) { while (true) {", "", "col--; }", True),
        ("int col = 0;", "while (col < n) {", "Runnable r = () -> g();", "col--;", True),
        ("for (int col = 0; col < n; ) { }", "while (col < n) {", "", "col--;", True),  # a field
        ("int col = 0;", f"while (col < n && {'(' * 6000}n{')' * 6000} > 0) {{", "", "col--;", True),
    ],
)  # fmt: skip
def test_nothing_is_said_where_the_condition_was_not_asked(
    begin: str, head: str, first: str, then: str, below: bool
) -> None:
    assert passed(begin, head, first, then, below=below) is None
