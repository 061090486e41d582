"""A fact of Prolog that another fact covers is left out, and no other one."""

from __future__ import annotations

import pytest

from harness.language.edits.forms.source_text import PrologToken, prolog_tokens
from harness.language.edits.prolog.covered_facts import covered_facts


def covered(source: str) -> list[str]:
    """The facts that are covered."""
    clauses: list[list[PrologToken]] = [[]]
    for token in prolog_tokens(source.encode()):
        clauses[-1].append(token)
        if token.text == ".":
            clauses.append([])
    return [source[edit.start : edit.end] for _, edit in covered_facts([clause for clause in clauses if clause])]


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
