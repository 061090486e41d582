"""The course's total: the same on the screen, in CSV, in JSON, in a published set and in what is uploaded."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from tests.app.cli.test_ingest import ROSTER
from tests.support import ADDER, SUM, Begun, Course, course, write

SPEC = SUM + "files: {required: [main.py]}\n"
RULES = """\
title: Sums
rounding: {to: 0.5}
grades: {A: 90, B: 77.5, C: 50, F: 0}
pass_mark: 50
categories:
  home: {weight: 2, of: [sum, more, third], drop: 1}
  final: {weight: 1, of: [last]}
assignments:
  last: {pass_mark: 40}
"""
"""Ann: home 10 and 10, final 5 of 10: 250 / 3 = 83.33, so 83.5. Pat: home 5 and 10, final 10: 83.33. Zoe: nothing."""
WORK = {"sum": ("10", "5"), "more": ("10", "10"), "third": ("5", "0"), "last": ("5", "10")}
PROGRAMS = {"10": ADDER, "5": "print(5)\n", "0": "print(0)\n"}
"""What each gets by the points that it has."""


def graded_term(root: Path, apart: Path) -> Course:
    course(root, SPEC)
    write(root, {"roster.csv": ROSTER, "course.yaml": RULES, **{f"specs/{name}/spec.yaml": SPEC for name in WORK}})
    place = Course(root, apart, "")
    place.run("gradebook", "roster", "roster.csv")
    for name, (of_ann, of_pat) in WORK.items():
        write(root, {f"in/PA-{name}/ann/main.py": PROGRAMS[of_ann], f"in/PA-{name}/pat/main.py": PROGRAMS[of_pat]})
        place.run("ingest", f"in/PA-{name}", "--assignment", name)
        place.run("regrade", name, "--accept")
    return place


@pytest.fixture
def term(begun: Begun, tmp_path: Path, apart: Path) -> Course:
    return begun(graded_term).copied(tmp_path / "course", apart)


EXPECTED = {"ann": ("83.5", "B", "yes"), "pat": ("83.5", "B", "yes"), "zoe": ("0.0", "F", "no")}


def test_it_is_the_same_everywhere(term: Course) -> None:
    screen = term.run("gradebook", "marks", "--out", "marks.csv")
    rows = {row["id"]: row for row in csv.DictReader(io.StringIO((term.root / "marks.csv").read_text()))}
    assert {who: (row["percent"], row["grade"], row["passed"]) for who, row in rows.items()} == EXPECTED
    assert (rows["ann"]["home %"], rows["ann"]["final %"], rows["ann"]["dropped"]) == ("100.0", "50.0", "third")
    assert (rows["pat"]["home %"], rows["pat"]["dropped"]) == ("75.0", "third")
    for who, cells in EXPECTED.items():
        (line,) = (line.split() for line in screen.splitlines() if f" {who} " in line)
        assert set(cells) <= set(line)
    term.run("gradebook", "marks", "--out", "marks.json")
    content = {row["id"]: row for row in json.loads((term.root / "marks.json").read_text())}
    printed = {who: (row["percent"], row["grade"], row["passed"]) for who, row in content.items()}
    assert printed == {"ann": (83.5, "B", True), "pat": (83.5, "B", True), "zoe": (0.0, "F", False)}
    assert '"Term": 3 totals of the course published' in term.run("gradebook", "publish", "total", "Term")
    term.run("gradebook", "upload", "Term", "--for", "canvas", "--out", "up.csv")
    uploaded = [row[-1] for row in csv.reader(io.StringIO((term.root / "up.csv").read_text()))]
    assert uploaded == ["Term", "100", "83.5", "83.5", "0"]


def test_a_published_total_stays_and_its_changes_are_reported(term: Course) -> None:
    term.run("gradebook", "publish", "total", "Term")
    term.run("gradebook", "adjust", "last", "ann", "4", "--why", "appeal")
    term.run("regrade", "last", "--accept")
    changed = term.run("gradebook", "publish", "total", "Term, final")
    assert 'changed since "Term": 1' in changed
    assert "Lee, Ann  83.5 -> 96.5" in changed
    term.run("gradebook", "upload", "Term", "--for", "canvas", "--out", "up.csv")
    assert "83.5" in (term.root / "up.csv").read_text()
    assert '"Term, final": taken back' in term.run("gradebook", "publish", "total", "Term, final", "--undo")
    assert "all of them as they were written" in term.run("gradebook", "verify-log")


def test_a_total_with_a_mark_missing_is_not_published(term: Course) -> None:
    write(term.root, {"late.csv": "name,id\nNora New,77001\n"})
    term.run("gradebook", "roster", "late.csv")
    refused = term.run("gradebook", "publish", "total", "Term", expect=2)
    assert "Nora New: no mark of last, more, sum, third" in refused
    assert "3 totals of the course published, 1 left out" in term.run(
        "gradebook", "publish", "total", "Term", "--without-open"
    )
