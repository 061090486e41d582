"""A class at a glance, and a student who is forgotten."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.support import ADDER, SUM, Begun, Course, course, write

NAMES = ("ann", "bob", "cat", "dan", "evadne", "fay", "gus", "hal")
# Evadne is looked for in whole files: a name that no compressed text, no word and no name of a machine holds.
WRONG = "print(5)\n"


def graded_class(root: Path, apart: Path) -> Course:
    spec = SUM.replace("points: 10}", "points: 10}\n  kind: {text: It says nothing else., points: 2}")
    spec += '  - {name: none, clause: kind, stdout: "0\\n"}\n'
    course(root, spec + "files: {required: [main.py]}\n")
    course(root, SUM + "files: {required: [main.py]}\n", name="more")
    programs = dict.fromkeys(NAMES[:2], ADDER) | dict.fromkeys(NAMES[2:6], WRONG) | {"gus": "print('nothing')\n"}
    lines = "".join(f"{name},{name}\n" for name in NAMES)
    downloads = {
        f"PA/PA_{name}_attempt_2026-11-0{4 + number % 3}-12-00-00_main.py": f"{program}# {name}\n"
        for number, (name, program) in enumerate(programs.items())
    }
    rules = "assignments: {sum: {due: 2026-11-05}}\n"
    write(root, {**downloads, "roster.csv": f"Name,ID\n{lines}", "course.yaml": rules})
    started = Course(root, apart, "")
    started.run("ingest", "PA", "--assignment", "sum", "--roster", "roster.csv")
    started.run("regrade", "sum")
    started.run("regrade", "sum", "--accept")
    return started


@pytest.fixture
def place(begun: Begun, tmp_path: Path, apart: Path) -> Course:
    """Eight students: two right, four half right, one wrong everywhere, and one who hands in nothing."""
    return begun(graded_class).copied(tmp_path / "course", apart)


def test_an_assignment_as_the_class_did_it(place: Course) -> None:
    out = place.run("gradebook", "class", "sum", "--json", "class.json")
    assert "sum: 7 of 8 handed in, 2 late, 0 open" in out
    (entry,) = json.loads((place.root / "class.json").read_bytes())["assignments"]
    cases = {case["name"]: case for case in entry["cases"]}
    assert {name: (case["judged"], case["failed"]) for name, case in cases.items()} == {
        "two": (7, 1), "three": (7, 5), "none": (7, 5),
    }  # fmt: skip
    assert cases["three"]["cause"] == "line-differs"
    assert cases["three"]["cause_count"] == 5
    assert cases["three"]["discrimination"] == pytest.approx(0.626, abs=0.001)
    assert cases["two"]["median_cpu_s"] > 0
    clauses = {clause["name"]: clause for clause in entry["clauses"]}
    assert clauses["sum"]["failure_rate"] == pytest.approx(5 / 7)
    assert clauses["sum"]["mean"] == pytest.approx((2 * 10 + 4 * 5) / 7)
    assert entry["hand_ins_by_day"] == {"2026-11-04": 3, "2026-11-05": 2, "2026-11-06": 2}
    assert (entry["nobody_passes"], entry["everybody_passes"]) == ([], [])
    assert "2026-11-04  ######################################## 3" in out


def test_the_course_and_who_is_at_risk(place: Course) -> None:
    out = place.run("gradebook", "class", "--json", "class.json")
    assert "7 of 8" in out
    risks = json.loads((place.root / "class.json").read_bytes())["at_risk"]
    half: list[tuple[str, float, list[str]]] = [(name, 41.7, []) for name in ("cat", "dan", "evadne", "fay")]
    at_risk = [(risk["student"], risk["percent"], risk["missing"]) for risk in risks]
    assert at_risk == [("gus", 0, []), ("hal", 0, ["sum"]), *half]
    assert [risk["late"] for risk in risks if risk["student"] == "cat"] == [["sum"]]


def test_marks_as_sums_and_in_total(place: Course) -> None:
    place.run("gradebook", "adjust", "sum", "ann", "-3", "--why", "=1+1")
    place.run("regrade", "sum", "--accept", "ann")
    shown = place.run("gradebook", "marks", "sum", "--out", "marks.csv").splitlines()
    assert shown[2].split(maxsplit=4) == ["ann", "ann", "9", "12", "12 - 3 (=1+1) = 9"]
    assert "ann,ann,9,12,12 - 3 (=1+1) = 9" in (place.root / "marks.csv").read_text()
    place.run("gradebook", "marks", "--out", "marks.json")
    everybody = {row["student"]: row for row in json.loads((place.root / "marks.json").read_bytes())}
    assert everybody["ann"]["percent"] == 75.0
    assert everybody["hal"]["marks"]["sum"] == {"points": 0.0, "max_points": 12.0, "sum": "0 (nothing handed in) = 0"}
    assert 'did you mean "sum"?' in place.run("gradebook", "marks", "som", expect=2)


def test_who_is_forgotten_is_nowhere_and_counts_all_the_same(place: Course) -> None:
    book = place.root / ".grade" / "gradebook.sqlite"
    place.run("gradebook", "adjust", "sum", "evadne", "1", "--why", "evadne was ill, said evadne's mother")
    assert "say --yes" in place.run("gradebook", "forget", "evadne", expect=2)
    assert b"evadne" in everything(place.root / ".grade")
    before = place.run("gradebook", "class", "sum").splitlines()
    out = place.run("gradebook", "forget", "evadne", "--yes", "--why", "asked for it")
    assert "student 5 is forgotten" in out
    assert b"evadne" not in everything(place.root / ".grade")
    after = place.run("gradebook", "class", "sum").splitlines()
    assert after[:6] == before[:6]
    with closing(sqlite3.connect(book)) as opened:
        assert opened.execute("select score from attempt where student = 'forgotten 5'").fetchall() == [(5.0,)]
        assert opened.execute("select points from mark where student_id = 5").fetchall() == [(5.0,)]
        assert opened.execute("select count(*) from identity where student_id = 5").fetchone() == (0,)
        assert opened.execute("pragma foreign_key_check").fetchall() == []
    assert "no student is clearly meant" in place.run("gradebook", "why", "sum", "evadne", expect=2)
    assert "forgotten" not in place.run("regrade", "sum")
    assert len(list((place.root / ".grade" / "submissions").glob("*/*"))) == 6


def everything(folder: Path) -> bytes:
    """Names and contents of all files, the database's free pages among them."""
    return b"".join(
        str(path.relative_to(folder)).encode() + path.read_bytes() for path in folder.rglob("*") if path.is_file()
    )
