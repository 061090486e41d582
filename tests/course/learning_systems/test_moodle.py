"""Moodle: with folders and without, teams, blind marking, texts."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.course.ingest.exports import QUEENS, by_student, files_of, found, queens_course, zipped
from tests.support import write

WITH_FOLDERS: dict[str, str | bytes] = {
    "Ann Lee_501_assignsubmission_file_/Queens.py": QUEENS,
    "Ann Lee_501_assignsubmission_onlinetext_/onlinetext.html": "<p>see the file</p>",
    "Pat O'Brien_502_assignsubmission_file/my work/Queens.py": QUEENS,
    "Jürgen Weiß-Groß_503_assignsubmission_file_/Queens.py": QUEENS,
    "Mary_Jo Smith_504_assignsubmission_file_/pa2.zip": b"",
}
WITHOUT: dict[str, str | bytes] = {
    "Ann Lee_501_assignsubmission_file_Queens.py": QUEENS,
    "Ann Lee_501_assignsubmission_file_1_2_x.py": "",
    "Ann Lee_501_assignsubmission_onlinetext_onlinetext.html": "<p>see the file</p>",
    "Pat O'Brien_502_assignsubmission_file_Queens.py": QUEENS,
}


def test_with_folders(tmp_path: Path) -> None:
    inner = zipped(tmp_path / "i.zip", {"Queens.py": QUEENS}).read_bytes()
    files = {name: content or inner for name, content in WITH_FOLDERS.items()}
    class_list = found(zipped(tmp_path / "moodle.zip", files), queens_course(tmp_path), tmp_path)
    assert class_list.remarks[0].startswith("Moodle download: 4 students; taken for cse30-pa2")
    students = by_student(class_list)
    assert set(students) == {"Ann Lee", "Pat O'Brien", "Jürgen Weiß-Groß", "Mary_Jo Smith"}
    assert files_of(students["Ann Lee"]) == {"Queens.py"}
    assert not any(submission.unclear for submission in students.values())
    provenance = students["Ann Lee"].provenance
    assert provenance is not None
    assert (provenance.user_id, provenance.entries[0]) == ("501", "Ann Lee_501_assignsubmission_file_")


def test_without_folders(tmp_path: Path) -> None:
    class_list = found(write(tmp_path / "pa", WITHOUT), queens_course(tmp_path), tmp_path)
    students = by_student(class_list)
    assert files_of(students["Ann Lee"]) == {"Queens.py", "1_2_x.py"}
    assert set(students) == {"Ann Lee", "Pat O'Brien"}
    assert class_list.not_recognised == ()


def test_blind_marking_and_a_text_alone(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {
        "Participant_601_assignsubmission_file_/Queens.py": QUEENS,
        "Participant_602_assignsubmission_file_/Queens.py": QUEENS,
        "Participant_603_assignsubmission_onlinetext_/onlinetext.html": "<p>sorry</p>",
    }
    students = by_student(found(write(tmp_path / "pa", files), queens_course(tmp_path), tmp_path))
    assert set(students) == {"Participant_601", "Participant_602", "Participant_603"}
    assert "no file was handed in, but a text" in students["Participant_603"].unclear


@pytest.mark.parametrize("team", ["Team 1", "Lab-3-blue"])
def test_a_team_has_one_hand_in_and_a_row_each(tmp_path: Path, team: str) -> None:
    files: dict[str, str | bytes] = {
        f"{team}-Ann Lee_501_assignsubmission_file_/Queens.py": QUEENS,
        f"{team}-Anne-Marie Roy_502_assignsubmission_file_/Queens.py": QUEENS,
        "Team 2-Bob Day_503_assignsubmission_file_/Queens.py": "print('another')\n",
    }
    class_list = found(write(tmp_path / "pa", files), queens_course(tmp_path), tmp_path)
    students = by_student(class_list)
    assert set(students) == {"Ann Lee", "Anne-Marie Roy", "Team 2-Bob Day"}
    assert students["Ann Lee"].folder == students["Anne-Marie Roy"].folder
    assert students["Ann Lee"].provenance is not None
    assert students["Ann Lee"].provenance.group == team
    assert "1 group" in class_list.remarks[0]


def test_names_with_hyphens_and_the_same_work_are_no_team(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {
        "Anne-Marie Roy_501_assignsubmission_file_/Queens.py": QUEENS,
        "Anne-Sophie Day_502_assignsubmission_file_/Queens.py": QUEENS,
        "Bob Day_503_assignsubmission_file_/Queens.py": QUEENS,
    }
    students = by_student(found(write(tmp_path / "pa", files), queens_course(tmp_path), tmp_path))
    assert set(students) == {"Anne-Marie Roy", "Anne-Sophie Day", "Bob Day"}
