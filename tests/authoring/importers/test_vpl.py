"""The cases of VPL: its four kinds of outputs, by the rules of its evaluator."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from harness.authoring.importers import importers
from harness.authoring.importing.package import write_package
from harness.model.errors import UsageError
from tests.support import graded, loaded, write


def imported(root: Path, cases: str) -> Path:
    write(root / "there", {"vpl_evaluate.cases": cases})
    write_package(importers()["vpl"].read(root / "there"), root / "specs/sum")
    return root


def points(root: Path, program: str) -> float:
    folder = write(root / hashlib.sha256(program.encode()).hexdigest(), {"main.py": program})
    return graded(loaded(root, "sum"), folder).score


@pytest.mark.parametrize(
    ("output", "right", "wrong"),
    [
        ("3 4.5", 'print("x = 3, y = 4.50001")', "print(3, 4.6)"),
        ("3", 'print("the sum is 3")', 'print("1 + 2 is 3")'),
        ("* 3", 'print("1 + 2 is 3")', "print(3, 4)"),
        ("3", "print(3)", "print(3.0)"),
        ("Hello you", 'print("Say: HELLO, you!")', 'print("hello me")'),
        ('"Hello you"', 'print("Hello you")', 'print("hello you")'),
        ('"Hello you"', 'print("Hello you", end="")', 'print("Oh, Hello you")'),
        ('*"Hello you"', 'print("Oh, Hello you")', 'print("Hello you!")'),
        ("/[0-9]+ apples?/i", 'print("There are 3 APPLES")', 'print("no apple")'),
        ("/^3\n$/", "print(3)", "print(13)"),
        ("/^3/", "print(34)", 'print("x", 3, sep=chr(10))'),
        ("/3$/", 'print("x3", end="")', 'print("x3")'),
        (r"/\$[0-9]{2}\.0/", 'print("$12.0")', 'print("$12,0")'),
        (r"/[$^]b.c[^]x]/", 'print("$b", "cy", sep=chr(10))', 'print("$b cx")'),
        ("one\noutput = two", 'print("two")', 'print("three")'),
    ],
)
def test_kinds_of_output(tmp_path: Path, output: str, right: str, wrong: str) -> None:
    imported(tmp_path, f"case = it\ninput = 1\noutput = {output}\n")
    assert points(tmp_path, right) == 100
    assert points(tmp_path, wrong) == 0


CASES = """case = first
input = 1
2
output = 3
grade reduction = 25%
Case = second
program arguments = 'a b' c
input end = END
input = 4
5
END
output = "9 a b c"
grade reduction = 75%
"""
SUM = "import sys\nprint(sum(map(int, sys.stdin.read().split())), *sys.argv[1:])\n"


def test_inputs_arguments_and_points(tmp_path: Path) -> None:
    imported(tmp_path, CASES)
    assert points(tmp_path, SUM) == 100
    assert points(tmp_path, SUM.replace(", *sys.argv[1:]", "")) == 25
    assert points(tmp_path, "print('9 a b c')") == 75
    assert points(tmp_path, SUM + "raise SystemExit(2)") == 100, "the exit status does not matter"


def test_the_time_that_a_file_of_cases_lacks_is_noted(tmp_path: Path) -> None:
    package = importers()["vpl"].read(write(tmp_path, {"vpl_evaluate.cases": CASES}))
    assert any("is in VPL's settings" in note for note in package.notes)


@pytest.mark.parametrize(
    ("cases", "what"),
    [
        ("case = a\nvariation = x\noutput = 1\ncase = b\noutput = 1\n", "vpl_evaluate.cases:1: variation = x"),
        ("case = a\ninput = 1\noutput = 1\ngrade reduction = 2\n", "only parts of the grade"),
        ("case = a\noutput = 1\ngrade reduction = 50%\n", "50 % together"),
        ("case = a\nexpected exit code = 2\noutput = 1\n", "expected exit code = 2"),
        ("case = a\nweight = 2\noutput = 1\n", "vpl_evaluate.cases:2: this line is not known"),
        ("case = a\ninput = 1\n", "a case without an output"),
        ("case = a\noutput = /[[:alpha:]]/\n", "POSIX"),
        ("case = a\noutput = /a/m\n", "the flag m"),
        ("case = a\noutput = /a/X\n", "the flag X"),
        ("case = a\noutput = /\\d+/\n", "\\d means something else"),
        ("case = a\noutput = /[\\w]/\n", "in brackets means something else"),
        ("case = a\noutput = /a+?/\n", "one repetition after another"),
        ("case = a\noutput = /a++/\n", "one repetition after another"),
        ("case = a\noutput = /(?:a)/\n", "a group with (?"),
        ("case = a\noutput = /(a/\n", "it means something else in Python, or nothing"),
        ("", "there is no case in it"),
    ],
)
def test_what_is_refused(tmp_path: Path, cases: str, what: str) -> None:
    with pytest.raises(UsageError) as caught:
        imported(tmp_path, cases)
    assert what in str(caught.value)
