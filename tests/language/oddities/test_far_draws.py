"""A draw whose largest number is the size is named; not in a shuffle, nor where it is compared with the size."""

from __future__ import annotations

import pytest

from harness.language.oddities.odd_code import odd_code

CPP = """\
bool place(vector<vector<bool>>& board, unsigned row, unsigned n) {{
    vector<unsigned> tried;
    for (unsigned i = 0; i < n; i++) tried.push_back(i);
    {draws}
    board[row][col] = true;
    return row + 1 == board.size();
}}
"""


def named(path: str, source: str) -> list[tuple[int, str]]:
    return [(odd.line, odd.name) for odd in odd_code({path: source.encode()}, ()) if odd.what == "drawn-too-far"]


@pytest.mark.parametrize(
    ("draws", "size"),
    [
        ("uniform_int_distribution<unsigned> dist(0, board.size()); unsigned col = dist(rng);", "board.size()"),
        ("std::uniform_int_distribution<> dist{0, n}; unsigned col = dist(rng);", "n"),
        ("uniform_int_distribution<int> dist(0, (int) n); unsigned col = dist(rng);", "n"),
        ("unsigned col = uniform_int_distribution<unsigned>(0, n)(rng);", "n"),
        ("unsigned col = rand() % (n + 1);", "n"),
        ("unsigned col = std::rand() % (board.size() + 1);", "board.size()"),
        ("uniform_int_distribution<unsigned> dist(0, n - 1); unsigned col = dist(rng);", ""),
        ("uniform_int_distribution<unsigned> dist(1, n); unsigned col = dist(rng) - 1;", ""),
        ("uniform_int_distribution<unsigned> dist(0, n); unsigned col = dist(rng); if (col == n) return false;", ""),
        ("unsigned col = rand() % (n + 1); while (col >= n) col = rand() % (n + 1);", ""),
        ("unsigned col; while ((col = rand() % (n + 1)) == n) {}", ""),
        ("unsigned col = rand() % n;", ""),
        ("unsigned col = rand() % n + 1;", ""),
        ("unsigned col = rand() % (row + 1);", ""),  # nothing says that it is a size
        ("unsigned col = 0; for (unsigned k = 0; k < n; k++) swap(tried[k], tried[rand() % (k + 1)]);", ""),
        ("n = n - 1; unsigned col = rand() % (n + 1);", ""),
    ],
)
def test_a_draw_of_cpp(draws: str, size: str) -> None:
    assert named("a.cc", CPP.format(draws=draws)) == ([(4, size)] if size else [])


PYTHON = """\
import random

def place(board, row, n):
    tried = [False for _ in range(n)]
    {draws}
    board[row][col] = True
"""


@pytest.mark.parametrize(
    ("draws", "size"),
    [
        ("col = random.randint(0, n)", "n"),
        ("col = randint(0, len(board))", "len(board)"),
        ("col = randint(0, n - 1)", ""),
        ("col = randint(0, len(board) - 1)", ""),
        ("col = randint(1, n)", ""),
        ("col = randrange(0, n)", ""),
        ("col = randint(0, row)", ""),
        ("while (col := randint(0, n)) == n: pass", ""),
        ("n = n - 1; col = randint(0, n)", ""),
        ("tried.insert(randint(0, len(tried)), 1)", ""),
    ],
)
def test_a_draw_of_python(draws: str, size: str) -> None:
    assert named("a.py", PYTHON.format(draws=draws)) == ([(5, size)] if size else [])
