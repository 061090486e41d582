"""A number that is written down instead of the size gives way to a variable that holds it."""

from __future__ import annotations

import pytest

from harness.language.edits.ordered_repairs import repairs

JAVA = """\
class Queens {
    static boolean free(int[] board, int row) {
        for (int i = 1; i < 9; i++) {
            if (board[i] == row) return false;
        }
        return true;
    }
    static void solve(int n) { int[] board = new int[n + 1]; free(board, board.length); }
}
"""
CPP = """\
bool solve(vector<int>& rows, int row, int queens) {
    for (int i = 0; i < 8; i++) {
        if (rows.at(i) == row) return true;
    }
    return false;
}
"""
C = 'void show(int *rows, int howmany)\n{\n    for (int i = 0; i < 8; i++)\n        printf("%d ", rows[i]);\n}\n'
PYTHON = """\
def board(n):
    return [[0] * 9 for _ in range(9)]

def count(rows, row, last):
    for column in range(1, 9):
        rows[row] = column
"""
PROLOG = """\
queens(N, Qs) :- length(Qs, N), place(Qs, N, []).
place([], _, _).
place([Q|Qs], Size, Rest) :- between(1, 8, Q), \\+ member(Q, Rest), place(Qs, Size, [Q|Rest]).
"""


def tried(path: str, source: str, size: int = 8) -> list[str]:
    """The programs that are tried first, where the number is known to stand for a size."""
    content = source.encode()
    first = max((change.rank for change in repairs({path: content}, (), ())[:1]), default=0)
    possible = (change for change in repairs({path: content}, (), (), size=size) if change.rank < min(first, -1))
    return [change.apply(content).decode() for change in possible]


@pytest.mark.parametrize(
    ("path", "source", "old", "new"),
    [
        ("A.java", JAVA, "i < 9", "i < board.length"),
        ("A.java", JAVA.replace("board, int row", "board, int row, int n"), "i < 9", "i < n + 1"),
        ("a.cc", CPP, "i < 8", "i < queens"),
        ("a.c", C, "i < 8", "i < howmany"),
        ("q.pl", PROLOG, "1, 8, Q", "1, Size, Q"),
        ("a.py", PYTHON, "range(1, 9)", "range(1, n + 1)"),
        ("a.py", PYTHON.partition("def count")[0], "9", "(n + 1)"),
        ("a.py", PYTHON.partition("\n\n")[2], "range(1, 9)", "range(1, last + 1)"),
    ],
)
def test_a_variable_comes_instead_of_the_size(path: str, source: str, old: str, new: str) -> None:
    assert source.replace(old, new) in tried(path, source)


def test_what_is_called_as_a_size_comes_first_and_another_number_stays() -> None:
    first, *rest = tried("q.pl", PROLOG)
    assert first == PROLOG.replace("8", "Size")
    assert len(rest) <= 5
    assert tried("q.pl", PROLOG, 6) == []


def test_all_such_numbers_give_way_together() -> None:
    source = "import sys\nn = int(sys.argv[1])\nrows = [0] * 8\nfor row in range(8):\n    rows[row] = row\n"
    assert tried("a.py", source)[0] == source.replace("8", "n")
