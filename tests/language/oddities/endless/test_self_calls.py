"""What a function hands on to itself is said only where it decides whether the calls come to an end."""

from __future__ import annotations

import pytest

from harness.language.oddities.endless.self_calls import handed_on
from harness.model.finding import Parameter

JAVA = "class A {{ static int n;\nstatic boolean f(int[] b, int row) {{\n{}\nreturn false; }} }}\n"
CPP = "bool f(Board& b, const int& row) {{\n\n{}\nreturn false; }}\n"
PYTHON = "def f(b, row):\n\n    {}\n    return False\n"
SAME = {"hands_on": 1, "same": ["row"]}


def handed(path: str, source: str) -> dict[str, Parameter]:
    return {key: value for key, value in handed_on({path: source.encode()}, "f").items() if key != "listed"}


def given(*values: str, test: str, lines: int = 1) -> dict[str, Parameter]:
    return {"hands_on": lines, "given": [*values], "name": "row", "test": test}


@pytest.mark.parametrize(
    ("path", "source", "said"),
    [
        ("A.java", JAVA.format("if (row == n) return true;\nreturn f(b, row);"), SAME),
        ("A.java", JAVA.format("if (row == n) return true; for (;;) { if (this.f(b, row)) return true; }"), SAME),
        ("A.java", JAVA.format("if (row == n) return true;\nreturn f(b, row - 1);"), given("row - 1", test="row == n")),
        ("A.java", JAVA.format("return row == 0 || f(b, row - 2);"), given("row - 2", test="row == 0")),
        ("A.java", JAVA.format("if (row < n) return f(b, row++);"), {}),
        ("a.cc", CPP.format("if (row == N) return true;\nif (f(b, row)) return true;"), SAME),
        ("a.cc", CPP.format("return row <= 1 || f(b, row) || f(b, row + 1);"),
         given("row", "row + 1", test="row <= 1")),
        ("a.py", PYTHON.format("if row == len(b): return True\n    return f(b, row)"), SAME),
        ("a.py", PYTHON.format("if row == 0: return 1\n    return f(b, row - 1) +\\\n f(b, row - 2)"),
         given("row - 1", "row - 2", test="row == 0", lines=2)),
    ],
)  # fmt: skip
def test_what_is_handed_on(path: str, source: str, said: dict[str, Parameter]) -> None:
    assert handed(path, source) == said


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("A.java", JAVA.format("return f(b, row);")),  # nothing is compared
        ("A.java", JAVA.format("row++; if (row == n) return true; return f(b, row);")),
        ("A.java", JAVA.format("if (row == n || row < 0) return true; if (row > 1) return f(b, row - 1);")),
        ("A.java", JAVA.format("if (row == n || b == null) return true; return f(b, row - 1);")),
        ("A.java", JAVA.format("switch (row) { case 0: return true; } if (row != 1) return f(b, row - 1);")),
        ("A.java", JAVA.format("if (row == n) return true; return next.f(b, row);")),  # of another object
        ("A.java", JAVA.format("if (row == n) return true; return f(row);")),
        ("A.java", JAVA.format("if (row == n) return true; return f(b, row); } int f(int c, int d) { return d;")),
        ("a.py", PYTHON.format("if len(b) == 1: return 1\n    b.pop(); return f(b, row)")),
        ("A.java", JAVA.format("return row == n || g(b, row);")),
        ("a.cc", CPP.format("if (b[row][0] == 1) return true; return f(b, row + 1);")),
        ("a.cc", CPP.format("if (row == N) return true; return b.f(b, row);")),
        ("a.py", PYTHON.format("if not row or row == 1: return 1\n    return f(b, row - 1)")),
        ("a.py", PYTHON.format("if row == 1: return 1\n    return f(b, row=row)")),
        ("a.py", PYTHON.format("if row == 1: return 1\n    b = b[1:]; return f(b, row)")),
        ("a.py", PYTHON.format("if row == 1: return 1\n    return b.left.f(b, row)")),
        ("a.py", "def f(:"),
        ("a.txt", "f"),
    ],
)  # fmt: skip
def test_nothing_is_said_where_something_else_may_end_it(path: str, source: str) -> None:
    assert handed(path, source) == {}
