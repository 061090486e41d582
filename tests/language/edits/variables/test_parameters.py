"""A parameter in the place of what stands where it is meant: nothing reads it, or a loop begins."""

from __future__ import annotations

import pytest

from harness.language.edits.ordered_repairs import repairs

PYTHON = """\
def change(board, i, j, amount, first):
    n = len(board)
    for row in range(first, n):
        for col in range(1, n):
            if col == j or abs(row - i) == abs(col - j):
                board[row][col] += amount
def safe(board, start):
    for i in range(start + 1, len(board)):
        if board[i] == board[start]:
            return False
    return True
"""
JAVA = """\
class A {
    static int step(int[] a, int pivot) {
        int i = a.length - 1;
        while (a[i] < a[pivot]) {
            i--;
        }
        return i;
    }
    static boolean safe(int[] a, int start) {
        for (int i = start + 1; i < a.length; i++) {
            if (a[i] == a[start]) {
                return false;
            }
        }
        return true;
    }
    static boolean meets(int r, int c, int r2, int c2) {
        return Math.abs(r - r2) == Math.abs(c - c2);
    }
    public static void main(String[] args) {
        int n = 8;
        System.out.println(n);
    }
}
"""
CPP = """\
#include <vector>
struct Queen { int row; int col; };
int attacks(const std::vector<int>& state, int col, int row) {
    Queen self = {row, col};
    int count = 0;
    for (int c = 0; c < (int)state.size(); c++) {
        if (c != self.col && state[c] == self.row) count++;
    }
    return count;
}
"""


@pytest.mark.parametrize(
    ("path", "right", "good", "bad", "rank"),
    [
        pytest.param("a.py", PYTHON, "range(first,", "range(1,", -1, id="begin"),
        pytest.param("a.py", PYTHON, "range(first, n)", "range(n)", -1, id="no-begin"),
        pytest.param("a.py", PYTHON, "+= amount", "+= -1", 0, id="negative"),
        pytest.param("a.py", PYTHON, "abs(row - i)", "abs(row - j)", -1, id="other-parameter"),
        pytest.param("a.py", PYTHON, "range(start + 1,", "range(1,", 0, id="begin-by-name"),
        pytest.param("A.java", JAVA, "a[pivot]", "a[1]", -1, id="index"),
        pytest.param("A.java", JAVA, "i = start + 1", "i = 1", 0, id="begin-in-java"),
        pytest.param("A.java", JAVA, "c - c2", "c - r2", -1, id="other-parameter-in-java"),
        pytest.param("a.cpp", CPP, "{row, col}", "{state[col], col}", -1, id="element-in-c++"),
    ],
)
def test_a_parameter_that_is_not_read_is_tried_early(path: str, right: str, good: str, bad: str, rank: int) -> None:
    source = right.replace(good, bad, 1).encode()
    assert source.decode() != right
    assert rank in [each.rank for each in repairs({path: source}, (), ()) if each.apply(source).decode() == right]


def test_nothing_stands_for_the_arguments_of_a_program() -> None:
    assert not [each for each in repairs({"A.java": JAVA.encode()}, (), ()) if each.edit.new == "args"]


def test_a_long_function_has_few_places_for_a_parameter() -> None:
    lines = "".join(f"    b += a[{number}]\n" for number in range(300))
    source = f"def f(a, b, unread):\n{lines}    return b\n".encode()
    likely = [each for each in repairs({"a.py": source}, (), ()) if each.edit.new == "unread" and each.rank <= 0]
    assert len(likely) == 24
    assert len([each for each in likely if each.rank < 0]) == 8
