"""Two loops that take each pair twice: the inner one may begin after the element of the outer one."""

from __future__ import annotations

import pytest

from harness.language.edits.ordered_repairs import repairs

JAVA = """\
class Queens {
    static boolean isSolution(int[] A) {
        int i, j, n = A.length - 1;
        for (i = 1; i <= n; i++)
            for (j = 1; j <= n; j++) {
                if (i == j) continue;
                if (Math.abs(A[i] - A[j]) == Math.abs(i - j)) return false;
            }
        return true;
    }
}
"""
PYTHON = """\
def is_solution(A):
    n = len(A) - 1
    for i in range(1, n + 1):
        for j in range(1, n + 1):
            if j != i and abs(A[i] - A[j]) == abs(i - j):
                return False
    return True
"""


def first_programs(path: str, source: str) -> set[str]:
    """The programs with the likeliest changes."""
    changes = [change for change in repairs({path: source.encode()}, (), ()) if change.rank < 0]
    return {change.apply(source.encode()).decode() for change in changes}


@pytest.mark.parametrize(
    ("path", "source", "old", "new"),
    [
        ("Queens.java", JAVA, "(j = 1", "(j = i + 1"),
        ("queens.py", PYTHON, "for j in range(1, n", "for j in range(i + 1, n"),
        ("queens.py", PYTHON.replace("range(1, n + 1)", "range(n)"), "for j in range(n", "for j in range(i + 1, n"),
    ],
)
def test_the_inner_loop_may_begin_after_the_outer_ones_element(path: str, source: str, old: str, new: str) -> None:
    assert source.replace(old, new) in first_programs(path, source)


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("Queens.java", JAVA.replace("if (i == j) continue;", "")),
        ("Queens.java", JAVA.replace("(j = 1; j <= n", "(j = 1; j <= i")),
        ("queens.py", PYTHON.replace("j != i and ", "")),
        ("queens.py", PYTHON.replace("for j in range(1, n + 1)", "for j in range(1, i + 1)")),
    ],
)
def test_loops_that_take_no_pair_twice_stay(path: str, source: str) -> None:
    programs = first_programs(path, source)
    assert not any("(j = i + 1" in program or "range(i + 1" in program for program in programs)
