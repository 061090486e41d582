"""Whose mark it is: an identifier counts as what it is, and a roster renames, joins or drops nobody unasked."""

from __future__ import annotations

import csv
import io
import sqlite3
from pathlib import Path

import pytest

from harness.course.ingest.matching.roster import read_roster
from tests.support import ADDER, SUM, Begun, Course, course, grade, harness, write

CANVAS = "Student,ID,SIS User ID,SIS Login ID,Section\n"
CLASS = CANVAS + '"Lee, Ann",101,7001,ann,A\n"Ek, Bo",102,7002,bo,A\n'


def published(root: Path, apart: Path) -> Course:
    folder = course(root, SUM + "files: {required: [main.py]}\n")
    write(folder, {"roster.csv": CLASS, "PA1/leeann_101_1_main.py": ADDER, "PA1/ekbo_102_2_main.py": "print(5)\n"})
    started = Course(folder, apart, "")
    started.run("ingest", "PA1", "--assignment", "sum", "--roster", "roster.csv")
    started.run("regrade", "sum", "--accept")
    started.run("gradebook", "publish", "sum", "PA1")
    return started


@pytest.fixture
def term(begun: Begun, tmp_path: Path, apart: Path) -> Course:
    """A course with a roster of Canvas's, two marks that are published, and nothing said of any other system."""
    return begun(published).copied(tmp_path / "course", apart)


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
    printed = term.run("gradebook", "upload", "PA1 of all", "--for", "canvas", "--out", "all.csv", expect=1)
    assert printed == ""
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
        ('"Lee, Ann",101,7001,ann,A\n"Lee, Ann",101,7009,ann,B\n', "joined: Lee, Ann (7009) is there twice"),
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
    assert [(row.row, row.sure) for row in roster.skipped] == [(3, True)]
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


def started(tmp_path: Path, apart: Path, files: dict[str, str]) -> Course:
    folder = course(tmp_path / "course", SUM + "files: {required: [main.py]}\n")
    return Course(write(folder, files), apart, "")


BOB_ON_GITHUB = {
    "sum-submissions/sum-bob/main.py": ADDER,
    "sum-submissions/sum-bob/.git/HEAD": "ref: refs/heads/main\n",
}
BLACKBOARD = "PA1/PA1_ann_attempt_2026-11-05-23-59-10"
ANN_BY_LOGIN = {f"{BLACKBOARD}_main.py": ADDER, f"{BLACKBOARD}.txt": "Name: Ann Lee (ann)\n"}


@pytest.mark.parametrize(
    ("roster", "work"),
    [
        (CLASS, {"PA1/leeann_555_1_main.py": ADDER}),  # another Ann Lee than the one whom the roster has
        ('Name,ID\n"Oh, Cal",101\n', {"PA1/zuzoe_101_1_main.py": ADDER}),  # a number of no known kind
        ('Name,Email\n"Ek, Bo",ann@example.org\n', ANN_BY_LOGIN),
        ('Name,SIS Login ID\n"Ford, Bob",bob\n', BOB_ON_GITHUB),  # GitHub gives names to whoever comes first
    ],
)  # fmt: skip
def test_what_only_looks_like_a_student_is_nobody_s_until_a_person_says_so(
    tmp_path: Path, apart: Path, roster: str, work: dict[str, str]
) -> None:
    term = started(tmp_path, apart, {"roster.csv": roster, **work})
    folder = next(iter(work)).partition("/")[0]
    term.run("ingest", folder, "--assignment", "sum", "--roster", "roster.csv", expect=1)
    assert "sum" in term.run("regrade", "sum")
    with sqlite3.connect(term.root / ".grade" / "gradebook.sqlite") as book:
        assert book.execute("select count(*) from owner").fetchone() == (0,)
    grade(folder, "--report", "canvas:grades.csv", "--roster", "roster.csv", cwd=term.root, apart=apart)
    with (term.root / "grades.csv").open() as file:
        points = {row["Student"]: row["Sums"] for row in csv.DictReader(file)}
    known = [entry.person.name for entry in read_roster(term.root / "roster.csv").entries]
    assert {points.get(name, "0") for name in known} == {"0"}


def test_a_mark_is_filled_into_no_row_of_a_namesake(term: Course) -> None:
    row = '"Lee, Ann",555,7009,ann9,B,'
    write(term.root, {"canvas.csv": CANVAS.strip() + f",PA1 (9)\n    Points Possible,,,,,10\n{row}\n"})
    term.run("gradebook", "upload", "PA1", "--into", "canvas.csv", "--out", "out.csv", expect=1)
    assert (term.root / "out.csv").read_text().splitlines()[2] == row


def test_what_the_roster_calls_a_student_is_no_number_of_the_download(tmp_path: Path, apart: Path) -> None:
    metadata = "submission_1:\n  :submitters:\n  - :name: Ann Lee\n    :email: ann@example.org\n"
    files = {"roster.csv": CLASS, "PA1/submission_metadata.yml": metadata, "PA1/submission_1/main.py": ADDER}
    term = started(tmp_path, apart, files)
    grade("PA1", "--report", "moodle:out.csv", "--roster", "roster.csv", cwd=term.root, apart=apart)
    with (term.root / "out.csv").open() as file:
        (row,) = [row for row in csv.DictReader(file) if row["Full name"] == "Lee, Ann"]
    assert (row["ID number"], row["Username"]) == ("", "ann"), "101 and 7001 are Canvas's and the SIS's"


@pytest.mark.parametrize(("more", "expected"), [("", ""), (",Final Score", "101")])
def test_a_list_of_one_s_own_makes_no_ids_of_canvas(tmp_path: Path, apart: Path, more: str, expected: str) -> None:
    roster = f'Student,ID,Section{more}\n"Lee, Ann",101,A,\n'
    term = started(tmp_path, apart, {"roster.csv": roster})
    term.run("gradebook", "roster", "roster.csv")
    term.run("regrade", "sum", "--accept")
    term.run("gradebook", "publish", "sum", "PA1")
    rows = upload(term, "canvas", expect=0 if expected else 1)
    assert [row[1] for row in rows[2:]] == [expected] * bool(expected)


def test_a_download_renames_nobody(tmp_path: Path, apart: Path) -> None:
    metadata = "submission_1:\n  :submitters:\n  - :name: Annie Lee\n    :sid: '7001'\n"
    files = {"PA1/submission_metadata.yml": metadata, "PA1/submission_1/main.py": ADDER}
    term = started(tmp_path, apart, {"roster.csv": 'Name,Student ID\n"Lee, Ann",7001\n', **files})
    term.run("ingest", "PA1", "--assignment", "sum", "--roster", "roster.csv", "--new-students")
    assert names(term) == ["Lee, Ann"]


def test_work_from_another_one_s_account_brings_no_number_of_theirs(tmp_path: Path, apart: Path) -> None:
    files = {"roster.csv": 'Name\n"Lee, Ann"\n"Ek, Bo"\n', "PA1/ekbo_102_2_main.py": ADDER}
    term = started(tmp_path, apart, files)
    term.run("ingest", "PA1", "--assignment", "sum", "--roster", "roster.csv")
    term.run("gradebook", "settle", "1", "Ann Lee", "--reassign", "--why", "Bo's computer")
    term.run("regrade", "sum", "--accept")
    term.run("gradebook", "publish", "sum", "PA1")
    term.run("gradebook", "upload", "PA1", "--for", "canvas", "--out", "out.csv", expect=1)
    assert not any("102" in row for row in csv.reader((term.root / "out.csv").read_text().splitlines()))


def test_an_undone_roster_takes_its_hand_ins_along(tmp_path: Path, apart: Path) -> None:
    work = {"PA1/leeann_101_1_main.py": ADDER, "PA1/ekbo_102_2_main.py": "print(5)\n"}
    files = {"roster.csv": CANVAS + '"Lee, Ann",101,7001,ann,A\n', "wrong.csv": CANVAS + '"Lee, Ann",102,7001,ann,A\n'}
    term = started(tmp_path, apart, {**files, **work})
    term.run("ingest", "PA1", "--assignment", "sum", "--roster", "roster.csv", expect=1)
    assert "have their student by this: 1" in term.run("gradebook", "roster", "wrong.csv", "--yes")
    ended = harness("gradebook", "roster", "--undo", cwd=term.root, apart=apart, expect=1)
    assert "Not matched with a student: 1" in ended.out
    assert "ekbo (102)" in ended.out
    write(term.root, {"more.csv": CANVAS + '"Zu, Zoe",103,7003,zoe,A\n'})
    term.run("gradebook", "roster", "more.csv")
    term.run("gradebook", "adjust", "sum", "zoe", "3", "--why", "an appeal")
    assert "hand-ins, scores or marks by now: Zu, Zoe" in term.run("gradebook", "roster", "--undo", expect=2)


def test_two_rows_are_never_one_student(tmp_path: Path, apart: Path) -> None:
    two = "Name,Student ID\nAnn Lee,7001\nAnn Lee,7002\n"
    term = started(
        tmp_path, apart, {"names.csv": "Name\nAnn Lee\n", "two.csv": two, "twice.csv": "Name\nBo Ek\nBo Ek\n"}
    )
    term.run("gradebook", "roster", "names.csv")
    printed = "Ann Lee (7001) and Ann Lee (7002) may both be Ann Lee"
    assert printed in term.run("gradebook", "roster", "two.csv", "--yes", expect=2)
    assert "has Bo Ek twice" in term.run("gradebook", "roster", "twice.csv", expect=2)
    write(term.root, {"kinds.csv": CANVAS + '"Oh, Cal",101,7001,cal,A\n"Zu, Zoe",7001,101,zoe,A\n'})
    assert "2 new" in term.run("gradebook", "roster", "kinds.csv"), "the same digits of two kinds are two things"
    write(term.root, {"mail.csv": "Name,Email\nDee Fox,dee@example.org\n"})
    term.run("gradebook", "roster", "mail.csv")
    write(term.root, {"mail.csv": "Name,Email\nDee Fox,dee2@example.org\nDee Fox,dee@example.org\n"})
    assert "1 new, 0 with" in term.run("gradebook", "roster", "mail.csv"), "the other row is the known one's"


def test_a_student_of_a_download_is_not_doubled_by_the_school_s_list(tmp_path: Path, apart: Path) -> None:
    term = started(
        tmp_path, apart, {"PA1/leeann_101_1_main.py": ADDER, "school.csv": "Name,Student ID\nAnn Lee,7001\n"}
    )
    term.run("ingest", "PA1", "--assignment", "sum")
    asked = term.run("gradebook", "roster", "school.csv", expect=2)
    assert "joined by the name alone: leeann (101) and Ann Lee (7001)" in asked
    term.run("gradebook", "roster", "school.csv", "--yes")
    assert len(names(term)) == 1
