"""What undoes a change at the end of a loop's body is also missing where a turn ends early."""

from __future__ import annotations

import pytest

from harness.language.edits.ordered_repairs import repairs

PYTHON = """\
def placeQueen(B, i): pass
def removeQueen(B, i): pass
def find(B, i):
    for j in range(len(B)):
        placeQueen(B, i)
        if j > 3:
            continue
        for k in range(3):
            if k > 1:
                continue
        find(B, i + 1)
        removeQueen(B, i)
"""
CPP = """\
void place(int i); void remove(int i);
void find(int i) {
    for (int j = 0; j < 8; j++) {
        place(i);
        if (j > 3) continue;
        for (int k = 0; k < 3; k++) { if (k > 1) continue; show(k); }
        find(i + 1);
        remove(i);
    }
}
void place(int i) { } void remove(int i) { }
"""
JAVA = f"class A {{ {CPP.partition(chr(10))[2]} }}\n"


@pytest.mark.parametrize(
    ("path", "source", "skip", "right"),
    [
        ("a.py", PYTHON, "3:\n            continue", "3:\n            removeQueen(B, i)\n            continue"),
        ("a.cc", CPP, "if (j > 3) continue;", "if (j > 3) { remove(i); continue; }"),
        ("A.java", JAVA, "if (j > 3) continue;", "if (j > 3) { remove(i); continue; }"),
    ],
)
def test_what_is_undone_at_the_end_is_undone_before_the_next_turn(
    path: str, source: str, skip: str, right: str
) -> None:
    changes = repairs({path: source.encode()}, (), ())
    change = next(each for each in changes if each.apply(source.encode()).decode() == source.replace(skip, right))
    assert change.rank == -1
    assert change.is_addition


@pytest.mark.parametrize(
    ("path", "source", "wrong"),
    [("a.cc", CPP, "if (k > 1) { remove(i);"), ("a.py", PYTHON, "                removeQueen(B, i)\n")],
)
def test_a_loop_within_skips_no_end_of_the_one_around_it(path: str, source: str, wrong: str) -> None:
    changed = {change.apply(source.encode()).decode() for change in repairs({path: source.encode()}, (), ())}
    assert changed
    assert not any(wrong in program for program in changed)
