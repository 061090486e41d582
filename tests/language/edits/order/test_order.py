"""What a block does with a variable after it moved it on is done before that, and the other way round."""

from __future__ import annotations

import pytest

from harness.language.edits.forms.edit_forms import MOVES_DOWN, MOVES_UP
from harness.language.edits.ordered_repairs import repairs
from harness.language.edits.repair import Repair

PYTHON = """\
def back(c):
    c -= 1
    if c < 0:
        return False
    clear(c)
    return True
"""
JAVA = """\
class A {
    boolean back(int c) {
        c--;
        if (c < 0) {
            return false;
        }
        clear(c);
        return true;
    }
}
"""
CPP = """\
int next(int c) {
    put(c);
    if (c > 8)
        c = 0;
    c = c + 1;
    return c;
}
"""
OTHER = "class A { void f(int c, int d) { c--; if (c < 0) { return; } clear(d); d = c; } }\n"


def changed(path: str, source: str) -> dict[str, Repair]:
    """The changes that are tried early, by the programs that they make."""
    possible = repairs({path: source.encode()}, (), ())
    return {change.apply(source.encode()).decode(): change for change in possible if change.rank <= 0}


@pytest.mark.parametrize(
    ("path", "source", "before", "after", "form"),
    [
        pytest.param(
            "a.py",
            PYTHON,
            "    c -= 1\n    if c < 0:\n        return False\n    clear(c)\n",
            "    clear(c)\n    c -= 1\n    if c < 0:\n        return False\n",
            (MOVES_UP, "clear(c)", "c -= 1"),
            id="python",
        ),
        pytest.param(
            "A.java",
            JAVA,
            "        c--;\n        if (c < 0) {\n            return false;\n        }\n        clear(c);\n",
            "        clear(c);\n        c--;\n        if (c < 0) {\n            return false;\n        }\n",
            (MOVES_UP, "clear(c);", "c--;"),
            id="java",
        ),
        pytest.param(
            "a.cpp",
            CPP,
            "    put(c);\n    if (c > 8)\n        c = 0;\n    c = c + 1;\n",
            "    if (c > 8)\n        c = 0;\n    c = c + 1;\n    put(c);\n",
            (MOVES_DOWN, "put(c);", "c = c + 1;"),
            id="cpp",
        ),
    ],
)
def test_a_statement_moves_past_a_step(
    path: str, source: str, before: str, after: str, form: tuple[str, str, str]
) -> None:
    change = changed(path, source)[source.replace(before, after)]
    assert (change.form.does, change.form.part, change.form.other) == form


def test_what_does_not_use_the_variable_stays() -> None:
    assert not any("clear(d); c--;" in program for program in changed("A.java", OTHER))
