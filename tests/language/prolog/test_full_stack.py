"""Predicates that call each other without end are named, with the line of a predicate that has a single rule."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.model.finding import Place
from tests.support import case_of, course, graded, loaded, write

SPEC = """\
title: Deep
language: prolog
clauses: {works: {text: It works., points: 1}}
cases:
  - {name: deep, clause: works, calls: [{function: "%s", args: ["[1]"], solutions: []}]}
"""
RING = """\
other(1).
first(X) :- second(X), true.
second(X) :- third(X).
third(X) :- first(X), true.
two([]).
two(X) :- two(X), true.
two(X) :- X = 1, two(X).
"""


@pytest.mark.parametrize(
    ("predicate", "place", "functions"),
    [
        ("first", Place(path="ring.pl", line=2, source=b"first(X) :- second(X), true."), ["first", "third"]),
        ("two", None, ["two"]),  # either of its rules may be the one
    ],
)
def test_a_full_stack(tmp_path: Path, predicate: str, place: Place | None, functions: list[str]) -> None:
    assignment = loaded(course(tmp_path / "course", SPEC % predicate))
    grade = graded(assignment, write(tmp_path / "work", {"ring.pl": RING}))
    finding = case_of(grade, "deep").findings[0]
    assert (finding.params["reason"], finding.params["functions"]) == ("recursion", functions)
    assert finding.where == place if place else not finding.where.path
