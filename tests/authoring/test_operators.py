"""Mechanical changes: each still parses, each is what it says, and none touches a text or a comment."""

from __future__ import annotations

import ast
import subprocess
from pathlib import Path

import pytest

from harness.language.edits.mutation_operators import changes, evenly, is_known
from harness.language.parsing.syntax_trees import parser


def changed_sources(path: str, source: str) -> list[str]:
    return [change.after for change in changes(path, source.encode())]


@pytest.mark.parametrize(
    ("line", "after"),
    [
        ("x = a < b", ["pass", "x = a <= b"]),
        ("x = a >= b", ["pass", "x = a > b"]),
        ("x = a == b", ["pass", "x = a != b"]),
        ("x = a is not b", ["pass", "x = a is b"]),
        ("x = a  not  in b", ["pass", "x = a in b"]),
        ("x = (a) + (b)", ["pass", "x = (a) - (b)"]),
        ("x = a // b", ["pass", "x = a * b"]),
        ("x = a and b", ["pass", "x = a or b"]),
        ("x = 7", ["pass", "x = 8"]),
        ("x = True", ["pass", "x = False"]),
        ("x += y", ["pass", "x -= y"]),
        ("x = 'a < 1'", ["pass"]),
        ("x = f(y)  # a < 1", ["pass # a < 1"]),
        ("'''a < 1'''", []),
        ("def f(a): return a", []),
        ("x = 1.5", ["pass"]),
        ("x = a < b < c", ["pass", "x = a <= b < c"]),
        ("x = 'é' + y", ["pass", "x = 'é' - y"]),
    ],
)
def test_python(line: str, after: list[str]) -> None:
    assert sorted(changed_sources("a.py", line)) == sorted(after)


def test_python_conditions_and_their_places() -> None:
    source = "def f(n):\n  if n:\n    return n\n  while (n\n         or g()):\n    n = g()\n  return n\n"
    found = changes("a.py", source.encode())
    assert [(change.line, change.before, change.after) for change in found] == [
        (2, "if n:", "if not (n):"),
        (4, "while (n or g()):", "while (not (n or g())):"),
        (5, "or g()):", "and g()):"),
        (6, "n = g()", "pass"),
    ]


BODY = """\
class Q {
  // a < b
  static bool f(int n, String s) {
    if (n < 10 && n != 3) { n++; }
    while (n > 0) { n -= 2; }
    s = "a < 1";
    return true;
  }
};
"""


@pytest.mark.parametrize("path", ["Q.java", "q.cc"])
def test_java_and_cpp(path: str) -> None:
    assert sorted((change.line, change.after) for change in changes(path, BODY.encode())) == sorted(
        [
            (4, "if (!(n < 10 && n != 3)) { n++; }"),
            (4, "if (n <= 10 && n != 3) { n++; }"),
            (4, "if (n < 11 && n != 3) { n++; }"),
            (4, "if (n < 10 || n != 3) { n++; }"),
            (4, "if (n < 10 && n == 3) { n++; }"),
            (4, "if (n < 10 && n != 4) { n++; }"),
            (4, "if (n < 10 && n != 3) { n--; }"),
            (4, "if (n < 10 && n != 3) { ; }"),
            (5, "while (!(n > 0)) { n -= 2; }"),
            (5, "while (n >= 0) { n -= 2; }"),
            (5, "while (n > 1) { n -= 2; }"),
            (5, "while (n > 0) { n += 2; }"),
            (5, "while (n > 0) { n -= 3; }"),
            (5, "while (n > 0) { ; }"),
            (6, ";"),
            (7, "return false;"),
        ]
    )


def test_templates_and_streams_are_no_comparisons() -> None:
    assert changed_sources("a.cc", "vector<vector<int>> f(ostream& o) { return o << x >> y; }\n") == []


@pytest.mark.parametrize(("path", "language"), [("Q.java", "java"), ("q.cc", "cpp")])
def test_every_change_still_parses_and_differs_in_one_place(path: str, language: str) -> None:
    for change in changes(path, BODY.encode()):
        assert not parser(language).parse(change.source).root_node.has_error
        assert change.source != BODY.encode()
        assert change.before != change.after
        lines, was = change.source.decode().splitlines(), BODY.splitlines()
        assert len(lines) == len(was)
        assert [number for number, pair in enumerate(zip(lines, was, strict=True), 1) if pair[0] != pair[1]] == [
            change.line
        ]


def test_every_change_of_python_still_parses() -> None:
    source = Path(__file__).read_bytes()
    found = changes("a.py", source)
    assert len(found) > 50
    for change in found:
        ast.parse(change.source)
        assert change.source != source
    assert len({change.source for change in found}) == len(found)


@pytest.mark.parametrize(
    ("clause", "after"),
    [
        ("a(7).", ["", "a(8)."]),
        ("a(X) :- X =< 2.", ["", "a(X) :- X < 2.", "a(X) :- X =< 3.", "a(X) :- true."]),
        ("a(X) :- b(X, c), !.", ["", "a(X) :- true, !.", "a(X) :- b(X, c), true."]),
        ("a(X) :- \\+ X = b.", ["", "a(X) :- X = b.", "a(X) :- \\+ X \\= b.", "a(X) :- true."]),
        ("a --> [x], b.", ["", "a --> [], b.", "a --> [x], []."]),
        ("a :- ( b -> c ; d ).", ["", "a :- ( b -> c , d ).", "a :- true."]),
        ("a :- w('1 < 2', \"3. é\"), true. % 4", ["% 4", "a :- true, true. % 4"]),
        ("a((b :- c, d)).", [""]),
        (":- module(a, [a/1]).", []),
    ],
)
def test_prolog(clause: str, after: list[str]) -> None:
    assert sorted(changed_sources("a.pl", clause)) == sorted(after)


def test_every_change_of_prolog_is_read_by_prolog_itself(tmp_path: Path) -> None:
    source = Path("reference/comp333-prolog/prolog/queens.pl").read_bytes()
    found = changes("queens.pl", source)
    assert len({change.source for change in found}) == len(found) == 20
    for number, change in enumerate(found):
        (tmp_path / f"{number}.pl").write_bytes(change.source)
    read = "forall(member(F, A), (open(F, read, S), repeat, read_term(S, T, []), T == end_of_file, !, close(S)))"
    files = [f"{number}.pl" for number in range(len(found))]
    swipl = ["swipl", "-q", "-g", f"current_prolog_flag(argv, [_|A]), {read}", "-t", "halt", "--", *files]
    done = subprocess.run(swipl, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stderr == ""


def test_the_choice_is_even_and_always_the_same() -> None:
    found = changes("a.py", "\n".join(f"x{number} = f({number})" for number in range(50)).encode())
    assert len(found) == 100
    assert evenly(found, 100) == found
    assert evenly(found, 1000) == found
    chosen = evenly(found, 10)
    assert [change.line for change in chosen] == [1, 6, 11, 16, 21, 26, 31, 36, 41, 46]
    assert evenly(found, 10) == chosen


@pytest.mark.parametrize(
    ("path", "known"), [("a.py", True), ("A.java", True), ("a.h", True), ("a.pl", True), ("a.sh", False)]
)
def test_which_files_can_be_changed(path: str, *, known: bool) -> None:
    assert is_known(path) is known
