"""A program that cannot be started is one fault of how it is started, reported once."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.judge.messages.translator import in_words, sentence
from harness.model.grade import Grade
from harness.model.verdict import Verdict
from tests.support import ADDER, SUM, course, graded, loaded, write

ANY = SUM.replace("language: python", "language: any\nsubmission_file: true")


def grade_of(tmp_path: Path, files: dict[str, str]) -> Grade:
    return graded(loaded(course(tmp_path / "course", ANY)), write(tmp_path / "box", files))


def messages(grade: Grade) -> list[tuple[str, str, str]]:
    return [(case.name, str(finding.where), sentence(finding)) for case in grade.cases for finding in case.findings]


@pytest.mark.parametrize(
    ("run", "problem"),
    [
        ("python3 src/main.py", "there is no file src/main.py; there is main.py"),
        ("./main.py", "./main.py is not executable"),
        ("python3 -m adder", "No module named adder"),
        ("cd nowhere && python3 main.py", "can't cd to nowhere"),
        ("./adder > {output}", "./adder: not found"),
    ],
)
def test_the_usual_way_is_tried_and_the_line_reported(tmp_path: Path, run: str, problem: str) -> None:
    grade = grade_of(tmp_path, {"main.py": ADDER, "submission.yaml": f"# mine\n\nrun: {run}\n"})
    assert (grade.verdict, grade.score) == (Verdict.AC, 10)
    (note,) = map(in_words, grade.notes)
    assert "submission.yaml, line 3: " in note
    assert problem in note


def test_a_build_that_fails_gives_way_to_the_usual_one(tmp_path: Path) -> None:
    text = "run: ./a.out\nbuild:\n  - gcc absent.c\n"
    grade = grade_of(tmp_path, {"main.py": ADDER, "submission.yaml": text})
    assert grade.verdict is Verdict.AC
    assert "submission.yaml, line 3: gcc absent.c failed" in in_words(grade.notes[0])


def test_where_there_is_no_other_way_it_is_reported_once(tmp_path: Path) -> None:
    grade = grade_of(tmp_path, {"notes.txt": "", "submission.yaml": "run: ./adder {input}\n"})
    shown = "./adder {input} cannot be started: there is no file ./adder"
    assert messages(grade) == [("build", "submission.yaml, line 1", shown)]
    assert grade.score == 0


def test_a_script_without_its_interpreter_is_reported_once(tmp_path: Path) -> None:
    grade = grade_of(tmp_path, {"adder": "#!/usr/bin/no-such-interpreter\n"})
    ((name, _, message),) = messages(grade)
    assert name == "start"
    assert "could not be started" in message
    assert (grade.verdict, grade.score, grade.max_score) == (Verdict.RTE, 0, 10)


def test_a_program_that_begins_and_fails_is_reported_by_case(tmp_path: Path) -> None:
    grade = grade_of(tmp_path, {"main.py": "raise SystemExit(2)\n", "submission.yaml": "run: python3 main.py\n"})
    assert {name for name, _, _ in messages(grade)} == {"two", "three"}
    assert grade.notes == ()


def test_a_program_that_calls_what_is_not_there_has_begun(tmp_path: Path) -> None:
    program = "import os, sys\nos.system('no-such-pause')\nsys.exit(127)\n"
    grade = grade_of(tmp_path, {"main.py": program, "submission.yaml": "run: python3 main.py\n"})
    assert {name for name, _, _ in messages(grade)} == {"two", "three"}


@pytest.mark.parametrize("lines", ["print 5", "try:\n    pass\nexcept ValueError, error:\n    pass"])
def test_python_2_needs_a_person_where_any_language_is_allowed(tmp_path: Path, lines: str) -> None:
    grade = grade_of(tmp_path, {"main.py": f"import sys\n{lines}\n"})
    assert (grade.verdict, grade.complete) == (Verdict.NR, False)
    assert ("build", "", "this is written in Python 2, which this machine does not have") in messages(grade)


def test_an_error_of_grammar_is_no_python_2(tmp_path: Path) -> None:
    assert grade_of(tmp_path, {"main.py": "import sys\nprint(5\n"}).verdict is Verdict.CE
