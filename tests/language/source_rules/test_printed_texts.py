"""A line of an output is traced to the one statement whose texts it is made of; where several may be, to none."""

from __future__ import annotations

from collections.abc import Mapping
from time import process_time

import pytest

from harness.language.source_rules.printed_texts import printed_texts, statement_printing

CPP = """\
#include <iostream>
// There is no solution
bool solve(int row) {
    std::cout << "There is "
              << "no solution" << std::endl;
    return false;
}
"""


def place_of(line: str, sources: Mapping[str, bytes]) -> tuple[str, int] | None:
    return statement_printing(line, printed_texts(sources))


@pytest.mark.parametrize(
    ("path", "source", "line", "number"),
    [
        ("a.py", 'print("%d-Queens has %d solutions" % (n, count))\n', "4-Queens has 2 solutions", 1),
        ("a.py", "# a start\nprint(f'{n} queens, {state!r} is last')\n", "8 queens, (1, 2) is last", 2),
        ("a.py", '"""Says what."""\nsys.stdout.write("It isn\'t " + word + "\\n")\n', "It isn't so", 2),
        ("a.py", 'print("row", row, "is \\"free\\"")\n', 'row 3 is "free"', 1),
        ("a.cc", CPP, "There is no solution", 4),
        ("a.cpp", 'void say(ostream& out) { out << "Moved to " << row; }\n', "Moved to 3", 1),
        ("a.c", 'int main(void) {\n  printf("i=%d j=%2d\\n", i, j);\n}\n', "i=3 j= 4", 2),
        ("a.c", 'puts("Done.");\n', "Done.", 1),
        ("A.java", 'char c = \'"\';\nSystem.out.println("pivot is at " + pivot);\n', "pivot is at 10", 2),
        ("A.java", 'System.out.printf("Found %s!%n", what);\n', "Found it!", 1),
        ("a.js", "console.log(`stuck with ${most} attacks`);\n", "stuck with 2 attacks", 1),
        ("a.pl", 'p(N) :-\n    format("All ~w queens~n", [N]).\n', "All 4 queens", 2),
        ("a.pl", "p :- 0'a = X, write('still safe'), nl. % still safe\n", "still safe", 1),
        ("a.pl", "p :- writeln(finished).\n", "finished", 1),
    ],
)  # fmt: skip
def test_the_statement_is_named(path: str, source: str, line: str, number: int) -> None:
    assert place_of(line, {path: source.encode()}) == (path, number)


@pytest.mark.parametrize(
    ("path", "source", "line"),
    [
        pytest.param("a.py", 'print("No way")\nif x:\n    print("No way")\n', "No way", id="printed-twice"),
        pytest.param("a.py", 'TEXT = "No way"\nprint(TEXT)\n', "No way", id="text-elsewhere"),
        pytest.param("a.py", 'print("No way")\ndef f():\n    return "No way"\n', "No way", id="text-elsewhere-too"),
        pytest.param("a.py", "print(*row)\n", "2 4 1 3", id="values-alone"),
        pytest.param("a.py", 'print("(" + ", ".join(row) + ")")\n', "(2, 4, 1, 3)", id="signs-alone"),
        pytest.param("a.py", 'print("Queens:", word)\n', "Queens: whatever stands in the input", id="mostly-a-value"),
        pytest.param("a.py", 'print("is")\n', "This is a line", id="a-word-of-many"),
        # a macro, another statement before it on its line, and a line of the source in a traceback
        pytest.param("a.c", '#define NONE "No way"\nvoid f(void) { puts(NONE); puts("No way"); }\n', "No way"),
        pytest.param("a.py", 'n = input("Enter n: ")\nprint("These are all but", n)\n', "Enter n: These are all but 4"),
        pytest.param("a.py", 'if x:\n    print("There is no way out" + 1)\n', 'print("There is no way out" + 1)'),
        pytest.param("A.java", 'out.append("No way");\nSystem.out.println(out);\n', "No way", id="joined-before"),
        pytest.param("a.cc", '#include <sstream>\nstd::ostringstream s; s << "No way";\n', "No way", id="written-into"),
        pytest.param("a.pl", "p(X) :- format(atom(X), 'No way', []).\n", "No way", id="made-into-an-atom"),
        pytest.param("a.pl", "p :- writeln(queens).\nqueens :- X = queens, print(X).\n", "queens", id="an-atom"),
    ],
)  # fmt: skip
def test_nothing_is_said_where_another_place_may_print_it(path: str, source: str, line: str) -> None:
    assert place_of(line, {path: source.encode()}) is None


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("a.py", 'print("no way".upper())\ndef unused():\n    print("NO WAY")\n'),
        ("a.py", 'print(*map(str.title, ["no", "way"]))\nprint("NO WAY")\n'),
        ("A.java", 'System.out.println("no way".toUpperCase());\nSystem.out.println("NO WAY");\n'),
        ("a.js", 'console.log("no way".toLocaleUpperCase());\nconsole.log("NO WAY");\n'),
        ("a.c", 'char no[] = "no way";\nno[0] = toupper(no[0]);\nputs("NO WAY");\n'),
        ("a.pl", "p :- upcase_atom('no way', X), write(X).\nq :- write('NO WAY').\n"),
    ],
)
def test_nothing_is_said_where_letters_may_change(path: str, source: str) -> None:
    assert place_of("NO WAY", {path: source.encode()}) is None


def test_a_text_in_another_file_counts_too() -> None:
    sources = {"a.py": b'print("No way")\n', "b.py": b'TEXT = "No way"\n'}
    assert place_of("No way", sources) is None
    assert place_of("No way", {**sources, "b.py": b"TEXT = 1\n"}) == ("a.py", 1)


@pytest.mark.parametrize("piece", ['"""', "'", '"', "`", "/*", 'R"(', "print(", "cout <<", "0'", "\\", "{", "~", "%"])
@pytest.mark.parametrize("path", ["a.py", "a.cc", "A.java", "a.js", "a.pl"])
def test_long_sources_take_no_time(path: str, piece: str) -> None:
    source = (piece * (50_000 // len(piece))).encode()
    assert place_of("There is no solution", {path: source}) is None


@pytest.mark.parametrize("piece", ["# nothing\n" * 20_000, 'f("Done.")\n' * 2001], ids=["bytes", "texts"])
def test_of_too_large_sources_nothing_is_said(piece: str) -> None:
    source = 'print("There is no solution")\n'
    assert place_of("There is no solution", {"a.py": (source + piece[:1000]).encode()}) == ("a.py", 1)
    assert place_of("There is no solution", {"a.py": (source + piece).encode()}) is None


def test_many_lines_are_looked_for_in_little_time() -> None:
    piece = "no solution for this board of queens, whatever row it begins in"
    printed = printed_texts({"a.py": f'print("{piece}")\n'.encode() * 2000})
    before = process_time()
    assert not any(statement_printing(f"{piece} {number} {'and more ' * 30}", printed) for number in range(100))
    assert process_time() - before < 10
