"""What a division is by, and where a function ends without a return, as far as the source leaves no doubt."""

from __future__ import annotations

import pytest

from harness.language.oddities.crashes.divisors import zero_divisor
from harness.language.oddities.crashes.open_ends import open_end


@pytest.mark.parametrize(
    ("path", "code", "divisor"),
    [
        ("a.py", "x = a / (n - 1)", "n - 1"),
        ("a.py", "x = a / 2 + b % len(c)", "len(c)"),
        ("a.py", "print('%d' % n, a // n)", "n"),
        ("a.py", "x /= n", "n"),
        ("a.py", "x = a / b + c / d", ""),
        ("a.py", "x = f(a /\n b, c / d)", ""),
        ("a.py", "x = divmod(a, b)[0] / c", ""),
        ("a.py", "x = 1 / 0", ""),
        ("A.java", "class A { int f(int n) { return 8 / (n - 1); } }", "n - 1"),
        ("A.java", "class A { int f(int n) { return n / 2 % n; } }", "n"),
        ("A.java", "class A { int f(int n) { return n / n % n; } }", ""),
        ("A.java", "class A { int f(int n) { return n % n + Math.floorMod(n, m); } }", ""),
        ("A.java", "class A { int f(int n) { while (n % m == 0) {\n n++; } } }", "m"),
        ("A.java", "class A { int f(int n) {\n while (n % m == 0) { n++; } } }", ""),
        ("A.java", "class A { int f(int n) { return n % m\n + n % m; } }", ""),
        ("A.java", "class A { int f(int n) { if (n % m == 0)\n return 1; } }", "m"),
        ("a.py", "x = Fraction(1, n) % n", ""),
        ("a.py", "x = a / n[0]", ""),
        ("a.py", "x = (a /\n n)", ""),
        ("a.py", "x = a / 0 + b / n", ""),
        ("a.py", "x = 0\nfor i in range(n // k): x = 1", ""),
        ("a.py", "for i in range(n // k):\n    x = n // i", "k"),
        pytest.param("a.py", "x = a / (" + " + ".join(["n"] * 600) + ")", "", id="many terms"),
        pytest.param("A.java", "class A { int x = n" + " / m" * 9000 + "; }", "", id="many divisions"),
        ("a.cc", "int f(int n) { n %= m; }", "m"),
    ],
)
def test_the_only_divisor_of_a_line(path: str, code: str, divisor: str) -> None:
    assert zero_divisor(path, code.encode(), 1) == divisor


@pytest.mark.parametrize(
    ("body", "line", "way", "condition"),
    [
        ("if (n > 1)\n return 2;", 2, "false", "n > 1"),
        ("if (n > 1) { return 2; } else if (n < 0) { return 3; }", 2, "false", "n < 0"),
        ("if (n > 1) { n++; }", 2, "", ""),
        ("if (n > 1) { n++;\n n--; } else return 2;", 3, "", ""),
        ("if (n > 1) n++; else n--;", 2, "", ""),
        ("n++;\nfor (int i = 0; i < n; i++)\n if (i == 3) return i;", 3, "loop", ""),
        ("n++;", 2, "", ""),
        ("", 1, "empty", ""),
    ],
)
@pytest.mark.parametrize(("path", "head", "end"), [("A.java", "class A { ", "}"), ("a.cc", "", "")])
def test_where_a_function_ends_without_a_return(
    path: str, head: str, end: str, body: str, line: int, way: str, condition: str
) -> None:
    source = f"{head}int f(int n) {{\n{body}\n}}\n{end}"
    known = open_end(path, source.encode(), body.count("\n") + 3)
    assert known is not None
    assert (known.function, known.line, known.way, known.condition) == ("f", line, way, condition)


@pytest.mark.parametrize("last", ["try { return g(n); } catch (Exception e) { h(); }", "switch (n) { default: h(); }"])
@pytest.mark.parametrize("more", ["%s", "if (n > 1) { %s } else { return 1; }"])
@pytest.mark.parametrize(("path", "head", "end"), [("A.java", "class A { ", "}"), ("a.cc", "", "")])
def test_a_statement_that_returns_in_part_says_nothing(path: str, head: str, end: str, more: str, last: str) -> None:
    assert open_end(path, f"{head}int f(int n) {{\n{more % last}\n}}\n{end}".encode(), 3) is None
