"""A parameter that its function never uses is named, where nothing else may prescribe it."""

from __future__ import annotations

import pytest

from harness.language.oddities.odd_code import odd_code
from harness.model.finding import UNUSED_PARAMETER


def unused(path: str, source: str) -> list[tuple[int, str]]:
    """The lines with such parameters."""
    found = odd_code({path: source.encode()}, ())
    return [(odd.line, odd.name) for odd in found if odd.what == UNUSED_PARAMETER]


@pytest.mark.parametrize(
    ("path", "source", "line", "name"),
    [
        pytest.param("a.py", "def f(a, b):\n    print(a)\nf(1, 2)\n", 1, "b", id="python"),
        pytest.param("a.py", "class A:\n    def f(self, a, b):\n        print(b)\nA().f(1, 2)\n", 2, "a", id="method"),
        pytest.param("A.java", "class A {\n  static int f(int a, int b) { return a; }\n}\n", 2, "b", id="java"),
        pytest.param("A.java", "class A {\n  boolean f(int[] a, int b) { return b > 0; }\n}\n", 2, "a", id="array"),
        pytest.param(
            "a.cpp", "int f(const int& a, int b) { return b; }\nint main() { return f(1, 2); }\n", 1, "a", id="c++"
        ),
    ],
)
def test_it_is_named(path: str, source: str, line: int, name: str) -> None:
    assert unused(path, source) == [(line, name)]


@pytest.mark.parametrize(
    ("path", "source"),
    [
        pytest.param("a.py", "def f(a, _b):\n    print(a)\nf(1, 2)\n", id="meant"),
        pytest.param("a.cc", "#define ME row\nint f(int row) { return ME + 1; }\n", id="macro"),
        pytest.param(
            "a.py", "def f(a, b):\n    pass\ndef g(a):\n    '''Later.'''\n    raise NotImplementedError\n", id="stub"
        ),
        pytest.param("a.py", "class A(Base):\n    def f(self, a):\n        return 1\n", id="base-class"),
        pytest.param(
            "a.py", "import signal\ndef f(number, frame):\n    print(1)\nsignal.signal(2, f)\n", id="handed-on"
        ),
        pytest.param(
            "a.py",
            "class A:\n    def f(self, a):\n        return a\nclass B:\n    def f(self, a):\n        return 1\n",
            id="alike",
        ),
        pytest.param("a.py", "@command\ndef f(a):\n    return 1\n", id="decorated"),
        pytest.param("a.py", "def f(a):\n    return locals()\n", id="locals"),
        pytest.param("a.py", "def f(a):\n    def g():\n        return a\n    return g\n", id="inner-function"),
        pytest.param("A.java", "class A {\n  public static void main(String[] args) { int a = 1; }\n}\n", id="main"),
        pytest.param("A.java", "class A implements B {\n  public int f(int a) { return 1; }\n}\n", id="interface"),
        pytest.param(
            "A.java", "class A {\n  @Override public boolean equals(Object o) { return true; }\n}\n", id="override"
        ),
        pytest.param(
            "A.java",
            "class A {\n  Object a = new B() {\n    public int f(int a) { return 1; }\n  };\n}\n",
            id="anonymous",
        ),
        pytest.param(
            "A.java", "class A {\n  int f(int a) { return 1; }\n  int f(long a) { return 2; }\n}\n", id="overloaded"
        ),
        pytest.param("A.java", "class A {\n  int f(int a) { return 1; }\n  F g = this::f;\n}\n", id="reference"),
        pytest.param("A.java", "abstract class A {\n  abstract int f(int a);\n  int g(int a) { }\n}\n", id="no-body"),
        pytest.param(
            "a.cpp", "int f(int) { return 1; }\nint main(int argc, char** argv) { return 0; }\n", id="no-name"
        ),
        pytest.param("a.cpp", "struct A : B { int f(int a) { return 1; } };\n", id="derived"),
        pytest.param("a.cpp", "struct A { virtual int f(int a) { return 1; } };\n", id="virtual"),
        pytest.param(
            "a.cpp", "bool f(int a, int b) { return a; }\nint main() { sort(x, y, f); }\n", id="function-pointer"
        ),
        pytest.param("a.cpp", "#define LOW(x) (x < a)\nbool f(int a, int b) { return LOW(b); }\n", id="macro"),
    ],
)
def test_what_may_be_prescribed_is_not_named(path: str, source: str) -> None:
    assert unused(path, source) == []
