"""Variants by student: drawn once, found again by who the student is, and never another's."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from harness.course.ingest.matching.roster import Roster, read_roster
from harness.course.ingest.matching.variants import (
    FILE,
    Variant,
    draw,
    read_variants,
    variants_of,
    variants_text,
    with_drawn,
)
from harness.course.ingest.submission import Submission
from harness.model.errors import JudgeError, UsageError
from harness.model.grade import Provenance
from harness.spec.format.assignment import Assignment
from tests.support import ROOT, course, loaded, write

SPEC = """\
title: Sums
language: python
clauses: {sum: {text: The sum is printed., points: 4}}
cases:
  - {name: own, clause: sum, variants: {function: numbers, seed: student}}
"""
CHECKS = """\
def numbers(random):
    return " ".join(str(random.randint(0, 10**9)) for _ in range(3))
def named(random):
    return {"values": {"n": random.randint(0, 10**9)}, "args": ["x"], "files": {"a.txt": "b"}}
"""
CLASS = "Student,SIS User ID,Email\nLee Ann,1,lee@x.edu\nLee Ann,2,ann@x.edu\nBo Oh,3,bo@x.edu\n"


@pytest.fixture
def sums(tmp_path: Path) -> Assignment:
    course(tmp_path, SPEC, beside={"checks.py": CHECKS})
    write(tmp_path / "reference/sum/python", {"sum.py": "print(sum(map(int, input().split())))\n"})
    return loaded(tmp_path)


def roster(folder: Path, text: str) -> Roster:
    return read_roster(write(folder, {"class.csv": text}) / "class.csv")


def drawn(assignment: Assignment, tmp_path: Path, text: str = CLASS) -> None:
    students = with_drawn(assignment, ["numbers"], roster(tmp_path, text))
    (assignment.folder / FILE).write_bytes(variants_text(students))


def submission(label: str, system: str = "", user: str = "", name: str = "", email: str = "") -> Submission:
    provenance = Provenance(system, user, name, email) if system else None
    return Submission(label, "sum", None, provenance=provenance)


def test_a_draw_is_that_of_the_student_alone(sums: Assignment) -> None:
    random = Random(int.from_bytes(hashlib.sha256(b"sum\0lee").digest(), "big"))  # noqa: S311 - no secret
    expected = [random.randint(0, 10**9) for _ in range(3)]
    assert draw(sums, "numbers", "lee").stdin == " ".join(map(str, expected))
    assert draw(sums, "named", "lee") == Variant(values={"n": expected[0]}, args=("x",), files={"a.txt": "b"})
    assert draw(sums, "numbers", "bo") != draw(sums, "numbers", "lee")


def test_a_draw_is_the_same_in_another_process(sums: Assignment) -> None:
    program = (
        "import sys; from pathlib import Path; from harness.spec.loading.load import load;"
        "from harness.course.ingest.matching.variants import draw;"
        "print(draw(load(Path(sys.argv[1]), 'sum'), 'numbers', 'lee').stdin)"
    )
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "17"}
    command = [sys.executable, "-c", program, str(sums.folder.parent)]
    done = subprocess.run(command, env=environment, capture_output=True, check=True, text=True)
    assert done.stdout.strip() == draw(sums, "numbers", "lee").stdin


@pytest.mark.parametrize(
    "body", ["return 5", "return {'sdtin': ''}", "return {'args': [1]}", "return 1 / 0", "return 'x' * 2**21"]
)
def test_what_is_no_variant_is_our_fault(sums: Assignment, tmp_path: Path, body: str) -> None:
    write(sums.folder, {"checks.py": f"def numbers(random):\n    {body}\n"})
    with pytest.raises(JudgeError, match=r"numbers of checks\.py"):
        draw(loaded(tmp_path), "numbers", "lee")


def test_what_is_drawn_later_is_found(sums: Assignment, tmp_path: Path) -> None:
    assert variants_of(sums, submission("2")) == {}
    drawn(sums, tmp_path)
    assert variants_of(sums, submission("2")) != {}
    (sums.folder / FILE).unlink()
    assert variants_of(sums, submission("2")) == {}


@pytest.mark.parametrize(
    ("who", "student"),
    [
        (submission("x", "Canvas", email="lee@x.edu"), "1"),
        (submission("Lee Ann (2)", "roster", "2", "Lee Ann"), "2"),
        (submission("2"), "2"),
        (submission("BO@x.edu"), "3"),
        (submission("Oh, Bo"), "3"),
        (submission("x", "Canvas", "77", "Bo Oh"), "3"),
    ],
)
def test_a_student_is_found_by_what_the_roster_says(
    sums: Assignment, tmp_path: Path, who: Submission, student: str
) -> None:
    drawn(sums, tmp_path)
    assert variants_of(sums, who) == {"numbers": draw(sums, "numbers", student)}


@pytest.mark.parametrize(
    "who",
    [
        submission("Lee Ann"),  # two have this name
        submission("Cy"),
        submission("x", "roster", "4", "Bo Oh"),  # another student of this name, who has no variant yet
        submission("x", "Canvas", "", "Bo Oh", "other@x.edu"),
        submission("4"),
    ],
)
def test_nobody_gets_the_variant_of_another(sums: Assignment, tmp_path: Path, who: Submission) -> None:
    drawn(sums, tmp_path)
    assert variants_of(sums, who) == {}


def test_without_the_file_nobody_has_a_variant(sums: Assignment) -> None:
    assert variants_of(sums, submission("Bo Oh")) == {}


def test_a_file_that_was_damaged_is_reported(sums: Assignment) -> None:
    write(sums.folder, {FILE: "{"})
    with pytest.raises(UsageError, match=FILE):
        read_variants(sums.folder)


def test_what_was_drawn_stays(sums: Assignment, tmp_path: Path) -> None:
    drawn(sums, tmp_path)
    before = {student.entry.person.id: student.drawn for student in read_variants(sums.folder)}
    write(sums.folder, {"checks.py": CHECKS.replace("10**9", "9")})
    changed = loaded(tmp_path)
    # One is renamed, one is gone, one is new.
    drawn(changed, tmp_path, "Student,SIS User ID,Email\nAnn Leigh,1,lee@x.edu\nLee Ann,2,ann@x.edu\nDi,4,di@x.edu\n")
    after = {student.entry.person.id: student for student in read_variants(sums.folder)}
    assert {key: after[key].drawn for key in before} == before
    assert after["4"].drawn == {"numbers": draw(changed, "numbers", "4")}
    assert [after[key].entry.person.name for key in "1234"] == ["Ann Leigh", "Lee Ann", "Bo Oh", "Di"]


def test_a_new_function_is_drawn_for_those_who_have_another(sums: Assignment, tmp_path: Path) -> None:
    drawn(sums, tmp_path)
    students = with_drawn(sums, ["numbers", "named"], roster(tmp_path, CLASS))
    assert [sorted(student.drawn) for student in students] == [["named", "numbers"]] * 3
