"""What students ask to be looked at again: asked, answered, by whom, and what changed."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

from tests.app.cli.test_marks import created
from tests.support import Begun, Course, write

ASKED = """\
student,assignment,clause,text
ann,sum,comments,"The comment is in the header, see line 1"
"O'Brien, Pat",sum,,=1+1 is my answer
"""


def asked(root: Path, apart: Path) -> Course:
    place = created(root, apart)
    place.run("regrade", "sum")
    place.run("score", "sum", "--from", "comments.yaml", "--marker", "kim")
    place.run("regrade", "sum", "--accept")
    write(place.root, {"asked.csv": ASKED})
    printed = place.run("gradebook", "requests", "--from", "asked.csv")
    assert printed.splitlines() == ["request 1: Lee, Ann, sum comments", "request 2: O'Brien, Pat, sum"]
    return place


@pytest.fixture
def term(begun: Begun, tmp_path: Path, apart: Path) -> Course:
    """Ann has 10 + 4 - 1 = 13, Pat 5 + 3.5 = 8.5; both ask."""
    return begun(asked).copied(tmp_path / "course", apart)


def test_a_clause_is_given_other_points_and_the_record_says_who(term: Course) -> None:
    assert "requests without an answer: 2" in term.run("gradebook", "requests")
    printed = term.run("gradebook", "answer", "1", "--text", "It is.", "--points", "5")
    assert printed == "request 1 answered: Lee, Ann, sum comments: 13 -> 14; harness regrade sum\n"
    assert "Lee, Ann  13 -> 14 of 15" in term.run("regrade", "sum"), "nothing is accepted yet"
    listed = term.run("gradebook", "requests")
    assert "requests without an answer: 1" in listed
    assert "Lee, Ann" not in listed
    assert "It is. (13 -> 14)" in term.run("gradebook", "requests", "--all")
    term.run("regrade", "sum", "--accept", "ann")
    why = term.run("gradebook", "why", "sum", "ann").splitlines()
    order = ["request 1, comments: The comment is", "request 1 answered by ", "mark accepted: 10 + 5 (comments) - 1"]
    places = [next(at for at, line in enumerate(why) if text in line) for text in order]
    assert places == sorted(places)
    assert "the mark 13 -> 14" in why[places[1]]
    assert "all of them as they were written" in term.run("gradebook", "verify-log")


def test_a_teacher_completes_the_file_and_reads_it_in(term: Course) -> None:
    term.run("gradebook", "requests", "--out", "open.csv")
    rows = list(csv.DictReader(io.StringIO((term.root / "open.csv").read_text())))
    assert rows[1]["text"] == "'=1+1 is my answer", "no formula for a spreadsheet"
    rows[0] |= {"answer": "No, line 1 is blank."}
    rows[1] |= {"answer": "Half a point for the idea", "points": "0,5"}
    text = io.StringIO()
    writer = csv.DictWriter(text, rows[0].keys())
    writer.writeheader()
    writer.writerows(rows)
    write(term.root, {"open.csv": text.getvalue()})
    printed = term.run("gradebook", "requests", "--from", "open.csv")
    assert "request 1 answered: Lee, Ann, sum comments: no points" in printed
    assert "request 2 answered: O'Brien, Pat, sum: 8.5 -> 9; harness regrade sum" in printed
    assert "+ 0.5 (Half a point for the idea) = 9" in term.run("regrade", "sum")
    assert "requests without an answer: 0" in term.run("gradebook", "requests")


def test_the_same_file_again_is_nothing_new(term: Course) -> None:
    assert term.run("gradebook", "requests", "--from", "asked.csv").startswith("nothing new")
    term.run("gradebook", "answer", "2", "--text", "Half a point", "--points", "0.5")
    again = "request,points,answer\n2,0.5,Half a point\n"
    write(term.root, {"answers.csv": again})
    assert term.run("gradebook", "requests", "--from", "answers.csv").startswith("nothing new")
    assert "5 + 3.5 (comments) + 0.5 (Half a point) = 9" in term.run("regrade", "sum")
    term.run("gradebook", "answer", "2", "--text", "No, none after all", "--points", "-0.5")
    assert "= 8.5 of 15" in term.run("gradebook", "why", "sum", "pat")


FAULTS = [
    ("student,assignment,clause,text\neve,sum,,x\n", 'f.csv:2: no student is clearly meant by "eve"'),
    ("student,assignment,clause,text\nann,sum,coments,x\n", 'f.csv:2: sum has no clause "coments"'),
    ("student,assignment,clause,text\nann,smu,,x\n", 'f.csv:2: there is no assignment "smu"'),
    ("student,assignment,text\nann,sum,\n", "f.csv:2: a new request has student, assignment and text"),
    ("request,answer\n9,no\n", "f.csv:2: there is no request 9"),
    ("request,answer\nx,no\n", 'f.csv:2: expected the number of a request, or nothing, got "x"'),
    ("request,points,answer\n1,2,\n", "f.csv:2: points need an answer"),
    ("request,points,answer\n1,much,yes\n", 'f.csv:2: expected points, got "much"'),
    ("request,points,answer\n2,1,yes\n1,6,yes\n", "f.csv:3: comments has from 0 to 5 points, not 6"),
    ("name,what\nann,x\n", "f.csv:1: expected headings of request, student"),
]


def test_faults_name_the_line_and_change_nothing(term: Course) -> None:
    before = term.run("gradebook", "requests", "--all")
    for text, message in FAULTS:
        write(term.root, {"f.csv": text})
        assert message in term.run("gradebook", "requests", "--from", "f.csv", expect=2)
    assert term.run("gradebook", "requests", "--all") == before
    assert "marks that would change: 0" in term.run("regrade", "sum")


def test_what_a_student_wrote_goes_with_them(term: Course) -> None:
    term.run("gradebook", "answer", "1", "--text", "Ann Lee is right", "--points", "5")
    term.run("gradebook", "forget", "ann", "--yes")
    term.run("gradebook", "export", "--out", "all.json")
    text = (term.root / "all.json").read_text()
    assert "The comment is in the header" not in text
    assert "Ann Lee is right" not in text
    assert "all of them as they were written" in term.run("gradebook", "verify-log")
