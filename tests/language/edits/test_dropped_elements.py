"""An element that a clause of Prolog passes over stays in the list that the clause hands on."""

from __future__ import annotations

import pytest

from harness.language.edits.forms.edit_forms import KEEPS_ELEMENT
from harness.language.edits.ordered_repairs import repairs


def kept(source: str) -> list[tuple[str, str, str]]:
    """The second line of the program with each such change, the element and the list."""
    changes = [each for each in repairs({"a.pl": source.encode()}, (), ()) if each.form.does == KEEPS_ELEMENT]
    lines = [change.apply(source.encode()).decode().splitlines()[1] for change in changes]
    return [(line, change.form.part, change.form.other) for line, change in zip(lines, changes, strict=True)]


@pytest.mark.parametrize(
    ("clause", "changed"),
    [
        ("out(X, [_|T], Os) :- out(X, T, Os).", ("out(X, [Other|T], [Other|Os]) :- out(X, T, Os).", "_", "Os")),
        ("out(X, [Y|T], Os) :- out(X, T, Os).", ("out(X, [Y|T], [Y|Os]) :- out(X, T, Os).", "Y", "Os")),
        ("out(X, [Y|T], [Y|Os]) :- out(X, T, Os).", None),
        ("out(X, [Y|T], Os) :- Y > X, out(X, T, Os).", None),  # a list of some elements
        ("out(X, [_|T], Os) :- out(X, Os, T).", None),
        ("out(X, [_|T], Os) :- out(X, T, Os), f(Os).", None),
        ("out(X, [_,T], Os) :- out(X, T, Os).", None),
    ],
)
def test_an_element_is_kept(clause: str, changed: tuple[str, str, str] | None) -> None:
    assert kept(f"out(X, [X|T], T).\n{clause}\n") == ([changed] if changed else [])


def test_a_list_before_the_other_and_a_name_that_is_taken() -> None:
    source = "out(T, [X|T], X).\nout(Other, [_|T], X) :- out(Other, T, X).\n"
    assert kept(source) == [("out([Other1|Other], [Other1|T], X) :- out(Other, T, X).", "_", "Other")]


def test_what_is_asked_of_a_list_is_no_list() -> None:
    assert kept("has(X, [X|_]).\nhas(X, [_|T]) :- has(X, T).\n") == []


@pytest.mark.parametrize("source", ["f([|T], O).\nf([_|T], O) :- f(T).\n", "f([_|T], O)\n:- f(T, O", "[_|T].\n.\n"])
def test_what_is_no_clause_changes_nothing(source: str) -> None:
    assert kept(source) == []
