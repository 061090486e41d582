"""A draw whose largest number is the size is named if an item is taken by it; not where there may be one more."""

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
import random; from random import randint

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


@pytest.mark.parametrize(
    "body",
    [
        "int at = rand() % (b.size() + 1); b.insert(b.begin() + at, 3); return b[0];",
        "int at = rand() % (b.size() + 1); b.push_back(3); return b[at];",
        "uniform_int_distribution<int> d(0, b.size()); int c = d(g); vector<int> x(b.begin(), b.begin() + c);",
        "uniform_int_distribution<int> d(0, b.size()); return b[d(g) % b.size()];",
        "uniform_int_distribution<int> d(0, b.size()); int j = d(g); if (j >= (int)b.size()) j = 0; return b[j];",
        "uniform_int_distribution<int> d(0, b.size()); int j; do j = d(g); while (j == (int)b.size()); return b[j];",
        "uniform_int_distribution<int> d(0, b.size()); int j = min((int)b.size() - 1, d(g)); return b[j];",
        "uniform_int_distribution<int> d(0, b.size()); int j = d(g); if (is_in(j, b)) return b[j];",
        "uniform_int_distribution<int> d(0, b.size()); int j = d(g); if (int(j) < int(b.size())) return b[j];",
        "for (int i = 0; i < n; i++) {} return rand() % (n + 1) == 0;",
        "for (int i = 0; i < n; i++) {} int k = rand() % (n + 1); return k;",
        "for (int i = 0; i < last; i++) {} return b[rand() % (last + 1)];",
        "for (int i = 0; i < n; i++) {} b[n] = 0; return b[rand() % (n + 1)];",
        "for (int i = 0; i <= n; i++) {} for (int i = 0; i < n; i++) {} return b[rand() % (n + 1)];",
        "vector<int> a(n + 1); for (int i = 0; i < n; i++) {} return a[rand() % (n + 1)];",
        "map<int, int> a; for (int i = 0; i < n; i++) {} return a[rand() % (n + 1)];",
    ],
)
def test_a_draw_of_cpp_that_may_be_meant(body: str) -> None:
    assert not named("a.cc", f"int f(vector<int>& b, int n, int last) {{ {body} return 0; }}")


@pytest.mark.parametrize(
    ("header", "body"),
    [
        ("import random", "cut = random.randint(0, len(q)); return q[:cut], q[cut:]"),
        ("import random", "return q[:random.randint(0, len(q))]"),
        ("import random", "at = random.randint(0, len(q)); q.insert(at, 1); return q[at]"),
        ("import random", "return q[random.randint(0, len(q)) % len(q)]"),
        ("import random", "return q[min(random.randint(0, len(q)), len(q) - 1)]"),
        ("import random", "return random.randint(0, len(q)) == 0 and q[0]"),
        ("import random", "k = random.randint(0, len(q)); return q[k] if k in range(len(q)) else 0"),
        ("import random", "k = random.randint(0, len(q)); k -= k // len(q); return q[k]"),
        ("import random", "k = random.randint(0, len(q)); return is_in(k, q) and q[k]"),
        ("import random", "a = [0] + q; return a[random.randint(0, len(q))]"),
        ("import random", "[*range(n)]; a = [0] * (n + 1); return a[random.randint(0, n)]"),
        ("import random", "[*range(last)]; return q[random.randint(0, last)]"),
        ("import random", "return q[random.randint(0, n)]\n\ndef g(n): return range(n)"),
        ("import random; q = {}", "[*range(n)]; return q[random.randint(0, n)]"),
        ("import numpy as np", "return q[np.random.randint(0, len(q))]"),
        ("from numpy import random", "return q[random.randint(0, len(q))]"),
        ("from numpy.random import randint", "return q[randint(0, len(q))]"),
        ("import torch", "return q[torch.randint(0, len(q))]"),
        ("def randint(a, b): return a", "return q[randint(0, len(q))]"),
    ],
)
def test_a_draw_of_python_that_may_be_meant(header: str, body: str) -> None:
    assert not named("a.py", f"{header}\ndef f(q, n, last): {body}\n")


@pytest.mark.parametrize(
    ("header", "draw"),
    [
        ("import random as r", "r.randint(0, len(q))"),
        ("from random import *", "randint(0, len(q))"),
        ("from random import randint as draw", "draw(0, len(q))"),
    ],
)
def test_the_standard_draw_under_each_of_its_names(header: str, draw: str) -> None:
    assert named("a.py", f"{header}\ndef f(q):\n    a, b = {draw}, 0\n    return q[a]\n") == [(3, "len(q)")]


def test_code_nested_too_deeply_is_left_out() -> None:
    deep = " + ".join(["k"] * 3000)
    assert not named("a.py", f"import random\ndef f(q): k = random.randint(0, len(q)); return {deep} == 1 or q[k]\n")
