"""Changes that would only hide what is meant come later than those that say it, or not at all."""

from __future__ import annotations

import pytest

from harness.language.edits.ordered_repairs import repairs


def programs(path: str, source: str) -> list[str]:
    """The changed programs, in the order in which they are tried."""
    return [change.apply(source.encode()).decode() for change in repairs({path: source.encode()}, (), ())]


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("a.py", "def f(n):\n    return {4: 2, 5: 10}[n]\n"),
        ("A.java", "class A { String f(int n) { switch (n) { case 4: return a; case 5: return b; } return c; } }"),
        ("a.c", "char *f(int n) { switch (n) { case 4: return a; case 5: return b; } return c; }"),
        ("a.js", "function f(n) { switch (n) { case 4: return a; case 5: return b; } return c; }"),
    ],
)
def test_no_number_that_belongs_to_an_answer_changes(path: str, source: str) -> None:
    changed = programs(path, source)
    assert changed
    assert not any("6" in program or "3" in program or "11" in program for program in changed)


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("a.py", "def f(n):\n    while n < size - 1:\n        n = g(n)\n"),
        ("A.java", "class A { void f(int n) { while (n < size - 1) { n = g(n); } } }"),
        ("a.cc", "void f(int n) { while (n < size - 1) { n = g(n); } }"),
        ("a.js", "function f(n) { while (n < size - 1) { n = g(n); } }"),
    ],
)
def test_one_less_is_left_out_and_no_limit_is_changed_before(path: str, source: str) -> None:
    changed = programs(path, source)
    assert not any("size - 0" in program for program in changed)
    assert changed.index(source.replace(" - 1", "")) < changed.index(source.replace("<", "<="))


@pytest.mark.parametrize(
    ("path", "source", "without"),
    [
        ("a.py", "def f(n):\n    return g(n) if n < 10 else 0\n", "def f(n):\n    return g(n)\n"),
        (
            "A.java",
            "class A { int f(int n) { return n < 10 ? g(n) : 0; } }",
            "class A { int f(int n) { return g(n); } }",
        ),
        ("a.cc", "int f(int n) { return n < 10 ? g(n) : 0; }", "int f(int n) { return g(n); }"),
        ("a.js", "function f(n) { return n < 10 ? g(n) : 0; }", "function f(n) { return g(n); }"),
    ],
)
def test_a_case_of_its_own_is_left_out_before_a_number_is(path: str, source: str, without: str) -> None:
    changed = programs(path, source)
    assert changed.index(without) < changed.index(source.replace("<", "!="))


def test_a_function_whose_tests_pass_is_looked_into_last() -> None:
    source = b"def f(n):\n    return n > 1\n\n\ndef g(n):\n    return n > 1\n"
    changes = repairs({"a.py": source}, ("f",), ("g",))
    functions = [change.function for change in changes if change.old == b">" and change.edit.new == ">="]
    assert [*dict.fromkeys(functions)] == ["f", "g"]


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("a.py", "import sys\nif sys.argv[1] == '-h':\n    stop()\n"),
        ("a.c", "int main(int argc, char **argv) { return f(argv[1]); }"),
        ("a.js", "f(process.argv[2]);"),
    ],
)
def test_no_argument_becomes_the_programs_name(path: str, source: str) -> None:
    wrong = "process.argv[1]" if path == "a.js" else "argv[0]"
    assert not any(wrong in program for program in programs(path, source))


@pytest.mark.parametrize(
    ("path", "source", "without"),
    [
        ("a.py", "def f(q):\n    print(*q)\n    print(*q)\n", "def f(q):\n    print(*q)\n    pass\n"),
        ("A.java", "class A { void f() { show(); show(); } }", "class A { void f() { show(); ; } }"),
        ("a.js", "function f() { show(); show(); }", "function f() { show(); ; }"),
    ],
)
def test_a_statement_twice_in_a_row_is_left_out_first(path: str, source: str, without: str) -> None:
    assert programs(path, source)[0] == without


@pytest.mark.parametrize(
    ("path", "source", "asked"),
    [
        (
            "a.py",
            "def f(n, loud):\n    if n != 1:\n        stop()\n    if loud:\n        show()\n",
            "not loud and n != 1",
        ),
        ("A.java", "class A { void f(int n) { if (n != 1) { stop(); } if (loud) { show(); } } }", "!loud && n != 1"),
        ("a.cc", "void f(int n) { if (n != 1) { stop(); } if (loud) { show(); } }", "!loud && n != 1"),
    ],
)
def test_a_flag_is_asked_as_well(path: str, source: str, asked: str) -> None:
    assert source.replace("n != 1", asked) in programs(path, source)


def test_a_change_where_the_program_stops_comes_before_others_like_it() -> None:
    source = b"def f(n):\n    a = n + 1\n    return n + 1\n"
    assert {change.line for change in repairs({"a.py": source}, (), (), [("a.py", 3)])[:3]} == {3}
