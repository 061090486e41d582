"""What a function hands on to itself is said only where it decides whether the calls come to an end."""

from __future__ import annotations

import pytest

from harness.language.oddities.endless.self_calls import handed_on
from harness.model.finding import Parameter

JAVA = "class A {{ static int n;\nstatic boolean f(int[] b, int row) {{\n{}\nreturn false; }} }}\n"
CPP = "bool f(Board& b, int row) {{\n\n{}\nreturn false; }}\n"
PYTHON = "def f(b, row):\n\n    {}\n    return False\n"
SAME = {"hands_on": 1, "same": ["row"]}


def handed(path: str, source: str) -> dict[str, Parameter]:
    return {key: value for key, value in handed_on({path: source.encode()}, "f").items() if key != "listed"}


def given(*values: str, test: str, lines: int = 1) -> dict[str, Parameter]:
    return {"hands_on": lines, "given": [*values], "name": "row", "test": test}


@pytest.mark.parametrize(
    ("path", "source", "said"),
    [
        ("A.java", JAVA.format("if (row == 8) return true;\nreturn f(b, row);"), SAME),
        ("A.java", JAVA.format("if (row == 8) return true; for (;;) { if (this.f(b, row)) return true; }"), SAME),
        ("A.java", JAVA.format("if (row == n) return true;\nreturn f(b, row - 1);"), given("row - 1", test="row == n")),
        ("A.java", JAVA.format("return row == 0 || f(b, row - 2);"), given("row - 2", test="row == 0")),
        ("A.java", JAVA.format("if (row < n) return f(b, row++);"), {}),
        ("a.cc", CPP.format("if (row == 8) return true;\nif (f(b, row)) return true;"), SAME),
        ("a.cc", CPP.format("return row <= 1 || f(b, row) || f(b, row + 1);"),
         given("row", "row + 1", test="row <= 1")),
        ("a.py", PYTHON.format("if row == 8: return True\n    print(row); return f(b, row)"), SAME),
        ("a.py", PYTHON.format("if row == 0: return 1\n    return f(b, row - 1) +\\\n f(b, row - 2)"),
         given("row - 1", "row - 2", test="row == 0", lines=2)),
        ("a.py", PYTHON.format("if row == 1: return 1\n    b = b[1:]; return f(b, row)"), SAME),
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
        ("a.py", PYTHON.format("if row == 1: return 1\n    return b.left.f(b, row)")),
        ("A.java", JAVA.format("if (row == n) return true; return f(b, row);")),  # the field has to change
        ("A.java", JAVA.format("if (row == 8 || isFull()) return true; return f(b, row);")),
        ("A.java", JAVA.format("if (done) return true; if (row == 8) g(); return f(b, row);")),
        ("A.java", JAVA.format("if (b[0] == row) return true; return f(b, row);")),
        ("A.java", JAVA.format("if (this.n == row) return true; return f(b, row);")),
        ("A.java", JAVA.format("for (int c : b) if (row != c) f(b, row);")),
        ("a.cc", CPP.format("std::cin >> row; if (row == 8) return true; return f(b, row);")),
        ("a.cc", CPP.format('scanf("%d", &row); if (row == 8) return true; return f(b, row);')),
        ("a.cc", CPP.format("if (row == 8) return true; step(row); return f(b, row);")),
        ("a.cc", CPP.format("int& r = row; r++; if (row == 8) return true; return f(b, row);")),
        ("a.cc", CPP.format("if (b.size() == row) return true; return f(b, row);")),
        ("a.cc", CPP.format("if (row == 8) return true; return f(b, row);").replace("int row", "int& row")),
        ("a.cc", CPP.format("if (row == 8) return true; return f(b, row);").replace("int row", "int *row")),
        ("a.cc", CPP.format("if (!row || row == 8) return true; return f(b, row - 1);")),
        ("a.py", PYTHON.format("if len(b) == row: return 1\n    return f(b, row)")),
        ("a.py", PYTHON.format("if b == []: return 1\n    b.append(1); return f(b, row)")),
        ("a.py", PYTHON.format("if b == row: return 1\n    b[0] += 1; return f(b, row)")),
        ("a.py", PYTHON.format("if row in b: return 1\n    b.discard(row); return f(b, row)")),
        ("a.py", PYTHON.format("if row == 1: return 1\n    for c in b: f(b, row)")),
        ("a.py", "class A:\n  def f(self, n):\n    if self.row == n: return\n    self.f(n)"),
        ("a.py", PYTHON.format(f"if row == 1{' + 1' * 600}: return 1\n    return f(b, row - 1)")),
        ("a.py", "def f(:"),
        ("a.txt", "f"),
    ],
)  # fmt: skip
def test_nothing_is_said_where_something_else_may_end_it(path: str, source: str) -> None:
    assert handed(path, source) == {}
