"""The course of ``docs/term.md`` is lived through and is as shown there.

Every mark and total is worked out apart, by the rules in words.
"""

from __future__ import annotations

import json
import runpy
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

from tests.support import ROOT

NAMES = ("pa1", "pa2", "pa3", "pa4", "pa5", "pa6")
EMIL, CHO, BEN, LEA = 4, 2, 1, 11
"""Late by nobody knows how much; has an appeal; has an extension of pa3; has a request."""
FORGOTTEN = 59


def judged(at: int) -> int:
    """The points of the spec for a student's program; 8: the clause ``edge`` is lost."""
    if at % 10 == 3 or at % 15 == 7:
        return 8
    return 0 if at % 30 == 11 else 10


def marks(at: int) -> dict[str, int]:
    """The marks of a student; none if it is open."""
    own, is_away, is_late = judged(at), at % 20 == 19, at % 12 in (1, 9)
    spends = is_late and at != BEN and own > 0
    pa3 = max(own - 2 + spends, 0) if is_late and at != BEN else own
    pa4 = {10: 10, 8: 5, 0: 0}[own]
    comment = 0 if own < 10 else 4 if at % 4 == 1 else 5
    pa5 = own + comment + 6 * (at == LEA)
    pa6 = max(own - 5, 0) if is_late and at != BEN else own  # Ben has a token left, and spends it
    every = {"pa1": 0 if is_away else own, "pa2": judged(at // 2), "pa3": pa3, "pa4": pa4, "pa6": pa6}
    return every if at == EMIL else {**every, "pa5": 0 if is_away else pa5}


def percent(points: dict[str, int]) -> Fraction:
    """The best mean that leaving one of the first five out, or none, gives; in steps of a half."""
    parts = {name: Fraction(value, 15 if name == "pa5" else 10) for name, value in points.items()}

    def mean(kept: dict[str, Fraction]) -> Fraction:
        weighed = (part * (1 + (name == "pa6")) for name, part in kept.items())
        return sum(weighed, Fraction(0)) / (len(kept) + 1)

    choices: Iterator[dict[str, Fraction]] = (
        {name: part for name, part in parts.items() if name != out} for out in NAMES[:5]
    )
    best = max(mean(parts), *map(mean, choices))
    return Fraction(int(best * 200 + Fraction(1, 2)), 2)


def test_every_command_is_as_shown_and_every_mark_and_total_as_worked_out_apart(tmp_path: Path) -> None:
    """The course takes long to live through: once does for what the document shows and for what comes of it."""
    script = runpy.run_path(str(ROOT / "docs" / "try_examples.py"))
    assert list(script["problems_in"](tmp_path, ROOT / script["TRIED_BY_A_TEST"])) == []
    lived = tmp_path / "own" / "term"
    script["run"]("harness gradebook marks --out marks.json", lived, 0)
    rows: list[dict[str, Any]] = json.loads((lived / "marks.json").read_text(encoding="utf-8"))
    students = runpy.run_path(str(ROOT / "docs" / "make_term.py"))["STUDENTS"]
    by_login = {row["id"]: row for row in rows}
    count = 0
    for at, student in enumerate(students):
        if at == FORGOTTEN:
            continue
        row, expected = by_login[student.login], marks(at)
        assert {name: mark["points"] for name, mark in row["marks"].items()} == expected, student
        total = percent(expected)
        assert Fraction(row["percent"]) == total, student
        key = [("1", 95), ("2", 80), ("3", 65), ("4", 50), ("5", 0)]
        assert row["grade"] == next(grade for grade, least in key if total >= least)
        assert row["passed"] == (total >= 50)
        assert row["tokens_left"] == (at % 12 not in (1, 9) or at == BEN or not judged(at)) * 1 - (at == BEN)
        count += len(expected)
    assert count == 59 * 6 - 1
