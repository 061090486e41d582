"""Files of grades as learning systems import them: exact headings, and what is read back is what was written."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

from harness.course.ingest.matching.roster import read_roster
from harness.course.learning_systems import GRADE_FILES, render
from harness.course.learning_systems.base import GradeRow

ROWS = [
    GradeRow("Lee, Ann", 68.0, "101", "ann", "ann@example.edu", "A", "78 - 10 (1 day late) = 68"),
    GradeRow("O'Brien, Pat", 7.25, "102", "pat"),
    GradeRow("Müller, Hans Peter", 0.0, "103", "hans", "hp@example.edu"),
]
LINES = {
    "canvas": [
        ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "PA2 (4711)"],
        ["    Points Possible", "", "", "", "", "100"],
        ["Lee, Ann", "101", "", "ann", "A", "68"],
    ],
    "moodle": [
        ["Full name", "ID number", "Username", "Email address", "PA2 (4711)", "Feedback comments"],
        ["Lee, Ann", "101", "ann", "ann@example.edu", "68", "78 - 10 (1 day late) = 68"],
    ],
    "moodle_worksheet": [
        ["Identifier", "Full name", "Email address", "Status", "Grade", "Maximum Grade", "Grade can be changed",
         "Last modified (submission)", "Last modified (grade)", "Feedback comments"],
        ["Participant 101", "Lee, Ann", "ann@example.edu", "", "68", "100", "Yes", "-", "-",
         "78 - 10 (1 day late) = 68"],
    ],
    "blackboard": [
        ["Last Name", "First Name", "Username", "Student ID", "PA2 (4711)"],
        ["Lee", "Ann", "ann", "101", "68"],
    ],
    "brightspace": [
        ["OrgDefinedId", "Username", "PA2 (4711) Points Grade", "End-of-Line Indicator"],
        ["#101", "#ann", "68", "#"],
    ],
}  # fmt: skip


def test_every_format_is_tested_here() -> None:
    assert set(LINES) == set(GRADE_FILES)


@pytest.mark.parametrize("system", LINES)
def test_the_headings_are_the_systems_own(system: str) -> None:
    content = render(system, ROWS, "PA2 (4711)", 100)
    assert list(csv.reader(io.StringIO(content.decode(), newline="")))[: len(LINES[system])] == LINES[system]
    assert content.endswith(b"\r\n")


@pytest.mark.parametrize("system", LINES)
def test_what_is_read_back_is_what_was_written(tmp_path: Path, system: str) -> None:
    path = tmp_path / "grades.csv"
    path.write_bytes(render(system, ROWS, "PA2", 100))
    roster = read_roster(path)
    assert len(roster.entries) == len(ROWS)
    for row in ROWS:
        entry = roster.entry_of([row.number], [])
        assert entry is not None
        assert system == "moodle_worksheet" or entry is roster.entry_of([row.login], [])
        assert system == "brightspace" or entry is roster.entry_of([], [row.name])


def test_no_name_is_a_formula() -> None:
    hostile = [GradeRow("=cmd|' /C calc'!A0", 1.0, "1", comment="@x")]
    for system in GRADE_FILES:
        cells = [cell for line in csv.reader(io.StringIO(render(system, hostile, "PA2", 1).decode())) for cell in line]
        assert not [cell for cell in cells if cell.startswith(("=", "@", "+"))]
