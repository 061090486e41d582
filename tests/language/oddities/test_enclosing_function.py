"""The function in which a line stands is found in Java, C++ and Python."""

from __future__ import annotations

import pytest

from harness.language.oddities.enclosing_function import enclosing_function

PYTHON = b"import sys\ndef outer():\n    def inner():\n        return 1\n    return inner()\nouter()\n"
CPP = b"int n;\nint Board::safe(int row)\n{\n    return row;\n}\nint top() { return n; }\n"
JAVA = b"class A {\n    int n;\n    int safe(int row) {\n        return row;\n    }\n}\n"


@pytest.mark.parametrize(
    ("path", "source", "line", "function"),
    [
        ("a.py", PYTHON, 1, ""),
        ("a.py", PYTHON, 2, "outer"),
        ("a.py", PYTHON, 4, "inner"),
        ("a.py", PYTHON, 5, "outer"),
        ("a.py", PYTHON, 6, ""),
        ("a.py", b"def (:\n", 1, ""),
        ("a.cpp", CPP, 1, ""),
        ("a.cpp", CPP, 4, "safe"),
        ("a.cpp", CPP, 6, "top"),
        ("A.java", JAVA, 2, ""),
        ("A.java", JAVA, 4, "safe"),
        ("a.pl", b"a.\n", 1, ""),
    ],
)
def test_the_innermost_function_is_named(path: str, source: bytes, line: int, function: str) -> None:
    assert enclosing_function(path, source, line) == function
