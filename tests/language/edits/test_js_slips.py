"""Small slips of JavaScript, and none in comments and texts."""

from __future__ import annotations

import pytest

from harness.language.edits.ordered_repairs import repairs


def programs(source: str) -> set[str]:
    return {change.apply(source.encode()).decode() for change in repairs({"q.js": source.encode()}, (), ())}


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("if (n <= best) { best = n; }", "if (n < best) { best = n; }"),
        ("for (let c = 0; c < 7; c++) {}", "for (let c = 0; c < 8; c++) {}"),
        ("for (let c = 1; c < n; c++) {}", "for (let c = 0; c < n; c++) {}"),
        ("return rows.lastIndexOf(n2);", "return rows.indexOf(n2);"),
        ("const n1 = Math.min(...n);", "const n1 = Math.max(...n);"),
        ("for (const c of queens.reverse()) {}", "for (const c of queens) {}"),
        ("if (c !== j && r === q[j]) n++;", "if (c !== j || r === q[j]) n++;"),
    ],
)
def test_a_small_slip_is_tried(wrong: str, right: str) -> None:
    assert right in programs(wrong)


@pytest.mark.parametrize("text", ["// if (n <= best)", "'a < b && c'", "x => x", "`1 <= 2`"])
def test_what_is_no_comparison_stays(text: str) -> None:
    assert all(text in program for program in programs(f"go(1);\nconst f = {text};\n") if "const f" in program)
