"""Changes that add what a program leaves out: what its counterpart has, the other direction, or the use of a result."""

from __future__ import annotations

import ast

import pytest

from harness.language.edits.forms.source_text import PythonText
from harness.language.edits.omissions import python_counterparts, tree_counterparts
from harness.language.edits.ordered_repairs import repairs
from harness.language.parsing.syntax_trees import FUNCTIONS, parser, walk
from harness.language.python.python_trees import python_tree

_FIRST = 25
"""So many changes are surely tried."""


def _tried(path: str, source: str) -> list[str]:
    """The changed programs that are tried first, so that only what they do counts."""
    programs = (change.apply(source.encode()).decode() for change in repairs({path: source.encode()}, (), ())[:_FIRST])
    return [_plain(path, program) for program in programs]


def _plain(path: str, source: str) -> str:
    if not path.endswith(".py"):
        return "".join(source.split())
    try:
        return ast.dump(ast.parse(source))
    except SyntaxError:
        return source


MARKS = """\
def place(B, i, j):
    B[i][0] = j
    for k in range(i + 1, len(B)):
        B[k][j] -= 1
    k, l = i + 1, j - 1
    while k < len(B) and l >= 1:
        B[k][l] -= 1
        k += 1
        l -= 1
def remove(B, i, j):
    B[i][0] = 0
    for k in range(i + 1, len(B)):
        B[k][j] += 1
    k, l = i + 1, j - 1
    while k < len(B) and l >= 1:
        B[k][l] += 1
        k += 1
        l -= 1
"""
COLUMN = "    for k in range(i + 1, len(B)):\n        B[k][j] += 1\n"
LEFT_BACK = MARKS.partition(COLUMN)[2]
TERMS = """\
def place(B, i, j, d):
    for l in range(1, len(B)):
        if l == j or l == j - d or l == j + d:
            B[i + d][l] = B[i + d][l] - 1
def remove(B, i, j, d):
    for l in range(1, len(B)):
        if l == j or l == j - d:
            B[i + d][l] = B[i + d][l] + 1
"""
ONE_SIDE = "def f(B, i, j, d):\n    for l in B:\n        if l == j - d:\n            B[l] = 1\n"
ATTACKS = """\
def attacks(q, col):
    n = 0
    for other in range(8):
        if other == col:
            continue
        dy = abs(q[other] - q[col])
        dx = abs(other - col)
        if dy == 0 or dy == dx:
            n += 1
    return n
def table(q):
    return [attacks(q, col) for col in range(8)]
"""
WRAPS = "def mark(B, i, j, step):\n    B[i][j - step] += 1\n    B[i][j + step] += 1\n"
SUM = "def count(n):\n    found = 0\n    for i in range(n):\n        found += count(i)\n    return found\n"
SEARCH = "def solve(n):\n    for i in range(n):\n        if solve(i):\n            return True\n    return False\n"
SWAP = "def swap(A, i, j):\n    old = A[i]\n    A[i] = A[j]\n    A[j] = old\n"


@pytest.mark.parametrize(
    ("source", "right"),
    [
        pytest.param(MARKS.replace(COLUMN, ""), MARKS, id="one-of-the-marks-that-are-taken-back"),
        pytest.param(MARKS.replace(LEFT_BACK, ""), MARKS, id="the-last-of-the-marks"),
        pytest.param(TERMS, TERMS.replace("l == j - d:", "l == j - d or l == j + d:"), id="a-term-of-both"),
        pytest.param(
            ONE_SIDE, ONE_SIDE.replace("l == j - d:", "l == j - d or l == j + d:"), id="a-term-for-the-other-diagonal"
        ),
        pytest.param(ATTACKS.replace("dy == 0 or ", ""), ATTACKS, id="the-same-row"),
        pytest.param(ATTACKS.replace("        if other == col:\n            continue\n", ""), ATTACKS, id="itself"),
        pytest.param(ATTACKS.replace("(q, col) for", "(col, q) for"), ATTACKS, id="swapped-arguments"),
        pytest.param(
            WRAPS,
            WRAPS.replace("    B[", "    if j - step > 0:\n        B[", 1),
            id="first-column",
        ),
        pytest.param(SUM.replace("found += ", ""), SUM, id="result-not-added"),
        pytest.param(SEARCH.replace("if solve(i):\n            return True", "solve(i)"), SEARCH, id="not-looked-at"),
        pytest.param(SWAP.replace("    A[j] = old\n", ""), SWAP, id="half-an-exchange"),
    ],
)
def test_what_python_leaves_out_is_tried_early(source: str, right: str) -> None:
    assert source != right
    assert _plain("a.py", right) in _tried("a.py", source)


CONFLICT = "class Q { static boolean conflict(int a, int b) { int rows = Math.abs(r[a] - r[b]); return %s; } }\n"
COUNT = """\
class Q {
    static int attacks(int i) {
        int n = 0;
        for (int j = 0; j < 8; j++) {
            if (j == i) continue;
            if (r[i] == r[j]) n++;
        }
        return n;
    }
    static int most(int i, int row) { return attacks(row, i); }
}
"""
JAVA_MARKS = """\
class Q {
    void put(int r, int c) { rows[r] = true; up[r + c] = true; down[r - c + n] = true; }
    void take(int r, int c) { rows[r] = false; up[r + c] = false; down[r - c + n] = false; }
}
"""
SAFE = """\
bool safe(const Board& board, int row, int col) {
    for (int i = row - 1, j = col - 1; i >= 0 && j >= 0; i--, j--)
        if (board[i][j]) return false;
    for (int i = row - 1, j = col + 1; i >= 0 && j < board.size(); i--, j++)
        if (board[i][j]) return false;
    return true;
}
bool solve(Board& board, int row) {
    if (row == board.size()) return true;
    for (int col = 0; col < board.size(); col++) {
        if (safe(board, row, col)) {
            board[row][col] = true;
            if (solve(board, row + 1)) return true;
            board[row][col] = false;
        }
    }
    return false;
}
"""
OTHER_LOOP = SAFE[SAFE.index("    for (int i = row - 1, j = col + 1") : SAFE.index("    return true;")]
ONE_BY_ONE = """\
int rows(const Board& board) { for (int i = 0; i < board.size(); i++) if (board[i][0]) return i; return -1; }
bool safe(const Board& board, int row, int col) {
    for (int up = 1; up <= row; up++) {
        if (col - up >= 0 && board[row - up][col - up]) return false;
        if (col + up < board.size() && board[row - up][col + up]) return false;
    }
    return true;
}
"""
OTHER_LINE = "        if (col + up < board.size() && board[row - up][col + up]) return false;\n"
TREE_SWAP = "void swap(int* A, int i, int j) { int old = A[i]; A[i] = A[j]; A[j] = old; }\n"
REVERSE = "void f(int* A, int i, int j) { while (i < j) { swap(A, i, j); j--; i++; } }\n"


@pytest.mark.parametrize(
    ("path", "source", "right"),
    [
        pytest.param("Q.java", CONFLICT % "rows == b - a", CONFLICT % "rows == 0 || rows == b - a", id="the-same-row"),
        pytest.param("Q.java", COUNT.replace("if (j == i) continue;", ""), COUNT, id="itself"),
        pytest.param("Q.java", JAVA_MARKS.replace(" up[r + c] = false;", ""), JAVA_MARKS, id="one-of-three-marks"),
        pytest.param("q.cpp", SAFE.replace(OTHER_LOOP, ""), SAFE, id="a-loop-for-the-other-diagonal"),
        pytest.param("q.cpp", ONE_BY_ONE.replace(OTHER_LINE, ""), ONE_BY_ONE, id="a-line-for-the-other-diagonal"),
        pytest.param("q.cpp", ONE_BY_ONE.replace("col - up >= 0 && ", ""), ONE_BY_ONE, id="first-column"),
        pytest.param("q.cpp", SAFE.replace("if (solve(board, row + 1)) return true;", "solve(board, row + 1);"), SAFE,
                     id="not-looked-at"),
        pytest.param("q.cpp", SAFE.replace("safe(board, row, col))", "safe(board, col, row))"), SAFE, id="swapped"),
        pytest.param("q.cpp", TREE_SWAP.replace(" A[j] = old;", ""), TREE_SWAP, id="half-an-exchange"),
        pytest.param("q.cpp", REVERSE.replace(" i++;", ""), REVERSE, id="no-step"),
    ],
)  # fmt: skip
def test_what_java_and_cpp_leave_out_is_tried_early(path: str, source: str, right: str) -> None:
    assert source != right
    assert _plain(path, right) in _tried(path, source)


SETS = """\
void set(int col, int pos) { rows[col] = pos; }
void place(int column, int row) { if (rows[row] == 0) set(%s); }
"""
PYTHON_SETS = "def set(col, pos): rows[col] = pos\ndef place(column, row): return rows[row] == 0 and set(%s)\n"


@pytest.mark.parametrize(
    ("path", "source"),
    [("Q.java", f"class Q {{\n{SETS}}}\n"), ("q.cpp", SETS), ("q.c", SETS), ("a.py", PYTHON_SETS)],
)
def test_arguments_in_the_place_of_each_others_names_are_swapped_first(path: str, source: str) -> None:
    assert _tried(path, source % "row, column")[0] == _plain(path, source % "column, row")


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("a.py", MARKS),
        ("a.py", ATTACKS),
        ("Q.java", COUNT),
        ("Q.java", JAVA_MARKS),
        ("q.cpp", SAFE),
        ("q.cpp", ONE_BY_ONE),
    ],
)
def test_what_is_complete_lacks_nothing_that_is_likely(path: str, source: str) -> None:
    if path.endswith(".py"):
        tree = ast.parse(source)
        nodes = [*walk(python_tree(tree, source.encode()))]
        edits = [*python_counterparts.of_counterparts(tree, nodes, PythonText(source.encode()))]
    else:
        nodes = [*walk(parser("java" if path.endswith(".java") else "cpp").parse(source.encode()).root_node)]
        functions = [node for node in nodes if node.type in FUNCTIONS]
        edits = [*tree_counterparts.of_counterparts(functions, nodes, source.encode())]
    assert [edit for rank, edit in edits if rank < 0] == []


def test_two_diagonals_of_which_one_is_wrong_get_no_third() -> None:
    both = CONFLICT % "r[a] + a == r[b] + b || r[a] - b == r[b] - a"
    changes = repairs({"Q.java": both.encode()}, (), ())
    assert not [change.edit.new for change in changes if change.edit.new.count("||") > 1 and change.rank <= 0]
