"""Generated inputs, expected output by the reference, and the smallest input that fails."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.model.errors import SpecError
from harness.model.grade import CaseGrade
from harness.model.verdict import Verdict
from tests.support import course, graded, loaded, write

SPEC = """\
title: Sorting
language: python
clauses:
  sorts: {text: The numbers are sorted., points: 10}
cases:
  - name: random
    clause: sorts
    generate: {function: numbers, count: 30}
"""
CHECKS = """\
def numbers(random):
    count = random.randint(0, 8)
    return " ".join(str(random.randint(0, 99)) for _ in range(count)) + "\\n"
"""
RIGHT = "print(*sorted(map(int, input().split())))\n"


def row(root: Path, program: str, spec: str = SPEC, checks: str = CHECKS) -> CaseGrade:
    course(root, spec, beside={"checks.py": checks})
    write(root / "reference/sum/python", {"sort.py": RIGHT})
    return graded(loaded(root), write(root / "ann", {"sort.py": program})).cases[0]


def test_a_right_program(tmp_path: Path) -> None:
    result = row(tmp_path, "numbers = [int(word) for word in input().split()]\nnumbers.sort()\nprint(*numbers)\n")
    assert (result.verdict, result.score, result.findings) == (Verdict.AC, 10, ())


@pytest.mark.parametrize(
    ("program", "smallest"),
    [
        ("print(*map(int, input().split()))\n", "1 0\n"),
        ("print(*sorted(set(map(int, input().split()))))\n", "0 0\n"),
        ("print(*sorted(map(int, input().split()))[:3])\n", "0 0 0 0\n"),
        ("print()\n", "0\n"),
    ],
)
def test_the_smallest_input_that_fails_is_told_and_always_the_same(tmp_path: Path, program: str, smallest: str) -> None:
    first, second = row(tmp_path / "1", program), row(tmp_path / "2", program)
    assert (first.verdict, first.score) == (Verdict.WA, 0)
    note = first.findings[-1]
    assert (note.kind, note.params["text"]) == ("generated-input", smallest.removesuffix("\n"))
    assert first.findings == second.findings
    assert smallest.strip() in first.reproduce


def test_a_program_that_crashes_or_never_ends(tmp_path: Path) -> None:
    crash = row(
        tmp_path / "1",
        "import sys\nline = input()\nif not line: sys.exit(int('x'))\nprint(*sorted(map(int, line.split())))\n",
    )
    assert (crash.verdict, crash.findings[-1].params["text"]) == (Verdict.RTE, "")
    spec = SPEC + "    limits: {cpu: 300 ms}\n"
    assert row(tmp_path / "2", "while True: pass\n", spec).verdict is Verdict.TLE


def test_a_checker_says_how_they_are_compared(tmp_path: Path) -> None:
    spec = SPEC + "    stdout: {check: lines}\n"
    assert row(tmp_path, RIGHT, spec).verdict is Verdict.AC
    assert row(tmp_path, "print(*reversed(sorted(map(int, input().split()))))\n", spec).verdict is Verdict.WA


@pytest.mark.parametrize(
    "checks",
    [
        "def numbers(random):\n    raise ValueError\n",
        "def numbers(random):\n    return 3\n",
        "def numbers(random):\n    return b'\\xff'\n",
        "def numbers(random):\n    return 'x'\n",
    ],
)
def test_a_function_or_a_reference_that_fails_is_a_judge_error(tmp_path: Path, checks: str) -> None:
    assert row(tmp_path, RIGHT, checks=checks).verdict is Verdict.JE


def test_what_it_needs(tmp_path: Path) -> None:
    with pytest.raises(SpecError) as error:
        loaded(course(tmp_path, SPEC.replace("numbers", "numbres") + "    stdin: x\n", beside={"checks.py": CHECKS}))
    assert 'did you mean "numbers"?' in str(error.value)
    assert "what must come is the reference's output, and there is none" in str(error.value)
    assert '"stdin" does not go with "generate": the function makes the input' in str(error.value)
