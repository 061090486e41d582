"""The line that sets an array's length is named for an element that it lacks; not where it may be another array."""

from __future__ import annotations

import time

import pytest

from harness.language.oddities.crashes.array_lengths import array_length

JAVA = """\
class A {
    static final int MOST = 4;
    int[] full = new int[MOST], wide = new int[MOST + 1];
    int[][] grid = new int[3][MOST];
    void f(int n) {
        int[] own = new int[n];
        own[n] = 1;
        full[4] = 1;
        this.wide[5] = 1;
        full[0] = wide[5];
        grid[0][4] = 2;
        full[4] = own[0];
    }
    void g(int[] full, int n) {
        full[4] = 1;
        int[] b = new int[2];
        if (n > 2) b = new int[n];
        b[n] = 1;
        for (int[] row : grid) row[4] = 1;
        list.items[4] = 1;
    }
}
"""
CPP = """\
#define LENGTH 16
const int N = 8;
int grid[N][3];
vector<vector<int>> rows(N, vector<int>(N, 0));
vector<int> grown(N);
void f(int n, int *given) {
    char line[LENGTH];
    line[16] = 0;
    grid[0][3] = 1;
    grid[8][0] = 1;
    rows.at(8)[2] = 1;
    int *made = new int[n];
    made[n] = 1;
    given[3] = 1;
    grown[8] = 1;
    grown.push_back(1);
}
"""
PYTHON = """\
SIZE = 8
board = [0] * SIZE
grid = [[0] * (SIZE + 1) for _ in range(SIZE)]
def f(n, given):
    own = [False] * n
    own[n] = True
    board[8] = 1
    given[3] = 1
    grid[0][9] = 2
    grown = [0] * n
    grown.append(3)
    grown[n + 1] = 3
class Board:
    def __init__(self, n):
        self.taken = [-1] * n
    def put(self, row, given):
        self.taken[row] = 1
        given[row], board[8] = 1, 2
"""


@pytest.mark.parametrize(
    ("path", "code", "line", "length", "expected"),
    [
        ("A.java", JAVA, 7, 5, ("own", 6, "int[] own = new int[n];")),
        ("A.java", JAVA, 8, 4, ("full", 2, "static final int MOST = 4;")),
        ("A.java", JAVA, 8, 5, None),
        ("A.java", JAVA, 9, 5, ("wide", 2, "static final int MOST = 4;")),
        ("A.java", JAVA, 10, 5, ("wide", 2, "static final int MOST = 4;")),  # the other one is shorter
        ("A.java", JAVA, 11, 4, ("grid", 2, "static final int MOST = 4;")),
        ("A.java", JAVA, 12, 4, None),  # either
        ("A.java", JAVA, 15, 4, None),  # a parameter
        ("A.java", JAVA, 18, 5, None),  # made twice
        ("A.java", JAVA, 19, 4, None),
        ("A.java", JAVA, 20, 4, None),
        ("a.cc", CPP, 8, 16, ("line", 1, "#define LENGTH 16")),
        ("a.cc", CPP, 9, 3, ("grid", 3, "int grid[N][3];")),
        ("a.cc", CPP, 10, 8, ("grid", 2, "const int N = 8;")),
        ("a.cc", CPP, 11, 8, ("rows", 2, "const int N = 8;")),
        ("a.cc", CPP, 13, 5, ("made", 12, "int *made = new int[n];")),
        ("a.cc", CPP, 14, 3, None),
        ("a.cc", CPP, 15, 8, None),
        ("a.py", PYTHON, 6, 5, ("own", 5, "own = [False] * n")),
        ("a.py", PYTHON, 7, 8, ("board", 1, "SIZE = 8")),
        ("a.py", PYTHON, 8, 3, None),
        ("a.py", PYTHON, 9, 9, ("grid", 1, "SIZE = 8")),
        ("a.py", PYTHON, 12, 5, None),
        ("a.py", PYTHON, 17, 5, ("taken", 15, "self.taken = [-1] * n")),
        ("a.py", PYTHON, 18, 8, None),
        ("a.py", "for (", 1, 8, None),
    ],
)
def test_the_line_that_sets_a_length(
    path: str, code: str, line: int, length: int, expected: tuple[str, int, str] | None
) -> None:
    known = array_length(path, code.encode(), line, length)
    assert (known and (known.array, known.line, known.text)) == expected


def test_an_array_that_the_run_names() -> None:
    known = array_length("a.cc", CPP.encode(), 14, None, "line")
    assert known is not None
    assert known.line == 1


@pytest.mark.parametrize(("column", "array"), [(9, "a"), (11, "a"), (2, "b"), (4, "b"), (3, None)])
def test_the_element_in_a_column(column: int, array: str | None) -> None:
    known = array_length("a.cc", b"int a[2], b[2];\nvoid f(int n, int *c) {\nb[n] = a[n] + c[n]; }\n", 3, 2, "", column)
    assert (known and known.array) == array


@pytest.mark.parametrize(
    "use",
    [
        "del a[0]", "b = a", "b = [a]", "f(a)", "f(*a)", "a.pop()", "a[1:2] = []", "return a", "a += [1]",
        "b = g(a) + 1", "b = a = [0] * n",
    ],
)  # fmt: skip
def test_a_list_that_may_get_another_length(use: str) -> None:
    source = f"def f(n):\n    a = [0] * n\n    {use}\n    a[n] = 1\n"
    assert array_length("a.py", source.encode(), 4, 5) is None


@pytest.mark.parametrize("use", ["b = a[0]", "for row in a:\n        row.pop()", "del a[0][0]", "a[0].append(1)"])
def test_a_list_whose_rows_may_get_another_length(use: str) -> None:
    source = f"n = 5\na = [[0] * n for _ in range(n)]\ndef f():\n    a[0][n] = 1\n    {use}\n"
    assert array_length("a.py", source.encode(), 4, 5) is None


@pytest.mark.parametrize("use", ["print(a)", "b = len(a)", "b = f'{a}'", "for x in a: f(x)", "b = 1 in a"])
def test_a_list_that_keeps_its_length(use: str) -> None:
    known = array_length("a.py", f"a = [0] * 5\n{use}\na[5] = 1\n".encode(), 3, 5)
    assert known is not None
    assert known.line == 1


def test_hostile_sources_take_no_time() -> None:
    functions = "".join(f"void f{at}(int n) {{ int[] a = new int[n]; a[n] = 1; }}\n" for at in range(4000))
    started = time.process_time()
    assert array_length("A.java", f"class A {{\n{functions}}}".encode(), 3000, 5) is None
    terms = " + ".join(["n"] * 600)
    assert array_length("a.py", f"a = [0] * ({terms})\na[9] = 1\n".encode(), 2, 9) is None
    deep = "[0]" * 20000
    assert array_length("a.cc", f"int a[2];\nint f() {{ return a{deep}; }}\n".encode(), 2, 9) is None
    many = ", ".join(f"a{at} = 1" for at in range(9000))
    assert array_length("a.cc", f"int {many};\nint f() {{ return a1[9]; }}\n".encode(), 2, 9) is None
    assert time.process_time() - started < 5
