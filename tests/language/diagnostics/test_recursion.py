"""The functions that call each other without end are read from the stack, and named only where it shows them."""

from __future__ import annotations

import pytest

from harness.language.diagnostics.recursion import recurring_functions, recurring_predicates


def java(*functions: str) -> bytes:
    return b"".join(b"\tat Main.%s(Main.java:1)\n" % name.encode() for name in functions)


@pytest.mark.parametrize(
    ("functions", "recurring"),
    [
        (["f"] * 20, ("f",)),
        (["abs", *["f"] * 20], ("f",)),
        (["a", "b", "c"] * 20, ("a", "b", "c")),
        (["f"] * 7, ()),
        (["f"] * 5 + ["g"] * 5 + ["h"] * 5, ()),
        (["a", "b", "c", "d", "e"] * 2, ()),
        ([f"f{number}" for number in range(60)], ()),
        ([], ()),
    ],
)
def test_a_cycle_on_a_stack_of_java(functions: list[str], recurring: tuple[str, ...]) -> None:
    assert recurring_functions(java(*functions)) == recurring
    assert recurring_functions(java("earlier") + b"java.lang.StackOverflowError\n" + java(*functions)) == recurring


def test_a_very_long_stack_is_read_in_part() -> None:
    assert recurring_functions(java("f") * 200_000) == ("f",)
    assert recurring_functions(b"\xff" * 10**6) == ()


def test_a_cycle_that_prolog_names() -> None:
    head = "resource_error: Stack limit (0.5Gb) exceeded\nStack depth: 697,291, last-call: 33%\n"
    cycle = "Probable infinite recursion (cycle):\n[697,291] user:aa([length:1])\n[697,290] user:cc([length:1])\n[697"
    assert recurring_predicates(head + cycle) == ("aa", "cc")
    assert recurring_predicates(head + "In:\n[697,291] user:aa([length:1])\n") == ()
