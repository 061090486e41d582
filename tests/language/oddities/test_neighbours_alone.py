"""A loop that takes neighbouring elements alone is named; not where other pairs of the array are taken as well."""

from __future__ import annotations

import pytest

from harness.language.oddities.odd_code import odd_code

SOURCE = """\
{start} solved({board} A) {{
    {loop} {{
        {body}
    }}
    return true;
}}
"""
LOOP = "for (int i = 1; i < n; i++)"


@pytest.mark.parametrize(
    ("loop", "body", "is_named"),
    [
        (LOOP, "int j = i + 1; if (abs(A[i] - A[j]) == j - i) return false;", True),
        (LOOP, "if (same(A[i], i, A[i + 1], i + 1)) return false;", True),
        (LOOP, "if (abs(A[i] - A[i-1]) == 1) return false;", True),
        ("while (i < n)", "if (abs(A[i] - A[i + 1]) == 1) return false; i = i + 1;", True),
        (LOOP, "for (int j = i + 1; j <= n; j++) if (abs(A[i] - A[j]) == j - i) return false;", False),
        (LOOP, "if (abs(A[i] - A[0]) == 1) return false;", False),
        (LOOP, "if (abs(A[i] - A[i + 1]) == 1 || abs(A[i] - A[i + 2]) == 2) return false;", False),
        (LOOP, "if (A[i] > n) return false;", False),
        (LOOP, "int j = next(i); if (abs(A[i] - A[j]) == 1) return false;", False),
    ],
)
@pytest.mark.parametrize("path", ["A.java", "a.cc"])
def test_a_loop_over_neighbours(path: str, loop: str, body: str, *, is_named: bool) -> None:
    words = {"start": "boolean", "board": "int[]"} if path == "A.java" else {"start": "bool", "board": "int*"}
    source = SOURCE.format(**words, loop=loop, body=body)
    source = f"class A {{ {source} }}" if path == "A.java" else source
    found = odd_code({path: source.encode()}, ())
    names = [(odd.line, odd.name) for odd in found if odd.what == "neighbours-alone"]
    assert names == ([(2, "A")] if is_named else [])
