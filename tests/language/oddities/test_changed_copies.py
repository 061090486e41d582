"""A parameter of C and C++ that is a copy and is only changed is named; nothing is said where the copy may be meant."""

from __future__ import annotations

import pytest

from harness.language.oddities.odd_code import odd_code

BOARD = "typedef std::vector<std::vector<bool> > Board;\n"


def copies(source: str, path: str = "queens.cc") -> list[tuple[str, int, str]]:
    """The copies that are named in functions that no assignment asks for."""
    found = odd_code({path: source.encode()}, ())
    return [(odd.what, odd.line, odd.name) for odd in found if odd.what.startswith("copy")]


@pytest.mark.parametrize(
    "function",
    [
        "void put(Board b, int r, int c) { b[r][c] = true; }",
        "void put(std::vector<int> b, int r, int c) { b[r] = c; }",
        "void put(const vector<int> a, vector<int> b) { for (int i = 0; i < b.size(); i++) b[i] = 0; }",
        "void put(Board b) { for (auto &row : b) for (size_t i = 0; i < row.size(); ++i) row[i] = false; }",
        "bool put(string b, char c) { b.push_back(c); return true; }",
        "void put(array<int, 8> b, int i, int j) { std::swap(b[i], b[j]); }",
        "void put(vector<int> b, int i, int j) { int t = b[i]; b[i] = b[j]; b[j] = t; }",
        "void put(vector<int> b) { std::sort(b.begin(), b.end()); }",
        "void put(map<int, int> b, int n) { b[n]++; }",
        "void put(Board b) { for (auto &row : b) row.assign(row.size(), false); }",
        "void put(bitset<8> b) { for (size_t i = 0; i < b.size(); i++) b.set(i); }",
    ],
)
def test_a_copy_that_is_only_changed_is_named(function: str) -> None:
    assert copies(BOARD + function) == [("copy", 2, "b")]


@pytest.mark.parametrize(
    "function",
    [
        "void put(Board &b, int r, int c) { b[r][c] = true; }",
        "void put(int b[], int r, int c) { b[r] = c; }",
        "void put(int *b, int r, int c) { b[r] = c; }",
        "Board put(Board b, int r, int c) { b[r][c] = true; return b; }",
        "void put(Board b, int r, int c) { b[r][c] = true; solve(b, r + 1); }",
        "void put(Board b, int r) { b[r][0] = true; cout << b[r][0]; }",
        "bool put(Board b, int r) { b[r][0] = true; return b[r][0] == b[0][r]; }",
        "void put(Board b, int r) { b[r][0] = true; all.push_back(b); }",
        "void put(Board b, int r) { for (auto &row : b) { row[r] = true; count += row[0]; } }",
        "void put(vector<int> b, vector<int> &out) { b[0] = 1; swap(b, out); }",
        "void put(vector<int *> b, int r) { b[r][0] = 1; }",
        "void put(Rows b, int r) { b[r] = 1; }",  # nothing says what Rows is
        "void put(Board b, int r) { auto change = [&] { show(b); }; b[r][0] = true; change(); }",
        "struct P { vector<int> kept; P(vector<int> b) : kept(b) { b[0] = 1; } };",
        "void put(Board b) { print(b); }",
        "int rows(Board b) { int n = 0; while (!b.empty()) { b.pop_back(); ++n; } return n; }",
        "int rows(Board b) { b.pop_back(); return b.size(); }",
        "bool full(vector<int> b) { b.push_back(0); return b.size() == 8; }",
        'int length(string s) { int n = 0; while (s != "") { s.erase(0, 1); ++n; } return n; }',
        "int length(string s) { int n = 0; for (char c : s) { s.erase(0, 1); ++n; } return n; }",
    ],
)
def test_nothing_is_said_of_a_copy_that_may_be_meant(function: str) -> None:
    assert copies(BOARD + function) == []


@pytest.mark.parametrize(
    ("kind", "is_named"),
    [
        ("struct Board { int rows[8]; };", True),
        ("typedef struct { int rows[8]; } Board;", True),
        ("struct Board { int *rows; };", False),
        ("struct Board { static int rows[8]; };", False),
        ("struct Board : Base { int rows[8]; };", False),
        ("struct Other { int *rows; }; struct Board { Other rows; };", False),
        ("typedef struct board *Board;", False),
    ],
)
def test_a_struct_is_a_copy_where_it_holds_all_itself(kind: str, *, is_named: bool) -> None:
    source = kind + "\nvoid put(Board b, int r, int c) {\n    b.rows[r] = c;\n}\n"
    assert copies(source) == [("copy", 2, "b")] * is_named


@pytest.mark.parametrize(
    ("members", "body", "is_named"),
    [
        ("int r, c; void set(bool v) { board[r][c] = v; }", "s.set(true);", False),
        ("int r; void clear() { rows[r].clear(); }", "s.clear();", False),
        ("int r; int &operator[](int c) { return board[r][c]; }", "s[1] = 1;", False),
        ("int r; ~Square() { total += r; }", "s.r = 1;", False),
        ("int r, c; void set(bool v) { board[r][c] = v; }", "s.r = 1; s.set(true);", False),
        ("int r, c; void set(bool v) { board[r][c] = v; }", "s.r = 1;", True),
        ("vector<int> cells;", "for (int i = 0; i < s.cells.size(); i++) s.cells[i] = 0;", True),
    ],
)
def test_methods_of_the_programs_own_classes_may_change_something_else(
    members: str, body: str, *, is_named: bool
) -> None:
    source = f"struct Square {{ {members} }};\nvoid put(Square s) {{ {body} }}\n"
    assert copies(source) == [("copy", 2, "s")] * is_named
    assert copies(source.replace("put(Square s)", "put(vector<Square> s)").replace("s.", "s[0].")) == (
        [("copy", 2, "s")] * is_named
    )


@pytest.mark.parametrize(
    ("function", "is_named"),
    [
        ("void put(Board b, int r) { b[r][0] = true; }", True),
        ("void put(Board b, int r) { if (isSafe(b, r)) b[r][0] = true; }", True),
        ("void put(Rows b, int r) { b[r] = 1; }", True),
        ("void put(Rows b) { b.clear(); }", False),  # nothing says what Rows is
        ("bool put(vector<int> b, int r) { b[r] = 1; for (int i = 0; i < r; i++) if (b[i]) return false; }", False),
        ("bool put(vector<int> b, int r) { for (int i = 0; i < r; i++) { if (b[i]) return false; b[i] = 1; } }", False),
        ("int put(Board b, int r) { for (int c = 0; c < 8; c++) { b[r][c] = true; put(b, r + 1); } }", False),
        ("void put(Board b, int r) { for (int c = 0; c < 8; c++) { show(b); b[r][c] = true; } }", False),
        ("Board put(Board b) { b[1][1] = true; return (b); }", False),
        ("pair<int, Board> put(Board b) { b[1][1] = true; return {1, b}; }", False),
        ("Board put(Board b) { b[1][1] = true; Board all = b; return all; }", False),
        ("Board put(Board b) { b[1][1] = true; return b.empty() ? all : b; }", False),
    ],
)
def test_a_copy_in_a_function_that_is_asked_for(function: str, *, is_named: bool) -> None:
    found = odd_code({"queens.cc": (BOARD + function).encode()}, ("put",))
    assert [(odd.line, odd.name) for odd in found if odd.what == "copy"] == [(2, "b")] * is_named


def test_an_arrays_name_is_a_pointer_in_functions() -> None:
    assert copies("typedef int Board[8];\nvoid put(Board b, int r) { b[r] = 1; }\n") == []
    found = odd_code({"a.cc": b"typedef int Board[8];\nvoid put(Board b, int r) { b[r] = 1; }\n"}, ("put",))
    assert [odd for odd in found if odd.what == "copy"] == []


def test_c_has_pointers_instead() -> None:
    source = "struct board { int rows[8]; };\nvoid put(struct board b, int r) { b.rows[r] = 1; }\n"
    assert copies(source, "queens.c") == [("copy-in-c", 2, "b")]


def test_the_type_and_the_declaration_stand_in_the_header() -> None:
    header = b"typedef vector<int> Rows;\nvoid put(Rows rows, int n);\n"
    source = b'#include "q.h"\nvoid put(Rows rows, int n) { rows[n] = 1; }\n'
    found = [odd for odd in odd_code({"q.cc": source, "q.h": header}, ()) if odd.what == "copy"]
    assert [(odd.path, odd.line, odd.also) for odd in found] == [("q.cc", 2, "q.h, line 2")]
