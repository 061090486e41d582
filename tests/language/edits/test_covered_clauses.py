"""A clause of Prolog that another one covers is left out where both give the same, and no other one."""

from __future__ import annotations

import pytest

from harness.language.edits.forms.source_text import PrologToken, prolog_tokens
from harness.language.edits.prolog.covered_clauses import covered_clauses


def covered(source: str) -> list[str]:
    """The facts that are covered."""
    clauses: list[list[PrologToken]] = [[]]
    for token in prolog_tokens(source.encode()):
        clauses[-1].append(token)
        if token.text == ".":
            clauses.append([])
    return [source[edit.start : edit.end] for _, edit in covered_clauses([clause for clause in clauses if clause])]


@pytest.mark.parametrize(
    ("source", "facts"),
    [
        ("f([], _).\nf([], 0).\n", ["f([], 0)."]),
        ("f(X, X).\nf(a, a).\n", ["f(a, a)."]),
        ("f([_|T], T).\nf([a, b], [b]).\n", ["f([a, b], [b])."]),
        ("f(_, g(Y)).\nf(a, g('B')).\n", ["f(a, g('B'))."]),
        ("f(X, X).\nf(_, _).\n", ["f(X, X)."]),
        ("f(X, Y).\nf(_, _).\n", ["f(X, Y).", "f(_, _)."]),
    ],
)
def test_a_fact_that_another_covers_is_left_out(source: str, facts: list[str]) -> None:
    assert covered(source) == facts


@pytest.mark.parametrize(
    ("source", "clauses"),
    [
        ("f([]).\nf([_]).\nf([_|T]) :- f(T).\n", ["f([_])."]),
        ("f([], _).\nf([X], N) :- X > N.\nf([X|T], N) :- X > N, f(T, N).\n", ["f([X], N) :- X > N."]),
        ("f([X], [X]) :- !.\nf([X|T], [X|U]) :- f(T, U).\n", []),
        ("f(0, []).\nf(N, [N|T]) :- M is N - 1, f(M, T).\n", []),
        ("f([X, Y]) :- X > Y.\nf([X|T]) :- X > 1, f(T).\n", []),
    ],
)
def test_a_case_of_one_element_that_any_clause_covers_is_left_out(source: str, clauses: list[str]) -> None:
    assert covered(source) == clauses


@pytest.mark.parametrize(
    "source",
    [
        pytest.param("f([|X]).\nf([a,]).\nf([a|]).\nf([,]).\nf([X]).\n", id="empty-elements"),
        pytest.param("f(a) = b.\nf(X).\n", id="operator"),
        pytest.param("f(a), g(b).\nf(X), g.\n", id="two-terms"),
        pytest.param("{a}.\n{b}.\n", id="braces"),
        pytest.param("[a].\n[b].\n", id="lists"),
        pytest.param("f([X|Y]).\nf([a|b|c]).\n", id="two-bars"),
        pytest.param(". .\n.\nf(X).\n", id="full-stops"),
        pytest.param("f(X).\nf(.\nf(a.\n", id="not-closed"),
    ],
)
def test_what_no_fact_covers_stays(source: str) -> None:
    assert covered(source) == []
