"""Outlines of Prolog files."""

from __future__ import annotations

import pytest

from harness.language.parsing.parsed_sources import ParsedSources
from harness.language.parsing.prolog import outline
from harness.language.prolog.oddities import without_end
from harness.language.source_rules.rules import judge_sources
from harness.spec.format.source_rules import SourceRules


def lengths(source: str | bytes) -> set[tuple[str, int]]:
    text = source if isinstance(source, bytes) else source.encode()
    return {(function.name, len(function.params)) for function in outline("a.pl", text).functions}


@pytest.mark.parametrize(
    ("source", "defined"),
    [
        ("a(1).\na(X) :- b(X, [1, 2|_]), X = f(3, 4).\nb(_, _).\n", {("a", 1), ("b", 2)}),
        (":- use_module(library(lists)).\n?- a(1).\na.\n", {("a", 0)}),
        ("/* a(1). */ b(X) :- X = 'it''s. c(1).'. % d(1).\ne(\"a. b\", 0'., 0''', 1.5).\n", {("b", 1), ("e", 4)}),
        ("'Two words'(X, Y) :- X = Y.\nuser:c(1).\n", {("Two words", 2), ("c", 1)}),
        ("rows --> [], more(1).\nmore(X) --> [X].\n", {("rows", 2), ("more", 3)}),
        ("a(X), X > 1 => true.\nX = Y :- Y.\n", {("a", 1)}),
        ("a(X) :- X =.. [f|_].\nb(1).", {("a", 1), ("b", 1)}),
        ("a('no end of it).\n", set()),
        ("a(((((1).\nb(1).\n", set()),
    ],
)
def test_the_heads_of_clauses(source: str, defined: set[tuple[str, int]]) -> None:
    assert lengths(source) >= defined
    assert lengths(source) <= defined | {("a", 1), ("b", 1)}


def test_what_a_body_calls() -> None:
    (function,) = outline("a.pl", b"a(X) :- b(X, 1), maplist(c, X).\na(_) :- d.\n").functions
    assert {("b", 2), ("maplist", 2), ("c", None), ("d", None)} <= function.calls


def test_the_encoding_of_an_editor_is_no_fault() -> None:
    assert lengths("a(1).\n".encode("utf-16")) == {("a", 1)}
    assert lengths(b"\xef\xbb\xbfa(1).\n") == {("a", 1)}


@pytest.mark.parametrize(
    "source",
    [
        "len([], 0).\nlen([_|T], N) :- len(T, M), N is M + 1.\n",
        "len(L, N) :- len(L, 0, N).\nlen([], N, N).\nlen([_|T], A, N) :- B is A + 1, len(T, B, N).\n",
        "len(L, N) :- count(L, 0, N).\ncount([], N, N).\ncount([_|T], A, N) :- B is A + 1, count(T, B, N).\n",
        "len([], 0).\nlen([_|T], N) :- odd(T, M), N is M + 1.\nodd([], 0).\nodd([_|T], N) :- len(T, M), N is M + 1.\n",
    ],
)
def test_recursion_is_seen(source: str) -> None:
    assert judge_sources(SourceRules(recursive=("len",)), ParsedSources({"a.pl": source.encode()})) == ()


@pytest.mark.parametrize(
    "source",
    [
        "len(L, N) :- length(L, N).\n",
        "len(L, N) :- aggregate_all(count, member(_, L), N).\nother(X) :- other(X).\n",
        "% len(L, N) :- len(L, N).\nlen(L, N) :- foldl([_, A, B]>>(B is A + 1), L, 0, N).\n",
    ],
)
def test_no_recursion_is_reported(source: str) -> None:
    (found,) = judge_sources(SourceRules(recursive=("len",)), ParsedSources({"a.pl": source.encode()}))
    assert found.kind == "not-recursive"


def test_calls_by_way_of_helpers_count() -> None:
    rules = SourceRules(calls={"sorted": ("insert",)})
    source = b"sorted(L, S) :- go(L, [], S).\ngo([], S, S).\ngo([X|T], A, S) :- insert(X, A, B), go(T, B, S).\n"
    assert judge_sources(rules, ParsedSources({"a.pl": source})) == ()
    (found,) = judge_sources(rules, ParsedSources({"a.pl": b"sorted(L, S) :- msort(L, S).\ninsert(_, _, _).\n"}))
    assert found.kind == "call-missing"


SAFE = "safe([Q|Qs], R, D) :-\n    abs(Q - R) =\\= D,\n    E is D + 1,\n    safe(Qs, R, E).\n"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("queens(1, [1]).\n\n% the attacks\n" + SAFE, {("safe", 3): 4}),
        (SAFE + "safe([], _, _).\n", {}),
        ("count(N) :- N > 0, M is N - 1, count(M).\ncount(N) :- count(N).\n", {("count", 1): 1}),
        ("walk([X|Xs]) :- walk(Xs, X).\n", {}),  # another number of arguments
        ("walk([X|Xs]) :- ( Xs = [] -> true ; walk(Xs) ).\n", {}),
        ("walk(Xs) :- Xs = [] ; walk(Xs).\n", {}),
        ("walk(Xs) :- \\+ walk(Xs).\n", {}),
        ("walk(Xs) :- findall(X, walk(X), Xs).\n", {}),
        ("walk(Xs) :- walk(Xs).\n:- assertz(walk([])).\n", {}),
        ("walk --> walk.\n", {}),
        ("a :- b.\nb :- a.\n", {}),  # each calls the other, which is not looked into
    ],
)
def test_predicates_whose_clauses_all_call_themselves(source: str, expected: dict[tuple[str, int], int]) -> None:
    assert {(oddity.name, oddity.arity): oddity.line for oddity in without_end(source.encode())} == expected
