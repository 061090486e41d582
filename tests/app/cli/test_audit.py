"""``harness audit`` as a teacher runs it: on submissions, a report, the gradebook."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

from tests.support import ADDER, SUM, course, grade, harness, write

WRONG_EXPECTATION = SUM.replace('"7\\n"', '"8\\n"')
ELSEWHERE = "import os, sys\nprint(sum(map(int, sys.argv[1:])) if os.environ.get('USER') else 'who are you?')\n"
"""Right where there is a user name in the environment."""


def class_of(root: Path, *programs: str) -> Path:
    for number, program in enumerate(programs):
        write(root / "class" / f"s{number}" / "sum", {"sum.py": program})
    return root / "class"


def test_a_class_of_right_programs_is_not_spoken_of(tmp_path: Path, apart: Path) -> None:
    course(tmp_path)
    ended = harness("audit", class_of(tmp_path, ADDER, ADDER, ADDER), cwd=tmp_path, apart=apart, expect=0)
    assert ended.out == ""
    assert "3 grades" in ended.err


def test_a_wrong_expectation_is_named_first_whatever_the_grades_come_from(tmp_path: Path, apart: Path) -> None:
    assert WRONG_EXPECTATION != SUM
    course(tmp_path, WRONG_EXPECTATION)
    folder = class_of(tmp_path, ADDER, ADDER, ADDER, "print(5)\n")
    graded = harness("audit", folder, "--no-rerun", cwd=tmp_path, apart=apart, expect=1)
    first = graded.out.splitlines()[0]
    assert first.startswith("1. sum: sum (three): +20 points for 4 programs: ")
    work = shlex.quote(f"{folder}/s0/sum")
    assert f"grade {work} --student s0 --assignment sum --only three --details" in graded.out

    report = apart / "grades.json"
    grade(folder, "--report", report, "--gradebook", tmp_path / "book.sqlite", cwd=tmp_path, apart=apart, expect=1)
    reported = harness("audit", report, "--no-rerun", cwd=tmp_path, apart=apart, expect=1)
    assert reported.out.splitlines()[0] == first


def test_the_gradebooks_grades_are_read_where_no_path_is_named(tmp_path: Path, apart: Path) -> None:
    course(tmp_path, WRONG_EXPECTATION)
    folder = class_of(tmp_path, ADDER, ADDER, ADDER)
    write(tmp_path, {"roster.csv": "name,id\ns0,1\ns1,2\ns2,3\n"})
    place = ("--gradebook", tmp_path / "book.sqlite")
    harness("gradebook", "roster", tmp_path / "roster.csv", *place, cwd=tmp_path, apart=apart, expect=0)
    grade(folder, *place, cwd=tmp_path, apart=apart, expect=1)
    ended = harness("audit", "--no-rerun", *place, cwd=tmp_path, apart=apart, expect=1)
    assert ended.out.startswith("1. sum: sum (three): +15 points for 3 programs: ")


def test_a_cause_is_decided_for_the_whole_class_with_who_and_why(tmp_path: Path, apart: Path) -> None:
    course(tmp_path, WRONG_EXPECTATION)
    folder = class_of(tmp_path, ADDER, ADDER, "print(5)\n")
    write(tmp_path, {"roster.csv": "name,id\ns0,1\ns1,2\ns2,3\n"})
    place = ("--gradebook", tmp_path / "book.sqlite")
    harness("gradebook", "roster", tmp_path / "roster.csv", *place, cwd=tmp_path, apart=apart, expect=0)
    grade(folder, *place, cwd=tmp_path, apart=apart, expect=1)
    refused = harness("audit", "--accept", "three", *place, cwd=tmp_path, apart=apart, expect=2)
    assert "--why" in refused.err
    why = ("--why", "the spec adds wrongly", *place)
    ended = harness("audit", "--accept", "three", *why, cwd=tmp_path, apart=apart, expect=0)
    assert ended.out.startswith("sum: three: `7` of 2 students counted as right\n")
    other = harness("audit", "--reject", "three", *why, cwd=tmp_path, apart=apart, expect=0)
    assert other.out == "sum: three: `5` of 1 student stays wrong\n"
    again = harness("audit", "--accept", "three", *why, cwd=tmp_path, apart=apart, expect=2)
    assert "decided before" in again.err
    printed = harness("gradebook", "why", "sum", "s1", *place, cwd=tmp_path, apart=apart, expect=0)
    assert "10 of 10" in printed.out
    assert "the spec adds wrongly" in printed.out
    printed = harness("gradebook", "why", "sum", "s2", *place, cwd=tmp_path, apart=apart, expect=0)
    assert "10 of 10" not in printed.out
    harness("audit", "--no-rerun", *place, cwd=tmp_path, apart=apart, expect=0)


def test_a_right_program_and_a_rerun_speak_for_the_student(tmp_path: Path, apart: Path) -> None:
    course(tmp_path, WRONG_EXPECTATION, beside={"accepted/plain/sum.py": ADDER})
    folder = class_of(tmp_path, ADDER, ADDER, ADDER, ELSEWHERE)
    out = tmp_path / "audit.json"
    harness("audit", folder, "--json", out, "--isolation", "E", cwd=tmp_path, apart=apart, expect=1)
    by_case = {tuple(check["cases"]): check["why"] for check in json.loads(out.read_bytes())["checks"]}
    assert any("accepted plain would lose it, too" in why for why in by_case["three",])
    assert "1 keep it under another user name" in by_case["two",]


def test_what_is_no_report_is_an_error(tmp_path: Path, apart: Path) -> None:
    course(tmp_path)
    write(tmp_path, {"grades.json": "{}"})
    ended = harness("audit", tmp_path / "grades.json", cwd=tmp_path, apart=apart, expect=2)
    assert "grades.json: this is no JSON report of grade" in ended.err
