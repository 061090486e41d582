"""Which function stands under a wrong name is found by calls, where names and types leave several possible."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.judge.messages.translator import in_words
from harness.model.grade import Grade
from harness.model.verdict import Verdict
from tests.support import course, graded, loaded, write

SPEC = """\
title: A table of marks
language: {language}
clauses:
  named: {{text: The functions have their names., points: 10}}
  more: {{text: moreMarks gives one more., points: 30}}
  fewer: {{text: fewerMarks gives one less., points: 30}}
  rest: {{text: restMarks gives nothing., points: 30}}
cases:
  - name: names
    clause: named
    source: {{functions: {{moreMarks: {{}}, fewerMarks: {{}}, restMarks: {{}}}}}}
  - {{name: more, clause: more, calls: [{{function: moreMarks, args: [{one}]{gives_two}}}]}}
  - {{name: more-again, clause: more, calls: [{{function: moreMarks, args: [{seven}]{gives_eight}}}]}}
  - {{name: fewer, clause: fewer, calls: [{{function: fewerMarks, args: [{eight}]{gives_seven}}}]}}
  - {{name: fewer-again, clause: fewer, calls: [{{function: fewerMarks, args: [{two}]{gives_one}}}]}}
  - {{name: rest, clause: rest, calls: [{{function: restMarks, args: [{one}]{gives_zero}}}]}}
"""
NUMBERS = {"one": 1, "two": 2, "seven": 7, "eight": 8}
GIVES = {"gives_zero": 0, "gives_one": 1, "gives_two": 2, "gives_seven": 7, "gives_eight": 8}


def spec_for(language: str) -> str:
    if language == "prolog":
        arguments = {word: f"{number}, X" for word, number in NUMBERS.items()}
        return SPEC.format(
            language=language, **arguments, **{word: f", solutions: [{number}]" for word, number in GIVES.items()}
        )
    return SPEC.format(language=language, **NUMBERS, **{word: f", returns: {number}" for word, number in GIVES.items()})


def judged(tmp_path: Path, language: str, name: str, source: str, limits: str = "") -> Grade:
    folder = write(tmp_path / "work", {name: source})
    return graded(loaded(course(tmp_path / "course", spec_for(language) + limits)), folder)


def lost(grade: Grade) -> set[str]:
    return {case.name for case in grade.cases if case.verdict is not Verdict.AC}


PYTHON = "def up(n):\n    return n + 1\ndef down(n):\n    return n - 1\ndef restMarks(n):\n    return 0\n"


JAVA = """\
public class Marks {
    static int down(int n) { return n - 1; }
    static int up(int n) { return n + 1; }
    static int restMarks(int n) { return 0; }
    public static void main(String[] args) { }
}
"""
CPP = """\
int down(int n) { return n - 1; }
int up(int n) { return n + 1; }
int restMarks(int) { return 0; }
int main() { return 0; }
"""
PROLOG = "down(N, M) :- M is N - 1.\nup(N, M) :- M is N + 1.\nrestMarks(_, 0).\n"


@pytest.mark.parametrize(
    ("language", "name", "source"),
    [
        ("python", "marks.py", PYTHON),
        ("java", "Marks.java", JAVA),
        ("cpp", "marks.cpp", CPP),
        ("prolog", "marks.pl", PROLOG),
    ],
)
def test_the_one_that_is_right_is_meant(tmp_path: Path, language: str, name: str, source: str) -> None:
    grade = judged(tmp_path, language, name, source)
    assert lost(grade) == {"names"}
    assert {"up is taken for moreMarks, which is not there", "down is taken for fewerMarks, which is not there"} <= {
        *map(in_words, grade.notes)
    }


@pytest.mark.parametrize(
    ("source", "cases"),
    [
        (PYTHON.replace("n - 1", "n - 2"), {"names", "fewer", "fewer-again"}),  # a wrong one earns nothing by its name
        (
            PYTHON.replace("n - 1", "n - 2").replace("n + 1", "n + 2"),
            {"names", "more", "more-again", "fewer", "fewer-again"},
        ),
        (PYTHON + "def turn(n):\n    while True:\n        pass\ndef fails(n):\n    return n.text\n", {"names"}),
        (PYTHON + "def also_up(n):\n    return 1 + n\n", {"names"}),  # both are right
        (PYTHON.replace("restMarks", "nothing"), {"names", "rest"}),  # one call may fit by chance
        (PYTHON.replace("def down(n):\n    return n - 1\n", ""), {"names", "fewer", "fewer-again"}),
    ],
)
def test_no_wrong_one_is_meant(tmp_path: Path, source: str, cases: set[str]) -> None:
    assert lost(judged(tmp_path, "python", "marks.py", source, "limits: {cpu: 0.5 s}\n")) == cases


def test_hidden_cases_are_not_called_before_visible_ones(tmp_path: Path) -> None:
    spec = spec_for("python").replace("{name: fewer", "{visibility: hidden, name: fewer")
    folder = write(tmp_path / "work", {"marks.py": PYTHON})
    grade = graded(loaded(course(tmp_path / "course", spec)), folder)
    assert lost(grade) == {"names", "fewer", "fewer-again"}
    assert [in_words(note) for note in grade.notes] == ["up is taken for moreMarks, which is not there"]
