"""A loop that swaps each pair twice changes nothing, and is named; one that stops in the middle is not."""

from __future__ import annotations

import pytest

from harness.language.oddities.odd_code import odd_code
from harness.model.finding import UNUSED_PARAMETER

JAVA = """\
class Queens {{
    static void reverse(int[] a, int from, int to) {{
        int length = to - from + 1, sum = from + to, t;
        {}
    }}
    static void swap(int[] a, int i, int j) {{ int t = a[i]; a[i] = a[j]; a[j] = t; }}
    static void swapIfLarger(int[] a, int i, int j) {{ if (a[i] > a[j]) swap(a, i, j); }}
}}
"""
CPP = "void reverse(vector<int>& a, int n) {{\n    int t;\n    {}\n}}\nint main() {{ reverse(a, 4); }}\n"
BY_HAND = "{ int t = a[k]; a[k] = a[sum - k]; a[sum - k] = t; }"


@pytest.mark.parametrize(
    ("loop", "is_named"),
    [
        ("for (int k = 0; k < length; k++) swap(a, from + k, to - k);", True),
        ("for (int k = from; k <= to; k++) { swap(a, k, sum - k); }", True),
        ("for (int k = from; k < to + 1; ++k) swap(a, sum - k, k);", True),
        (f"for (int k = from; k <= to; k++) {BY_HAND}", True),
        ("for (int k = 0; k <= a.length - 1; k += 1) swap(a, k, (a.length - 1) - k);", True),
        ("for (int k = 0; k < length / 2; k++) swap(a, from + k, to - k);", False),
        ("for (int k = from; k <= sum / 2; k++) swap(a, k, sum - k);", False),
        ("for (int k = from; k < to; k++) swap(a, k, sum - k);", False),  # all but the outer two
        ("for (int k = 1; k < length; k++) swap(a, from + k, to - k);", False),
        ("for (int k = 0; k < length; k++) swap(a, from + k, from - k);", False),
        ("for (int k = 0; k < length; k++) swap(a, from + k, to - k - 1);", False),
        ("for (int k = 0; k < length; k += 2) swap(a, from + k, to - k);", False),
        ("for (int k = 0; k < length; k++) { swap(a, from + k, to - k); to--; }", False),
        ("for (int k = 0; k < length; k++) swapIfLarger(a, from + k, to - k);", False),
        ("for (int k = from; k <= to; k++) { t = a[k]; a[k] = a[sum - k]; a[sum - k] = from; }", False),
        ("to = 3; for (int k = from; k <= to; k++) swap(a, k, sum - k);", False),
    ],
)
def test_a_loop_beyond_the_middle_is_named_in_java(loop: str, *, is_named: bool) -> None:
    found = [(odd.what, odd.line) for odd in odd_code({"Queens.java": JAVA.format(loop).encode()}, ())]
    assert found == ([("swapped-twice", 4)] if is_named else [])


@pytest.mark.parametrize(
    ("loop", "is_named"),
    [
        ("for (int i = 0; i < n; i++) std::swap(a[i], a[n - 1 - i]);", True),
        ("for (int i = 0; i < n; i++) { t = a[i]; a[i] = a[n - i - 1]; a[n - i - 1] = t; }", True),
        ("for (int i = 0; i < n / 2; i++) std::swap(a[i], a[n - 1 - i]);", False),
        ("for (int i = 0; i < n; i++) std::swap(a[i], a[n - i]);", False),
        ("for (int i = 0; i < n; i++) std::swap(a[i], b[n - 1 - i]);", False),
        ("for (int r = 0; r < 1; r++) for (int i = 0; i < n; i++) std::swap(m[r][i], m[1 - r][n - 1 - i]);", False),
        ("for (int i = 0; i < n; i++) { t = a[i]; a[i] = b[n - i - 1]; b[n - i - 1] = t; }", False),
        ("for (;;) std::swap(a[0], a[n - 1]);", False),
    ],
)
def test_a_loop_beyond_the_middle_is_named_in_cpp(loop: str, *, is_named: bool) -> None:
    found = [(odd.what, odd.line) for odd in odd_code({"reverse.cc": CPP.format(loop).encode()}, ())]
    found = [each for each in found if each[0] != UNUSED_PARAMETER]
    assert found == ([("swapped-twice", 3)] if is_named else [])


@pytest.mark.parametrize("body", [";", "{ ; }", "{}"])
@pytest.mark.parametrize("path", ["a.cpp", "A.java"])
def test_a_loop_with_an_empty_statement_swaps_nothing(path: str, body: str) -> None:
    source = f"int f(int n) {{\n    int k = 0;\n    for (int i = 0; i < n; k += i++) {body}\n    return k;\n}}\n"
    source = f"class A {{\n{source}}}\n" if path == "A.java" else source
    assert [odd for odd in odd_code({path: source.encode()}, ()) if odd.what == "swapped-twice"] == []
