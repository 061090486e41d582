"""The innermost loop around lines of a function."""

from __future__ import annotations

import time
from collections.abc import Collection

import pytest

from harness.language.oddities.endless.condition_changes import condition_changes
from harness.language.oddities.endless.loops import loop_around

PYTHON = b"""\
while True:
    def f(n):
        for a in range(n):
            x = a
            while x:
                x -= 1
        else:
            x = 0
        return x
    f(3)
for p in endless():
    pass
while busy(): pass
"""
JAVA = b"""\
class A {
    static int f(int n) {
        for (int a = 0; a < n; a++) {
            int x = a;
            while (x > 0) {
                x--;
            }
        }
        do {
            n++;
        } while (n > 0);
        for (int p : numbers()) {
            Runnable r = () -> {
                n--;
            };
        }
        return n;
    }
}
"""
CPP = b"""\
template <class T>
int f(std::vector<T> &all) {
    for (int a = 0; a < 9; a++) {
        int x = a;
        do {
            x--;
        } while (x > 0); for (T one : all) {
            // through all
            use(one);
        }
        while (all.size()) {
            all.pop_back();
            std::sort(all.begin(), all.end(), [](T a, T b) { return a < b; }); }
    }
    return 0;
}
"""


@pytest.mark.parametrize(
    ("lines", "loop"),
    [
        ([6], 5), ([5], 5), ([5, 6], 5), ([4, 6], 3), ([3, 4], 3), ([3, 6], 3),
        ([3], None), ([8], None), ([3, 8], None), ([9], None), ([10], 1), ([1, 10], 1),
        ([11], None), ([12], 11), ([11, 12], 11), ([13], 13), ([99], None),
    ],
)  # fmt: skip
def test_python(lines: Collection[int], loop: int | None) -> None:
    assert loop_around("a.py", PYTHON, lines) == loop


@pytest.mark.parametrize(
    ("lines", "loop"),
    [
        ([6], 5), ([5, 6], 5), ([4, 6], 3), ([3], 3), ([6, 10], None), ([10], 9), ([11], 9),
        ([12], None), ([13], None), ([12, 16], 12), ([14], None), ([17], None),
    ],
)  # fmt: skip
def test_java(lines: Collection[int], loop: int | None) -> None:
    assert loop_around("A.java", JAVA, lines) == loop


@pytest.mark.parametrize(
    ("lines", "loop"),
    [([6], 5), ([5], 5), ([5, 6], 5), ([4, 6], 3), ([3], 3), ([7], None), ([9], 7), ([13], 11), ([15], None)],
)
def test_cpp(lines: Collection[int], loop: int | None) -> None:
    assert loop_around("a.cpp", CPP, lines) == loop


@pytest.mark.parametrize("outer", ["while (true) {", "for (;;) {", "while (1) {"])
def test_a_loop_in_each_turn_of_an_endless_loop_is_not_blamed(outer: str) -> None:
    body = "        for (int i = 0; i < 9; i++) {\n            n++;\n        }\n    }\n"
    assert loop_around("a.c", f"int main() {{\n    {outer}\n{body}}}\n".encode(), [3, 4]) == 2


@pytest.mark.parametrize(("path", "source"), [("a.py", b"while (\n"), ("a.awk", b"for (;;) {\n}\n"), ("a.py", b"\0")])
def test_what_cannot_be_parsed_has_no_loop(path: str, source: bytes) -> None:
    assert loop_around(path, source, [1]) is None


IN_JAVA = """\
class A {{
    static int rows;
    static void f(int n) {{
        int col = 0;
        while ({}) {{
            {}
        }}
    }}
}}
"""
IN_CPP = "int rows;\nvoid f(int n) {{\n    int col = 0;\n    while ({}) {{\n        {}\n    }}\n}}\n"
IN_PYTHON = "def f(n):\n    col = 0\n    while {}:\n        {}\n"


@pytest.mark.parametrize(
    ("path", "source", "line", "names"),
    [
        ("A.java", IN_JAVA.format("col < n", "g(col);"), 5, ("col", "n")),
        ("A.java", IN_JAVA.format("col < n", "if (g(n)) { col++; }"), 5, ()),
        ("A.java", IN_JAVA.format("col < n", "col = n;"), 5, ()),
        ("A.java", IN_JAVA.format("col < rows", "g(n);"), 5, ()),  # g may set the field
        ("A.java", IN_JAVA.format("col < rows", "n++;"), 5, ("col", "rows")),
        ("A.java", IN_JAVA.format("g(col)", "n++;"), 5, ()),
        ("A.java", IN_JAVA.format("true", "n++;"), 5, ()),
        ("A.cc", IN_CPP.format("col < n", "rows++;"), 4, ("col", "n")),
        ("A.cc", IN_CPP.format("col < n", "g(col);"), 4, ()),  # it may take a reference
        ("A.cc", IN_CPP.format("col < n", "cin >> col;"), 4, ()),
        ("A.cc", IN_CPP.format("col < n", "int& c = col; c++;"), 4, ()),
        # A variable of another block has the same name.
        ("A.java", IN_JAVA.format("rows < n", "g(n);").replace("int col = 0;", "{ int rows = 0; }"), 5, ()),
        ("A.java", IN_JAVA.format("rows < n", "g(n);").replace("int col", "for (int rows = 1; ; ) { } int col"), 5, ()),
        ("A.java", IN_JAVA.format("rows < n", "g(n); } int rows = 0; {"), 5, ()),
        ("A.cc", IN_CPP.format("rows < n", "g();").replace("int col = 0;", "{ int rows = 0; }"), 4, ()),
        ("A.cc", IN_CPP.format("rows < n", "g();").replace("int col = 0;", "void g(int rows);"), 4, ()),
        ("A.cc", IN_CPP.format("rows < n", "g();").replace("int col = 0;", "try {} catch (int rows) {}"), 4, ()),
        ("A.cc", IN_CPP.format("col < n", "g();"), 4, ("col", "n")),
        ("A.cc", IN_CPP.format("col < n", "g();").replace("    int", "    static int"), 4, ()),
        ("A.cc", IN_CPP.format("col < n", "g();").replace("int col = 0;", "int col = 0; Held held{col};"), 4, ()),
        ("A.cc", IN_CPP.format("col < n", "g();").replace("int col = 0;", "int col = 0; Held held(col);"), 4, ()),
        ("A.cc", IN_CPP.format("n < 9", "g();").replace("int col = 0;", "vector<int> all(n);"), 4, ("n",)),
        ("A.cc", IN_CPP.format("col < n", "NEXT;") + "#define NEXT col++\n", 4, ()),
        ("A.cc", IN_CPP.format("col < n", "g(SIZE);") + "#define SIZE 8\n", 4, ("col", "n")),
        ("A.py", IN_PYTHON.format("col < n", "g(col)"), 3, ("col", "n")),
        ("A.py", IN_PYTHON.format("seen < n", "seen.add(col)"), 3, ()),  # they may be sets
        ("A.py", IN_PYTHON.format("seen < n - 1", "seen.add(col)"), 3, ("seen", "n")),
        ("A.py", IN_PYTHON.format("col < n", "match g():\n            case int() as col: pass"), 3, ()),
        ("A.py", IN_PYTHON.format("col < n", "try: g()\n        except E as n: pass"), 3, ()),
        ("A.py", IN_PYTHON.format("col < n", "col += 1"), 3, ()),
        ("A.py", IN_PYTHON.format("col", "g(col)"), 3, ()),  # it may be a list
        ("A.py", IN_PYTHON.format("col < n", "g()") + "def g():\n    global n\n", 3, ()),
    ],
)
def test_what_nothing_in_a_loop_changes(path: str, source: str, line: int, names: tuple[str, ...]) -> None:
    changes = condition_changes(path, source.encode(), line)
    assert (() if changes.lines else changes.names) == names


@pytest.mark.parametrize(
    ("path", "source", "line", "lines"),
    [
        ("A.java", IN_JAVA.format("col < n", "if (g(n)) {\ncol++; }\nrow[col] = 1; col -= 2;"), 5, (7, 8)),
        ("A.java", IN_JAVA.format("col < n", "n = col;"), 5, (6,)),
        ("A.java", IN_JAVA.format("col < rows", "col++; g(col);"), 5, (6,)),
        ("A.java", IN_JAVA.format("col < rows", "col++; g(col); } } void g() { if (x) { rows = 9;"), 5, ()),
        ("A.java", IN_JAVA.format("col < rows", "col++; g(col); } } A(int n) { if (x) { this.rows = 9;"), 5, (6,)),
        ("A.java", IN_JAVA.format("col < n || g(col)", "col++;"), 5, ()),
        ("A.cc", IN_CPP.format("col < n && rows[n] == 1", "col++;"), 4, ()),
        ("A.cc", IN_CPP.format("col < n", "b[col] = g(n);\ncol = col - 1;"), 4, ()),  # g may take a reference
        ("A.cc", IN_CPP.format("col < n", "b[col] = g();\ncol = col - 1;"), 4, (6,)),
        ("A.cc", IN_CPP.format("col < SIZE", "b[col] = g();\ncol = col - 1;") + "#define SIZE 8\n", 4, (6,)),
        ("A.cc", IN_CPP.format("col < rows", "b[col] = g();\ncol = col - 1;"), 4, ()),
        ("A.cc", IN_CPP.format("col < n", "*p = 3; col++; p = &col;"), 4, ()),
        ("A.py", IN_PYTHON.format("col < n", "if g(n):\n            col += 1\n        n, b[col] = 1, 2"), 3, (5, 6)),
        ("A.py", IN_PYTHON.format("col < n", "col -= 1; g()") + "def g():\n    global n\n", 3, ()),
        ("A.py", IN_PYTHON.format("seen < n", "seen = seen | {col}"), 3, ()),  # they may be sets
    ],
)
def test_the_lines_that_change_the_condition(path: str, source: str, line: int, lines: tuple[int, ...]) -> None:
    assert condition_changes(path, source.encode(), line, alone=True).lines == lines


@pytest.mark.parametrize(
    ("path", "source", "line"),
    [
        ("A.java", IN_JAVA.format("col < n", "new Object() { int col; void up() { col++; } };"), 5),
        ("A.cc", IN_CPP.format("col < n", "for (int col = 0; col < 3; col++) n = n;"), 4),
        ("A.cc", IN_CPP.format("col < n", "int b = 1, col = 3; col = b;"), 4),
        ("A.cc", IN_CPP.format("col < n", "for (int col : {1, 2}) col = 0;"), 4),
        ("A.cc", IN_CPP.format("col < n", "auto [row, col] = rows; col = 0;"), 4),
        ("A.py", IN_PYTHON.format("col < n", "x = [col for col in (1, 2)]"), 3),
        ("A.py", IN_PYTHON.format("col < n", "def g(): col = 1"), 3),
        ("A.py", IN_PYTHON.format("col < n", "class G: col = 1"), 3),
    ],
)  # fmt: skip
def test_a_variable_of_the_same_name_is_not_taken_for_that_of_the_condition(path: str, source: str, line: int) -> None:
    assert condition_changes(path, source.encode(), line, alone=True).lines == ()


@pytest.mark.parametrize(
    ("path", "source", "line"), [("A.java", IN_JAVA, 5), ("A.cc", IN_CPP, 4), ("A.py", IN_PYTHON, 3)]
)
@pytest.mark.parametrize("inner", [f"g({'f(' * 5000}col{')' * 5000});", f"n = 1{' + 1' * 5000};"])
def test_what_is_too_long_is_not_looked_at_for_long(path: str, source: str, line: int, inner: str) -> None:
    begin = time.process_time()
    names = condition_changes(path, source.format("col < n", inner).encode(), line).names
    assert time.process_time() - begin < 3
    assert names == () or path.endswith(".py")
