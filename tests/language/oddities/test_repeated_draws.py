"""A column that is drawn in each turn of a counted loop and not kept is named; nothing is said where it may be kept."""

from __future__ import annotations

import pytest

from harness.language.oddities.odd_code import odd_code

SEARCH = """\
bool place(vector<vector<bool> >& b, int row) {
    int n = b.size();
    %s
    return false;
}
"""
TRY = "if (safe(b, row, col)) { b[row][col] = true; if (place(b, row + 1)) return true; b[row][col] = false; }"


def drawn(loop: str) -> list[tuple[int, str]]:
    source = (SEARCH % loop).encode()
    found = odd_code({"queens.cc": source}, ("place",))
    return [(odd.line, odd.name) for odd in found if odd.what == "drawn-again"]


@pytest.mark.parametrize(
    "loop",
    [
        f"for (int t = 0; t < n; t++) {{ int col = rand() % n; {TRY} }}",
        f"for (size_t t = 0; t <= b.size(); ++t) {{ int col = std::rand() % n; {TRY} }}",
        f"int t = 0, col; while (t < n) {{ col = rand() % n; t++; {TRY} }}",
        f"int t = 0; do {{ const int col = random() % n; {TRY} t += 1; }} while (t != n);",
        f"for (int t = n; t > 0; t--) {{ int col = columns(generator); {TRY} }}",
        f"for (int t = 0; t < 8; t++) {{ int col = rand() % 8; bool ok = safe(b, row, col); if (ok) {{ {TRY} }} }}",
    ],
)
def test_a_column_that_is_drawn_and_not_kept_is_named(loop: str) -> None:
    assert drawn(loop) == [(3, "col")]


@pytest.mark.parametrize(
    "loop",
    [
        f"for (int t = 0; t < n; t++) {{ int col = rand() % n; if (tried[col]) continue; tried[col] = true; {TRY} }}",
        f"for (int t = 0; t < n;) {{ int col = rand() % n; if (!seen.insert(col).second) continue; t++; {TRY} }}",
        f"for (int t = 0; t < n; t++) {{ int col; do {{ col = rand() % n; }} while (was[col]); was[col] = 1; {TRY} }}",
        f"for (int t = 0; t < n; t++) {{ int at = t + rand() % (n - t); swap(a[at], a[t]); int col = a[t]; {TRY} }}",
        f"for (int t = 0; t < n; t++) {{ int col = cols[rand() % cols.size()]; {TRY} }}",
        f"int start = rand() % n; for (int t = 0; t < n; t++) {{ int col = (start + t) % n; {TRY} }}",
        f"for (int t = 0; t < 1000; t++) {{ int col = rand() % n; {TRY} }}",
        f"for (int t = 0; t < n * 50; t++) {{ int col = rand() % n; {TRY} }}",
        f"while (!left.empty()) {{ int col = rand() % n; {TRY} }}",
        f"while (true) {{ int col = rand() % n; {TRY} }}",
        f"for (int t = 0; t < n; t++) {{ int col = rand() % n; mark(tried, col); {TRY} }}",
        f"for (int t = 0; t < n; t++) {{ int col = rand() % n; mask |= 1 << col; {TRY} }}",
        f"for (int t = 0; t < n; t++) {{ int col = rand() % n; int kept = col; {TRY} }}",
        f"for (int t = 0; t < n; t++) {{ int col = t; {TRY} }}",
        "for (int t = 0; t < n; t++) { int col = rand() % n; rows[t] = col; }",
        "for (int t = 0; t < n; t++) { int col = rand() % n; board[t][col] = true; }",
    ],
)
def test_nothing_is_said_where_a_drawn_column_may_be_kept(loop: str) -> None:
    assert drawn(loop) == []


def test_what_fills_a_board_and_goes_on_is_no_search() -> None:
    source = b"int f(int n) { for (int t = 0; t < n; t++) { int col = rand() % n; if (g(col)) h(); } return n; }"
    assert [odd for odd in odd_code({"queens.cc": source}, ()) if odd.what == "drawn-again"] == []
