"""A predicate that only another Prolog system has: a person judges the program; one of its own is its fault."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.judge.messages.translator import sentence
from harness.language.diagnostics.unavailable import foreign_predicate
from harness.model.verdict import Verdict
from tests.support import case_of, course, graded, loaded, write

SPEC = """\
title: t
language: prolog
clauses:
  one: {text: t, points: 8}
cases:
  - {name: count, clause: one, calls: [{function: count, args: [3, X], solutions: [1, 2, 3]}]}
  - {name: there, clause: one, calls: [{function: count, args: [3, X], first: 1, ends: "*"}]}
  - {name: empty, clause: one, calls: [{function: count, args: [3, X], ends: "*"}], results: any_answer}
  - {name: missing, clause: one, calls: [{function: count, args: [3, X], raises: existence_error}]}
"""
CHECKS = """\
from harness.model.finding import Finding

def any_answer(results, params):
    if not results[0].solutions:
        yield Finding("there is no answer")
"""
AC, NR, WA, RTE = Verdict.AC, Verdict.NR, Verdict.WA, Verdict.RTE


@pytest.mark.parametrize(
    ("program", "verdicts"),
    [
        ("count(N, X) :- for(X, 1, N).\n", (NR, AC, NR, AC)),
        ("count(N, X) :- fd_domain(X, 1, N), fd_labeling([X]).\n", (NR, AC, NR, AC)),
        (
            "count(N, X) :- for(X, 1, N).\nfor(X, X, _).\nfor(X, L, H) :- L < H, M is L + 1, for(X, M, H).\n",
            (AC, AC, AC, WA),
        ),
        ("count(N, X) :- numbers(X, 1, N).\n", (RTE, AC, WA, AC)),
        ("count(N, X) :- for(X, 1, N, 1).\n", (RTE, AC, WA, AC)),
        (  # no such predicate is called: the error is made
            (
                "count(_, _) :- % fd_domain\n"
                "  atom_concat(fd, '_domain', P), throw(error(existence_error(procedure, P/3), P/3)).\n"
            ),
            (RTE, AC, WA, AC),
        ),
    ],
)
def test_who_has_to_judge(program: str, verdicts: tuple[Verdict, ...], tmp_path: Path) -> None:
    root = course(tmp_path / "course", SPEC, beside={"checks.py": CHECKS})
    grade = graded(loaded(root), write(tmp_path / "submission", {"count.pl": program}))
    assert tuple(case_of(grade, name).verdict for name in ("count", "there", "empty", "missing")) == verdicts
    if verdicts[0] is NR:
        assert " is a predicate of GNU Prolog, and this machine has " in sentence(case_of(grade, "count").findings[0])


@pytest.mark.parametrize(
    ("error", "name"),
    [
        ("existence_error: queens/2: Unknown procedure: fd_domain/3", "fd_domain/3"),
        ("existence_error: Unknown procedure: for/3\n  However there are definitions for:\n", "for/3"),
        ("existence_error: queens/2: Unknown procedure: fd_domain/5", ""),
        ("existence_error: queens/2: Unknown procedure: safe/3", ""),
        ("type_error: Unknown procedure: for/3", ""),
    ],
)
def test_what_is_of_another_system(error: str, name: str) -> None:
    assert foreign_predicate(error) == name
