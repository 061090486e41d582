"""Whole classes: nobody is pooled, dropped or zeroed without a word."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.course.ingest.finding.class_list import find_submissions
from harness.model.errors import UsageError
from tests.course.ingest.exports import QUEENS, by_student, files_of, found, notes_of, queens_course, rows, zipped
from tests.support import write


def test_a_class_of_120_in_a_canvas_zip(tmp_path: Path) -> None:
    """6 late, 5 handed in again, 3 with a wrong folder in a zip, 2 pooled by mistake, 1 file that is nobody's."""
    files: dict[str, str | bytes] = {}
    for number in range(120):
        name, late = f"student{number // 2}", "LATE_" if number < 6 else ""  # every two have the same name
        start = f"{name}_{late}{1000 + number}_{50000 + number}"
        if number in range(10, 15):
            files[f"{start}_Queens-{number - 9}.py"] = QUEENS
        elif number in range(20, 23):
            folder = ("PA 2 final", "meine Lösung", "cse30_pa2 (1)")[number - 20]
            files[f"{start}_work.zip"] = zipped(tmp_path / "w.zip", {f"{folder}/Queens.py": QUEENS}).read_bytes()
        elif number == 30:
            both = {"student15/Queens.py": QUEENS, "student99/Queens.py": "other"}
            files[f"{start}_both.zip"] = zipped(tmp_path / "w.zip", both).read_bytes()
        elif number == 31:
            both = {"1000_Queens.py": QUEENS, "2000_Queens.py": "other"}
            files[f"{start}_both.zip"] = zipped(tmp_path / "w.zip", both).read_bytes()
        else:
            files[f"{start}_Queens.py"] = QUEENS
    files["Queens (3).py"] = "nobody's"
    class_list = found(zipped(tmp_path / "submissions.zip", files), queens_course(tmp_path), tmp_path)
    assert class_list.remarks[0].startswith(
        "Canvas download: 120 students, 6 late, 5 handed in again; taken for cse30-pa2"
    )
    assert {row[1] for row in rows(class_list)} == {"cse30-pa2"}
    students = by_student(class_list)
    ids = {submission.provenance.user_id for submission in students.values() if submission.provenance}
    assert ids == {str(1000 + number) for number in range(120)}
    unclear = {submission.student for submission in students.values() if submission.unclear}
    assert unclear == {"student15 (1030)", "student15 (1031)"}
    assert all(
        "Queens.py" in files_of(students[f"student{n // 2} ({1000 + n})"]) for n in (*range(20), *range(40, 120))
    )
    assert [name.rpartition(": ")[2] for name in class_list.not_recognised] == ["Queens (3).py"]


@pytest.mark.parametrize(
    "name",
    [
        "cse30_pa2",
        "CSE30-PA2",
        "cse30-pa2 (1)",
        "PA2",
        "pa2-final",
        "PA2_Lee_Ann",
        "ann lee",
        "\uff30\uff21\uff12",
        "pa2.zip",
    ],
)
def test_a_folder_that_is_nearly_named_for_an_assignment(tmp_path: Path, name: str) -> None:
    path = write(tmp_path / "class", {"bob/cse30-pa2/Queens.py": QUEENS, "bob/cmps12a-pa5/Makefile": "all:"})
    write(path / "ann", {"cmps12a-pa5/Queens.java": "", "holiday/x.jpg": "", "photo.jpg": ""})
    if name.endswith(".zip"):
        zipped(path / "ann" / name, {"Queens.py": QUEENS})
    else:
        write(path / "ann" / name, {"Queens.py": QUEENS})
    class_list = found(path, queens_course(tmp_path), tmp_path)
    assert sorted(rows(class_list)) == sorted(
        (student, assignment) for student in ("ann", "bob") for assignment in ("cmps12a-pa5", "cse30-pa2")
    )
    (taken,) = [s for s in class_list.submissions if (s.student, s.assignment) == ("ann", "cse30-pa2")]
    assert taken.folder is not None
    assert notes_of(taken) == [f"{name} was taken for cse30-pa2"]
    assert class_list.not_recognised == ("ann/holiday", "ann/photo.jpg")


def test_a_name_that_could_be_two_is_taken_by_its_files_or_listed(tmp_path: Path) -> None:
    files = {"comp333/x.pl": "x.", "pa2/Queens.py": "", "PA2-new/Queens.py": "", "8queens/x.txt": ""}
    path = write(tmp_path / "class", {f"ann/{name}": text for name, text in files.items()})
    submissions = {s.assignment: s for s in found(path, queens_course(tmp_path), tmp_path).submissions if s.folder}
    assert notes_of(submissions["comp333-prolog"]) == ["comp333 was taken for comp333-prolog"]
    assert submissions["cse30-pa2"].unclear == "PA2-new, pa2 may each be cse30-pa2"


def test_a_class_of_one_assignment_in_a_folder_of_no_name(tmp_path: Path) -> None:
    path = write(tmp_path / "monday", {"ann/Queens.py": "", "bob/queens.py": "", "cat/x/main.py": ""})
    zipped(path / "dan.zip", {"dan/Queens.py": QUEENS})
    (path / "eve").mkdir()
    class_list = found(path, queens_course(tmp_path), tmp_path)
    assert rows(class_list) == [(student, "cse30-pa2") for student in ("ann", "bob", "cat", "dan", "eve")]
    students = by_student(class_list)
    assert students["eve"].folder is None
    assert "the only one of this class" in notes_of(students["bob"])[0]
    assert files_of(students["dan"]) == {"Queens.py"}


def test_a_zip_a_student(tmp_path: Path) -> None:
    path = tmp_path / "mails"
    path.mkdir()
    for name in ("Ann Lee", "O'Brien, Pat", "Jürgen"):
        zipped(path / f"{name}.zip", {"hand-in/Queens.py": QUEENS, "__MACOSX/x": "", "hand-in/.DS_Store": ""})
    write(path, {"Eve.zip": b"PK damaged"})
    students = by_student(found(path, queens_course(tmp_path), tmp_path))
    assert set(students) == {"Ann Lee", "O'Brien, Pat", "Jürgen", "Eve"}
    assert "Eve.zip cannot be unpacked here" in students["Eve"].unclear


@pytest.mark.parametrize(
    "names",
    [
        ("ann_Queens.py", "bob_Queens.py"),
        ("Queens-ann.py", "Queens-bob.py", "Queens.pyc"),
        ("AnnQueens.py", "queens bob.py"),
        ("Queens.py", "Queens (1).py", "Queens (2).py"),
        ("ann_board.py", "bob_board.py"),
        ("ann.py", "bob.py"),
    ],
)
@pytest.mark.parametrize("chosen", [(), ("cse30-pa2",)])
def test_files_of_several_in_one_folder_are_refused(
    tmp_path: Path, names: tuple[str, ...], chosen: tuple[str, ...]
) -> None:
    path, assignments = write(tmp_path / "dropbox", dict.fromkeys(names, "x")), queens_course(tmp_path, *chosen)
    with pytest.raises(UsageError, match="files of several students in one folder"):
        found(path, assignments, tmp_path, asked_for=chosen)


def test_a_program_of_several_files_is_one_students(tmp_path: Path) -> None:
    path = write(tmp_path / "ann", {"main.py": "import board\n", "board.py": "x = 1\n"})
    assert rows(found(path, queens_course(tmp_path, "cse30-pa2"), tmp_path)) == [("ann", "cse30-pa2")]
    path = write(tmp_path / "bob", {"Main.java": "class Main { Board b; }", "Board.java": "class Board {}"})
    assert rows(found(path, queens_course(tmp_path), tmp_path / "2")) == [("bob", "comp333-java")]


def test_files_of_several_are_one_students_where_the_user_says_so(tmp_path: Path) -> None:
    path = write(tmp_path / "ann", {"one.py": "", "two.py": ""})
    class_list = found(path, queens_course(tmp_path, "cse30-pa2"), tmp_path, layout="student/assignment")
    assert rows(class_list) == [("ann", "cse30-pa2")]


def test_folders_of_one_assignment_that_is_named_are_students(tmp_path: Path) -> None:
    path = write(tmp_path / "dropbox", {"ann/main.py": "", "bob/x/program.py": ""})
    class_list = found(path, queens_course(tmp_path, "cse30-pa2"), tmp_path, asked_for=["cse30-pa2"])
    assert rows(class_list) == [("ann", "cse30-pa2"), ("bob", "cse30-pa2")]


def test_what_only_one_student_seems_to_hand_in_gives_nobody_else_a_row(tmp_path: Path) -> None:
    path = write(tmp_path / "class", {f"{name}/cse30-pa2/Queens.py": "" for name in ("ann", "bob", "cat")})
    write(path / "cat" / "play", {"Game.java": ""})
    class_list = found(path, queens_course(tmp_path), tmp_path)
    assert sorted(rows(class_list)) == [
        ("ann", "cse30-pa2"), ("bob", "cse30-pa2"), ("cat", "comp333-java"), ("cat", "cse30-pa2"),
    ]  # fmt: skip


def test_several_downloads_in_one_run(tmp_path: Path) -> None:
    entry = write(tmp_path / "one", {"ann_1_10_Queens.py": "", "bob_2_11_Queens.py": ""})
    two = write(tmp_path / "two", {"ann_1_20_x.pl": "", "bob_2_21_x.pl": ""})
    class_list = find_submissions([entry, two], queens_course(tmp_path), tmp_path / "unpacked")
    assert rows(class_list) == [
        (student, assignment) for assignment in ("cse30-pa2", "comp333-prolog") for student in ("ann", "bob")
    ]


def test_a_folder_among_others_that_imitates_a_download_costs_its_owner_alone(tmp_path: Path) -> None:
    path = write(tmp_path / "class", {"zoe/Queens.py": "", "eve/zoe_1_2_Queens.py": "", "eve/bob_3_4_Queens.py": ""})
    class_list = find_submissions([path / "eve", path / "zoe"], queens_course(tmp_path, "cse30-pa2"), tmp_path / "un")
    students = by_student(class_list)
    assert set(students) == {"eve", "zoe"}
    assert "looks like a Canvas download" in students["eve"].unclear
    assert not students["zoe"].unclear
    in_class = by_student(found(path, queens_course(tmp_path, "cse30-pa2"), tmp_path))
    assert set(in_class) == {"eve", "zoe"}
    assert "looks like a Canvas download" in in_class["eve"].unclear


def test_a_download_among_students_may_be_a_students(tmp_path: Path) -> None:
    path = write(tmp_path / "class", {"zoe/Queens.py": "", "bob/Queens.py": ""})
    write(path / "eve", {"zoe_1_2_Queens.py": "", "bob_3_4_Queens.py": ""})
    with pytest.raises(UsageError, match="lies among folders of students, such as bob"):
        found(path / "eve", queens_course(tmp_path), tmp_path)


def test_an_archive_among_those_of_students_may_be_a_students(tmp_path: Path) -> None:
    (tmp_path / "class").mkdir()
    for name in ("zoe", "bob"):
        zipped(tmp_path / "class" / f"{name}.zip", {"Queens.py": QUEENS})
    eve = zipped(tmp_path / "class" / "eve.zip", {"zoe_1_2_Queens.py": "", "bob_3_4_Queens.py": ""})
    with pytest.raises(UsageError, match="lies among folders of students, such as bob"):
        found(eve, queens_course(tmp_path), tmp_path)


@pytest.mark.parametrize(
    "evil", [{"eve.zip": b"no zip"}, {"eve/submission_metadata.yml": "[", "eve/submission_1/Queens.py": ""}]
)
def test_what_cannot_be_read_costs_its_owner_alone(tmp_path: Path, evil: dict[str, str | bytes]) -> None:
    path = write(tmp_path / "class", {"zoe/Queens.py": "", "bob/Queens.py": "", **evil})
    course = queens_course(tmp_path, "cse30-pa2")
    beside = by_student(find_submissions(sorted(path.iterdir()), course, tmp_path / "unpacked"))
    assert {name: bool(submission.unclear) for name, submission in beside.items()} == {
        "bob": False,
        "eve": True,
        "zoe": False,
    }
    assert set(by_student(found(path, course, tmp_path))) == {"bob", "eve", "zoe"}
    with pytest.raises(UsageError):
        find_submissions([path / "zoe", path / "nobody"], course, tmp_path / "others")


def test_metadata_in_an_assignments_folder_ends_no_run(tmp_path: Path) -> None:
    path = write(tmp_path / "class", {"zoe/cse30-pa2/Queens.py": "", "eve/cse30-pa2/submission_metadata.yml": "["})
    write(path / "eve/cse30-pa2/submission_1", {"Queens.py": ""})
    assert set(by_student(found(path, queens_course(tmp_path, "cse30-pa2"), tmp_path))) == {"eve", "zoe"}


def test_of_thousands_of_names_a_few_are_reported(tmp_path: Path) -> None:
    path = write(tmp_path / "class", {"zoe/cse30-pa2/Queens.py": "", "eve/cse30-pa2/Queens.py": ""})
    write(path / "eve", {f"{number}.txt": "" for number in range(100)})
    class_list = found(path, queens_course(tmp_path, "cse30-pa2"), tmp_path)
    assert len(class_list.not_recognised) == 11
    assert class_list.not_recognised[-1] == "eve/90 more"


@pytest.mark.parametrize("below", ["", "cse30-pa2"])
def test_a_students_own_roster_speaks_for_nobody(tmp_path: Path, below: str) -> None:
    roster = "name,login\nZoe Zu,eve\nZoe Zu,Queens\n"
    write(tmp_path / "class" / "eve", {"cse30-pa2/Queens.py": "", "roster.csv": roster})
    class_list = found(tmp_path / "class" / "eve" / below, queens_course(tmp_path), tmp_path)
    assert rows(class_list) == [("eve", "cse30-pa2")]
    assert rows(found(tmp_path / "class", queens_course(tmp_path), tmp_path / "2")) == [("eve", "cse30-pa2")]


def test_names_in_archives_that_no_pattern_can_bear_are_left_out(tmp_path: Path) -> None:
    long = {f"{'Queens_' * 9000}{number}.py": "" for number in range(3)}
    path = zipped(tmp_path / "eve_6_66_pa2.zip", {"Queens.py": QUEENS, **long}).parent / "pa"
    write(path, {"eve_6_66_pa2.zip": (tmp_path / "eve_6_66_pa2.zip").read_bytes(), "bob_7_67_Queens.py": QUEENS})
    assert set(by_student(found(path, queens_course(tmp_path), tmp_path))) == {"eve", "bob"}


def test_layouts_that_are_mixed_lose_nobody(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {
        "ann_1_10_Queens.py": "", "bob_2_11_Queens.py": "",
        "Cat Day_501_assignsubmission_file_/Queens.py": "", "dan/Queens.py": "",
    }  # fmt: skip
    class_list = found(write(tmp_path / "mixed", files), queens_course(tmp_path), tmp_path)
    assert [student for student, _ in rows(class_list)] == ["ann", "bob"]
    listed = {name.rpartition(": ")[2] for name in class_list.not_recognised}
    assert listed == {"Cat Day_501_assignsubmission_file_", "dan"}


@pytest.mark.parametrize("form", ["folder", "zip"])
def test_an_empty_download(tmp_path: Path, form: str) -> None:
    path = write(tmp_path / "x", {".DS_Store": ""}) if form == "folder" else zipped(tmp_path / "x.zip", {})
    with pytest.raises(UsageError, match="nothing here belongs to an assignment"):
        found(path, queens_course(tmp_path), tmp_path)


ROSTERS = {
    "canvas": "Student,ID,SIS User ID,SIS Login ID,Section,PA2 (77)\n    Points Possible,,,,,100\n"
    '"Lee, Ann",101,s101,ann,A,\n"O\'Brien, Pat",102,s102,pat,A,\n"Zu, Zoe",109,s109,zoe,A,\n"Student, Test",9,,,A,\n',
    "plain": "name;id;email\nAnn Lee;101;ann@x.org\nPat O'Brien;102;pat@x.org\nZoe Zu;109;zoe@x.org\n",
    "two-names": "\ufeffFirst name,Last name,ID number,Email address\nAnn,Lee,101,a@x.org\nPat,O'Brien,102,p@x.org\n"
    "Zoe,Zu,109,z@x\n",
}


@pytest.mark.parametrize("roster", ROSTERS)
@pytest.mark.parametrize("beside", [True, False])
def test_a_roster_names_everybody_and_says_who_is_missing(tmp_path: Path, roster: str, *, beside: bool) -> None:
    path = write(
        tmp_path / "pa",
        {"leeann_101_1_Queens.py": "", "obrienpat_LATE_102_2_Queens.py": "", "ghost_666_3_Queens.py": ""},
    )
    write(tmp_path / ("." if beside else "elsewhere"), {"roster.csv": ROSTERS[roster]})
    option = None if beside else tmp_path / "elsewhere" / "roster.csv"
    class_list = found(path, queens_course(tmp_path), tmp_path, roster=option)
    students = by_student(class_list)
    names = {"Lee, Ann", "O'Brien, Pat", "Zu, Zoe"} if roster == "canvas" else {"Ann Lee", "Pat O'Brien", "Zoe Zu"}
    assert set(students) == {*names, "ghost"}
    (missing,) = [name for name in names if "Zoe" in name]
    assert students[missing].folder is None
    assert class_list.remarks[1:] == (
        "Roster of 3: 2 handed in",
        f"Handed in nothing: {missing}",
        "Not on the roster, or not clear who of it: ghost",
    )


def test_a_roster_knows_folders_by_login_and_two_of_one_name_by_number(tmp_path: Path) -> None:
    path = write(tmp_path / "class", {f"{login}/Queens.py": "" for login in ("al1", "al2", "Bo Ek", "who")})
    write(
        path,
        {"roster.csv": "identifier,github_username,github_id,name\nx1,al1,7,Ann Lee\nx2,al2,8,Ann Lee\nx3,,,Bo Ek\n"},
    )
    class_list = found(path, queens_course(tmp_path), tmp_path)
    assert set(by_student(class_list)) == {"Ann Lee (al1)", "Ann Lee (al2)", "Bo Ek", "who"}
    assert class_list.not_recognised == ()


def test_the_worksheet_of_moodle_is_a_roster_of_a_blind_download(tmp_path: Path) -> None:
    path = write(tmp_path / "pa", {f"Participant_{n}_assignsubmission_file_/Queens.py": "" for n in (601, 602)})
    sheet = (
        "Identifier,Full name,Email address,Status,Grade\nParticipant 601,Ann Lee,a@x.org,,\nParticipant 602,Bo Ek,,,\n"
    )
    roster = write(tmp_path, {"sheet.csv": sheet}) / "sheet.csv"
    students = by_student(found(path, queens_course(tmp_path), tmp_path, roster=roster))
    assert set(students) == {"Ann Lee", "Bo Ek"}
    assert students["Ann Lee"].provenance is not None
    assert students["Ann Lee"].provenance.entries == ("Participant_601_assignsubmission_file_",)


@pytest.mark.parametrize(
    ("content", "message"),
    [("", "none of the headings"), ("a,b\n1,2\n", "none of the headings"), (None, "cannot be read")],
)
def test_a_roster_that_is_none(tmp_path: Path, content: str | None, message: str) -> None:
    path = write(tmp_path / "pa", {"a_1_1_Queens.py": ""})
    if content is not None:
        write(tmp_path, {"r.csv": content})
    with pytest.raises(UsageError, match=message):
        found(path, queens_course(tmp_path), tmp_path, roster=tmp_path / "r.csv")
