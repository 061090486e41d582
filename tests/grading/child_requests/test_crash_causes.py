"""An index that passed an end of its loop is followed to the loop; nothing is said where another thing may be wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.grading.child_requests.crash_causes import crash_cause
from harness.model.finding import Parameter

METHODS = """\
class Q {{
  static int n = 8, col; static int[] rows = new int[n], tried = new int[n];
  static int next(int c) {{ return tried[c]; }}
  static boolean ask(int row, int c) {{ return next(c) > row; }}
  public static void main(String[] args) {{
    {}
  }}
}}
"""
BACK = "int c = 0; while (c < n) {\nint r = next(c);\nif (r < 0) {\nc--;\n} else c++; }"


def found(folder: Path, main: str, lines: list[int], index: int = -1, error: str = "") -> tuple[Parameter, ...]:
    (folder / "Q.java").write_text(METHODS.format(main))
    trace = "".join(f"\tat Q.f(Q.java:{line})\n" for line in lines).encode()
    error = error or f"ArrayIndexOutOfBoundsException: Index {index} out of bounds for length 8"
    params = crash_cause(error, "Q.java", trace, ["Q.java"], folder)
    return tuple(params[key] for key in ("name", "text", "loop", "listed", "side")) if params else ()


@pytest.mark.parametrize(
    ("main", "lines", "index", "name", "condition", "steps"),
    [
        (BACK, [3, 7], -1, "c", "c < n", "9"),
        (BACK.replace("next(c)", "ask(0, c)"), [3, 4, 7], -1, "c", "c < n", "9"),
        (
            "int c = 7; while (c != n)\n{ rows[c] = 0;\nif (odd(c)) c = c - 1; else c -= 2; }",
            [7], -1, "c", "c != n", "8",
        ),
        ("for (int i = 0; i < n; i--)\nrows[i] = 0;", [7], -1, "i", "i < n", "6"),
        ("for (int i = 7; i >= 0; i++)\nrows[i] = 0;", [7], 8, "i", "i >= 0", "6"),
    ],
)  # fmt: skip
def test_the_loop_is_named(
    tmp_path: Path, main: str, lines: list[int], index: int, name: str, condition: str, steps: str
) -> None:
    side = "below" if index < 0 else "above"
    assert found(tmp_path, main, lines, index) == (name, condition, 6, steps, side)


@pytest.mark.parametrize(
    ("main", "lines"),
    [
        (BACK.replace("c < n", "c >= 0 && c < n"), [3, 7]),
        (BACK.replace("c < n", "c < n || n > 9"), [3, 7]),
        (BACK.replace("c < n", "true"), [3, 7]),
        (BACK.replace("c--", "if (c > 0) c--"), [3, 7]),
        (BACK.replace("c--", "if (c == first) break; c--"), [3, 7]),
        (BACK.replace("c--", "c--; if (bad(c) == 0 || c + 1 < 1) return"), [3, 7]),
        (BACK.replace("c--", "c = before(c)"), [3, 7]),
        (BACK.replace("c--;", "c--; c = best(c);"), [3, 7]),
        (BACK.replace("c--", "c++"), [3, 7]),
        (BACK.replace("next(c)", "next(c - 1)"), [3, 7]),
        (BACK.replace("next(c)", "next(c) + next(n)"), [3, 7]),
        (BACK, [3]),
        (BACK, [3, 5]),
        ("while (col < n) { col--;\nrows[col] = tried[n]; }", [7]),
        ("int c = 0; while (c < n) { c--;\nrows[c] = 0; }", [7]),  # the condition is not asked between
        ("int c = 0; do { c--;\nrows[c] = 0; } while (c < n);", [7]),
        ("while (col < n) { col--;\nfor (int i = 0; i < n; i++) rows[i - 1] = 0; }", [7]),
        ("int c = -1;\nrows[c] = 0;", [7]),
        ("", [99]),
    ],
)
def test_nothing_is_said_of_other_loops(tmp_path: Path, main: str, lines: list[int]) -> None:
    assert found(tmp_path, main, lines) == ()


def test_nothing_is_said_of_other_crashes(tmp_path: Path) -> None:
    assert found(tmp_path, BACK, [3, 7], 5) == ()
    assert found(tmp_path, BACK, [3, 7], 8) == ()
    assert found(tmp_path, BACK, [3, 7], error="NullPointerException") == ()
    assert found(tmp_path, BACK, [], error="IndexError: list index out of range") == ()


def test_a_function_that_hands_on_what_it_got(tmp_path: Path) -> None:
    (tmp_path / "Q.java").write_text("class Q {\nstatic int f(int k) { if (k == 0) return 0; return f(k); }\n}\n")
    trace = b"\tat Q.f(Q.java:2)\n" * 99
    said = {"reason": "recursion", "hands_on": 1, "listed": "2", "same": ["k"]}
    error = "StackOverflowError"
    assert crash_cause(error, "Q.java", trace, ["Q.java"], tmp_path) == said
    assert crash_cause(error, "Q.java", trace + b"\tat Q.g(Q.java:2)\n" * 99, ["Q.java"], tmp_path) == said
    assert crash_cause(error, "Q.java", b"\tat Q.g(Q.java:2)\n" * 99, ["Q.java"], tmp_path) == {}
