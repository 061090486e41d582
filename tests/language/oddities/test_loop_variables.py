"""A loop that sets its variable, and so no element, is named; one that works with it is not."""

from __future__ import annotations

import pytest

from harness.language.oddities.odd_code import odd_code

JAVA = "class Board {{\n    int[] a; int s;\n    void f() {{\n        {}\n    }}\n}}\n"
CPP = "void f(vector<int>& a) {{\n    int s = 0;\n    {}\n}}\n"
PYTHON = "def f(a):\n    s = 0\n    {}\n\n\nf([1])\n"


def named(path: str, source: str) -> list[tuple[int, str]]:
    """The lines and the variables that the note is on."""
    return [(odd.line, odd.name) for odd in odd_code({path: source.encode()}, ("f",)) if odd.what == "loop-variable"]


@pytest.mark.parametrize(
    ("loop", "is_named"),
    [
        ("for (int p : a) p = -1;", True),
        ("for (int p : a) { p = -1; }", True),
        ("for (int p : a) if (p > 2) { p = p - 1; }", True),
        ("for (int p : a) s += p;", False),
        ("for (int p : a) { p = p + 1; s += p; }", False),
        ("for (int p : a) { while (p > 0) { s += p % 10; p = p / 10; } }", False),
        ("for (int p : a) a[p] = -1;", False),
    ],
)
def test_a_loop_that_sets_its_variable_is_named(loop: str, *, is_named: bool) -> None:
    assert named("Board.java", JAVA.format(loop)) == ([(4, "p")] if is_named else [])
    assert named("board.cc", CPP.format(loop)) == ([(3, "p")] if is_named else [])


def test_a_reference_is_no_copy() -> None:
    assert named("board.cc", CPP.format("for (int &p : a) p = -1;")) == []
    assert named("board.cc", CPP.format("for (auto& p : a) p = -1;")) == []
    assert named("board.cc", CPP.format("vector<bool> b(2); for (auto p : b) p = false;")) == []


@pytest.mark.parametrize(
    ("loop", "line"),
    [
        ("for p in a:\n        p = -1", 4),
        ("for p in a:\n        if p > 2:\n            p = p - 1", 5),
        ("for p in a:\n        p = -1\n    return p", 0),
        ("for p in a:\n        p = p + 1\n        s += p", 0),
        ("for p in a:\n        while p > 0:\n            s += p\n            p = p // 10", 0),
        ("for p in range(9):\n        p = p + 1", 0),
        ("for p in a:\n        p += [1]", 0),  # a list changes by that
        ("global p\n    for p in a:\n        p = 1", 0),
    ],
)
def test_a_loop_of_python_that_sets_its_variable_is_named(loop: str, line: int) -> None:
    assert named("board.py", PYTHON.format(loop)) == ([(line, "p")] if line else [])
