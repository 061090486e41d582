"""Two operands of one expression that change places: first where that fits the rest of the file."""

from __future__ import annotations

import pytest

from harness.language.edits.ordered_repairs import repairs

MARKS = """\
def mark(grid, row, col, step):
    for r in range(row + 1, len(grid)):
        for c in range(len(grid)):
            if c == col or abs(r - row) == abs(c - col):
                grid[r][c] += step
def free(grid, r, queens):
    return grid[r][queens[r]] == 0 and queens[r] == r
class Pair:
    def __init__(self, row, col):
        self.both = [row, col]
def pairs(row, step):
    best, least = row, 1
    best, least = row, step
    return [Pair(r, c) for r in range(best) for c in range(least)]
"""
JAVA = """\
class Board {
    int[] rowOf;
    static boolean meets(int r, int c, int r2, int c2) {
        return Math.abs(r - r2) == Math.abs(c - c2);
    }
    void put(int col, int row) {
        rowOf[col] = row;
    }
    boolean attacks(boolean[][] grid, int row, int col) {
        for (int r = 0; r < 8; r++) {
            for (int c = 0; c < col; c++) {
                if (grid[r][c] && meets(r, c, row, col)) {
                    return true;
                }
            }
        }
        return rowOf[col] == row;
    }
}
"""
CPP = """\
#include <vector>
struct Queen { int row; int col; };
bool attack(const Queen& a, const Queen& b) {
    return a.row - a.col == b.row - b.col || a.row == b.row;
}
int distance(int firstCol, int secondCol) {
    return secondCol - firstCol;
}
int attacks(const std::vector<int>& state, int col, int row) {
    int count = 0;
    Queen self = {row, col};
    for (int c = 0; c < col; c++) {
        Queen other = {state[c], c};
        if (distance(c, col) > 0 && attack(self, other)) count++;
    }
    return count;
}
"""
PROLOG = """\
build([], _, _).
build([Q|Qs], Free, Placed) :- pick(Q, Free, Left), apart(Placed, Q, 1), build(Qs, Left, [Q|Placed]).
apart([], _, _).
apart([P|Ps], Q, D) :- Q =\\= P + D, D1 is D + 1, apart(Ps, Q, D1).
far(C, R, C1, R1) :- Distance is C - C1, Distance =:= abs(R - R1).
turned([P|Ps], Done, Qs) :- turned(Ps, [P|Done], Qs).
"""


def ranks(path: str, wrong: str, right: str) -> list[int]:
    """How unlikely the changes are that make the right program of the wrong one."""
    source = wrong.encode()
    changed = {each.apply(source): each.rank for each in reversed(repairs({path: source}, (), ()))}
    return [rank for content, rank in changed.items() if content.decode() == right]


@pytest.mark.parametrize(
    ("path", "right", "good", "bad", "rank"),
    [
        pytest.param("a.py", MARKS, "grid[r][queens[r]]", "grid[queens[r]][r]", 0, id="rows-and-columns"),
        pytest.param("a.py", MARKS, "abs(c - col)", "abs(col - c)", None, id="size-of-a-difference"),
        pytest.param("a.py", MARKS, "queens[r] == r", "r == queens[r]", None, id="sides-of-an-equation"),
        pytest.param("a.java", JAVA, "r - r2) == Math.abs(c - c2", "r2 - r) == Math.abs(c2 - c", None, id="no-slip"),
        pytest.param("A.java", JAVA, "rowOf[col] = row", "rowOf[row] = col", 0, id="index-and-value"),
        pytest.param("A.java", JAVA, "rowOf[col] == row", "rowOf[row] == col", 0, id="index-and-side"),
        pytest.param("A.java", JAVA, "grid[r][c]", "grid[c][r]", 1, id="indices"),
        pytest.param("A.java", JAVA, "meets(r, c, row, col)", "meets(row, c, r, col)", 3, id="arguments-apart"),
        pytest.param("a.cpp", CPP, "secondCol - firstCol", "firstCol - secondCol", 0, id="difference"),
        pytest.param("a.cpp", CPP, "{state[c], c}", "{c, state[c]}", -1, id="members"),
        pytest.param("a.py", MARKS, "Pair(r, c)", "Pair(c, r)", -1, id="class"),
        pytest.param("a.py", MARKS, "best, least = row, 1", "best, least = 1, row", None, id="number"),
        pytest.param("a.py", MARKS, "best, least = row, step", "best, least = step, row", 1, id="values-of-a-list"),
        pytest.param("a.pl", PROLOG, "C - C1", "C1 - C", 0, id="difference-in-prolog"),
        pytest.param("a.pl", PROLOG, "turned(Ps, [P|Done], Qs)", "turned(Qs, [P|Done], Ps)", 0, id="goal"),
        pytest.param("a.pl", PROLOG, "apart(Placed, Q, 1)", "apart(Q, Placed, 1)", 0, id="as-in-the-head"),
        pytest.param("a.pl", PROLOG, "apart([P|Ps], Q, D) :-", "apart([P|Ps], D, Q) :-", 0, id="head"),
    ],
)
def test_operands_change_places(path: str, right: str, good: str, bad: str, rank: int | None) -> None:
    wrong = right.replace(good, bad)
    assert wrong != right
    assert ranks(path, wrong, right) == ([] if rank is None else [rank])


def test_names_of_one_row_belong_together() -> None:
    """Which two of the operands change places is all the same, where it means the same."""
    wrong = JAVA.replace("r - r2) == Math.abs(c - c2)", "r - c2) == Math.abs(c - r2)")
    right = JAVA.replace("r - r2) == Math.abs(c - c2)", "c - c2) == Math.abs(r - r2)")
    assert ranks("A.java", wrong, right) == [-1]


def test_elements_of_lists_go_with_the_name_of_the_rest() -> None:
    right = "put(C, Us, Ds) :- next(C, C1, U, D), put(C1, [U|Us], [D|Ds]).\n"
    assert ranks("a.pl", right.replace("[U|Us], [D|Ds]", "[D|Us], [U|Ds]"), right) == [-1]


def test_a_long_expression_has_few_exchanges() -> None:
    """Only operands side by side, where there are many."""
    names = [f"name{at}" for at in range(60)]
    source = f"def f({', '.join(names)}):\n    return g({') - g('.join(names)})\n".encode()
    assert len(repairs({"a.py": source}, (), ())) < 60 * 60 * 2


@pytest.mark.parametrize("path", ["a.py", "A.java", "a.cpp"])
def test_deep_expressions_have_an_end(path: str) -> None:
    deep = "a - (" * 40 + "b" + ")" * 40
    python, other = f"def f(a, b):\n    return {deep}\n", f"class A {{ int f(int a, int b) {{ return {deep}; }} }};\n"
    assert repairs({path: (python if path == "a.py" else other).encode()}, (), ())


def test_goals_are_put_before_what_needs_them() -> None:
    wrong = "q(C, R, Ds) :- \\+ memberchk(D, Ds), C1 is C + 1, ok(C1), diagonal(C, R, D).\n"
    right = "q(C, R, Ds) :- diagonal(C, R, D), \\+ memberchk(D, Ds), C1 is C + 1, ok(C1).\n"
    assert ranks("a.pl", wrong, right) == [-1]
