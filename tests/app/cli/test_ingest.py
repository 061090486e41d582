"""``harness ingest``: every hand-in of a download with its student and time, and nobody guessed."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from tests.support import ADDER, SUM, CompletedCommand, course, harness, write

ROSTER = """\
Student,SIS Login ID,Email
"Lee, Ann",ann,ann@example.edu
"O'Brien, Pat",pat,
"Zu, Zoe",zoe,
"""
BLACKBOARD = {
    "PA1_ann_attempt_2026-11-05-23-59-10_main.py": ADDER,
    "PA1_ann_attempt_2026-11-06-10-00-00_main.py": ADDER + "# better\n",
    "PA1_pat_attempt_2026-11-07-08-00-00_main.py": "print(5)\n",
    "PA1_mallory_attempt_2026-11-05-20-00-00_main.py": ADDER,
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = course(tmp_path / "course", SUM + "files: {required: [main.py]}\n")
    return write(folder, {"roster.csv": ROSTER, **{f"PA1/{name}": text for name, text in BLACKBOARD.items()}})


def ingest(root: Path, apart: Path, *words: str | Path, expect: int = 0) -> CompletedCommand:
    return harness("ingest", *words, "--assignment", "sum", cwd=root, apart=apart, expect=expect)


def rows(root: Path, query: str) -> list[Any]:
    with sqlite3.connect(root / ".grade" / "gradebook.sqlite") as book:
        return book.execute(query).fetchall()


OWNERS = """select label, submitted, student_id from submission left join owner on owner.submission_id = submission.id
    order by submission.id"""


def test_every_attempt_is_kept_with_its_time_and_who_is_unknown_is_listed(root: Path, apart: Path) -> None:
    ended = ingest(root, apart, "PA1", "--roster", "roster.csv", expect=1)
    assert "sum: 4 new hand-ins of 2 students" in ended.out
    assert "Not matched with a student: 1." in ended.out
    assert rows(root, OWNERS) == [
        ("ann", "2026-11-05T23:59:10", 1),
        ("ann", "2026-11-06T10:00:00", 1),
        ("mallory", "2026-11-05T20:00:00", None),
        ("pat", "2026-11-07T08:00:00", 2),
    ]
    contents = [row[0] for row in rows(root, "select distinct content_sha256 from submission")]
    kept = root / ".grade" / "submissions"
    assert sorted(contents) == sorted(path.name for path in kept.glob("*/*"))
    assert (kept / contents[0][:2] / contents[0] / "main.py").is_file()


def test_the_same_download_again_adds_nothing(root: Path, apart: Path) -> None:
    ingest(root, apart, "PA1", "--roster", "roster.csv", expect=1)
    again = ingest(root, apart, "PA1", "--roster", "roster.csv", expect=1)
    assert "0 new hand-ins of 2 students, 4 known before" in again.out
    assert rows(root, "select count(*) from submission") == [(4,)]
    assert rows(root, "select count(*) from owner") == [(3,)]


def test_who_is_not_matched_stays_listed_until_it_is_settled(root: Path, apart: Path) -> None:
    ingest(root, apart, "PA1", "--roster", "roster.csv", expect=1)
    listed = harness("gradebook", "unmatched", cwd=root, apart=apart, expect=1).out
    assert "   3  sum  mallory" in listed
    command = ("gradebook", "settle", "3")
    assert "no student is clearly meant" in harness(*command, "nobody at all", cwd=root, apart=apart, expect=2).err
    harness(*command, "Zoe Zu", "--why", "her login", cwd=root, apart=apart, expect=0)
    assert "every submission has its student" in harness("gradebook", "unmatched", cwd=root, apart=apart, expect=0).out
    assert rows(
        root, "select student_id, why from owner join event on event.id = event_id where submission_id = 3"
    ) == [(3, "her login")]
    assert "is settled" in harness(*command, "--nobody", cwd=root, apart=apart, expect=2).err
    harness(*command, "--nobody", "--reassign", "--why", "a mistake", cwd=root, apart=apart, expect=0)
    owners = rows(root, "select student_id from owner where submission_id = 3 order by id")
    assert owners == [(3,), (None,)], "the history is kept"


def test_what_was_settled_is_taken_back(root: Path, apart: Path) -> None:
    ingest(root, apart, "PA1", "--roster", "roster.csv", expect=1)
    command = ("gradebook", "settle", "3")
    assert "nobody has settled hand-in 3" in harness(*command, "--undo", cwd=root, apart=apart, expect=2).err
    harness(*command, "zoe", cwd=root, apart=apart)
    harness(*command, "pat", "--reassign", cwd=root, apart=apart)
    back = harness(*command, "--undo", "--why", "a slip", cwd=root, apart=apart)
    assert "hand-in 3: taken back" in back.out
    assert "Zu, Zoe  none -> " in harness("regrade", "sum", cwd=root, apart=apart).out
    assert "mallory" in harness(*command, "--undo", cwd=root, apart=apart, expect=1).out, "it is nobody's again"
    shown = harness("regrade", "sum", cwd=root, apart=apart).out
    assert "0 (nothing handed in) = 0" in shown
    assert len(rows(root, "select id from owner where submission_id = 3")) == 2, "nothing is deleted"
    assert "is settled" in harness("gradebook", "settle", "1", "zoe", cwd=root, apart=apart, expect=2).err
    assert "nobody has settled" in harness("gradebook", "settle", "1", "--undo", cwd=root, apart=apart, expect=2).err
    harness(*command, "zoe", cwd=root, apart=apart)


def test_who_joins_the_roster_later_gets_their_hand_ins(root: Path, apart: Path) -> None:
    ingest(root, apart, "PA1", "--roster", "roster.csv", expect=1)
    write(root, {"later.csv": ROSTER + '"Mallory, Eve",mallory,\n'})
    out = harness("gradebook", "roster", "later.csv", cwd=root, apart=apart, expect=0).out
    assert "4 students on the roster: 1 new" in out
    assert "hand-ins that have their student by this: 1" in out
    harness("gradebook", "unmatched", cwd=root, apart=apart, expect=0)


def test_a_class_without_a_roster_is_those_who_handed_in(root: Path, apart: Path) -> None:
    assert "4 new hand-ins of 3 students" in ingest(root, apart, "PA1").out
    write(
        root,
        {
            "PA2/PA1_eve_attempt_2026-11-05-20-00-00_main.py": ADDER,
            "PA2/PA1_ann_attempt_2026-11-09-00-00-00_main.py": ADDER,
        },
    )
    assert "eve" in ingest(root, apart, "PA2", expect=1).out
    assert "Not matched" not in ingest(root, apart, "PA2", "--new-students").out


WORKSHEET = """\
Identifier,Full name,Email address,Status,Grade,Maximum Grade,Last modified (submission)
Participant 501,Ann Lee,ann@example.edu,Submitted,,10,"Thursday, 5 November 2026, 11:59 PM"
Participant 502,Pat O'Brien,pat@example.edu,Submitted,,10,-
"""


def test_moodles_worksheet_has_the_times_that_its_download_lacks(root: Path, apart: Path) -> None:
    names = {"Ann Lee": 501, "Pat O'Brien": 502}
    write(root, {f"PA/{name}_{number}_assignsubmission_file_/main.py": ADDER for name, number in names.items()})
    write(root, {"worksheet.csv": WORKSHEET})
    out = ingest(root, apart, "PA", "--roster", "worksheet.csv").out
    assert "no time is known of 1 hand-ins, which count as in time" in out
    times = rows(root, "select person_name, submitted from submission order by person_name")
    assert times == [("Ann Lee", "2026-11-05T23:59:00"), ("Pat O'Brien", "")]


def test_folders_of_a_teachers_own_are_brought_in_by_their_names(root: Path, apart: Path) -> None:
    write(root, {"class/ann/main.py": ADDER, "class/O'Brien, Pat/main.py": ADDER, "class/zoey/main.py": ADDER})
    out = ingest(root, apart, "class", "--roster", "roster.csv", expect=1).out
    assert "3 new hand-ins of 2 students" in out
    assert "zoey  perhaps Zu, Zoe (zoe)" in out


def test_a_students_links_and_names_do_no_harm(root: Path, apart: Path) -> None:
    folder = write(root / "class" / "ann", {"main.py": ADDER, "=1+1\x1b[2J.py": "x"})
    (folder / "passwd").symlink_to("/etc/passwd")
    write(root, {"class/pat/main.py": ADDER})
    out = ingest(root, apart, "class", "--roster", "roster.csv").out
    assert "\x1b" not in out
    assert not list((root / ".grade").rglob("passwd"))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("none",), "no such file or folder"),
        (("PA1", "--roster", "none.csv"), "none.csv: it cannot be read"),
        (("PA1", "--gradebook", "PA1"), "cannot be opened as a gradebook"),
    ],
)
def test_faults_are_one_line_and_leave_nothing(root: Path, apart: Path, words: tuple[str, ...], message: str) -> None:
    ended = ingest(root, apart, *words, expect=2)
    assert message in ended.err
    assert len(ended.err.splitlines()) == 1
