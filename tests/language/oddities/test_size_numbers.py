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
