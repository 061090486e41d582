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
