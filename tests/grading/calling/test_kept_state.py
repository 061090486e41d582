"""A call that is wrong only after another one is explained by that, where it is seen."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.model.verdict import Verdict
from tests.support import course, graded, loaded, write

SPEC = """\
title: Sums
language: python
clauses: {total: {text: total adds up., points: 5}}
cases:
  - name: total
    clause: total
    calls:
      - {function: total, args: [[1, 2]], returns: 3}
      - {function: total, args: [[]], returns: 0}
      - {function: total, args: [[4]], returns: 4}
"""
CHANCE = """\
import os
calls = []
def total(x):
    calls.append(x)
    return sum(x) + (int.from_bytes(os.urandom(6)) if calls[1:] else 0)
"""


@pytest.mark.parametrize(
    ("source", "explained"),
    [
        ("sums = []\ndef total(x):\n    sums.extend(x)\n    return sum(sums)\n", ("total([])", "total([1, 2])")),
        ("def total(x, seen=[]):\n    seen.append(1)\n    return sum(x) + len(seen) // 3\n", ("total([4])", None)),
        ("def total(x):\n    return sum(x) + 1\n", None),  # wrong alone, too
        (CHANCE, None),  # another answer each time shows nothing
        ("import random\nrandom.seed(1)\ndef total(x):\n    return sum(x) + (random.random() > 0.5)\n", None),
        ("sums = [1]\ndef total(x):\n    sums.extend(x)\n    return sum(sums)\n", None),
    ],
)
def test_a_call_is_made_alone(tmp_path: Path, source: str, explained: tuple[str, str | None] | None) -> None:
    grade = graded(loaded(course(tmp_path / "course", SPEC)), write(tmp_path / "work", {"main.py": source}))
    params = next(case.findings[0].params for case in grade.cases if case.name == "total")
    seen = (params["wrong_call"], params.get("earlier_call")) if "reason" in params else None
    assert seen == explained


def test_a_check_that_fails_on_the_calls_alone_leaves_the_verdict(tmp_path: Path) -> None:
    spec = SPEC.replace(", returns: 3", "").replace(", returns: 0", "").replace(", returns: 4", "")
    checks = """\
def sums(results, params):
    if not results[1].returned:
        raise ValueError
    return ["it is not added up"]
"""
    folder = course(tmp_path / "course", spec + "    results: sums\n", beside={"checks.py": checks})
    source = "sums = []\ndef total(x):\n    sums.extend(x)\n    return sum(sums)\n"
    grade = graded(loaded(folder), write(tmp_path / "work", {"main.py": source}))
    assert [(case.verdict, len(case.findings)) for case in grade.cases] == [(Verdict.WA, 1)]


def test_the_field_that_keeps_its_value_is_named(tmp_path: Path) -> None:
    spec = SPEC.replace("language: python", "language: java")
    source = """\
class Sums {
    static int sum;
    static int total(int[] x) { for (int k : x) sum += k; return sum; }
}
"""
    grade = graded(loaded(course(tmp_path / "course", spec)), write(tmp_path / "work", {"Sums.java": source}))
    params = next(case.findings[0].params for case in grade.cases if case.name == "total")
    assert (params["variable"], params["variable_is"]) == ("sum", "field")
