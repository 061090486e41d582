"""Suites of TESTed: runs and calls, and what is refused."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from harness.authoring.importers import importers
from harness.authoring.importing.package import write_package
from harness.model.errors import UsageError
from tests.support import graded, loaded, write


def imported(root: Path, suite: str) -> Path:
    write(root / "there", {"evaluation/suite.yaml": suite})
    write_package(importers()["tested"].read(root / "there"), root / "specs/echo")
    return root


def points(root: Path, program: str) -> float:
    folder = write(root / hashlib.sha256(program.encode()).hexdigest(), {"echo.py": program})
    return graded(loaded(root, "echo"), folder).score


RUNS = """
- tab: Echo
  testcases:
  - {stdin: hello, arguments: ["2"], stdout: hello hello}
  - {stdin: Bye, stdout: {data: "bye", config: {caseInsensitive: true, ignoreWhitespace: true}}, exit_code: 3}
"""
ECHO = """import sys
word = input()
print(" ".join([word] * int(sys.argv[1] if sys.argv[1:] else 1)))
sys.exit(3 if word == "Bye" else 0)
"""


def test_runs(tmp_path: Path) -> None:
    imported(tmp_path, RUNS)
    assert points(tmp_path, ECHO) == 2
    assert points(tmp_path, ECHO.replace("* int(sys.argv[1]", "* int('1'")) == 1
    assert points(tmp_path, ECHO.replace("3 if", "4 if")) == 1
    assert points(tmp_path, "import sys\nprint('?', file=sys.stderr)\n" + ECHO) == 0, "nothing is expected on stderr"


CALLS = """
language: python
units:
- unit: Functions
  cases:
  - script:
    - {expression: "half(3)", return: 1.5}
    - {expression: "half([2, 4])", return: [1.0, 2.0]}
  - script:
    - {expression: "say('x')", stdout: "x"}
"""
HALF = """def half(n):
    return [half(m) for m in n] if isinstance(n, list) else n / 2
def say(text):
    print(text)
"""


def test_calls(tmp_path: Path) -> None:
    imported(tmp_path, CALLS)
    assert points(tmp_path, HALF) == 2
    assert points(tmp_path, HALF.replace("n / 2", "n // 2")) == 1
    assert points(tmp_path, HALF.replace("print(text)", "return text")) == 1


def test_the_language_of_calls_is_not_guessed(tmp_path: Path) -> None:
    suite = CALLS.replace("language: python\n", "")
    with pytest.raises(UsageError, match=r"calls take a language; write .language: python. at the top") as caught:
        imported(tmp_path, suite)
    assert "suite.yaml: language: " in str(caught.value)
    write(tmp_path / "there", {"config.json": '{"programming_language": "javascript"}'})
    assert importers()["tested"].read(tmp_path / "there").spec["language"] == "javascript"


def test_a_suite_that_is_a_list_is_told_where_the_language_goes(tmp_path: Path) -> None:
    test = "- tab: T\n  testcases:\n  - {expression: 'f(1)', return: 1}\n"
    with pytest.raises(UsageError, match=r'with the list of tabs below "tabs:"'):
        imported(tmp_path, test)
    tabs = "".join(f"  {line}\n" for line in test.splitlines())
    imported(tmp_path, f"language: python\ntabs:\n{tabs}")
    assert points(tmp_path, "def f(n):\n    return n\n") == 1


def test_programs_with_input_may_be_in_any_language(tmp_path: Path) -> None:
    write(tmp_path, {"evaluation/suite.yaml": RUNS})
    assert importers()["tested"].read(tmp_path).spec["language"] == "any"


@pytest.mark.parametrize(
    ("test", "what"),
    [
        ("{expression: 'f(x)', return: 1}", "more than a call"),
        ("{statement: 'x = f(1)'}", "statement: this key is not known"),
        ("{expression: 'f(1)', return: '*'}", "the value '*'"),
        ("{stdin: a, stdout: {data: '1', config: {tryFloatingPoint: true}}}", "the option tryFloatingPoint"),
        ("{expression: 'f(1)', exception: bad}", "exception: this key is not known"),
        ("{stdin: a, stdout: {data: a, oracle: custom_check, file: x.py}}", "oracle: this key is not known"),
        ("{expression: 'f(1)', return: !tuple [1, 2]}", "cannot be read"),
    ],
)
def test_what_is_refused_with_its_place(tmp_path: Path, test: str, what: str) -> None:
    with pytest.raises(UsageError) as caught:
        imported(tmp_path, f"- tab: T\n  testcases:\n  - {test}\n")
    assert what in str(caught.value)
    assert "suite.yaml" in str(caught.value)
