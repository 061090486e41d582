"""Predicates of libraries that are easily taken for each other."""

from __future__ import annotations

import pytest

from harness.language.edits.ordered_repairs import repairs


def programs(source: str) -> set[str]:
    possible = repairs({"a.pl": source.encode()}, (), ())
    return {change.apply(source.encode()).decode() for change in possible if change.rank <= 0}


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("msort(L, S)", "sort(L, S)"),
        ("memberchk(X, L)", "member(X, L)"),
        ("selectchk(X, L, R)", "select(X, L, R)"),
        ("bagof(X, p(X), L)", "findall(X, p(X), L)"),
        ("nth0(I, L, X)", "nth1(I, L, X)"),
        ("sort(0, @>=, L, S)", "sort(0, @>, L, S)"),
    ],
)
def test_another_predicate(wrong: str, right: str) -> None:
    assert f"q(L) :- {right}.\n" in programs(f"q(L) :- {wrong}.\n")


def test_an_own_predicate_means_what_it_says() -> None:
    assert "q(L) :- sort(L, S).\nmsort(L, L).\n" not in programs("q(L) :- msort(L, S).\nmsort(L, L).\n")
