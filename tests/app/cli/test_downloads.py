"""A learning system's download through the command line: graded, and named on the screen and in every report."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from tests.course.ingest.exports import zipped
from tests.support import ADDER, SUM, course, grade, write

WRONG = ADDER.replace("sum(", "1 + sum(")
METADATA = """\
submission_1:
  :submitters:
  - :name: Ann Lee
    :sid: s1
    :email: ann@example.org
  - :name: Bob Day
    :sid: s2
    :email: bob@example.org
  :created_at: 2026-11-05 23:59:10 Z
submission_2:
  :submitters:
  - :name: Cat Roe
    :sid: s3
    :email: cat@example.org
  :created_at: 2026-11-05 23:59:10 Z
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = course(tmp_path / "course", f"{SUM}files: {{required: [main.py]}}\n")
    return course(folder, f"{SUM}files: {{required: [other.pl]}}\n", name="other")


def test_a_canvas_zip_is_in_every_report(root: Path, apart: Path) -> None:
    files = {"leeann_101_1_main-1.py": ADDER, "o'day_LATE_102_2_main.py": WRONG, "main (3).py": ADDER}
    zipped(root / "submissions.zip", files)
    write(root, {"roster.csv": 'Student,ID\n"Lee, Ann",101\n"O\'Day, Pat",102\n"Zu, Zoe",103\n'})
    formats = ("json", "csv", "md", "txt")
    reports = [f"--report=report.{ending}" for ending in formats]
    ended = grade("submissions.zip", *reports, "--isolation", "E", cwd=root, apart=apart, expect=1)
    texts = {ending: (root / f"report.{ending}").read_text(encoding="utf-8") for ending in formats}
    line = "Canvas download: 2 students, 1 late, 1 handed in again"
    for text in (ended.out, texts["json"], texts["md"], texts["txt"]):
        assert line in text.replace("\\", "")
    for text in (ended.out, *texts.values()):
        assert "main (3).py" in text.replace("\\", "")
        assert "not recognised" in text or '"not_recognised"' in text
    report = json.loads(texts["json"])
    verdicts = {entry["student"]: (entry["assignment"], entry["verdict"]) for entry in report["grades"]}
    assert verdicts == {"Lee, Ann": ("sum", "AC"), "O'Day, Pat": ("sum", "WA"), "Zu, Zoe": ("sum", "NS")}
    pat = next(entry["provenance"] for entry in report["grades"] if entry["verdict"] == "WA")
    assert (pat["system"], pat["user_id"], pat["late"], pat["entries"]) == (
        *("Canvas", "102", True),
        ["o'day_LATE_102_2_main.py"],
    )
    rows = {row["student"]: row for row in csv.DictReader(io.StringIO(texts["csv"]))}
    assert (rows["O'Day, Pat"]["late"], rows["Lee, Ann"]["late"], rows["Zu, Zoe"]["late"]) == ("yes", "no", "")
    assert rows[""]["verdict"] == "not recognised"


def test_a_group_is_graded_once_and_each_member_has_a_row(root: Path, apart: Path) -> None:
    folder = write(root / "export", {"submission_metadata.yml": METADATA, "submission_1/main.py": ADDER})
    write(folder, {"submission_2/main.py": ADDER})
    grade("export", "--report=report.json", "--isolation", "E", cwd=root, apart=apart, expect=0)
    grades = json.loads((root / "report.json").read_text())["grades"]
    assert [entry["student"] for entry in grades] == ["Ann Lee", "Bob Day", "Cat Roe"]
    ann, bob, cat = ([case["wall_s"] for case in entry["cases"]] for entry in grades)
    assert ann == bob != cat  # no two runs take the same time to the last digit
    assert {entry["provenance"]["submitted"] for entry in grades} == {"2026-11-05T23:59:10+00:00"}


def test_what_was_graded_of_a_download_is_taken_over_and_a_change_of_lateness_is_not(root: Path, apart: Path) -> None:
    folder = write(root / "pa", {"ann_1_10_main.py": ADDER, "bob_2_11_main.py": ADDER})
    grade("pa", "--isolation", "E", cwd=root, apart=apart, expect=0)
    (folder / "bob_2_11_main.py").rename(folder / "bob_LATE_2_11_main.py")
    ended = grade("pa", "--changed", "--report=r.json", "--isolation", "E", cwd=root, apart=apart, expect=0)
    assert "1 of 2 taken over" in ended.out
    grades = json.loads((root / "r.json").read_text())["grades"]
    assert {entry["student"]: entry["provenance"]["late"] for entry in grades} == {"ann": False, "bob": True}


def test_several_students_files_are_refused_in_one_line(root: Path, apart: Path) -> None:
    write(root / "dropbox", {"ann_main.py": ADDER, "bob_main.py": ADDER})
    ended = grade("dropbox", cwd=root, apart=apart, expect=2)
    (line,) = ended.err.splitlines()
    assert "this looks like the files of several students in one folder: ann_main.py, bob_main.py" in line
    assert ended.out == ""
