"""A flag that each turn of a loop sets again is named where nothing keeps what the earlier turns gave."""

from __future__ import annotations

import pytest

from harness.language.oddities.odd_code import odd_code

PLAIN = """\
{boolean} safe({board} A, int n) {{
    {boolean} ok = true;
    for (int i = 0; i < n; i++) {{
        for (int j = i + 1; j < n; j++) {{
            {sets}
        }}
    }}
    return {result};
}}
"""
BODIES = [
    ("ok = A[i] != A[j];", True),
    ("ok = !attacks(A, i, j);", True),
    ("if (A[i] == A[j]) { ok = false; } else { ok = true; }", True),
    ("if (A[i] == A[j]) ok = false; else ok = true;", True),
    ("ok = ok && A[i] != A[j];", False),
    ("ok &= A[i] != A[j];", False),
    ("if (A[i] == A[j]) ok = false;", False),
    ("if (A[i] == A[j]) { ok = false; } else { ok = false; }", False),
    ("ok = A[i] != A[j]; if (!ok) return false;", False),
    ("ok = A[i] != A[j]; if (A[i] == A[j]) break;", False),
    ("if (A[i] == n) continue; ok = A[i] != A[j];", False),
    ("ok = true;", False),
    ("ok = n > 3;", False),  # the same in each turn
]


@pytest.mark.parametrize(("sets", "is_named"), BODIES)
@pytest.mark.parametrize("path", ["A.java", "a.cc"])
def test_a_flag_of_java_and_cpp(path: str, sets: str, *, is_named: bool) -> None:
    words = {"boolean": "boolean", "board": "int[]"} if path == "A.java" else {"boolean": "bool", "board": "int*"}
    source = PLAIN.format(**words, sets=sets, result="ok")
    source = f"class A {{ {source} }}" if path == "A.java" else source
    assert named(path, source) == ([(5, "ok")] if is_named else [])
    assert named(path, source.replace("return ok", "return true")) == []


def named(path: str, source: str) -> list[tuple[int, str]]:
    return [(odd.line, odd.name) for odd in odd_code({path: source.encode()}, ()) if odd.what == "overwritten-flag"]


@pytest.mark.parametrize("loop", ["while (ok) { ok = step(i++); }", "do { i++; ok = step(i); } while (ok);"])
def test_a_flag_that_ends_the_loop(loop: str) -> None:
    assert named("A.java", f"class A {{ boolean f(int i) {{ boolean ok = true; {loop} return ok; }} }}") == []


PYTHON = """\
def safe(A, n):
    ok = True
    for i in range(n):
        for j in range(i + 1, n):
            {sets}
    return {result}
"""


@pytest.mark.parametrize(
    ("sets", "is_named"),
    [
        ("ok = A[i] != A[j]", True),
        ("ok = not attacks(A, i, j)", True),
        ("if A[i] == A[j]:\n                ok = False\n            else:\n                ok = True", True),
        ("if A[i] == A[j]:\n                ok = False", False),
        ("ok = ok and A[i] != A[j]", False),
        ("ok &= A[i] != A[j]", False),
        ("ok = A[i] != A[j]\n            if not ok: return False", False),
        ("ok = A[i] != A[j]\n            if A[i] == A[j]: break", False),
        ("ok = False", False),
        ("ok = n > 3", False),
    ],
)
def test_a_flag_of_python(sets: str, *, is_named: bool) -> None:
    source = PYTHON.format(sets=sets, result="ok")
    assert named("a.py", source) == ([(5, "ok")] if is_named else [])
    assert named("a.py", source.replace("return ok", "return True")) == []
    assert (
        named("a.py", source.replace("    ok = True\n    for", "    ok = 7\n    for").replace("else", "elif i")) == []
    )
