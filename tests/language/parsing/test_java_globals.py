"""The number fields that a Java program's functions count on."""

from __future__ import annotations

import pytest

from harness.language.parsing.java_globals import fields_counted_on


@pytest.mark.parametrize(
    ("body", "fields"),
    [
        ("static int size; static int f(int a) { return a % size; }", {"size"}),
        ("int size; int f(int a) { return g(a); } int g(int a) { return a * this.size; }", {"size"}),
        ("static int size, calls; static int f(int a) { calls++; return a + size; }", {"size"}),
        ("static int size; static void f(int a) { size = a; g(); } static int g() { return size; }", set()),
        ("static final int SIZE = 8; static int f(int a) { return a + SIZE; }", set()),  # nobody can set it
        ("static int size; static int f(int size) { return size; }", set()),  # a parameter of that name
        ("static int[] rows; static int f(int a) { return rows[a]; }", set()),
        ("static int size; static int f(int a) { return a; } static int other() { return size; }", set()),
    ],
)
def test_fields_that_somebody_else_sets(body: str, fields: set[str]) -> None:
    assert fields_counted_on([f"class A {{ {body} }}".encode()], {"f"}) == fields
