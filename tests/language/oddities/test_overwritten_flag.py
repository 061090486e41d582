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


STATES = [
    ("for (int i = 0; i < n; i++) {{ d += v[i]; ok = d == n; }}", False),
    ("for (int i = 0; i < n; i++) {{ best = Math.min(best, v[i]); ok = best == n; }}", False),
    ("for (int i = 0; i < n; i++) {{ v[i] = n; ok = full(v, i); }}", False),
    ("for (int i = 0; i < n; i++) {{ move(v, i); ok = full(v, i); }}", False),
    ("for (int i = 0; i < n; i++) {{ ok = v[i] % 2 == d; }}", False),
    ("for (int x : v) {{ ok = x > 0; }}", False),
    ("for (int x : v) {{ ok = x != d; }}", True),
    ("do {{ d = next(); ok = d > n; }} while (d != 0);", False),
    ("int i = 0; while (i < n) {{ ok = v[i] != d; i++; }}", True),
    ("int i = 0; while (i < n) {{ ok = v[i] != d; i = i + 1; }}", True),
    ("int i = 0; while (i < n) {{ ok = v[i] != d; i = next(i); }}", False),
    ("int i = 0; while (i < n) {{ ok = v[i] != d; i++; {leave}(1); }}", False),
    ("for (int i = 0; i < n; i++) {{ ok = v[i] != d; if (d > n) {leave}(1); }}", False),
]
FUNCTION = "{boolean} f({array} v, int n) {{ {boolean} ok = true; int d = n; int best = 9;\n{body}\nreturn ok; }}"


@pytest.mark.parametrize(("body", "is_named"), STATES)
@pytest.mark.parametrize("path", ["A.java", "a.cc"])
def test_the_state_so_far_may_be_meant(path: str, body: str, *, is_named: bool) -> None:
    words = ("boolean", "int[]", "System.exit") if path == "A.java" else ("bool", "vector<int>", "std::exit")
    source = FUNCTION.format(boolean=words[0], array=words[1], body=body.format(leave=words[2]))
    assert named(path, f"class A {{ {source} }}" if path == "A.java" else source) == ([(2, "ok")] if is_named else [])


@pytest.mark.parametrize(
    ("begin", "is_named"),
    [
        ("bool r = false; {sets}", True),
        ("bool r = false; auto f = [&] {{ if (r) g(); }}; {sets}", False),
        ("bool r = false; bool* q = &r; {sets}", False),
        ("bool r = false; bool& q = r; {sets}", False),
        ("bool r = false; {{ int r; {sets} }}", False),
        ("bool r = false; {{ bool r = true; {sets} }}", False),
        ("int r = 0; {{ bool r = true; {sets} if (r) g(); }}", True),
    ],
)
def test_other_names_of_a_flag_and_other_variables_of_its_name(begin: str, *, is_named: bool) -> None:
    body = begin.format(sets="for (int i = 0; i < n; i++) { h(); r = v[i] > n; }")
    assert bool(named("a.cc", f"bool f(int* v, int n) {{ {body} return r; }}")) is is_named


@pytest.mark.parametrize(
    ("body", "is_named"),
    [
        ("for x in v: d += x; ok = d == n", False),
        ("for x in v: d += x == 1; ok = d == 0", False),
        ("for x in v: best = min(best, x); ok = best == n", False),
        ("for x in v: seen.add(x); ok = len(seen) == x", False),
        ("for i in range(n): v[i] = n; ok = full(v, i)", False),
        ("for x in v: ok = x % 2 == d", False),
        ("for x in v: ok = x > 0", False),
        ("for x in v: ok = x != d", True),
        ("while d < n: ok = v[d] != n; d += 1", True),
        ("while d < n: ok = v[d] != n; d = d + 1", True),
        ("while d < n: ok = v[d] != n; d = step(d)", False),
        ("for x in v: ok = x != d; sys.exit(1) if d > n else n", False),
        ("for x in v: ok = x != d; assert d", False),
        ("show = lambda: print(ok)\n    for x in v: ok = x != d; show()", False),
    ],
)
def test_the_state_so_far_of_python(body: str, *, is_named: bool) -> None:
    source = f"def f(v, n, d, best, seen):\n    ok = True\n    {body}\n    return ok\n"
    assert bool(named("a.py", source)) is is_named
