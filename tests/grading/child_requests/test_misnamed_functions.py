"""Functions under another name than the one asked for: charged for the name, and called all the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.judge.messages.translator import in_words, sentence
from harness.model.grade import Grade
from harness.model.verdict import Verdict
from tests.support import case_of, course, graded, loaded, write

SPEC = """\
title: Names
language: {language}
clauses:
  named: {{text: The functions have their names., points: 2}}
  right: {{text: The functions are right., points: 5}}
  way: {{text: One calls the other., points: 3}}
cases:
  - name: names
    clause: named
    source: {{functions: {{nextNumber: {next}, "(?i)isEven": {even}}}}}
  - {{name: next, clause: right, calls: [{{function: nextNumber, args: [1], returns: 2}}]}}
  - {{name: even, clause: right, calls: [{{function: "(?i)isEven", args: [4], returns: true}}]}}
  - {{name: calls, clause: way, source: {{calls: {{nextNumber: ["(?i)isEven"]}}}}}}
"""
PYTHON = SPEC.format(language="python", next="{}", even="{}")
JAVA = SPEC.format(
    language="java", next="{params: [int], returns: int}", even="{params: [long], returns: boolean, static: true}"
)


def judged(tmp_path: Path, spec: str, files: dict[str, str | bytes]) -> Grade:
    return graded(loaded(course(tmp_path / "course", spec)), write(tmp_path / "submission", files))


def lost(grade: Grade) -> set[str]:
    return {case.name for case in grade.cases if case.verdict is not Verdict.AC}


@pytest.mark.parametrize("name", ["next_number", "NextNumber", "nextNum", "nextNumbr", "_nextNumber"])
def test_a_near_name_loses_the_name_alone(tmp_path: Path, name: str) -> None:
    source = f"def is_even(n):\n    return n % 2 == 0\n\ndef {name}(n):\n    is_even(n)\n    return n + 1\n"
    grade = judged(tmp_path, PYTHON, {"prog.py": source})
    assert lost(grade) == {"names"}
    assert f"{name} is taken for nextNumber, which is not there" in map(in_words, grade.notes)
    assert "is_even is taken for isEven, which is not there" in map(in_words, grade.notes)
    shown = " ".join(sentence(finding) for finding in case_of(grade, "names").findings)
    assert f"there is no nextNumber; {name} is taken for it" in shown
    assert "there is no isEven; is_even is taken for it" in shown


def test_a_near_name_is_judged_as_strictly(tmp_path: Path) -> None:
    source = "def isEven(n):\n    return n % 2 == 0\n\ndef next_number(n):\n    return n\n"
    assert lost(judged(tmp_path, PYTHON, {"prog.py": source})) == {"names", "next", "calls"}


@pytest.mark.parametrize(
    "more",
    [
        "def successor(n):\n    return n + 1\n",  # nothing says that it is meant
        "def nextNumbers(n):\n    return n + 1\ndef nextNumberz(n):\n    return n + 1\n",  # which one?
        "def iseven(n):\n    return n + 1\n",  # it has a name of its own
        "class NextNumber:\n    def __init__(self, n):\n        self.n = n\n",  # no function
    ],
)
def test_what_may_be_another_function_is_not_called(tmp_path: Path, more: str) -> None:
    grade = judged(tmp_path, PYTHON, {"prog.py": f"def isEven(n):\n    return n % 2 == 0\n{more}"})
    assert lost(grade) == {"names", "next", "calls"}
    assert grade.notes == ()


def test_more_functions_than_anybody_writes_are_not_looked_through(tmp_path: Path) -> None:
    many = "".join(f"def f{number}():\n    pass\n" for number in range(500))
    source = f"{many}def isEven(n):\n    return n % 2 == 0\ndef next_number(n):\n    return n + 1\n"
    grade = judged(tmp_path, PYTHON, {"prog.py": source})
    assert lost(grade) == {"names", "next", "calls"}


def test_the_right_name_is_called_whatever_else_is_near(tmp_path: Path) -> None:
    source = "def isEven(n):\n    return n % 2 == 0\ndef nextNumber(n):\n    isEven(n)\n    return n + 1\n"
    grade = judged(tmp_path, PYTHON, {"prog.py": source + "def next_number(n):\n    return 0\n"})
    assert lost(grade) == set()
    assert grade.notes == ()


def test_the_only_function_with_these_types_may_have_any_name(tmp_path: Path) -> None:
    source = """\
        public class Prog {
            static boolean even(long n) { return n % 2 == 0; }
            static int successor(int n) { even(n); return n + 1; }
            static int nextNumber2() { return 0; }
            public static void main(String[] args) { }
        }
    """
    grade = judged(tmp_path, JAVA, {"Prog.java": source})
    assert lost(grade) == {"names"}
    assert "successor is taken for nextNumber, which is not there" in map(in_words, grade.notes)


def test_of_several_with_these_types_none_is_taken(tmp_path: Path) -> None:
    source = """\
        public class Prog {
            static boolean isEven(long n) { return n % 2 == 0; }
            static int successor(int n) { isEven(n); return n + 1; }
            static int half(int n) { return n / 2; }
        }
    """
    assert lost(judged(tmp_path, JAVA, {"Prog.java": source})) == {"names", "next", "calls"}


SIZES = """\
title: Sizes
language: java
clauses:
  named: {text: The function has its name., points: 1}
  right: {text: The function is right., points: 5}
cases:
  - {name: names, clause: named, source: {functions: {wrap: {params: [int], returns: int}}}}
  - {name: wraps, clause: right, set: {"n?": 5}, calls: [{function: wrap, args: [7], returns: 2}]}
"""


@pytest.mark.parametrize(
    ("fields", "failed"),
    [("static int n;", set()), ("static int count, side;", set()), ("static int side = 3, n;", {"wraps"})],
)
def test_a_size_under_another_name_is_set_where_no_other_can_be_meant(
    tmp_path: Path, fields: str, failed: set[str]
) -> None:
    used = "n" if fields == "static int n;" else "side"
    source = f"class Prog {{ {fields} static int wrap(int a) {{ return a % {used}; }} }}\n"
    grade = judged(tmp_path, SIZES, {"Prog.java": source})
    assert lost(grade) == failed
    assert grade.notes == ()


def test_fields_and_functions_of_near_names_are_used_in_their_place(tmp_path: Path) -> None:
    spec = SIZES.replace("functions: {", 'variables: {total: "int[]"}, functions: {').replace('"n?": 5', "total: [5]")
    source = "class Prog { int[] Totals_; int wrap_it(int a) { return a % Totals_[0]; } }\n"
    grade = judged(tmp_path, spec, {"Prog.java": source})
    assert lost(grade) == {"names"}
    shown = " ".join(sentence(finding) for finding in case_of(grade, "names").findings)
    assert "there is no wrap; wrap_it is taken for it" in shown
    assert "no variable total of type int[] is declared; Totals_ is taken for it" in shown
