"""A parameter that is a copy in the definition of a function is one in its declaration as well."""

from __future__ import annotations

import pytest

from harness.language.oddities.odd_code import odd_code

DEFINITION = "void place(Rows rows, int at)\n{\n    rows[at] = at;\n}\n"


@pytest.mark.parametrize(
    ("header", "also"),
    [
        ("\nvoid place(Rows rows, int at);\n", "board.h, line 2"),
        ("void place(Rows, int);\n", "board.h, line 1"),
        ("void place(\n    Rows b,\n    int at);\n", "board.h, line 2"),
        ("void place(Rows, int at = 0);\n", "board.h, line 1"),
        ("void place(Rows &rows, int at);\n", ""),
        ("void place(Rows *rows, int at);\n", ""),
        ("void place(int rows, int at);\n", ""),  # another function of this name, too
        ("struct Other { void place(Rows rows, int at); };\n", ""),
        ("int main() { Thing place(Rows rows, int at); }\n", ""),
        ("void place(Rows rows);\n", ""),  # another function of this name
        ("void other(Rows rows, int at);\n", ""),
        ("int place;\n", ""),
    ],
)
def test_the_declaration_that_has_to_be_changed_too_is_named(header: str, also: str) -> None:
    sources = {"board.cpp": DEFINITION.encode(), "board.h": header.encode()}
    found = [odd for odd in odd_code(sources, ["place"]) if odd.what == "copy"]
    assert [(odd.line, odd.also) for odd in found] == [(1, also)]


@pytest.mark.parametrize(
    ("definition", "copies"),
    [
        ("void f(vector<int> b) { b[0] = 1; }", 1),
        ("bool f(vector<int> b) { b[0] = 1; return f(b); }", 0),
        ("vector<int> f(vector<int> b) { b[0] = 1; return b; }", 0),
        ("void f(span<int> b) { b[0] = 1; }", 0),
        ("void f(vector<int*> b) { b[0][1] = 1; }", 0),
        ("using M = int*; void f(M b) { b[0] = 1; }", 0),
        ("typedef int* M; void f(M b) { b[0] = 1; }", 0),
    ],
)
def test_what_is_given_back_or_shows_the_same_elements_is_no_lost_copy(definition: str, copies: int) -> None:
    found = odd_code({"a.cpp": definition.encode()}, ["f"])
    assert [odd.what for odd in found if odd.what == "copy"] == ["copy"] * copies


def test_a_declared_method_is_named_for_its_own_class() -> None:
    sources = {
        "board.cpp": b"void Board::place(Rows rows, int at) { rows[at] = at; }",
        "board.h": b"struct Other { void place(Rows b, int at); };\nclass Board {\n  void place(std::Rows, int);\n};\n",
    }
    assert [odd.also for odd in odd_code(sources, ["place"])] == ["board.h, line 3"]
