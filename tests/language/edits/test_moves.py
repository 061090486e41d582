"""A statement that is moved out of a loop is said to leave its loop, any other its block."""

from __future__ import annotations

import pytest

from harness.language.edits.forms.edit_forms import LEAVES_LOOP, MOVES_OUT
from harness.language.edits.ordered_repairs import repairs

PYTHON = """\
def f(n):
    found = 0
    {head}
        found += n
        {last}
"""
DEEP = """\
def f(n):
    for at in range(n):
        if at > 2:
            n += at
            return n
        n += 1
"""
JAVA = "class A {{ int f(int n) {{ int s = 0; {head} {{ s += n; {last} }} return s; }} }}\n"
NESTED = "int f(int n) { for (int i = 0; i < n; i++) { if (i > 2) { n += i; return n; } n++; } n--; }\n"


@pytest.mark.parametrize(
    ("path", "source", "part", "does"),
    [
        ("a.py", PYTHON.format(head="for at in range(n):", last="return found"), "return found", {LEAVES_LOOP}),
        ("a.py", PYTHON.format(head="while found < n:", last="print(found)"), "print(found)", {LEAVES_LOOP}),
        ("a.py", PYTHON.format(head="if n > 2:", last="return found"), "return found", {MOVES_OUT}),
        ("a.py", DEEP, "return n", {LEAVES_LOOP, MOVES_OUT}),  # after the loop, and only after the if
        ("A.java", JAVA.format(head="for (int i = 0; i < n; i++)", last="s++;"), "s++;", {LEAVES_LOOP}),
        ("A.java", JAVA.format(head="if (n > 2)", last="s++;"), "s++;", {MOVES_OUT}),
        ("a.cpp", NESTED, "return n;", {LEAVES_LOOP, MOVES_OUT}),
    ],
)
def test_what_is_moved_out_of_a_loop_is_said_to_leave_its_loop(
    path: str, source: str, part: str, does: set[str]
) -> None:
    forms = [change.form for change in repairs({path: source.encode()}, [], [])]
    assert {form.does for form in forms if form.part == part and form.does in (LEAVES_LOOP, MOVES_OUT)} == does


@pytest.mark.parametrize(
    ("path", "source"),
    [
        (
            "a.py",
            "def f(n):\n    for at in range(n):\n        if at > 2:\n            return at\n        return None\n",
        ),
        ("a.cc", "int f(int n) { for (int i = 0; i < n; i++) { if (i > 2) { return i; } return 0; } return 0; }\n"),
    ],
)
def test_nothing_is_moved_to_where_nobody_gets(path: str, source: str) -> None:
    changed = {change.apply(source.encode()).decode() for change in repairs({path: source.encode()}, (), ())}
    assert "return at\n            return None" not in "".join(changed)
    assert "return i; return 0; }" not in "".join(changed)
