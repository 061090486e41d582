"""What is before an if that leaves belongs into it, or has to be asked after the next one."""

from __future__ import annotations

import pytest

from harness.language.edits.forms.edit_forms import MOVES_WITHIN
from harness.language.edits.ordered_repairs import repairs
from harness.language.edits.repair import Repair

SHOWN = """\
def solve(B, i, mode):
    if mode == "v":
        show(B)
    if i > 3:
        return 1
    return solve(B, i + 1, mode)
"""
CHECKED = """\
def solve(B, i):
    for j in B:
        if i + 1 == len(B):
            return True
        if safe(B, i, j) and solve(B, i + 1):
            return True
    return False
"""
ORDERED = """\
def valid(n, i):
    if i > n:
        return True
    if odd(n):
        return False
"""
TREE = """\
bool solve(int i, int n) {
    for (int j = 0; j < n; j++) {
        if (i + 1 == n)
            return true;
        if (safe(i, j) && solve(i + 1, n)) return true;
    }
    if (verbose) show(n);
    if (i == n) {
        return false;
    }
    return false;
}
"""


def changed(path: str, source: str) -> dict[str, Repair]:
    """The changes that are tried early, by the programs that they make."""
    possible = repairs({path: source.encode()}, (), ())
    return {change.apply(source.encode()).decode(): change for change in possible if change.rank <= 0}


def test_python_shows_only_at_the_end() -> None:
    right = SHOWN.replace('    if mode == "v":\n        show(B)\n', "").replace(
        "    if i > 3:\n", '    if i > 3:\n        if mode == "v":\n            show(B)\n'
    )
    form = changed("a.py", SHOWN)[right].form
    assert (form.does, form.part, form.other) == (MOVES_WITHIN, 'if mode == "v":', "if i > 3:")


def test_python_asks_the_next_condition_first() -> None:
    assert CHECKED.replace("== len(B):", "== len(B) and safe(B, i, j):") in changed("a.py", CHECKED)


def test_two_that_leave_change_places() -> None:
    first, second = ORDERED.splitlines(keepends=True)[1:3], ORDERED.splitlines(keepends=True)[3:]
    assert ORDERED.splitlines(keepends=True)[0] + "".join([*second, *first]) in changed("a.py", ORDERED)


@pytest.mark.parametrize("path", ["a.cc", "A.java"])
def test_java_and_cpp(path: str) -> None:
    source = TREE if path == "a.cc" else f"class A {{ {TREE.replace('bool ', 'boolean ')} }}"
    programs = {"".join(program.split()) for program in changed(path, source)}
    for wrong, right in [
        ("if (i + 1 == n)", "if (i + 1 == n && safe(i, j))"),
        ("if (verbose) show(n);\n    if (i == n) {", "if (i == n) { if (verbose) show(n);"),
    ]:
        assert "".join(source.replace(wrong, right).split()) in programs


def test_what_prints_nothing_stays() -> None:
    plain = SHOWN.replace("show(B)", "i = 2")
    assert not [change for change in changed("a.py", plain).values() if change.form.does == MOVES_WITHIN]
