"""A number is named that ends a loop or a range, or is a length, where a size is meant; a limit on the size is not."""

from __future__ import annotations

import pytest

from harness.language.oddities.size_numbers import size_numbers


@pytest.mark.parametrize(
    ("path", "code", "numbers"),
    [
        ("a.py", "for j in range(8): pass", [8]),
        ("a.py", "for j in range(1, 9): pass", [9]),
        ("a.py", "for j in range(9): pass", []),
        ("a.py", "board = [[0] * 8 for _ in range(n)]", [8]),
        ("a.py", "if row == 8: pass", [8]),
        ("a.py", "if 8 <= row: pass", [8]),
        ("a.py", "if n > 8: pass", []),  # a limit
        ("a.py", "if wanted > 8: pass\nfor row in range(wanted): pass", []),
        ("a.py", "if len(sys.argv) == 8: pass", []),
        ("a.py", "n = 8\nMAX = 8\nprint(8, '8')\nf(8)\nrow = board[8]", []),
        ("a.py", "for (", []),
        ("A.java", "class A { void f(int n) { for (int j = 0; j < 8; j++) g(j); } }", [8]),
        ("A.java", "class A { void f(int n) { for (int j = 1; j <= 8; j++) for (int i = 0; i < j; i++) g(j); } }", [8]),
        ("A.java", "class A { int[] rows = new int[9]; }", [9]),
        ("A.java", "class A { boolean f(int c) { return next[c] == 8; } }", [8]),
        (
            "A.java",
            "class A { int n = 8; static final int MAX = 8; void f(String[] args) { if (args.length == 8) g(8); } }",
            [],
        ),
        ("a.cc", "bool f(int row) { return row + 1 == 8; }", [8]),
        ("a.cc", "int f() { int rows[8]; return 0; }", [8]),
        ("a.cc", "int f() { Board board(8, vector<bool>(n)); return 0; }", [8]),
        ("a.cc", "int f(int k) { if (k > 8) return 1; for (int j = 0; j < k; j++) g(j); int m(8); return 0; }", []),
        ("a.py", "for b in range(8):\n    count += mask >> b & 1", []),  # the bits of a number
        ("a.py", "for b in range(8):\n    if mask & (1 << b): count += 1", []),
        ("a.py", "count = sum(mask >> b & 1 for b in range(8))", []),
        ("a.py", "for _ in range(8):\n    count += mask & 1\n    mask >>= 1", []),
        ("a.py", "b = 0\nwhile b < 8:\n    count += mask >> b & 1\n    b += 1", []),
        ("a.py", "for col in range(8):\n    place(1 << col, col)", [8]),
        ("a.py", "for col in range(8):\n    count += 1", [8]),
        (
            "A.java",
            "class A { void f(int m) { for (int b = 0; b < 8; b++) c += m >> b & 1; } }",
            [],
        ),
        ("a.cc", "int f(int m) { int c = 0; for (int b = 0; b < 8; ++b) if (m & (1u << b)) c++; return c; }", []),
        ("a.cc", "int f(int m) { int c = 0; for (int b = 0; b < 8; b++) { c += m & 1; m >>= 1; } return c; }", []),
        ("a.cc", "void f() { for (int i = 0; i < 8; i++) cout << rows[i]; }", [8]),
        ("a.cc", "void f() { for (int i = 0; i < 8; i++) cin >> i; }", [8]),
        ("a.pl", "fill([Row|More]) :- between(1, 8, Row), fill(More).", [8]),
        ("a.pl", "rows(Rs) :- numlist(0, 7, Rs).", [7]),
        ("a.pl", "rows(Rs) :- length(Rs, 8).", [8]),
        ("a.pl", "next(R, R2) :- R < 8, R2 is R + 1.", [8]),
        ("a.pl", "queens(N, Qs) :- permutation([1,2,3,4,5,6,7,8], Qs).", [8]),
        ("a.pl", "queens(8, Qs) :- length(Qs, 8).", []),  # it is for this size
        ("a.pl", "queens(N, Qs) :- N < 8, length(Qs, N).", []),
        ("a.pl", "% between(1, 8, Row)\nqueens(N, Qs) :- between(1, N, R), f(8, R).", []),
    ],
)
def test_a_number_in_place_of_the_size_is_named(path: str, code: str, numbers: list[int]) -> None:
    assert sorted({number for _, number in size_numbers(path, code.encode(), 8)}) == numbers


def test_its_line_is_that_of_the_number() -> None:
    source = b"fill([]).\nfill([Row|More]) :-\n    between(1, 8,\n      Row),\n    fill(More).\n"
    assert [*size_numbers("a.pl", source, 8)] == [(3, 8)]


@pytest.mark.parametrize(
    ("path", "code", "places"),
    [
        ("a.py", "N = 8\nfor j in range(N): pass\nwhile j < N: pass", [(1, 8)]),
        ("a.py", "N = 8\nfor j in range(1, N + 1): pass", [(1, 8)]),
        ("a.py", "N = 8\ndef f(n):\n    for j in range(N): pass\n    for k in range(8): pass", [(1, 8), (4, 8)]),
        ("a.py", "N: int = 9\nboard = [0] * N", [(1, 9)]),
        ("a.py", "def f(k):\n    size = 8\n    return [0] * size", [(2, 8)]),
        ("a.py", "class Board:\n    SIZE = 8\n    def f(self):\n        for j in range(self.SIZE): pass", [(2, 8)]),
        ("a.py", "MAX = 8\nif n > MAX: pass", []),  # a limit
        ("a.py", "N = 8\nN = int(sys.argv[1])\nfor j in range(N): pass", []),
        ("a.py", "N = 8\ndef f():\n    global N\n    N = g()\n    for j in range(N): pass", []),
        ("a.py", "n = 8\ndef f(n):\n    for j in range(n): pass", []),
        ("a.py", "class B:\n    n = 8\n    def f(self, k):\n        self.n = k\n        range(self.n)", []),
        ("a.py", "N = 8\nprint(N)\nsolve(n=N)\nfor j in range(board.N): pass", []),
        ("a.py", "BITS = 8\nfor b in range(BITS):\n    count += mask >> b & 1", []),
        ("A.java", "class A {\n static final int N = 8;\n void f() { for (int j = 0; j < N; j++) g(j); } }", [(2, 8)]),
        ("A.java", "class A {\n static final int N = 8;\n void f() { while (j < A.N + 1) g(j++); } }", [(2, 8)]),
        ("A.java", "class A {\n void f() {\n int n = 8;\n int[] rows = new int[n]; } }", [(3, 8)]),
        ("A.java", "class A {\n public int n = 8;\n void f() { for (int j = 0; j < n; j++) g(j); } }", []),
        ("A.java", "class A {\n private int n = 8;\n A(int k) { this.n = k; int[] rows = new int[n]; } }", []),
        ("A.java", "class A {\n final int N = 8;\n void f(int N) { while (j < N) g(j++); } }", []),
        ("a.cc", "#define N 8\nint f() { for (int j = 0; j < N; j++) g(j); return 0; }", [(1, 8)]),
        ("a.cc", "#define N (8)\n#define M\nint f() { int rows[N]; return 0; }", []),
        ("a.cc", "const int N = 8;\nint f() { int rows[N][N]; return 0; }", [(1, 8)]),
        ("a.cc", "enum { N = 8 };\nint f() { int rows[N + 1]; return 0; }", [(1, 8)]),
        ("a.cc", "int n = 8;\nint f() { cin >> n; for (int j = 0; j < n; j++) g(j); return 0; }", []),
        ("a.cc", "void g() { const int n = 8; }\nint f() { int n; cin >> n; while (j < n) g(j++); return 0; }", []),
        ("a.cc", "#define N 8\nint f() { if (n > N) return 1; return 0; }", []),
        ("a.py", "N = 8\ndef f():\n    global N\n    for j in range(N): pass", [(1, 8)]),
        ("a.py", "N = 8\nprint(N.bit_length())\nfor j in range(N): pass", [(1, 8)]),
    ],
)
def test_a_named_constant_in_place_of_the_size_is_named_where_it_is_set(
    path: str, code: str, places: list[tuple[int, int]]
) -> None:
    assert sorted({*size_numbers(path, code.encode(), 8)}) == places


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("a.py", "{} = 8\nfor j in range({}): pass"),
        ("a.cc", "#define {} 8\nint f() {{ for (int j = 0; j < {}; j++) g(j); return 0; }}"),
        ("a.cc", "enum {{ {} = 8, SAVE = 7 }};\nint f() {{ if (key == {}) return 1; return 0; }}"),
    ],
)
@pytest.mark.parametrize(
    ("name", "is_size"),
    [
        *((name, True) for name in ("N", "SIZE", "BOARD_SIZE", "NUM_QUEENS", "nQueens", "NROWS", "COL", "MAX", "MAXN")),
        *((name, False) for name in ("TRIES", "MAX_TRIES", "RESTARTS", "DIRS", "BACKSPACE", "QUIT", "LAST", "row")),
    ],
)
def test_a_constant_is_the_size_only_by_its_name(path: str, code: str, name: str, *, is_size: bool) -> None:
    assert [*size_numbers(path, code.format(name, name).encode(), 8)] == ([(1, 8)] if is_size else [])
