"""A condition after another one is asked in any case, or only where that one is false."""

from __future__ import annotations

import pytest

from harness.language.edits.forms.edit_forms import ASKS_ALWAYS, ASKS_ELSE
from harness.language.edits.ordered_repairs import repairs

PYTHON = """\
def mark(a, b, row):
    if a > 1:
        row[a] = 1
    {} b < 8:
        row[b] = 1
    else:
        row[0] = 1
"""
TREE = "void mark(int a, int b, int[] row) {{ if (a > 1) row[a] = 1; {} (b < 8) {{ row[b] = 1; }} else row[0] = 1; }}"
JAVA, CPP = f"class A {{{{ {TREE} }}}}\n", TREE.replace("int[] row", "int* row")
WORDS = [("a.py", PYTHON, "elif"), ("A.java", JAVA, "else if"), ("a.cc", CPP, "else if")]


def changed(path: str, source: str) -> dict[str, tuple[str, str]]:
    """What is asked otherwise, and how, by the program that it makes."""
    possible = repairs({path: source.encode()}, (), ())
    asked = [each for each in possible if each.form.does in (ASKS_ALWAYS, ASKS_ELSE)]
    return {each.apply(source.encode()).decode(): (each.form.does, each.form.part) for each in asked}


@pytest.mark.parametrize(("path", "template", "word"), WORDS)
def test_a_condition_is_asked_in_any_case(path: str, template: str, word: str) -> None:
    assert changed(path, template.format(word)) == {template.format("if"): (ASKS_ALWAYS, "b < 8")}


@pytest.mark.parametrize(("path", "template", "word"), WORDS)
def test_a_condition_is_asked_only_where_the_one_before_is_false(path: str, template: str, word: str) -> None:
    assert changed(path, template.format("if")) == {template.format(word): (ASKS_ELSE, "b < 8")}


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("a.py", "def f(a):\n    if a:\n        return 1\n    elif a > 2:\n        return 2\n"),
        ("a.py", "def f(a):\n    if a:\n        return 1\n    if a > 2:\n        return 2\n"),
        ("a.py", "def f(a):\n    if a:\n        a()\n    else:\n        if a > 2:\n            a(2)\n"),
        (
            "a.py",
            "def f(a):\n    if a:\n        a()\n    else:\n        if a:\n            a()\n    if a:\n        a()\n",
        ),
        ("a.py", "def f(a):\n    if a:\n        a()\n    elif (a >\n          2):\n        a(2)\n"),
        ("a.cc", "int f(int a) { if (a) if (a > 1) a = 3; if (a > 2) return 2; return 0; }"),
        ("a.cc", "int f(int a) { if (a) return 1; else if (a > 2) return 2; return 0; }"),
        ("a.cc", "int f(int a) { if (a) { return 1; } if (a > 2) return 2; return 0; }"),
        ("a.cc", "int f(int a) { if (a) { a = 1; } else { a = 2; } if (a > 2) return 2; return 0; }"),
    ],
)
def test_where_it_makes_no_difference_nothing_changes(path: str, source: str) -> None:
    assert changed(path, source) == {}


def test_the_same_slip_in_two_functions_is_changed_in_both() -> None:
    two = PYTHON + PYTHON.replace("mark", "clear").replace("= 1", "= 0")
    assert two.format("if", "if") in changed("a.py", two.format("elif", "elif"))


def test_conditions_that_differ_are_no_copies() -> None:
    source = "void f(int* a, int b) {{ if (b) a[0] = 1;\n    {} (\n        b > {}) a[1] = 2;\n}}\n"
    two = source.format("else if", 2) + source.replace(" f(", " g(").format("else if", 3)
    both = source.format("if", 2) + source.replace(" f(", " g(").format("if", 3)
    assert both not in changed("a.cc", two)
