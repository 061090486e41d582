"""What is caught without a word is named, and an exit that is caught after its message."""

from __future__ import annotations

import pytest

from harness.language.edits.rethrown import rethrown
from harness.language.oddities.exceptions import CAUGHT_EXIT, SWALLOWED
from harness.language.oddities.odd_code import odd_code

JAVA = "class A {{ void next(int[] a) {{\n try {{ a[a.length]++; }}\n catch ({}) {{ {} }}\n }} }}"
CPP = "void next(std::vector<int>& a) {{\n try {{ a.at(9)++; }}\n catch ({}) {{ {} }}\n }}"
PYTHON = "def step(a):\n    try:\n        a[9] += 1\n    except{}:\n        {}\nstep([])\n"
EXIT = """\
def die():
    print("Usage: ...")
    {ends}
def read(words):
    try:
        if len(words) > 2:
            {called}
        return int(words[1])
    except{caught}:
        {does}
read([])
"""


def named(path: str, source: str, what: str) -> list[tuple[int, str]]:
    return [(odd.line, odd.name) for odd in odd_code({path: source.encode()}, ()) if odd.what == what]


@pytest.mark.parametrize(
    ("path", "source", "caught"),
    [
        ("A.java", JAVA.format("ArrayIndexOutOfBoundsException e", "return;"), "ArrayIndexOutOfBoundsException"),
        ("A.java", JAVA.format("Exception e", "// never"), "Exception"),
        ("A.java", JAVA.format("Exception e", "System.out.println(e);"), ""),
        ("A.java", JAVA.format("NumberFormatException e", ""), ""),
        ("A.java", JAVA.format("Exception e", "throw new Error(e);"), ""),
        ("a.cc", CPP.format("...", ""), "any exception"),
        ("a.cc", CPP.format("const std::out_of_range& e", "return;"), "std::out_of_range"),
        ("a.cc", CPP.format("const std::invalid_argument& e", "return;"), ""),
        ("a.cc", CPP.format("...", "a.clear();"), ""),
    ],
)
def test_java_and_cpp(path: str, source: str, caught: str) -> None:
    assert named(path, source, SWALLOWED) == ([(3, caught)] if caught else [])


@pytest.mark.parametrize(
    ("kind", "does", "caught"),
    [
        ("", "pass", "any exception"),
        (" IndexError", "return", "IndexError"),
        (" (IndexError, TypeError)", "return False", "IndexError, TypeError"),
        (" ValueError", "pass", ""),
        (" IndexError", "return a", ""),
        (" IndexError", "print('too far')", ""),
        (" IndexError", "raise", ""),
    ],
)
def test_python(kind: str, does: str, caught: str) -> None:
    assert named("a.py", PYTHON.format(kind, does), SWALLOWED) == ([(4, caught)] if caught else [])


@pytest.mark.parametrize(
    ("changed", "is_named"),
    [
        ({}, True),
        ({"caught": " BaseException"}, True),
        ({"ends": "raise SystemExit(1)"}, True),
        ({"does": "print('Usage')"}, True),
        ({"caught": " ValueError"}, False),
        ({"caught": " Exception"}, False),
        ({"caught": " SystemExit:\n        raise\n    except"}, False),
        ({"does": "raise"}, False),
        ({"does": "return 0"}, False),
        ({"called": "words = []"}, False),
        ({"ends": "return 0"}, False),
    ],
)
def test_an_exit_that_is_caught(changed: dict[str, str], *, is_named: bool) -> None:
    parts = {"ends": "sys.exit(1)", "called": "die()", "caught": "", "does": "die()"} | changed
    assert named("a.py", EXIT.format(**parts), CAUGHT_EXIT) == ([(9, "die")] if is_named else [])


@pytest.mark.parametrize(
    ("path", "source", "again"),
    [
        ("A.java", JAVA.format("Exception e", "return;"), JAVA.format("Exception e", "throw e;")),
        ("a.cc", CPP.format("...", "return;"), CPP.format("...", "throw;")),
        ("a.py", PYTHON.format("", "pass"), PYTHON.format("", "raise")),
    ],
)
def test_what_is_caught_is_thrown_again(path: str, source: str, again: str) -> None:
    ((line, _),) = named(path, source, SWALLOWED)
    edit = rethrown(path, source.encode(), line)
    assert edit is not None
    changed = source[: edit.start] + edit.new + source[edit.end :]
    assert "".join(changed.split()) == "".join(again.split())
    assert rethrown(path, source.encode(), 1) is None
