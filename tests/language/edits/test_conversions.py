"""Text that was read is made a number."""

from __future__ import annotations

import pytest

from harness.language.edits.ordered_repairs import repairs

JAVASCRIPT = """\
const rows = line.trim().split(' ');
const other = line.split(/ +/g).map(Number);
const n = process.argv[2];
"""
PYTHON = """\
import sys
n = sys.argv[1]
rows = line.strip().split(" ")
row = input()
"""


@pytest.mark.parametrize(
    ("path", "source", "lines"),
    [
        (
            "a.js",
            JAVASCRIPT,
            ("const rows = line.trim().split(' ').map(Number);", "const n = Number(process.argv[2]);"),
        ),
        (
            "a.py",
            PYTHON,
            ("n = int(sys.argv[1])", 'rows = list(map(int, line.strip().split(" ")))', "row = int(input())"),
        ),
    ],
)
def test_what_is_read_as_text_is_made_a_number(path: str, source: str, lines: tuple[str, ...]) -> None:
    programs = {change.apply(source.encode()).decode() for change in repairs({path: source.encode()}, [], [])}
    before = source.splitlines()
    changed = {line for program in programs for line in program.splitlines() if line not in before}
    assert set(lines) <= changed
    assert not any("other" in line and line.count("Number") > 1 for line in changed if path == "a.js")
