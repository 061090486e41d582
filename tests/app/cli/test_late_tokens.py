"""Late tokens over a course: spent when a mark is accepted, back when one that costs less is accepted."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

from tests.app.cli.test_ingest import ROSTER
from tests.support import ADDER, SUM, Course, course, write

SPEC = SUM + "files: {required: [main.py]}\n"
RULES = """\
late: {points_a_day: 2}
late_tokens: {budget: 3, limit: 2, more: {zoe: 1}}
assignments:
  sum: {due: 2026-11-05}
  more: {due: 2026-11-12}
  third: {due: 2026-11-19, late_tokens: 0}
"""
LATE = {"sum": {"ann": 3, "zoe": 2}, "more": {"ann": 2, "zoe": 2}, "third": {"ann": 1, "zoe": 0}}
"""How many days late each is."""
DUE = {"sum": 5, "more": 12, "third": 19}


@pytest.fixture
def term(tmp_path: Path, apart: Path) -> Course:
    root = course(tmp_path / "course", SPEC)
    write(root, {"roster.csv": ROSTER, "course.yaml": RULES, **{f"specs/{name}/spec.yaml": SPEC for name in LATE}})
    place = Course(root, apart, "")
    place.run("gradebook", "roster", "roster.csv")
    for name, days in LATE.items():
        for who, late in days.items():
            entry = f"{name}_{who}_attempt_2026-11-{DUE[name] + late:02}-10-00-00_main.py"
            write(root, {f"PA-{name}/{entry}": ADDER})
        place.run("ingest", f"PA-{name}", "--assignment", name)
    return place


def left(term: Course) -> dict[str, str]:
    term.run("gradebook", "marks", "--out", "marks.csv")
    rows = csv.DictReader(io.StringIO((term.root / "marks.csv").read_text()))
    return {row["id"]: row["tokens left"] for row in rows}


def test_they_are_spent_once(term: Course) -> None:
    shown = term.run("regrade", "sum", "--accept")
    assert left(term) == {"ann": "1", "pat": "3", "zoe": "2"}
    sums = term.run("gradebook", "marks", "sum")
    assert "10 + 0 (3 days late, 2 tokens) - 2 (1 day beyond tokens) = 8" in sums
    assert "10 + 0 (2 days late, 2 tokens) = 10" in sums
    shown = term.run("regrade", "more")
    assert "10 + 0 (2 days late, 1 token) - 2 (1 day beyond tokens) = 8" in shown, "Ann has one left"
    assert "10 + 0 (2 days late, 2 tokens) = 10" in shown, "Zoe has one more"
    term.run("regrade", "more", "--accept")
    assert left(term) == {"ann": "0", "pat": "3", "zoe": "0"}
    assert "10 - 2 (1 day late) = 8" in term.run("regrade", "third"), "none may be spent on it"
    assert "marks that would change: 0" in term.run("regrade", "sum"), "what was spent stays spent"
    assert "marks that would change: 0" in term.run("regrade", "more")


def test_a_student_may_save_them_and_has_them_back(term: Course) -> None:
    term.run("regrade", "sum", "--accept")
    rules = term.root / "course.yaml"
    rules.write_text(RULES.replace("2026-11-05}", "2026-11-05, tokens_spent: {ann: 0}}"))
    assert "10 - 6 (3 days late) = 4" in term.run("regrade", "sum")
    term.run("regrade", "sum", "--accept")
    assert left(term)["ann"] == "3"
    assert "10 + 0 (2 days late, 2 tokens) = 10" in term.run("regrade", "more")
    assert "late tokens that may be spent: none -> 0" in term.run("gradebook", "why", "sum", "ann")
    term.run("regrade", "sum", "--undo", "ann")
    assert left(term)["ann"] == "1", "the mark before cost two"


def test_rules_that_name_nobody_or_no_budget_are_errors(term: Course) -> None:
    rules = term.root / "course.yaml"
    rules.write_text(RULES.replace("zoe: 1", "eve: 1"))
    assert 'course.yaml: late_tokens.more: no student is clearly meant by "eve"' in term.run("regrade", "sum", expect=2)
    rules.write_text(RULES.replace("late_tokens: {budget: 3, limit: 2, more: {zoe: 1}}\n", ""))
    assert "how many late tokens a student has is said by late_tokens" in term.run("regrade", "sum", expect=2)
