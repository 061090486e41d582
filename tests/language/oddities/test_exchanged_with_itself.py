"""An exchange by ^, or by + and -, is named where a loop makes it with one place; not where the two always differ."""

from __future__ import annotations

import pytest

from harness.language.oddities.odd_code import odd_code

JAVA = """\
class Queens {{
    static void reverse(int[] a, int i, int j) {{
        {loop}
    }}
    static void swap(int[] a, int i, int j) {{
        {swap}
    }}
}}
"""
XOR = "a[i] ^= a[j]; a[j] ^= a[i]; a[i] ^= a[j];"
LOOP = "while (i <= j) { swap(a, i, j); i++; j--; }"


@pytest.mark.parametrize(
    ("loop", "swap", "lines"),
    [
        (LOOP, XOR, (6, "3")),
        (LOOP, "a[i] = a[i] ^ a[j]; a[j] = a[i] ^ a[j]; a[i] = a[i] ^ a[j];", (6, "3")),
        (LOOP, "a[i] = a[i] + a[j]; a[j] = a[i] - a[j]; a[i] = a[i] - a[j];", (6, "3")),
        (LOOP, "a[i] -= a[j]; a[j] += a[i]; a[i] = a[j] - a[i];", (6, "3")),
        (f"for (; j >= i; i++, j--) {{ {XOR} }}", "", (3, "3")),
        (LOOP.replace("<=", "<"), XOR, None),
        (LOOP.replace("<=", "!="), XOR, None),
        (LOOP.replace("i <= j", "i <= j && i != j"), XOR, None),
        (LOOP.replace("swap", "if (i < j) swap"), XOR, None),
        (LOOP.replace("swap", "if (i == j) break; swap"), XOR, None),
        (LOOP.replace("swap", "i++; swap"), XOR, None),
        (LOOP, f"if (i == j) return; {XOR}", None),
        (LOOP, "int t = a[i]; a[i] = a[j]; a[j] = t;", None),
        (LOOP, "a[i] ^= a[j]; a[j] ^= a[i]; a[j] ^= a[i];", None),  # no exchange
        (LOOP.replace("swap(a, i, j)", "swap(a, i, j + 1)"), XOR, None),
        ("swap(a, i, j);", XOR, None),
    ],
)
def test_in_java(loop: str, swap: str, lines: tuple[int, str] | None) -> None:
    found = odd_code({"Queens.java": JAVA.format(loop=loop, swap=swap).encode()}, ())
    assert [(odd.what, odd.line, odd.name) for odd in found] == ([("exchanged-with-itself", *lines)] if lines else [])


CPP = """\
void swap({kind} x, {kind} y) {{
    x ^= y; y ^= x; x ^= y;
}}
void reverse(vector<int>& a, int i, int j) {{
    while (i <= j) {{ swap({first}, {second}); i++; j--; }}
}}
"""


@pytest.mark.parametrize(
    ("kind", "first", "second", "is_named"),
    [
        ("int&", "a[i]", "a[j]", True),
        ("int &", "a[j]", "a[i]", True),
        ("int", "a[i]", "a[j]", False),  # copies
        ("int&", "a[i]", "b[j]", False),
        ("int&", "a[i]", "a[j + 1]", False),
    ],
)
def test_in_cpp(kind: str, first: str, second: str, *, is_named: bool) -> None:
    source = CPP.format(kind=kind, first=first, second=second)
    found = [(odd.what, odd.line, odd.name) for odd in odd_code({"a.cpp": source.encode()}, ())]
    named = [("exchanged-with-itself", 2, "5")] if is_named else []
    assert [odd for odd in found if odd[0] == "exchanged-with-itself"] == named


def test_an_empty_statement_is_no_exchange() -> None:
    source = "int f(int a) {\n    if (a) { a = 2; };\n    a = 3;\n    a = a + 1;;\n    return a;\n}\n"
    assert [*odd_code({"a.cpp": source.encode()}, ())] == []
