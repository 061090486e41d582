"""From hand-ins to published marks: scores of people, regrading with its difference, sets that stay as they are."""

from __future__ import annotations

import csv
import io
import sqlite3
from pathlib import Path

import pytest

from tests.app.cli.test_ingest import BLACKBOARD, ROSTER
from tests.support import SUM, Begun, Course, course, harness, write

SPEC = SUM.replace(
    "points: 10}", "points: 10}\n  comments: {text: Functions have comments., points: 5, manual: A person reads them.}"
)
RULES = """\
time_zone: Europe/Berlin
late: {points_a_day: 1, rejected_after: 3 days}
assignments:
  sum:
    due: 2026-11-05 23:59
    extensions:
      O'Brien, Pat: {until: 2026-11-08, why: ill}
"""
SCORES = """\
clause: comments
rubric:
  none: {points: -1, text: no comment on main}
  some: {points: -0.5, text: a comment says nothing}
scores:
  ann: [none]
  pat: {items: [none, some], comment: see line 2}
"""


def created(root: Path, apart: Path, gradebook: str = "") -> Course:
    folder = course(root, SPEC + "files: {required: [main.py]}\n")
    downloads = {f"PA1/{name}": text for name, text in BLACKBOARD.items() if "mallory" not in name}
    write(folder, {"roster.csv": ROSTER, "course.yaml": RULES, "comments.yaml": SCORES, **downloads})
    started = Course(folder, apart, gradebook)
    started.run("ingest", "PA1", "--assignment", "sum", "--roster", "roster.csv")
    return started


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path, apart: Path) -> Course:
    """The course with its gradebook in each kind of database."""
    gradebook = "" if request.param == "sqlite" else request.getfixturevalue("postgresql")
    return created(tmp_path / "course", apart, gradebook)


def test_the_way_of_a_mark(place: Course) -> None:
    first = place.run("regrade", "sum")
    assert "sum: 2 of 2 hand-ins graded" in first
    assert "Lee, Ann: nobody has scored comments" in first
    assert "2 scores of 2 students" in place.run("score", "sum", "--from", "comments.yaml", "--marker", "kim")
    shown = place.run("regrade", "sum")
    assert "sum: 0 of 2 hand-ins graded" in shown
    assert "10 + 4 (comments) - 1 (1 day late) = 13" in shown
    assert "5 + 3.5 (comments) = 8.5" in shown, "Pat has an extension"
    assert "0 (nothing handed in) = 0" in shown
    refused = place.run("gradebook", "publish", "sum", "PA1", expect=2)
    assert "marks that are not whole and accepted: 3" in refused
    assert "marks accepted: 3; rejected: 0" in place.run("regrade", "sum", "--accept", "--why", "first round")
    place.run("gradebook", "publish", "sum", "PA1")

    spec = place.root / "specs" / "sum" / "spec.yaml"
    spec.write_text(spec.read_text().replace('"7\\n"', '"8\\n"'))
    difference = place.run("regrade", "sum")
    assert "Lee, Ann  13 -> 8 of 15  -5" in difference
    assert "was 10 + 4 (comments) - 1 (1 day late) = 13" in difference
    assert "now 5 + 4 (comments) - 1 (1 day late) = 8" in difference
    assert "because three: AC -> WA (-5)" in difference
    assert "because spec.yaml changed: " in difference
    assert "O'Brien, Pat" not in difference, "five was printed in any case"
    place.run("regrade", "sum", "--reject", "Ann Lee", "--why", "the spec was right")
    assert "marks that would change: 0; open: 0; rejected before: 1" in place.run("regrade", "sum")
    place.run("gradebook", "publish", "sum", "PA1, again")
    place.run("regrade", "sum", "--accept", "Ann Lee", "--why", "it was not")
    later = place.run("gradebook", "publish", "sum", "PA1, final")
    assert 'changed since "PA1, again": 1' in later
    assert "Lee, Ann  13 -> 8" in later
    assert '"PA1" is published, and stays as it is' in place.run("gradebook", "publish", "sum", "PA1", expect=2)

    printed = place.run("gradebook", "why", "sum", "ann").splitlines()
    order = [
        "handed in 2026-11-06T10:00:00", "AC 10 of 10", "comments: 4 points by kim, for work ",
        "mark accepted: 10 + 4", "first round", 'published in "PA1": 13', "WA 5 of 10", "mark rejected: 5 + 4",
        "the spec was right", "mark accepted: 5 + 4", "it was not", 'published in "PA1, final": 8', "mark: 5 + 4",
    ]  # fmt: skip
    places = [next(number for number, line in enumerate(printed) if text in line) for text in order]
    assert places == sorted(places)

    out = place.root / "grades.csv"
    place.run("gradebook", "upload", "PA1", "--for", "canvas", "--out", "grades.csv")
    assert "13" in out.read_text(), "what was published stays as it was"
    changed = place.run("gradebook", "upload", "PA1, final", "--for", "canvas", "--out", "grades.csv")
    assert "changed since the last file: 1" in changed
    assert [row[-1] for row in csv.reader(io.StringIO(out.read_text()))] == ["PA1, final", "15", "8", "8.5", "0"]


def graded_course(root: Path, apart: Path) -> Course:
    place = created(root, apart)
    place.run("regrade", "sum")
    return place


@pytest.fixture
def small(begun: Begun, tmp_path: Path, apart: Path) -> Course:
    """The course, graded."""
    return begun(graded_course).copied(tmp_path / "course", apart)


def test_work_is_scored_blind_by_its_hash(small: Course) -> None:
    listed = small.run("score", "sum", "--blind").splitlines()
    assert listed[0] == "sum: 2 to be scored"
    assert not any(name in " ".join(listed) for name in ("Ann", "ann", "Pat"))
    work = [line.split()[0] for line in listed[1:3]]
    assert all(len(figures) == 8 for figures in work)
    small.run("score", "sum", work[0], "comments", "5")
    assert small.run("score", "sum", "--blind").splitlines()[0] == "sum: 1 to be scored"


def test_the_rubric_is_used_again_and_counted(small: Course) -> None:
    small.run("score", "sum", "--from", "comments.yaml")
    small.run("score", "sum", "pat", "comments", "--item", "none", "--comment", "only this")
    listed = small.run("score", "sum")
    assert "comments: -1 no comment on main (none): 2 students" in listed
    assert "comments: -0.5 a comment says nothing (some): 0 students" in listed
    write(
        small.root,
        {"scores.csv": "student;clause;points;items;comment\nann;comments;2,5;;good\nO'Brien, Pat;comments;;some;\n"},
    )
    small.run("score", "sum", "--from", "scores.csv")
    shown = small.run("regrade", "sum")
    assert "+ 2.5 (comments)" in shown
    assert "+ 4.5 (comments)" in shown


def test_two_markers(small: Course) -> None:
    rules = small.root / "course.yaml"
    rules.write_text(RULES + "markers: {combine: mean, tolerance: 1}\n")
    small.run("score", "sum", "ann", "comments", "4", "--marker", "kim")
    small.run("score", "sum", "ann", "comments", "5", "--marker", "lee")
    assert "+ 4.5 (comments)" in small.run("regrade", "sum")
    small.run("score", "sum", "ann", "comments", "2", "--marker", "lee")
    assert "comments: kim gave 4, lee gave 2" in small.run("regrade", "sum")
    small.run("score", "sum", "ann", "comments", "3", "--marker", "head", "--final")
    assert "+ 3 (comments)" in small.run("regrade", "sum")


def test_people_may_settle_what_was_judged(small: Course) -> None:
    small.run("score", "sum", "pat", "sum", "10", "--why", "the statement was misleading")
    small.run("score", "sum", "pat", "comments", "5")
    assert "10 (sum) + 5 (comments) = 15" in small.run("regrade", "sum")


def test_adjustments_have_a_reason_and_stay_through_regrades(small: Course) -> None:
    small.run("score", "sum", "--from", "comments.yaml")
    assert "needs a reason" in small.run("gradebook", "adjust", "sum", "ann", "2", expect=2)
    small.run("gradebook", "adjust", "sum", "ann", "-2", "--why", "no name on it")
    spec = small.root / "specs" / "sum" / "spec.yaml"
    spec.write_text(spec.read_text().replace("title: Sums", "title: More sums"))
    assert "10 + 4 (comments) - 1 (1 day late) - 2 (no name on it) = 11" in small.run("regrade", "sum")
    small.run("gradebook", "adjust", "sum", "ann", "-2", "--revoke", "--why", "it was there")
    assert "10 + 4 (comments) - 1 (1 day late) = 13" in small.run("regrade", "sum")
    assert "no adjustment of -2 points" in small.run(
        "gradebook", "adjust", "sum", "ann", "-2", "--revoke", "--why", "again", expect=2
    )


def test_the_same_points_for_the_same_reason_are_asked_for(small: Course) -> None:
    words = ("gradebook", "adjust", "sum", "ann", "2", "--why", "appeal")
    small.run(*words)
    assert "has +2 points for this very reason; once more: --again" in small.run(*words, expect=2)
    small.run(*words, "--again")
    small.run("gradebook", "adjust", "sum", "ann", "2", "--why", "another appeal")


def test_only_marks_that_rise_are_accepted(small: Course) -> None:
    small.run("score", "sum", "--from", "comments.yaml")
    small.run("regrade", "sum", "--accept")
    small.run("score", "sum", "ann", "comments", "1", "--final")
    small.run("score", "sum", "pat", "comments", "5", "--final")
    printed = small.run("regrade", "sum", "--only-rises")
    assert "marks that would change: 1; open: 0; rejected before: 0; not rising: 1" in printed
    assert "marks accepted: 1; rejected: 0" in small.run("regrade", "sum", "--accept", "--only-rises")
    assert "Lee, Ann  13 -> 10 of 15  -3" in small.run("regrade", "sum")


def test_an_accepted_mark_is_taken_back_by_a_row_of_its_own(small: Course) -> None:
    for points in ("1", "2", "3"):
        small.run("score", "sum", "pat", "comments", points, "--final")
        small.run("regrade", "sum", "--accept", "pat")
    assert "O'Brien, Pat: the mark is 5 + 2 (comments) = 7 again" in small.run("regrade", "sum", "--undo", "pat")
    assert "5 + 1 (comments) = 6 again" in small.run("regrade", "sum", "--undo", "pat", "--why", "both were wrong")
    assert "O'Brien, Pat  6 -> 8 of 15" in small.run("regrade", "sum")
    assert "had no mark before this one" in small.run("regrade", "sum", "--undo", "pat", expect=2)
    printed = small.run("gradebook", "why", "sum", "pat")
    assert printed.count("mark accepted: ") == 5
    assert "both were wrong" in printed


def test_a_score_is_taken_back_and_the_one_before_counts(small: Course) -> None:
    small.run("score", "sum", "ann", "comments", "4", "--marker", "kim")
    small.run("score", "sum", "ann", "comments", "1", "--marker", "kim", "--final")
    assert "+ 1 (comments)" in small.run("regrade", "sum")
    undo = ("score", "sum", "ann", "comments", "--undo")
    assert "has no score for comments by lee" in small.run(*undo, "--marker", "lee", expect=2)
    assert "comments of Lee, Ann: 1 points by kim taken back" in small.run(*undo, "--why", "of another student")
    assert "+ 4 (comments)" in small.run("regrade", "sum"), "a score that was final is none any more"
    small.run(*undo)
    assert "Lee, Ann: nobody has scored comments" in small.run("regrade", "sum")
    assert "has no score for comments" in small.run(*undo, expect=2)
    why = small.run("gradebook", "why", "sum", "ann")
    assert "comments: 1 points by kim, finally" in why, "nothing is deleted"
    assert "taken back: the score comments, by " in why
    assert "of another student" in why
    assert "all of them as they were written" in small.run("gradebook", "verify-log")


def test_a_set_is_taken_back_and_stays_in_the_record(small: Course) -> None:
    small.run("score", "sum", "--from", "comments.yaml")
    small.run("regrade", "sum", "--accept")
    small.run("gradebook", "publish", "sum", "PA1, first")
    small.run("score", "sum", "pat", "comments", "5", "--final")
    small.run("regrade", "sum", "--accept")
    small.run("gradebook", "publish", "sum", "PA1, slip")
    small.run("gradebook", "upload", "PA1, slip", "--for", "canvas", "--out", "grades.csv")
    printed = small.run("gradebook", "publish", "sum", "PA1, slip", "--undo", "--why", "too early")
    assert '"PA1, slip": taken back, 3 marks' in printed
    assert "a file of it was made for canvas" in printed
    refused = small.run("gradebook", "upload", "PA1, slip", "--for", "canvas", "--out", "grades.csv", expect=2)
    assert 'nothing is published as "PA1, slip"; there is PA1, first' in refused
    assert "nothing is published" in small.run("gradebook", "publish", "sum", "PA1, slip", "--undo", expect=2)
    again = small.run("gradebook", "publish", "sum", "PA1, final")
    assert 'changed since "PA1, first": 1' in again, "the set that was taken back is compared with no more"
    why = small.run("gradebook", "why", "sum", "pat")
    assert 'published in "PA1, slip": 10' in why
    assert "taken back: published PA1, slip, by " in why


def test_which_hand_in_counts_is_the_rules_affair(small: Course) -> None:
    rules = small.root / "course.yaml"
    rules.write_text(RULES + "counts: best\n")
    assert "sum: 1 of 3 hand-ins graded" in small.run("regrade", "sum")
    small.run("score", "sum", "--from", "comments.yaml")
    shown = small.run("regrade", "sum", "--all")
    assert "10 + 4 (comments) = 14" in shown, "Ann's first one was in time"


def test_a_group_has_one_work_and_marks_of_its_own(tmp_path: Path, apart: Path) -> None:
    root = course(tmp_path / "course", SUM + "files: {required: [main.py]}\n")
    work = (tmp_path / "course" / "PA" / "main.py").parent.parent
    moodle = {
        f"PA/Red-{name}_50{number}_assignsubmission_file_/main.py": "print(5)\n"
        for number, name in enumerate(("Ann Lee", "Pat O'Brien"))
    }
    write(work, {**moodle, "roster.csv": ROSTER})
    place = Course(root, apart, "")
    place.run("ingest", "PA", "--assignment", "sum", "--roster", "roster.csv")
    place.run("gradebook", "adjust", "sum", "ann", "1", "--why", "led the group")
    shown = place.run("regrade", "sum")
    assert "5 + 1 (led the group) = 6" in shown
    assert "O'Brien, Pat  none -> 5 of 10" in shown


def test_what_needs_a_person_is_open_until_one_has_looked(tmp_path: Path, apart: Path) -> None:
    root = course(tmp_path / "course", SUM + "files: {required: [main.py]}\n")
    write(
        root,
        {
            "roster.csv": ROSTER,
            "class/ann/a/main.py": "print(5)\n",
            "class/ann/b/main.py": "print(7)\n",
            "class/pat/main.py": "print(5)\n",
        },
    )
    place = Course(root, apart, "")
    place.run("ingest", "class", "--assignment", "sum", "--roster", "roster.csv")
    assert "Lee, Ann: sum has no verdict and needs a person" in place.run("regrade", "sum")
    assert "is open" in place.run("regrade", "sum", "--accept", "ann", expect=2)
    place.run("score", "sum", "ann", "sum", "4", "--comment", "b counts")
    assert "4 (sum) = 4" in place.run("regrade", "sum")


FAULTS = [
    (("score", "sum", "ann", "coments", "3"), 'sum has no clause "coments"; a person may score comments'),
    (("score", "sum", "ann", "comments", "6"), "comments has from 0 to 5 points, not 6"),
    (("score", "sum", "ann", "comments", "nan"), "comments has from 0 to 5 points, not nan"),
    (("score", "sum", "eve", "comments", "3"), 'no student is clearly meant by "eve"'),
    (("score", "sum", "ann", "comments"), "expected points, or items of the rubric"),
    (("score", "sum", "ann", "comments", "--item", "x"), 'the rubric of comments has no item "x"; it has none'),
    (("score", "sum", "ann"), "expected STUDENT CLAUSE POINTS"),
    (("score", "sum", "--from", "none.yaml"), "none.yaml: cannot be read"),
    (("score", "sum", "--from", "roster.csv"), "roster.csv:1: expected the headings"),
    (("score", "none", "ann", "comments", "3"), 'there is no assignment "none"'),
    (("regrade", "sum", "--accept", "zoe", "--reject", "zoe", "ann"), "the mark of Lee, Ann is open"),
    (("regrade", "sum", "--accept", "eve"), "no student is clearly meant"),
    (("gradebook", "publish", "sum", "x", "--without-open"), "there are no accepted marks"),
    (("gradebook", "upload", "x", "--for", "canvas", "--out", "x.csv"), 'nothing is published as "x"'),
    (
        ("gradebook", "upload", "x", "--for", "cnavas", "--out", "x.csv"),
        "known: blackboard, brightspace, canvas, moodle",
    ),
    (("gradebook", "why", "sum", "eve"), "no student is clearly meant"),
]


def test_faults_are_one_line_and_change_nothing(small: Course) -> None:
    before = small.run("gradebook", "why", "sum", "ann")
    for words, message in FAULTS:
        printed = small.run(*words, expect=2)
        assert message in printed
        assert len(printed.splitlines()) == 1
    assert small.run("gradebook", "why", "sum", "ann") == before


def test_what_a_teacher_knows_of_the_time_counts_before_a_claim(small: Course) -> None:
    book = small.root / ".grade" / "gradebook.sqlite"
    with sqlite3.connect(book) as opened:
        opened.execute("update submission set claimed = 1, submitted = '9999-12-31T23:59:59-12:00' where label = 'pat'")
    small.run("score", "sum", "--from", "comments.yaml")
    assert "5 + 3.5 (comments) = 8.5" in small.run("regrade", "sum"), "a time of no calendar is none"
    rules = small.root / "course.yaml"
    rules.write_text(RULES + "    handed_in: {pat: 2026-11-09 12:00}\n")
    assert "5 + 3.5 (comments) - 1 (1 day late) = 7.5" in small.run("regrade", "sum")


def test_an_extension_for_nobody_is_an_error(small: Course) -> None:
    rules = small.root / "course.yaml"
    rules.write_text(RULES.replace("O'Brien, Pat", "Obrian, Pat"))
    assert 'course.yaml: extensions: no student is clearly meant by "Obrian, Pat"' in small.run(
        "regrade", "sum", expect=2
    )


def test_work_that_was_graded_where_it_lies_has_marks_and_is_not_graded_again(small: Course) -> None:
    write(small.root, {"more/Ann Lee/main.py": "print(7)\n", "more/Zoe Zu/main.py": "print(5)  # zoe\n"})
    graded = harness("grade", "more", "--assignment", "sum", cwd=small.root, apart=small.apart, expect=1)
    assert "Traceback" not in graded.err
    small.run("score", "sum", "zoe", "comments", "2")
    shown = small.run("regrade", "sum")
    assert "not graded again, as the work is not kept here; harness ingest brings it in: " in shown
    assert "5 + 2 (comments) = 7" in shown


def test_who_left_keeps_their_marks_and_is_missing_nowhere(tmp_path: Path, apart: Path) -> None:
    term = created(tmp_path, apart)
    root = term.root
    before = term.run("gradebook", "class", "sum")
    write(root, {"late.csv": "name,id,email\nQuit Early,9001,quit@example.edu\nQuit Later,9002,later@example.edu\n"})
    term.run("gradebook", "roster", "late.csv")
    listed = term.run("gradebook", "marks", "sum")
    assert "Quit Early" in listed
    assert before != term.run("gradebook", "class", "sum")
    assert "Quit Early" in term.run("gradebook", "class")
    term.run("regrade", "sum", "--accept", "Quit Later")
    printed = term.run("gradebook", "leave", "quit@example.edu", "9002", "--why", "left in week 5")
    assert printed == (
        "Quit Early (9001) has left the course; the marks so far stay\n"
        "Quit Later (9002) has left the course; the marks so far stay\n"
    )
    after = term.run("gradebook", "marks", "sum")
    assert "Quit Early" not in after
    assert "Quit Later (left)" in after
    assert "Quit Early" not in term.run("regrade", "sum")
    assert "Quit" not in term.run("gradebook", "class")
    assert "already has left" in term.run("gradebook", "leave", "9001")
    assert "on the roster although they left: Quit Early; Quit Later." in term.run("gradebook", "roster", "late.csv")
    term.run("gradebook", "leave", "9001", "--back")
    assert "Quit Early" in term.run("gradebook", "marks", "sum")
    assert "no student is clearly meant" in term.run("gradebook", "leave", "nobody", expect=2)
    with sqlite3.connect(root / ".grade" / "gradebook.sqlite") as book:
        kinds = [row[0] for row in book.execute("SELECT kind FROM event ORDER BY id")]
    assert kinds[-1] == "back"


def test_marks_are_filled_into_the_systems_own_file(tmp_path: Path, apart: Path) -> None:
    term = created(tmp_path, apart)
    term.run("regrade", "sum", "--accept")
    term.run("gradebook", "publish", "sum", "PA1", "--without-open")
    marks = {row["id"]: row["points"] for row in csv.DictReader(io.StringIO(_exported(term)))}
    head = "Student,ID,SIS User ID,SIS Login ID,Section,Notes,PA1 (4711)\r\n    Points Possible,,,,,,10\r\n"
    rows = "".join(f'"Somebody",,,{number},A,"keep ""this""",\r\n' for number in marks)
    write(term.root, {"canvas.csv": head + rows + "Else,,77777,,B,,\r\n"})
    printed = term.run("gradebook", "upload", "PA1", "--into", "canvas.csv", "--out", "filled.csv")
    assert 'marks filled in below "PA1 (4711)"; all else is as in canvas.csv' in printed
    filled = (term.root / "filled.csv").read_bytes().decode()
    expected = "".join(f'"Somebody",,,{number},A,"keep ""this""",{value}\r\n' for number, value in marks.items())
    assert filled == head + expected + "Else,,77777,,B,,\r\n"
    assert "the marks are of 15 points, the column is of 10: nothing is scaled" in printed
    write(term.root, {"canvas.csv": head})
    before = term.run("gradebook", "publish", "sum", "again", "--without-open").splitlines()[0]
    namesake = next(row["student"] for row in csv.DictReader(io.StringIO(_exported(term))))
    write(term.root, {"more.csv": f'Name,SIS Login ID\n"{namesake}",zoe9\n'})
    term.run("gradebook", "roster", "more.csv")
    after = term.run("gradebook", "publish", "sum", "once more", "--without-open").splitlines()[0]
    assert before.split(": ")[1].split(" marks")[0] == after.split(": ")[1].split(" marks")[0]
    ended = harness("gradebook", "upload", "PA1", "--into", "canvas.csv", "--out", "f.csv", cwd=term.root, apart=apart)
    assert ended.status == 1
    assert "marks without a place in the file:" in ended.out
    for words, message in (
        (("--into", "none.csv"), "none.csv: it cannot be read"),
        (("--into", "canvas.csv", "--column", "PA9"), 'canvas.csv: no column of the file is called "PA9"'),
    ):
        assert message in term.run("gradebook", "upload", "PA1", *words, "--out", "f.csv", expect=2)


def _exported(term: Course) -> str:
    """The published marks by number, as the gradebook lists them."""
    term.run("gradebook", "marks", "sum", "--out", "marks.csv")
    lines = (term.root / "marks.csv").read_text().splitlines()
    return "\n".join([lines[0], *(line for line in lines[1:] if "no mark" not in line)]) + "\n"
