"""Whose mark it is: an identifier counts as what it is, and a roster renames, joins or drops nobody unasked."""

from __future__ import annotations

import csv
import io
import sqlite3
from pathlib import Path

import pytest

from harness.course.ingest.matching.roster import read_roster
from tests.app.cli.test_marks import Course
from tests.support import ADDER, SUM, course, write

CANVAS = "Student,ID,SIS User ID,SIS Login ID,Section\n"
CLASS = CANVAS + '"Lee, Ann",101,7001,ann,A\n"Ek, Bo",102,7002,bo,A\n'


@pytest.fixture
def term(tmp_path: Path, apart: Path) -> Course:
    """A course with a roster of Canvas's, two marks that are published, and nothing said of any other system."""
    folder = course(tmp_path / "course", SUM + "files: {required: [main.py]}\n")
    write(folder, {"roster.csv": CLASS, "PA1/leeann_101_1_main.py": ADDER, "PA1/ekbo_102_2_main.py": "print(5)\n"})
    started = Course(folder, apart, "")
    started.run("ingest", "PA1", "--assignment", "sum", "--roster", "roster.csv")
    started.run("regrade", "sum", "--accept")
    started.run("gradebook", "publish", "sum", "PA1")
    return started


def upload(term: Course, system: str, *, expect: int = 0) -> list[list[str]]:
    term.run("gradebook", "upload", "PA1", "--for", system, "--out", "out.csv", expect=expect)
    return list(csv.reader(io.StringIO((term.root / "out.csv").read_text())))


def names(term: Course) -> list[str]:
    listed = term.run("gradebook", "marks", "sum").splitlines()[2:]
    return [line.split("  ")[0] for line in listed]


def test_a_column_holds_an_identifier_of_its_own_kind_or_none(term: Course) -> None:
    assert upload(term, "canvas")[2:] == [
        ["Ek, Bo", "102", "7002", "bo", "A", "5"],
        ["Lee, Ann", "101", "7001", "ann", "A", "10"],
    ]
    assert upload(term, "brightspace")[1:] == [["", "#bo", "5", "#"], ["", "#ann", "10", "#"]], (
        "no SIS id is an OrgDefinedId"
    )
    assert upload(term, "blackboard", expect=1) == [["Last Name", "First Name", "Username", "Student ID", "PA1"]]


def test_a_number_of_the_school_is_no_id_of_canvas(term: Course) -> None:
    write(term.root, {"more.csv": "name,id\nCal Oh,101\n"})
    assert "may be Lee, Ann" not in term.run("gradebook", "roster", "more.csv", expect=2)
    write(term.root, {"more.csv": 'Name,Student ID\n"Oh, Cal",101\n'})
    term.run("gradebook", "roster", "more.csv")
    assert "Oh, Cal" in names(term), "his student number is another matter than Ann's id in Canvas"
    term.run("regrade", "sum", "--accept")
    term.run("gradebook", "publish", "sum", "PA1 of all")
    told = term.run("gradebook", "upload", "PA1 of all", "--for", "canvas", "--out", "all.csv", expect=1)
    assert told == ""
    with (term.root / "all.csv").open() as file:
        assert [row["ID"] for row in csv.DictReader(file)] == ["", "102", "101"]


def test_our_own_file_read_in_again_renames_nobody(term: Course) -> None:
    before = names(term)
    upload(term, "brightspace")
    assert "0 new, 0 with something new" in term.run("gradebook", "roster", "out.csv")
    assert names(term) == before == ["Ek, Bo", "Lee, Ann"]
    write(term.root, {"empty.csv": "Student,ID,SIS User ID,SIS Login ID,Section,Email\n,101,,,,\n"})
    term.run("gradebook", "roster", "empty.csv")
    assert names(term) == before
    assert upload(term, "canvas")[3] == ["Lee, Ann", "101", "7001", "ann", "A", "10"]


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ('"Kim, Ann",101,7001,ann,A\n', "renamed: Lee, Ann (7001) -> Kim, Ann"),
        ('"Lee, Ann",150,7001,ann,A\n', "another Canvas id: Lee, Ann (7001): 101 -> 150"),
        ('"Lee, Ann",101,7001,ann,A\n"Lee, Ann",101,7009,ann,B\n', "joined: Lee, Ann (7009) stands there again"),
        ('"Student, Test",77,,,A\n', "left out: row 2, Student, Test: Canvas's test student, by its name alone"),
        (',,,,"A"\n', "left out: row 2, without a name: neither a name nor a number"),
    ],
)
def test_what_would_change_people_is_asked_for_and_can_be_undone(term: Course, rows: str, said: str) -> None:
    before, file = names(term), upload(term, "canvas")
    write(term.root, {"next.csv": CANVAS + rows})
    assert said in term.run("gradebook", "roster", "next.csv", expect=2)
    assert names(term) == before
    assert said in term.run("gradebook", "roster", "next.csv", "--yes")
    assert "taken back" in term.run("gradebook", "roster", "--undo")
    assert names(term) == before
    assert upload(term, "canvas") == file
    with sqlite3.connect(term.root / ".grade" / "gradebook.sqlite") as book:
        kinds = [row[0] for row in book.execute("select kind from event order by id")]
    assert "undo roster" in kinds, "it is a row of its own; nothing is deleted"


def test_a_roster_that_joins_by_the_name_alone_is_asked_for(tmp_path: Path, apart: Path) -> None:
    folder = course(tmp_path / "course", SUM)
    write(folder, {"names.csv": "Name\nAnn Lee\n", "numbers.csv": "Name,Student ID\nAnn Lee,7001\n"})
    term = Course(folder, apart, "")
    term.run("gradebook", "roster", "names.csv")
    assert "joined by the name alone: Ann Lee (#1) and Ann Lee (7001)" in term.run(
        "gradebook", "roster", "numbers.csv", expect=2
    )
    assert "0 new, 1 with something new" in term.run("gradebook", "roster", "numbers.csv", "--yes")


def test_a_student_may_be_called_test_student(tmp_path: Path) -> None:
    hexadecimal = "0123456789abcdef0123456789abcdef01234567"
    rows = f'    Points Possible,,,,\n"Student, Test",9,,{hexadecimal},A\n"Student, Test",10,7010,teststu,A\n'
    roster = read_roster(write(tmp_path, {"r.csv": CANVAS + rows}) / "r.csv")
    assert [entry.person.id for entry in roster.entries] == ["7010"]
    assert [(row.row, row.sure) for row in roster.left_out] == [(3, True)]
    plain = read_roster(write(tmp_path, {"r.csv": "Name,ID\nTest Student,9\n"}) / "r.csv")
    assert [entry.person.name for entry in plain.entries] == ["Test Student"]


@pytest.mark.parametrize("second", ["0101", "#101"])
def test_two_numbers_that_are_read_as_one_are_an_error(tmp_path: Path, apart: Path, second: str) -> None:
    folder = course(tmp_path / "course", SUM)
    write(folder, {"a.csv": f'Name,OrgDefinedId\n"Lee, Ann",101\n"Ek, Bo",{second}\n'})
    term = Course(folder, apart, "")
    assert "Lee, Ann" in term.run("gradebook", "roster", "a.csv", expect=2)
    write(folder, {"b.csv": 'Name,OrgDefinedId\n"Lee, Ann",101\n', "c.csv": 'Name,OrgDefinedId\n"Ek, Bo",0101\n'})
    term.run("gradebook", "roster", "b.csv")
    assert "has the OrgDefinedId of Lee, Ann (101)" in term.run("gradebook", "roster", "c.csv", expect=2)


def test_a_participant_of_moodle_is_no_number_of_another_student(tmp_path: Path, apart: Path) -> None:
    folder = course(tmp_path / "course", SUM + "files: {required: [main.py]}\n")
    blind = "PA1/Participant_7001_assignsubmission_file_/main.py"
    write(folder, {"roster.csv": 'Name,ID number\n"Lee, Ann",7001\n"Ek, Bo",7002\n', blind: ADDER})
    write(folder, {"PA1/Participant_7009_assignsubmission_file_/main.py": ADDER + "#\n"})
    term = Course(folder, apart, "")
    term.run("ingest", "PA1", "--assignment", "sum", "--roster", "roster.csv", expect=1)
    assert "0 (nothing handed in) = 0" in term.run("regrade", "sum")
