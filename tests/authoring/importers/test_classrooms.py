"""Tests of GitHub Classroom and of Classroom 50: what they accept and reject by the rules of those graders."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from harness.authoring.importers import importers
from harness.authoring.importing.package import write_package
from harness.model.errors import UsageError
from tests.support import graded, loaded, write

GREET = 'name = input()\nprint("Hello,", name)\n'
TEST = {"name": "greets", "setup": "", "run": "python3 greet.py", "input": "Ann", "timeout": 1, "points": 2}


def imported(root: Path, kind: str, files: Mapping[str, str | bytes]) -> Path:
    write(root / "there", files)
    write_package(importers()[kind].read(root / "there"), root / "specs/greet")
    return root


def points(root: Path, program: str, name: str = "greet.py") -> float:
    folder = root / hashlib.sha256(f"{name} {program}".encode()).hexdigest()
    return graded(loaded(root, "greet"), write(folder, {name: program})).score


def classroom(*tests: Mapping[str, object]) -> dict[str, str]:
    return {".github/classroom/autograding.json": json.dumps({"tests": tests})}


@pytest.mark.parametrize(
    ("comparison", "expected", "right", "wrong"),
    [
        ("exact", "Hello, Ann", GREET, 'print("Hello, Ann!")'),
        ("exact", "Hello, Ann", 'print("  Hello, Ann  \\n")', 'print("Hello,  Ann")'),
        ("included", "Ann", GREET, 'print("ann")'),
        ("regex", "^Hello,\\s+Ann$", 'print("Hello,   Ann  ")', 'print("Oh: Hello, Ann")'),
    ],
)
def test_comparisons_of_github_classroom(
    tmp_path: Path, comparison: str, expected: str, right: str, wrong: str
) -> None:
    imported(tmp_path, "github-classroom", classroom(TEST | {"output": expected, "comparison": comparison}))
    assert points(tmp_path, right) == 2
    assert points(tmp_path, wrong) == 0


def test_an_exit_status_other_than_0_fails_there_even_with_the_right_output(tmp_path: Path) -> None:
    imported(tmp_path, "github-classroom", classroom(TEST | {"output": "Ann", "comparison": "included"}))
    assert points(tmp_path, GREET + "raise SystemExit(3)\n") == 0


def test_later_tests_use_what_an_earlier_one_compiled(tmp_path: Path) -> None:
    compiles = {"name": "compiles", "run": "gcc -o hello hello.c", "points": 1}
    says = {"name": "says {it}", "run": "./hello | awk '{print $1}'", "output": "Hello", "points": 3}
    imported(tmp_path, "github-classroom", classroom(compiles, says))
    program = '#include <stdio.h>\nint main(void) { puts("Hello you"); return 0; }\n'
    assert points(tmp_path, program, "hello.c") == 4
    assert points(tmp_path, program.replace("Hello", "Hallo"), "hello.c") == 1
    assert points(tmp_path, "int main( {", "hello.c") == 0


def test_a_setup_that_fails_fails_its_own_test(tmp_path: Path) -> None:
    first = TEST | {"name": "first", "setup": "test -f absent", "output": "", "input": "Ann"}
    imported(tmp_path, "github-classroom", classroom(first, TEST | {"output": "Ann"}))
    assert points(tmp_path, GREET) == 2


WORKFLOW = """
name: Autograding Tests
on: [push]
jobs:
  run-autograding-tests:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - name: greets
        id: greets
        uses: classroom-resources/autograding-io-grader@v1
        with:
          test-name: greets
          command: python3 greet.py
          input: Ann
          expected-output: Hello, Ann
          comparison-method: exact
          timeout: 1
          max-score: 3
      - uses: classroom-resources/autograding-command-grader@v1
        with: {test-name: runs, setup-command: "", command: "echo Ann | python3 greet.py", timeout: 1, max-score: 1}
      - uses: classroom-resources/autograding-grading-reporter@v1
"""


def test_the_workflow_of_github_classroom(tmp_path: Path) -> None:
    imported(tmp_path, "github-classroom", {".github/workflows/classroom.yml": WORKFLOW})
    assert points(tmp_path, GREET) == 4
    assert points(tmp_path, GREET.lower().replace("hello", "Hi")) == 1
    assert points(tmp_path, "raise SystemExit(1)") == 0


@pytest.mark.parametrize(
    ("test", "place", "what"),
    [
        ({"setup": "npm install"}, "tests[0].setup", "npm takes a network"),
        ({"run": "bash $GITHUB_WORKSPACE/x"}, "tests[0].run", "$GITHUB_WORKSPACE"),
        ({"comparison": "fuzzy"}, "tests[0]", "fuzzy"),
        ({"comparison": "regex", "output": "(?<a>x)"}, "tests[0].expected", "means something else in Python"),
        ({"weight": 3}, "tests[0].weight", "this key is not known"),
        ({"run": "pytest -k total"}, "tests[0].run", "pytest is called with -k"),
    ],
)
def test_what_cannot_be_expressed_is_reported_with_its_place(
    tmp_path: Path, test: dict[str, object], place: str, what: str
) -> None:
    with pytest.raises(UsageError) as caught:
        imported(tmp_path, "github-classroom", classroom(TEST | {"output": "Ann"} | test))
    assert f"autograding.json: {place}: " in str(caught.value)
    assert what in str(caught.value)


def test_a_step_that_is_no_test_is_refused(tmp_path: Path) -> None:
    workflow = WORKFLOW + "      - run: make deploy\n"
    with pytest.raises(UsageError, match=r"steps\[4\]: a step that is no test: make deploy"):
        imported(tmp_path, "github-classroom", {".github/workflows/classroom.yml": workflow})


def classroom50(*tests: Mapping[str, object]) -> dict[str, str]:
    return {"tests.json": json.dumps({"schema": "classroom50/tests/v1", "tests": tests})}


def test_classroom_50(tmp_path: Path) -> None:
    run = {"name": "stops with 2", "type": "run", "run": "python3 greet.py </dev/null", "exit-code": 2, "points": 1}
    greets = {"name": "greets", "type": "io", "run": "python3 greet.py", "input-file": "ann.txt", "points": 2}
    line = greets | {"name": "a line", "expected": "^Hello, Ann$", "comparison": "regex", "show-output": True}
    exact = greets | {"expected-file": "out.txt", "comparison": "exact", "timeout": 20}
    imported(tmp_path, "classroom50", classroom50(run, line, exact) | {"ann.txt": "Ann\n", "out.txt": "Hello, Ann"})
    empty = "import sys\nname = sys.stdin.readline().strip()\nif not name:\n    raise SystemExit(2)\n"
    assert points(tmp_path, f'{empty}print("Hello,", name)') == 5
    assert points(tmp_path, f'{empty}print("Oh")\nprint("Hello,", name)\nprint()') == 3
    assert points(tmp_path, "raise SystemExit(2)") == 1


def test_in_classroom_50_the_exit_status_of_an_io_test_does_not_matter(tmp_path: Path) -> None:
    test = {"name": "x", "type": "io", "run": "python3 greet.py", "input": "Ann", "comparison": "included", "points": 1}
    imported(tmp_path, "classroom50", classroom50(test | {"expected": "Ann"}))
    assert points(tmp_path, GREET + "raise SystemExit(3)") == 1


def test_tests_of_pytest_share_the_points(tmp_path: Path) -> None:
    tests = "from greet import double\n\n"
    tests += "def test_two():\n    assert double(2) == 4\n\ndef test_three():\n    assert double(3) == 6\n"
    suite = {"name": "doubles", "type": "python", "run": "python -m pytest -q", "points": 10}
    imported(tmp_path, "classroom50", classroom50(suite) | {"test_double.py": tests})
    assert points(tmp_path, "def double(n):\n    return 2 * n\n") == 10
    assert points(tmp_path, "def double(n):\n    return n + 2\n") == 5
    assert len(loaded(tmp_path, "greet").cases) == 2


@pytest.mark.parametrize(
    ("files", "what"),
    [
        ({"tests.json": '{"schema": "x", "tests": []}'}, "expected classroom50/tests/v1"),
        (classroom50({"name": "a", "type": "jury", "run": "x", "points": 1}), "expected io, run or python"),
        (classroom50({"name": "a", "type": "io", "run": "x", "points": 1}), "comparison: expected exact"),
        (classroom50({"name": "a", "type": "io", "run": "x", "comparison": "exact", "expected-file": "../x"}), "../x"),
        (classroom50({"name": "a", "type": "run", "run": 'sh "$CLASSROOM50_BUNDLE_DIR/x"'}), "CLASSROOM50_BUNDLE_DIR"),
        ({"tests.json": "[]", "autograder.py": ""}, "harness import foreign-grader runs it"),
        ({"tests.json": "[]"}, "there is no test in it"),
    ],
)
def test_what_classroom_50_has_and_a_spec_has_not(tmp_path: Path, files: dict[str, str], what: str) -> None:
    with pytest.raises(UsageError) as caught:
        imported(tmp_path, "classroom50", files)
    assert what in str(caught.value)
