"""What a function has to undo before it is left: a trial value, and what it changed at its begin."""

from __future__ import annotations

import pytest

from harness.language.edits.forms.edit_forms import PUTS_BACK
from harness.language.edits.ordered_repairs import repairs
from harness.language.edits.repair import Repair

TRIES = """\
def move(q, c, n):
    best = 9
    for row in range(8):
        q[c] = row
        best = min(best, count(q))
    if best < n:
        q[c] = best
        return True
    return False
"""
LOOP = TRIES[TRIES.index("    for") : TRIES.index("    if")]
TRIES_JAVA = """\
class A {
    boolean move(int[] q, int c) {
        for (int row = 0; row < 8; row++) {
            q[c] = row;
        }
        return false;
    }
}
"""
LEAVES = """\
def check(rows):
    add(rows, 1)
    for row in rows:
        if row > 3:
            return False
    add(rows, -1)
    return True
"""
LEAVES_JAVA = """\
class A {
    boolean check(int[] rows) {
        add(rows, 1);
        for (int row : rows)
            if (row > 3) return false;
        add(rows, -1);
        return true;
    }
}
"""


def early(path: str, source: str) -> dict[str, Repair]:
    """The changes that are tried first, by the programs that they make."""
    possible = repairs({path: source.encode()}, (), ())
    return {change.apply(source.encode()).decode(): change for change in possible if change.rank < 0}


@pytest.mark.parametrize(
    ("path", "source", "old", "new"),
    [
        pytest.param("a.py", TRIES, LOOP, f"    kept = q[c]\n{LOOP}    q[c] = kept\n", id="python"),
        pytest.param(
            "A.java",
            TRIES_JAVA,
            "for (int row = 0; row < 8; row++) {\n            q[c] = row;\n        }",
            "int kept = q[c]; for (int row = 0; row < 8; row++) {\n            q[c] = row;\n        } q[c] = kept;",
            id="java",
        ),
    ],
)
def test_a_value_that_a_loop_tries_is_put_back(path: str, source: str, old: str, new: str) -> None:
    change = early(path, source)[source.replace(old, new)]
    assert (change.form.does, change.form.part) == (PUTS_BACK, "q[c]")


@pytest.mark.parametrize(
    ("path", "source", "old", "new"),
    [
        pytest.param("a.py", LEAVES, "return False", "add(rows, -1)\n            return False", id="python"),
        pytest.param("A.java", LEAVES_JAVA, "return false;", "{ add(rows, -1); return false; }", id="java"),
    ],
)
def test_what_is_undone_at_the_end_is_undone_before_an_early_return(path: str, source: str, old: str, new: str) -> None:
    change = early(path, source)[source.replace(old, new)]
    assert change.is_addition
    assert change.about == "add"


def test_what_is_kept_already_and_what_undoes_nothing_is_left_alone() -> None:
    keeps = TRIES.replace("best = 9", "old = q[c]")
    assert not any("kept" in program for program in early("a.py", keeps))
    assert not any(
        "add(rows, -1)" in program[:90] for program in early("a.py", LEAVES.replace("add(rows, 1)", "n = 1"))
    )
