"""Tests whose own process computes too long: the student's fault where the student's values are used, else ours."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.grading.schedule.isolation_probe import isolate
from harness.model.verdict import Verdict
from tests.support import course, graded, loaded, write

SPEC = """\
title: Sums
language: python
files: {required: [sums.py]}
clauses: {adds: {text: Numbers are added., points: 10}}
cases:
  - {name: s, clause: adds, suite: {runner: RUNNER, files: [FILE], each: 300 ms}, limits: {wall: 300 s}}
"""
RIGHT = """\
def add(a, b): return a + b
def numbers(): return [0.5, 1.5]
"""
ENDLESS = {
    "range": "def numbers(): return range(10 ** 18)\n",
    "iterator": "def numbers():\n    while True: yield 0\n",
    "equality": """\
class Each:
    def __init__(self): self.at = 0
    def __getitem__(self, at): return 0
    def __iter__(self): return iter(range(10 ** 18))
def numbers(): return Each()
""",
}
UNITTEST = """\
import unittest, sums
class TestSums(unittest.TestCase):
    def test_1_add(self):
        self.assertEqual(sums.add(2, 3), 5)
    def test_2_numbers(self):
        self.assertIn(0.5, sums.numbers())
    def test_3_own(self):
        0.5 in range(10 ** 18)
    def test_4_add(self):
        self.assertEqual(sums.add(3, 3), 6)
"""
PYTEST = """\
import pytest, sums
@pytest.fixture(scope="module")
def numbers():
    return sums.numbers()
def test_1_first(numbers):
    assert type(numbers) is not int
def test_2_numbers(numbers):
    assert 0.5 in numbers
def test_3_add():
    assert sums.add(3, 3) == 6
"""
DOCTEST = """\
def add():
    '''
    >>> add(2, 3)
    5
    '''
def numbers():
    '''
    >>> 0.5 in numbers()
    True
    '''
def own():
    '''
    >>> 0.5 in range(10 ** 18)
    False
    '''
def other():
    '''
    >>> add(3, 3)
    6
    '''
"""


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the limits strike soon."""
    monkeypatch.setattr("harness.grading.verdicts.suite._LEAST_TEST_S", 0.75)
    monkeypatch.setattr("harness.grading.verdicts.suite._TIMES_EACH", 2.5)


def verdicts(tmp_path: Path, runner: str, tests: str, program: str) -> dict[str, Verdict]:
    """The verdicts by the last part of the test's name."""
    name = "sums.py" if runner == "doctest" else "test_sums.py"
    course(tmp_path, SPEC.replace("RUNNER", runner).replace("FILE", name), beside={name: tests})
    grade = graded(loaded(tmp_path), write(tmp_path / "ann", {"sums.py": program}), isolation=isolate().isolation)
    return {case.name.removeprefix("s-").rpartition(".")[2]: case.verdict for case in grade.cases}


@pytest.mark.parametrize("values", ENDLESS)
def test_a_students_value_that_is_endless_costs_its_test_alone(tmp_path: Path, values: str) -> None:
    program = "def add(a, b): return a + b\n" + ENDLESS[values]
    assert verdicts(tmp_path, "unittest", UNITTEST, program) == {
        "test_1_add": Verdict.AC,
        "test_2_numbers": Verdict.TLE,
        "test_3_own": Verdict.JE,
        "test_4_add": Verdict.AC,
    }


def test_an_endless_test_of_the_courses_is_our_fault_and_costs_no_other(tmp_path: Path) -> None:
    found = verdicts(tmp_path, "doctest", DOCTEST, RIGHT)
    assert found == {"add": Verdict.AC, "numbers": Verdict.AC, "own": Verdict.JE, "other": Verdict.AC}


def test_a_value_that_two_tests_share_is_the_students_in_both(tmp_path: Path) -> None:
    program = "def add(a, b): return a + b\n" + ENDLESS["range"]
    found = verdicts(tmp_path, "pytest", PYTEST, program)
    assert found == {"test_1_first": Verdict.AC, "test_2_numbers": Verdict.TLE, "test_3_add": Verdict.AC}


@pytest.mark.parametrize(
    ("program", "verdict"), [("def numbers(): return range(10 ** 18)\n", Verdict.TLE), (RIGHT, Verdict.AC)]
)
def test_a_value_got_before_all_tests_is_the_students(tmp_path: Path, program: str, verdict: Verdict) -> None:
    tests = "import sums\nNUMBERS = sums.numbers()\ndef test_in():\n    assert 0.5 in NUMBERS\n"
    assert verdicts(tmp_path, "pytest", tests, program) == {"test_in": verdict}


@pytest.mark.parametrize(
    ("line", "verdict"), [("0.5 in sums.numbers()", Verdict.TLE), ("0.5 in range(10 ** 18)", Verdict.JE)]
)
def test_what_computes_before_all_tests_costs_all(
    tmp_path: Path, line: str, verdict: Verdict, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("harness.grading.running.suite_run.BETWEEN_S", 3.0)
    tests = f"import sums\n{line}\ndef test_one():\n    assert True\ndef test_two():\n    assert True\n"
    program = "def numbers(): return range(10 ** 18)\n"
    assert verdicts(tmp_path, "pytest", tests, program) == {"test_one": verdict, "test_two": verdict}


def test_many_tests_that_compute_too_long_are_not_all_tried(tmp_path: Path) -> None:
    each = "    def test_{0}(self):\n        self.assertIn(0.5, sums.numbers())\n"
    tests = "import unittest, sums\nclass TestSums(unittest.TestCase):\n" + "".join(map(each.format, range(6)))
    found = verdicts(tmp_path, "unittest", tests, ENDLESS["range"])
    assert found == {f"test_{number}": Verdict.TLE for number in range(6)}
