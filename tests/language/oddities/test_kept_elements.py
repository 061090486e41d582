"""``resize`` alone sets no element that is there: named where a container lives on, silent where it may be set."""

from __future__ import annotations

import pytest

from harness.language.oddities.odd_code import odd_code

PROGRAM = """\
static vector<vector<bool> > board;
void init(vector<vector<bool> > &b, int n) {
    %s
}
bool place(vector<vector<bool> > &b, int row) {
    for (int c = 0; c < b.size(); c++) {
        b[row][c] = true;
        if (place(b, row + 1)) return true;
        b[row][c] = false;
    }
    return false;
}
void solve(int n) { init(board, n); place(board, 0); }
int main() { int n; while (cin >> n) solve(n); }
"""
ROWS = "b.resize(n); for (auto &row : b) row.resize(n, false);"


def kept(source: str) -> list[tuple[int, str]]:
    found = odd_code({"queens.cc": source.encode()}, ())
    return [(odd.line, odd.name) for odd in found if odd.what == "kept-elements"]


@pytest.mark.parametrize(
    ("body", "names"),
    [
        (ROWS, ["b.resize(...)", "row.resize(...)"]),
        ("for (auto &row : b) row.resize(n);", ["row.resize(...)"]),
        ("for (int i = 0; i < n; i++) board[i].resize(n, false);", ["board[i].resize(...)"]),
        ("board.resize(n, vector<bool>(n, false));", ["board.resize(...)"]),
    ],
)
def test_resize_of_what_lives_on_is_named(body: str, names: list[str]) -> None:
    assert kept(PROGRAM % body) == [(3, name) for name in names]


@pytest.mark.parametrize(
    "body",
    [
        "b.assign(n, vector<bool>(n));",
        "b.clear(); " + ROWS,
        "b.resize(0); " + ROWS,
        "b = vector<vector<bool> >(); " + ROWS,
        ROWS + " for (auto &row : b) for (int c = 0; c < n; c++) row[c] = false;",
        ROWS + " for (int r = 0; r < n; r++) for (int c = 0; c < n; c++) b[r][c] = false;",
        "b.resize(n); for (auto &row : b) { row.resize(n); fill(row.begin(), row.end(), false); }",
        ROWS + " set_all(b);",
        "vector<bool> line; line.resize(n, false); use(line);",
    ],
)
def test_nothing_is_said_where_the_elements_are_set(body: str) -> None:
    assert kept(PROGRAM % body) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("init(board, n);", "vector<vector<bool> > board; init(board, n);"),
        ("while (cin >> n) solve(n);", "cin >> n; solve(n);"),
        ("place(board, 0);", "place(board, 0); board.clear();"),
        ("place(board, 0);", "place(board, 0); board = vector<vector<bool> >();"),
        ("b[row][c] = true;", "b[row][c] = true; board[row][0] = c;"),  # each is set before it is read
        ("init", "grow"),  # it may be meant to keep what is there
        ("int main()", "void off(int n) { for (int i = 0; i < n; i++) board[i][i] = false; }\nint main()"),
    ],
)
def test_nothing_is_said_where_nothing_stays(old: str, new: str) -> None:
    assert kept((PROGRAM % ROWS).replace(old, new)) == []
