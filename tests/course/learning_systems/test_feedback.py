"""Feedback and grades back into learning systems: names, headings and numbers are those that came from there."""

from __future__ import annotations

import csv
import io
import json
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from harness.course.learning_systems import FEEDBACK, GRADE_FILES, IMPORTERS, feedback_name
from harness.model.grade import Provenance
from tests.support import ADDER, PATIENCE_S, ROOT, SUM, course, environment, grade, write

WRONG = "print('<script>alert(1)</script>')\n"
SPEC = f"{SUM}files: {{required: [main.py]}}\n".replace(
    "  - name: three",
    "  - {name: secret-name, clause: sum, args: ['1'], stdout: \"1\\n\", visibility: hidden}\n  - name: three",
)
EVIL = "=cmd <img src=x onerror=alert(1)>"
DOWNLOADS: dict[str, dict[str, str]] = {
    "Canvas": {
        "leeann_101_9001_main.py": ADDER, "=cmd <img src=x onerror=alert(1)>_LATE_102_9002_main-1.py": WRONG,
        "royrita_103_text.html": "<p>hello</p>",
    },
    "Moodle": {
        "Ann Lee_501_assignsubmission_file/main.py": ADDER,
        f"{EVIL}_502_assignsubmission_file_/main.py": WRONG,
    },
    "Blackboard": {
        "PA1_ann_attempt_2026-11-05-23-59-10_main.py": ADDER,
        "PA1_ann_attempt_2026-11-05-23-59-10.txt": "Name: Lee Ann (ann)\n",
        f"PA1_{EVIL}_attempt_2026-11-05-23-59-11_main.py": WRONG,
        f"PA1_{EVIL}_attempt_2026-11-05-23-59-11.txt": f"Name: Evil ({EVIL})\n",
    },
    "Brightspace": {
        "index.html": "<html>",
        "20101-330 - Ann Lee - Nov 5, 2026 1159 PM/main.py": ADDER,
        f"20102-330 - {EVIL} - Nov 5, 2026 1158 PM/main.py": WRONG,
    },
}  # fmt: skip
ROSTERS = {
    "Canvas": (
        "Student,ID,SIS User ID,SIS Login ID,Section,Sums (4711),Other (4712)\n    Points Possible,,,,,10,10\n"
        f'"Lee, Ann",101,s101,ann,A,,\n"{EVIL}",102,s102,evil,A,,\n"Zu, Zoe",109,s109,zoe,B,,\n'
    ),
    "Moodle": (
        "Identifier,Full name,Email address,Grade\n"
        f"Participant 501,Ann Lee,ann@example.edu,\nParticipant 502,{EVIL},e@example.edu,\n"
        "Participant 509,Zoe Zu,zoe@example.edu,\n"
    ),
    "Blackboard": (
        '"Last Name","First Name","Username","Student ID","Sums [Total Pts: 10 Score] |4711"\n'
        f'"Lee","Ann","ann","101",""\n"Evil","","{EVIL}","102",""\n"Zu","Zoe","zoe","109",""\n'
    ),
    "Brightspace": (
        "OrgDefinedId,Username,Last Name,First Name,Sums Points Grade <Numeric MaxPoints:10>,End-of-Line Indicator\n"
        f"#101,#ann,Lee,Ann,,#\n#102,#evil,,{EVIL},,#\n#109,#zoe,Zu,Zoe,,#\n"
    ),
}
GRADES: dict[str, tuple[str, list[list[str]]]] = {
    "Canvas": (
        "canvas",
        [
            ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "Sums (4711)"],
            ["    Points Possible", "", "", "", "", "10"],
            ["Lee, Ann", "101", "s101", "ann", "A", "10"],
            [f"'{EVIL}", "102", "s102", "evil", "A", "0"],
            ["Zu, Zoe", "109", "s109", "zoe", "B", "0"],
        ],
    ),
    "Moodle": (
        "moodle_worksheet",
        [
            ["Identifier", "Full name", "Email address", "Status", "Grade", "Maximum Grade", "Grade can be changed",
             "Last modified (submission)", "Last modified (grade)", "Feedback comments"],
            ["Participant 501", "Ann Lee", "ann@example.edu", "", "10", "10", "Yes", "-", "-", ""],
            ["Participant 502", f"'{EVIL}", "e@example.edu", "", "0", "10", "Yes", "-", "-", ""],
            ["Participant 509", "Zoe Zu", "zoe@example.edu", "", "0", "10", "Yes", "-", "-", ""],
        ],
    ),
    "Blackboard": (
        "blackboard",
        [
            ["Last Name", "First Name", "Username", "Student ID", "Sums [Total Pts: 10 Score] |4711"],
            ["Lee", "Ann", "ann", "101", "10"],
            ["Evil", "", f"'{EVIL}", "102", "0"],
            ["Zu", "Zoe", "zoe", "109", "0"],
        ],
    ),
    "Brightspace": (
        "brightspace",
        [
            ["OrgDefinedId", "Username", "Sums Points Grade", "End-of-Line Indicator"],
            ["#101", "#ann", "10", "#"],
            ["#102", "#evil", "0", "#"],
            ["#109", "#zoe", "0", "#"],
        ],
    ),
}  # fmt: skip


def graded(tmp_path: Path, apart: Path, system: str, *options: str, roster: str | None = None) -> tuple[Path, str]:
    """Grade a download of a system; the course's folder, and what was said about the reports."""
    root = course(tmp_path / "course", SPEC)
    write(root / "PA1", DOWNLOADS[system])
    if roster is not None:
        write(root, {"class.csv": roster})
    chosen = [] if roster is None else ["--roster", "class.csv"]
    ended = grade("PA1", "--assignment", "sum", "--isolation", "E", *options, *chosen, cwd=root, apart=apart, expect=1)
    return root, ended.err


def unpacked(path: Path, folder: Path) -> dict[str, bytes]:
    """The files of a zip, which is unpacked, too."""
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        archive.extractall(folder)
        return {name: archive.read(name) for name in archive.namelist()}


def people(system: str, folder: Path) -> dict[str, set[str]]:
    """Whose the files of a folder are, as the system's importer reads it: number -> names of the files."""
    download = IMPORTERS[system].read(folder)
    assert download is not None
    assert download.not_recognised == ()
    return {hand_in.people[0].id: set(hand_in.entries) for hand_in in download.hand_ins}


def test_every_system_that_takes_feedback_back_is_tested_here() -> None:
    assert set(DOWNLOADS) == set(FEEDBACK) == set(GRADES)


@pytest.mark.parametrize("system", DOWNLOADS)
@pytest.mark.parametrize("name", ["feedback", "feedback_md"])
def test_feedback_goes_back_to_whom_the_work_came_from(tmp_path: Path, apart: Path, system: str, name: str) -> None:
    root, _ = graded(tmp_path, apart, system, f"--report={name}:back.zip")
    files = unpacked(root / "back.zip", tmp_path / "back")
    sent, returned = people(system, root / "PA1"), people(system, tmp_path / "back")
    assert len(returned) == 2
    assert set(returned) <= set(sent)
    if system == "Canvas":
        assert all(returned[number] <= sent[number] for number in returned)
    if system == "Brightspace":
        assert returned == sent
    for content in files.values():
        assert content.startswith(b"<!doctype html>" if name == "feedback" else b"# ")
        assert b"secret-name" not in content
        assert b"Only a part" not in content
        page = content.decode() if name == "feedback" else MarkdownIt("gfm-like").render(content.decode())
        assert "<script>alert" not in page
        assert "<img src=x" not in page


@pytest.mark.parametrize("system", GRADES)
def test_grades_go_back_with_the_systems_own_headings_and_numbers(tmp_path: Path, apart: Path, system: str) -> None:
    name, lines = GRADES[system]
    root, said = graded(tmp_path, apart, system, f"--report={name}:grades.csv", "--for=student", roster=ROSTERS[system])
    content = (root / "grades.csv").read_bytes().decode()
    head = 2 if system == "Canvas" else 1
    rows = list(csv.reader(io.StringIO(content, newline="")))
    assert [*rows[:head], *sorted(rows[head:], key=lines.index)] == lines
    left_out = "royrita" if system == "Canvas" else ""
    assert left_out in said


def test_who_handed_in_nothing_has_a_line_only_where_their_number_is_sure(tmp_path: Path, apart: Path) -> None:
    root, _ = graded(tmp_path, apart, "Moodle", "--report=feedback:back.zip", roster=ROSTERS["Moodle"])
    assert "Zoe Zu_509_assignsubmission_file_/feedback.html" in unpacked(root / "back.zip", tmp_path / "back")
    own = Provenance("roster", user_id="509", name="Zoe Zu")  # a student number, which may be another's in Moodle
    assert feedback_name(own, ".html", frozenset({"Moodle"})) == ""


def test_what_is_not_in_it_is_reported(tmp_path: Path, apart: Path) -> None:
    reports = ("--report=canvas:grades.csv", "--report=feedback:back.zip")
    _, said = graded(
        tmp_path, apart, "Canvas", *reports, roster='Student,github_username\n"Lee, Ann",ann\n"Zu, Zoe",zoe\n'
    )
    assert "grades.csv: left out, as the grade is not whole: royrita" in said
    assert "canvas cannot tell who these are; grade with its own list of the class, --roster: Zu, Zoe" in said
    assert 'the column is called "Sums"' in said
    assert "back.zip: left out, as the learning system takes nothing back for them: Zu, Zoe" in said


def test_the_code_of_an_anonymous_download_is_nobodys_number(tmp_path: Path, apart: Path) -> None:
    root = course(tmp_path, SPEC)
    write(root / "PA1", {"anon_101_9001_main.py": ADDER, "anon_x7_9002_main.py": ADDER})
    options = ("--assignment=sum", "--report=canvas:grades.csv", "--report=feedback:back.zip", "--isolation=E")
    ended = grade("PA1", *options, cwd=root, apart=apart)
    rows = list(csv.reader(io.StringIO((root / "grades.csv").read_text())))
    assert [row[1:5] for row in rows[2:]] == [[""] * 4] * 2
    assert "canvas cannot tell who these are" in ended.err
    assert set(unpacked(root / "back.zip", tmp_path / "back")) == {"anon_101_9001_main.py", "anon_x7_9002_main.py"}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--report=feedback:x.zip", "--only=two"), "it takes whole grades, and --only judges a part of them"),
        (("--report=canvas:{student}.csv",), "canvas is one file of the whole class"),
        (("--report=canvas:x.csv",), "it takes one assignment, these are other, sum; choose by --assignment"),
    ],
)
def test_what_cannot_be_meant_is_reported_before_any_work(
    tmp_path: Path, apart: Path, options: tuple[str, ...], message: str
) -> None:
    root = course(course(tmp_path, SUM), SUM, name="other")
    write(root / "class", {"ann/sum/main.py": ADDER, "ann/other/main.py": ADDER})
    ended = grade("class", *options, cwd=root, apart=apart, expect=2)
    assert message in ended.err
    assert ended.out == ""


def test_plain_folders_become_a_folder_a_student(tmp_path: Path, apart: Path) -> None:
    root = course(tmp_path, SPEC)
    names: Mapping[str, str | bytes] = {"ann/sum/main.py": ADDER, "x\\..\n/sum/main.py": WRONG}
    write(root / "class", names)
    grade("class", "--report=feedback_md:x.zip", "--isolation", "E", cwd=root, apart=apart, expect=1)
    assert set(unpacked(root / "x.zip", tmp_path / "back")) == {"ann/sum.md", "x_.._/sum.md"}


@pytest.mark.parametrize("system", FEEDBACK)
def test_no_name_leads_out_of_the_zip(system: str) -> None:
    for text in ("../..", "a\\b", "a/b", "a\x00b\n", "\udcff", "\u202e"):
        for entry in (
            f"{text}_1_2_{text}", f"PA_{text}_attempt_2026-11-05-23-59-10_{text}",
            f"1-2 - {text} - Nov 5, 2026 1159 PM",
        ):  # fmt: skip
            name = feedback_name(Provenance(system, "7", text, entries=(entry,)), ".md", frozenset())
            assert name is not None
            assert name.count("/") <= 1
            assert not name.startswith(("/", "../"))
            assert "\\" not in name
            name.encode()


def test_a_system_is_one_file(tmp_path: Path, apart: Path) -> None:
    """All of another learning system is one new file."""
    copied = shutil.copytree(ROOT / "harness", tmp_path / "harness", ignore=shutil.ignore_patterns("__pycache__"))
    systems = copied / "course" / "learning_systems"
    module = (systems / "canvas.py").read_text()
    write(systems, {"sharp.py": module.replace('"Canvas"', '"Sharp"').replace('"canvas"', '"sharp"')})
    program = (
        "import json; from harness.course.learning_systems import *; "
        "print(json.dumps([list(FEEDBACK), list(IMPORTERS), list(GRADE_FILES)]))"
    )
    surroundings = {**environment(apart), "PYTHONPATH": str(tmp_path)}
    command = [sys.executable, "-c", program]
    ended = subprocess.run(
        command, cwd=tmp_path, env=surroundings, capture_output=True, text=True, timeout=PATIENCE_S, check=True
    )
    feedback, importers, grade_files = json.loads(ended.stdout)
    assert set(feedback) == {*FEEDBACK, "Sharp"}
    assert set(importers) == {*IMPORTERS, "Sharp"}
    assert set(grade_files) == {*GRADE_FILES, "sharp"}
