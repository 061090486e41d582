"""A search from a random start to one end only is named; nothing is said where it goes round or begins again."""

from __future__ import annotations

import pytest

from harness.language.oddities.odd_code import odd_code

TRY = "if (safe(b, row, col)) { b[row][col] = 1; if (place(b, row + 1)) return true; b[row][col] = 0; }"
CPP = "bool place(Board& b, int row) {{\n    int n = b.size();\n    {}\n    return false;\n}}\n{}\n"
JAVA = (
    "class Q {{\n  boolean place(int[][] b, int row) {{\n    int n = b.length;\n    {}\n    return false;\n  }}\n}}\n"
)
PYTHON = """\
import random


def place(b, row):
    n = len(b)
    {}
        if safe(b, row, col):
            b[row][col] = 1
            if place(b, row + 1):
                return True
            b[row][col] = 0
        {}
    {}
    return False


place(board, 0)
"""


def halves(path: str, source: str) -> list[tuple[int, str]]:
    return [(odd.line, odd.name) for odd in odd_code({path: source.encode()}, ()) if odd.what == "half-loop"]


@pytest.mark.parametrize(
    "loop",
    [
        f"for (int col = rand() % n; col < n; col++) {{ {TRY} }}",
        f"for (int col = rand() % b.size(); col < n; ++col) {{ {TRY} }}",
        f"int start = (int)(std::rand() % n); for (int col = start; col <= n - 1; col += 1) {{ {TRY} }}",
        f"bool done = false; int col = generator() % n; while (col < n && !done) {{ {TRY} col++; }}",
        f"for (int col = rand() % n; col >= 0; col--) {{ {TRY} }}",
        f"int col; for (col = rand() % n; col != n; col++) {{ {TRY} }}",
    ],
)
def test_a_search_of_cpp_to_one_end_is_named(loop: str) -> None:
    main = "int main() { int n; while (cin >> n) { Board b(n); place(b, 0); } }"
    assert halves("queens.cc", CPP.format(loop, main)) == [(3, "col")]


@pytest.mark.parametrize(
    "loop",
    [
        f"for (int col = draw.nextInt(n); col < n; col++) {{ {TRY} }}",
        f"int col = (int) (Math.random() * n); while (col < n) {{ {TRY} col = col + 1; }}",
        f"int start = draw.nextInt(0, n); for (int col = start; col < b.length; col++) {{ {TRY} }}",
    ],
)
def test_a_search_of_java_to_one_end_is_named(loop: str) -> None:
    assert halves("Q.java", JAVA.format(loop)) == [(4, "col")]


LOOP = f"int start = pick(n); for (int col = start; col < n; col++) {{ {TRY} }}"
PICKS_CPP = (
    "int pick(int most) { return rand() % most; }",
    "unsigned pick ( const unsigned& n ) { uniform_int_distribution < unsigned > d ( 0, n - 1 ); return d ( rng ); }",
    "int pick(int& n) { std::uniform_int_distribution<> d{0, n - 1}; return d(gen()); }",
)


@pytest.mark.parametrize("pick", PICKS_CPP)
def test_the_start_may_be_drawn_in_a_function(pick: str) -> None:
    assert halves("queens.cc", CPP.format(LOOP, pick)) == [(3, "col")]
    java = JAVA.format(LOOP).replace("class Q {", "class Q { int pick(int end) { return draw.nextInt(end); }", 1)
    assert halves("Q.java", java) == [(4, "col")]
    python = PYTHON.format("start = pick(n)\n    for col in range(start, n):", "", "")
    picks = "def pick(end):\n    return random.randrange(end)\n\n\n"
    assert halves("queens.py", python + picks) == [(7, "start")]
    here = f"uniform_int_distribution<int> any(0, n - 1); for (int col = any(rng); col < n; col++) {{ {TRY} }}"
    assert halves("queens.cc", CPP.format(here, "")) == [(3, "col")]


@pytest.mark.parametrize(
    "pick",
    [
        "int pick(int n) { return rand() % (n / 2); }",
        "int pick(int n) { return 0; }",
        "int pick(int n) { if (n > 8) return 0; return rand() % n; }",
        "int pick(int n) { uniform_int_distribution<int> d(0, n); return d(rng); }",
        "int pick(int n) { return rand() % n; } int pick(long n) { return 0; }",
        "int pick(int n) { uniform_int_distribution<int> d(1, n - 1); return d(rng); }",
    ],
)
def test_nothing_is_said_of_another_function(pick: str) -> None:
    assert halves("queens.cc", CPP.format(LOOP, pick)) == []
    other = LOOP.replace("col < n", "col < row")
    assert halves("queens.cc", CPP.format(other, PICKS_CPP[0])) == []


@pytest.mark.parametrize(
    "loop",
    [
        f"int s = rand() % n; for (int k = s; k < s + n; k++) {{ int col = k % n; {TRY} }}",
        f"int s = rand() % n, e = s + n; for (int k = s; k < e; k++) {{ int col = k < n ? k : k - n; {TRY} }}",
        f"int col = rand() % n; for (int k = 0; k < n; k++) {{ {TRY} if (++col == n) col = 0; }}",
        f"int col = rand() % n, left = n; while (col < n) {{ {TRY} col++; if (--left && col == n) col = 0; }}",
        f"int col = rand() % n; while (left > 0 || col < n) {{ {TRY} col++; }}",
        f"int s = rand() % n, col; for (col = s; col < n; col++) {{ {TRY} }} for (col = 0; col < s; col++) {{ {TRY} }}",
        f"int s = rand() % n; for (int col = s; col < n; col++) {{ {TRY} }} return rest(b, s) || place(b, 0);",
        f"for (int t = 0; t < 99; t++) for (int col = rand() % n; col < n; col++) {{ {TRY} }}",
        f"for (int col = 0; col < n; col++) {{ {TRY} }}",
        f"int col = rand() % n; col = 0; while (col < n) {{ {TRY} col++; }}",
        "for (int k = rand() % n; k < n; k++) swap(b[k], b[0]); place(b, row + 1);",
        "for (int k = rand() % n; k < n; k++) { fill(b, k); }",
        f"for (int c = rand() % n; c < n; c++) {{ for (int col : {{c, mirrored(c)}}) {{ {TRY} }} }}",
        "for (int c = rand() % n; c < n; c++) { int col = c - n + 1; if (place(b, row + c)) return true; }",
        f"int lives = rand() % n; while (lives >= 0) {{ lives--; int col = pick(); {TRY} }}",
        f"vector<int> order = shuffled(n); for (int k = 0; k < n; k++) {{ int col = order[k]; {TRY} }}",
    ],
)
def test_nothing_is_said_of_cpp_where_the_rest_may_be_tried(loop: str) -> None:
    assert halves("queens.cc", CPP.format(loop, "")) == []


def test_nothing_is_said_where_a_caller_tries_again() -> None:
    loop = f"for (int col = rand() % n; col < n; col++) {{ {TRY} }}"
    again = "void solve(Board& b) { while (!place(b, 0)) clear(b); }"
    often = "bool solve(Board& b) { for (int t = 0; t < 999; t++) if (place(b, 0)) return true; return false; }"
    through = "bool go(Board& b) { return place(b, 0); } void all(Board& b) { for (int t = 0; t < 99; t++) go(b); }"
    itself = "bool go(Board& b) { if (place(b, 0)) return true; return go(b); }"
    jump = "int main() { Board b; again: if (!place(b, 0)) goto again; }"
    any_of = "bool go(Board& b) { return any_of(t.begin(), t.end(), [&](int) { return place(b, 0); }); }"
    callers = (again, often, through, itself, jump, any_of)
    assert [halves("queens.cc", CPP.format(loop, caller)) for caller in callers] == [[]] * len(callers)


@pytest.mark.parametrize(
    ("begins", "step", "line", "name"),
    [
        ("for col in range(random.randrange(n), n):", "", 6, "col"),
        ("start = random.randint(0, n - 1)\n    for col in range(start, len(b)):", "", 7, "start"),
        ("col = int(random.random() * n)\n    while col < n:", "col += 1", 7, "col"),
        ("start = random.randrange(0, n)\n    for col in range(start, -1, -1):", "", 7, "start"),
        ("col = random.randrange(n)\n    while col >= 0 and row < n:", "col = col - 1", 7, "col"),
    ],
)
def test_a_search_of_python_to_one_end_is_named(begins: str, step: str, line: int, name: str) -> None:
    assert halves("queens.py", PYTHON.format(begins, step, "")) == [(line, name)]


@pytest.mark.parametrize(
    ("begins", "step", "after"),
    [
        ("s = random.randrange(n)\n    for k in range(s, n):\n        col = (k + s) % n", "", ""),
        ("s = random.randrange(n)\n    for col in [*range(s, n), *range(s)]:", "", ""),
        ("s = random.randrange(n)\n    for col in range(s, s + n):", "", ""),
        ("col = random.randrange(n)\n    while col < n:", "col = col + 1 if row else 0", ""),
        ("col = random.randrange(n)\n    while col < n:", "col += 1\n        if col == n: col = 0", ""),
        ("s = random.randrange(n)\n    for col in range(s, n):", "", "for col in range(s): place(b, row + 1)"),
        ("s = random.randrange(n)\n    s = 0\n    for col in range(s, n):", "", ""),
        ("for col in random.sample(range(n), n):", "", ""),
        ("s = random.randrange(n)\n    for c in range(s, n):\n      for col in (c, c - n):", "", ""),
        ("lives = random.randrange(n)\n    while lives >= 0:\n        col = pick()", "lives -= 1", ""),
        ("s = random.randrange(n)\n    for col in range(s, n):", "", "else:\n        return place(b, row + 1)"),
        ("for col in range(n):", "", ""),
    ],
)
def test_nothing_is_said_of_python_where_the_rest_may_be_tried(begins: str, step: str, after: str) -> None:
    assert halves("queens.py", PYTHON.format(begins, step, after)) == []


def test_nothing_is_said_of_python_where_a_caller_tries_again() -> None:
    source = PYTHON.format("for col in range(random.randrange(n), n):", "", "")
    callers = (
        "while not place(board, 0): pass",
        "any(place(board, 0) for _ in range(99))",
        "def go(): return place(board, 0)\nwhile not go(): pass",
        "def go(): return place(board, 0) or go()",
    )
    assert [halves("queens.py", source.replace("\nplace(board, 0)", f"\n{caller}")) for caller in callers] == [[]] * 4
