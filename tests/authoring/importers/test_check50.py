"""Checks of check50 in YAML and in Python: right programs pass them, wrong ones do not, and what is more is refused."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from harness.authoring.importers import importers
from harness.authoring.importing.package import write_package
from harness.model.errors import UsageError
from tests.support import case_of, graded, loaded, write

PYTHON = '''
import check50
import check50.py

@check50.check()
def exists():
    """greet.py exists"""
    check50.exists("greet.py")

@check50.check(exists)
def compiles():
    """greet.py compiles"""
    check50.py.compile("greet.py")

@check50.check(compiles)
def greets():
    """says hello"""
    check50.run("python3 greet.py").stdin("Ann").stdout("[Hh]ello,? Ann\\n", "Hello, Ann").exit(0)

@check50.check(compiles)
@check50.hidden("no")
def again():
    """asks again for nothing"""
    check50.run("python3 greet.py").stdin("").reject().stdin("").reject()

@check50.check(compiles)
def counts():
    """counts letters"""
    check50.run("python3 greet.py").stdin("Ann").stdout(3)
'''
RIGHT = """
name = ""
while not name:
    name = input("Name: ")
print("Hello, " + name)
print(len(name))
"""


def imported(root: Path, files: dict[str, str]) -> Path:
    write(root / "there", files)
    write_package(importers()["check50"].read(root / "there"), root / "specs/greet")
    return root


def passed(root: Path, program: str, name: str = "greet.py") -> set[str]:
    folder = write(root / hashlib.sha256(f"{name} {program}".encode()).hexdigest(), {name: program})
    grade = graded(loaded(root, "greet"), folder)
    return {case.name for case in grade.cases if case.verdict.name == "AC"}


def python(text: str) -> dict[str, str]:
    return {".cs50.yaml": "check50:\n  files:\n    - !exclude '*'\n    - !require greet.py\n", "__init__.py": text}


def test_checks_in_python(tmp_path: Path) -> None:
    imported(tmp_path, python(PYTHON))
    everything = {"exists", "compiles", "greets", "again", "counts"}
    assert passed(tmp_path, RIGHT) == everything
    assert passed(tmp_path, RIGHT.replace('"Hello, " + name', '"Hullo"')) == everything - {"greets"}
    assert passed(tmp_path, RIGHT.replace("while not", "if not")) == everything - {"again"}
    assert passed(tmp_path, RIGHT.replace("len(name)", '"31"')) == everything - {"counts"}
    assert passed(tmp_path, RIGHT.replace('"Name: "', "")) == {"exists", "compiles"}, "each input asks for a prompt"
    assert passed(tmp_path, RIGHT + "raise SystemExit(1)") == everything - {"greets"}
    assert passed(tmp_path, "print(") == {"exists"}
    assert passed(tmp_path, RIGHT, "notes.txt") == set()


def test_a_check_that_does_not_ask_for_the_end_takes_a_program_that_goes_on(tmp_path: Path) -> None:
    check = 'from check50 import *\n@check()\ndef says():\n    run("python3 greet.py").stdout("Name")\n'
    imported(tmp_path, python(check))
    assert passed(tmp_path, 'input("Name: ")') == {"says"}
    assert passed(tmp_path, 'input("Who? ")') == set()


def test_any_exit_status_is_right_where_none_is_named(tmp_path: Path) -> None:
    check = 'import check50\n@check50.check()\ndef says():\n    check50.run("python3 greet.py").stdout("x").exit()\n'
    imported(tmp_path, python(check))
    assert passed(tmp_path, 'print("x")\nraise SystemExit(7)') == {"says"}
    assert passed(tmp_path, 'print("x")\n1 / 0') == {"says"}
    assert passed(tmp_path, 'print("y")') == set()


def test_files_of_the_checks_stand_beside_the_program(tmp_path: Path) -> None:
    check = 'import check50\n@check50.check()\ndef reads():\n    check50.include("a.txt")\n'
    check += '    check50.run("cat a.txt; python3 greet.py").stdout(open("a.txt"), regex=False).stdout("end").exit(0)\n'
    imported(tmp_path, python(check) | {"a.txt": "a+b\n"})
    assert passed(tmp_path, 'print(open("a.txt").read(), "end")') == {"reads"}
    assert passed(tmp_path, 'print(open("b.txt").read(), "end")') == set()


YAML = """
check50:
  checks:
    hello world:
      - run: python3 greet.py
        stdin: [Ann, Bob]
        stdout: a.b
        exit: 0
    two runs:
      - run: python3 greet.py
      - run: python3 greet.py
        stdout: Ann
"""


def test_checks_in_yaml(tmp_path: Path) -> None:
    imported(tmp_path, {".cs50.yaml": YAML})
    assert passed(tmp_path, 'print("a.b", input(), input())') == {"hello-world"}, "the other runs get no input"
    assert passed(tmp_path, 'print("a.b Ann")') == {"hello-world", "two-runs-1", "two-runs-2"}
    assert passed(tmp_path, 'print("axb Ann")') == {"two-runs-1", "two-runs-2"}, "a dot is a dot"
    assert passed(tmp_path, 'print("a.b Ann")\nraise SystemExit(1)') == {"two-runs-1", "two-runs-2"}


def test_a_hidden_check_is_hidden(tmp_path: Path) -> None:
    imported(tmp_path, python(PYTHON))
    grade = graded(loaded(tmp_path, "greet"), write(tmp_path / "x", {"greet.py": RIGHT}))
    assert case_of(grade, "again").visibility == "hidden"
    assert case_of(grade, "greets").visibility == "visible"


@pytest.mark.parametrize(
    ("body", "line", "what"),
    [
        ('check50.run("x").stdout(f"{1}")', 5, "a value that is no constant"),
        ('out = check50.run("x").stdout()', 5, "a statement that is no call"),
        ('raise check50.Failure("x")', 5, "a statement that is no call"),
        ('check50.run("x", env={})', 5, "a value that is no constant"),
        ('check50.run("x").stdout(check50.EOF)', 5, "nothing more comes"),
        ('check50.run("x").reject().stdin("1").exit(0)', 5, ".reject() in this place"),
        ('check50.c.valgrind("x")', 5, "check50.c.valgrind"),
        ('check50.c.compile("x.c", lcs50=True)', 5, "c.compile with lcs50"),
        ('check50.include("absent.txt")', 5, "there is no file absent.txt"),
        ('helper("x")', 5, "check50.helper"),
        ('check50.run("x").stdout("1", timeout=None)', 5, "timeout=None: expected a number of seconds"),
        ('check50.run("x").exit(0, timeout=0)', 5, "timeout=0: expected a number of seconds"),
        ('check50.run("x").exit(0, seconds=1)', 5, ".exit() with seconds"),
        ('check50.exists("x", where="y")', 5, "exists with where"),
    ],
)
def test_what_is_more_than_a_chain_of_constants_is_refused_with_its_line(
    tmp_path: Path, body: str, line: int, what: str
) -> None:
    text = f"import check50\n\n@check50.check()\ndef c():\n    {body}\n"
    with pytest.raises(UsageError) as caught:
        imported(tmp_path, python(text))
    assert f"__init__.py:{line}: " in str(caught.value)
    assert what in str(caught.value)


@pytest.mark.parametrize(
    ("decorator", "what"),
    [
        ("check(timeout=-1)", "timeout=-1: expected a number of seconds"),
        ("check(after=b)", "check with after"),
        ("check(lambda: 1)", "a dependency that is no check"),
    ],
)
def test_decorators_and_arguments_that_nobody_knows_are_refused(tmp_path: Path, decorator: str, what: str) -> None:
    with pytest.raises(UsageError, match=what):
        imported(tmp_path, python(f'import check50\n@check50.{decorator}\ndef c():\n    check50.run("x").exit(0)\n'))


@pytest.mark.parametrize(
    ("decorator", "chain", "seconds"),
    [
        ("check()", '.stdout("1", timeout=20).exit(0)', "25 s"),
        ("check()", '.stdin("1", timeout=2).stdout("1").exit(0, timeout=1)', "8 s"),
        ("check(timeout=7)", '.stdout("1", timeout=20).exit(0)', "7 s"),
        ("check(None, 90)", '.stdin("1", prompt=False).reject(timeout=100)', "90 s"),
        ("check(max_log_lines=5)", '.stdout("1").exit(0)', None),
    ],
)
def test_timeouts_are_limits(tmp_path: Path, decorator: str, chain: str, seconds: str | None) -> None:
    text = f'import check50\n@check50.{decorator}\ndef c():\n    check50.run("x"){chain}\n'
    package = importers()["check50"].read(write(tmp_path, python(text)))
    assert package.spec["cases"][0].get("limits") == (seconds and {"cpu": seconds, "wall": seconds})
    assert any("one limit holds for all steps" in note for note in package.notes) == bool(seconds)


def test_a_program_that_takes_longer_than_its_timeout_fails(tmp_path: Path) -> None:
    check = (
        'import check50\n@check50.check(timeout=2)\ndef c():\n    check50.run("python3 greet.py").stdout("x").exit(0)\n'
    )
    imported(tmp_path, python(check))
    assert passed(tmp_path, 'print("x")') == {"c"}
    assert passed(tmp_path, 'import time\ntime.sleep(60)\nprint("x")') == set()


def test_patterns_of_files_are_named(tmp_path: Path) -> None:
    files = python(PYTHON)
    notes = importers()["check50"].read(write(tmp_path, files)).notes
    assert any("check50.files: !require greet.py: not held to" in note for note in notes)
    assert any("check50.files: !exclude *: not held to" in note for note in notes)
    files[".cs50.yaml"] += "    - !open greet.py\n  grader: x\n"
    with pytest.raises(UsageError, match=r"!open greet\.py: expected !require") as caught:
        importers()["check50"].read(write(tmp_path, files))
    assert "check50.grader: this key is not known" in str(caught.value)


def test_checks_are_not_run(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="more than checks"):
        imported(tmp_path, python(f'open("{tmp_path}/made", "w")\n'))
    assert not (tmp_path / "made").exists()


def test_a_check_is_passed_only_where_all_its_runs_are_and_those_that_it_depends_on(tmp_path: Path) -> None:
    checks = """
import check50
@check50.check()
def first():
    check50.run("python3 greet.py a").stdout("a").exit(0)
    check50.run("python3 greet.py b").stdout("b").exit(0)
@check50.check(first)
def second():
    check50.run("python3 greet.py c").stdout("c").exit(0)
@check50.check(second)
def third():
    check50.run("python3 greet.py d").stdout("d").exit(0)
"""
    imported(tmp_path, python(checks))

    def score(program: str) -> float:
        folder = write(tmp_path / hashlib.sha256(program.encode()).hexdigest(), {"greet.py": program})
        return graded(loaded(tmp_path, "greet"), folder).score

    right = "import sys\nprint(sys.argv[1])"
    assert score(right) == 3
    assert score(right.replace("[1])", "[1].replace('b', 'x'))")) == 0, "the first fails, and with it those after it"
    assert score(right.replace("[1])", "[1].replace('c', 'x'))")) == 1


def test_that_a_hidden_check_is_hidden_otherwise_is_said(tmp_path: Path) -> None:
    notes = importers()["check50"].read(write(tmp_path, python(PYTHON))).notes
    assert [note for note in notes if "nothing of a hidden check" in note and "__init__.py:" in note]
